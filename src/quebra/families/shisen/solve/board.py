"""From a board to the state of a search, and from a pairing back to an answer."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.engine.kernels import Kernels, Runner, as_arrays
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.solve import kernel, lines, pairing, trials
from quebra.families.shisen.solve.schedule import Pair, clearing
from quebra.families.shisen.solve.state import CAP, HOPELESS, LARGEST, MOST, PLACES, State

LONGEST = 62
"""Cells of a line, margin included, that fit into the bits of a signed 64-bit integer."""
MOST_PAIRS = 1_000_000
"""More pairs would take more than about 300 MB."""

KERNELS = Kernels(
    (
        kernel.settle,
        trials.choose,
        trials.choose_queued,
        trials.forbid,
        trials.unite,
        trials.weigh,
        kernel.undo,
        trials.measure_clashes,
        pairing.pick,
        pairing.play,
        pairing.improve,
        pairing.wander,
    ),
    lines,
    kernel,
    trials,
    pairing,
)


def new_runner(puzzle: Shisen, budget: Budget) -> Runner:
    """What the kernels work upon, all pairs being allowed."""
    state = new_state(puzzle, budget)
    return Runner(KERNELS, budget, state, fits=max(state.height, state.width) <= LONGEST)


def new_state(puzzle: Shisen, budget: Budget) -> State:
    """The state of a search that has not begun."""
    sizes = [len(group) for group in puzzle.groups]
    count = sum(size * (size - 1) // 2 for size in sizes)
    if count > MOST_PAIRS:
        raise Cut("memory")
    cells = [cell for group in puzzle.groups for cell in group]
    rows, cols = puzzle.size
    height, width = rows + 2, cols + 2
    full_rows, full_cols = [0] * height, [0] * width
    for r, c in cells:
        full_rows[r + 1] |= 1 << c + 1
        full_cols[c + 1] |= 1 << r + 1
    one, two, kind = [0] * count, [0] * count, [0] * count
    tiles, pairs = [0], [0]
    for k, size in enumerate(sizes):
        budget.pause()
        first, pair = tiles[-1], pairs[-1]
        for i in range(first, first + size):
            for j in range(i + 1, first + size):
                one[pair], two[pair], kind[pair] = i, j, k
                pair += 1
        tiles.append(first + size)
        pairs.append(pair)
    plan, plans = _plans({size for size in sizes if size <= LARGEST})
    at = [0] * PLACES
    at[CAP], at[MOST] = len(cells) // 2, HOPELESS
    return State(
        height=height,
        width=width,
        row=[r + 1 for r, _ in cells],
        col=[c + 1 for _, c in cells],
        tiles=tiles,
        pairs=pairs,
        one=one,
        two=two,
        kind=kind,
        time=[0] * count,
        leave=[0] * len(cells),
        cost=[0] * len(sizes),
        via=[0] * count,
        stale=[1] * len(sizes),
        clash=[0] * len(sizes),
        score=[0] * count,
        mate=[0] * len(cells),
        least=[0] * count,
        queue=[0] * (len(cells) // 2),
        full_rows=full_rows,
        full_cols=full_cols,
        rows=full_rows.copy(),
        cols=full_cols.copy(),
        heads=[0] * (len(cells) // 2 + 2),
        order=[0] * count,
        waiting=[0] * count,
        gone=[0] * len(cells),
        plan=plan,
        plans=plans,
        fit=[0] * (1 << LARGEST),
        trail=[0] * (12 * count),
        stamp=[0] * count,
        at=at,
    )


def lengthened(state: State) -> State:
    """The same state with a trail of twice the length."""
    longer = [*map(int, state.trail), *[0] * len(state.trail)]
    if isinstance(state.trail, list):
        return state._replace(trail=longer)
    arrays: State = as_arrays(state._replace(trail=longer))
    return arrays


def _plans(sizes: set[int]) -> tuple[list[int], list[int]]:
    """How to find the cheapest pairing of so many tiles, subset by subset.

    Triples: a subset that has its first tile paired, the subset without that pair, and the pair.
    """
    plan: list[int] = []
    plans = [0]
    for size in range(LARGEST + 1):
        if size in sizes:
            for subset, rest, pair in _steps(size):
                plan += (subset, rest, pair)
        plans.append(len(plan))
    return plan, plans


def _steps(size: int) -> Iterator[tuple[int, int, int]]:
    number = {
        pair: k for k, pair in enumerate((i, j) for i in range(size) for j in range(i + 1, size))
    }
    for subset in range(1, 1 << size):
        if subset.bit_count() % 2 == 0:
            i = (subset & -subset).bit_length() - 1
            for j in range(i + 1, size):
                if subset >> j & 1:
                    yield subset, subset ^ 1 << i ^ 1 << j, number[i, j]


def pairs_of(state: State) -> list[Pair]:
    """The pairing at hand, as pairs of cells."""
    cells = [(int(r) - 1, int(c) - 1) for r, c in zip(state.row, state.col, strict=True)]
    return [
        (cells[state.one[p]], cells[state.two[p]]) for p in sorted({int(p) for p in state.mate})
    ]


def answer_of(puzzle: Shisen, state: State) -> Clearing:
    """The clearing by the pairing at hand."""
    return clearing(puzzle, pairs_of(state))
