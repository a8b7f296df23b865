"""Builds the state of the kernels from a board, and an answer from a pairing."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.engine.kernels import Kernels, Runner, as_arrays
from quebra.families.shisen.model import Clearing, Shisen, admit_without_gravity
from quebra.families.shisen.solve import kernel, lines, pairing, trials
from quebra.families.shisen.solve.schedule import Pair, TileLines, clearing
from quebra.families.shisen.solve.state import (
    CAP,
    LARGEST,
    MOST,
    SLOTS,
    TRAIL,
    TRAIL_RESERVE,
    UNREACHABLE,
    ShisenState,
)

MAX_LINE_LENGTH = 62
"""Cells of a line, margin included, that fit into the bits of a signed 64-bit integer."""
MAX_PAIRS = 1_000_000
"""A board with more pairs takes more than about 300 MB."""

Step = tuple[int, int, int]
"""A subset of the tiles of a kind, the same without the pair of its first tile, and that pair."""

MODULES = (lines, kernel, trials, pairing)
KERNELS = Kernels(
    (
        kernel.propagate,
        trials.choose,
        trials.choose_queued,
        trials.forbid,
        trials.probe_tile,
        trials.probe_range,
        kernel.undo,
        trials.measure_clashes,
        pairing.pick_pairing,
        pairing.evaluate,
        pairing.exchange_within_kind,
        pairing.exchange_at_random,
        pairing.anneal,
    ),
    *MODULES,
)
PAIRING_KERNELS = Kernels(
    (pairing.pick_pairing, pairing.evaluate, pairing.exchange_at_random), *MODULES
)
"""The kernels for a good pairing alone, which are compiled in a third of the time."""


def new_runner(puzzle: Shisen, budget: Budget, kernels: Kernels = KERNELS) -> Runner:
    """A runner of kernels on the initial state of a board."""
    state = new_state(puzzle, budget)
    return Runner(kernels, budget, state, fits=max(state.height, state.width) <= MAX_LINE_LENGTH)


def new_state(puzzle: Shisen, budget: Budget) -> ShisenState:
    """The initial state of a search, in which all pairs are allowed."""
    admit_without_gravity(puzzle)
    sizes = [len(group) for group in puzzle.groups]
    count = sum(size * (size - 1) // 2 for size in sizes)
    if count > MAX_PAIRS:
        raise Cut("memory")
    cells = [cell for group in puzzle.groups for cell in group]
    rows, cols = puzzle.size
    tile_lines = TileLines(puzzle)
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
    plan, steps = _plan({size for size in sizes if size <= LARGEST})
    at = [0] * SLOTS
    at[CAP], at[MOST] = len(cells) // 2, UNREACHABLE
    return ShisenState(
        height=rows + 2,
        width=cols + 2,
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
        full_rows=tile_lines.rows,
        full_cols=tile_lines.cols,
        rows=tile_lines.rows.copy(),
        cols=tile_lines.cols.copy(),
        heads=[0] * (len(cells) // 2 + 2),
        order=[0] * count,
        waiting=[0] * count,
        gone=[0] * len(cells),
        plan=plan,
        plan_subset=[subset for subset, _, _ in steps],
        plan_rest=[rest for _, rest, _ in steps],
        plan_pair=[pair for _, _, pair in steps],
        fit=[0] * (1 << LARGEST),
        trail_pair=[0] * (2 * TRAIL_RESERVE * count),
        trail_time=[0] * (2 * TRAIL_RESERVE * count),
        stamp=[0] * count,
        at=at,
    )


def with_room(state: ShisenState) -> ShisenState:
    """The state with a trail that has room for the next call of a kernel."""
    if len(state.trail_pair) - state.at[TRAIL] >= TRAIL_RESERVE * len(state.time):
        return state
    longer = state._replace(
        trail_pair=[*map(int, state.trail_pair), *[0] * len(state.trail_pair)],
        trail_time=[*map(int, state.trail_time), *[0] * len(state.trail_time)],
    )
    if isinstance(state.trail_pair, list):
        return longer
    arrays: ShisenState = as_arrays(longer)
    return arrays


def _plan(sizes: set[int]) -> tuple[list[int], list[Step]]:
    """For each number of tiles its first step, and the steps that find a cheapest pairing."""
    plan, steps = [0], list[Step]()
    for size in range(LARGEST + 1):
        if size in sizes:
            steps += _steps(size)
        plan.append(len(steps))
    return plan, steps


def _steps(size: int) -> Iterator[Step]:
    number = {
        pair: k for k, pair in enumerate((i, j) for i in range(size) for j in range(i + 1, size))
    }
    for subset in range(1, 1 << size):
        if subset.bit_count() % 2 == 0:
            i = (subset & -subset).bit_length() - 1
            for j in range(i + 1, size):
                if subset >> j & 1:
                    yield subset, subset ^ 1 << i ^ 1 << j, number[i, j]


def pairs_of(state: ShisenState) -> list[Pair]:
    """The current pairing, as pairs of cells."""
    cells = [(int(r) - 1, int(c) - 1) for r, c in zip(state.row, state.col, strict=True)]
    return [
        (cells[state.one[p]], cells[state.two[p]]) for p in sorted({int(p) for p in state.mate})
    ]


def answer_of(puzzle: Shisen, state: ShisenState) -> Clearing:
    """The clearing by the current pairing."""
    return clearing(puzzle, pairs_of(state))
