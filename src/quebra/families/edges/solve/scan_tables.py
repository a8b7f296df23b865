"""Builds the state of `scan`, and those of searches of the first and of the later cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from quebra.contract.random import Source
from quebra.families.edges.solve.domains import Candidates, Domains
from quebra.families.edges.solve.order import Order
from quebra.families.edges.solve.scan import (
    BASE,
    SECOND,
    SLOTS,
    STEP,
    TOP,
    ScanState,
    leaf_of,
    place,
    push_entries,
    take_off,
)
from quebra.families.edges.solve.scan_tries import Ends, Numbers, Tries

ALWAYS = 1 << 30
"""Number of pieces of the kind that stands for no piece."""
SHORT = 8
"""The longest lists of two pieces, on average, that are searched faster than those of one."""
MOST_PAIRS = 100_000
"""More pairs than that take seconds to list."""


def new_scan_state(
    candidates: Candidates,
    domains: Domains,
    order: Order,
    source: Source | None = None,
    single: int | None = None,
) -> ScanState:
    """The tables for an order of the cells, and the initial position.

    After the first `single` cells, or all, neighbours that follow one another share a step. This
    changes neither the boards nor their order. Cells that are not in the order count as no
    neighbours.
    """
    steps = _steps(candidates, order, len(order) if single is None else single)
    seams = _seams(candidates, steps)
    places = sorted(seams)
    earlier = [sorted(pair for pair in seams if pair[1] == step) for step in range(len(steps))]
    later = [sorted(pair for pair in seams if pair[0] == step) for step in range(len(steps))]
    widest = max((len(ends) for ends, _ in seams.values()), default=1)
    tries = Tries(candidates, domains, source, widest)
    root = [
        tries.root_of(
            cells,
            tuple(seams[pair][1] for pair in earlier[step]),
            tuple(seams[pair][0] for pair in later[step]),
        )
        for step, cells in enumerate(steps)
    ]
    number, entries = tries.entries()
    place_of = {pair: place for place, pair in enumerate(places)}
    by = [[place_of[pair] for pair in pairs] for pairs in earlier]
    by = [[len(places) + 2] * (2 - len(each)) + each for each in by]
    depth_of = {cell: depth for depth, cell in enumerate(order)}
    state = ScanState(
        bits=tries.bits,
        number=number,
        depth=[depth_of[cells[0]] for cells in steps] + [len(order)],
        show=[0, *accumulate(map(len, later))],
        one=[each[0] for each in by],
        two=[each[1] for each in by],
        known=[0, *accumulate(len(each) - 2 for each in by)],
        more=[place for each in by for place in each[2:]] or [0],
        root=root,
        tree=tries.tree,
        entry=entries,
        candidates=tries.candidates,
        kinds=tries.kinds,
        unused=[*map(len, candidates.kinds), ALWAYS],
        placed=[0] * len(steps),
        shown=[0] * (len(places) + 3),
        stack=[0] * (len(steps) * tries.longest + 1),
        bottom=[0] * len(steps),
        at=[0] * SLOTS,
    )
    return _begin(state, 0)


def first_cells(state: ScanState, depth: int) -> ScanState:
    """A search of the first cells alone, not all, which starts from how they are filled now.

    Each of them must have a step of its own.
    """
    now = int(state.at[STEP])
    unused = _numbers(state.unused)
    for entry in _numbers(state.placed[depth:now]):
        for kind in _pair(state.kinds[entry]):
            unused[kind] += 1
    at = [0] * SLOTS
    at[STEP], at[TOP] = min(depth, now), int(state.at[TOP] if now < depth else state.bottom[depth])
    return state._replace(
        depth=_numbers(state.depth[: depth + 1]),
        root=_numbers(state.root[:depth]),
        unused=unused,
        placed=_numbers(state.placed[:depth]),
        shown=_numbers(state.shown),
        stack=_numbers(state.stack),
        bottom=_numbers(state.bottom[:depth]),
        at=at,
    )


def later_cells(state: ScanState, first: ScanState) -> ScanState:
    """A search of the cells after the first ones, which stay as `first` has them.

    The first cells must have steps of their own in both.
    """
    later = state._replace(
        unused=_numbers(first.unused),
        placed=[0] * len(state.placed),
        shown=[0] * len(state.shown),
        stack=[0] * len(state.stack),
        bottom=[0] * len(state.bottom),
        at=[0] * SLOTS,
    )
    for step, entry in enumerate(first.placed):
        entries = range(*_pair(leaf_of(later, step)))
        k = next(k for k in entries if later.candidates[k] == first.candidates[entry])
        place(later, step, later.entry[k])
    later.unused[:] = _numbers(first.unused)
    return _begin(later, len(first.placed))


def expected_nodes(state: ScanState, source: Source) -> float:
    """The number of pieces that a search places, estimated from one random board.

    The mean of many estimates tends to the number, from below (Knuth, Estimating the Efficiency of
    Backtrack Programs, 1975). The search is at its start before and after.
    """
    nodes, width, step = 0.0, 1.0, 0
    while step < len(state.root) and (choices := push_entries(state, leaf_of(state, step), 0)):
        width *= choices
        nodes += width
        place(state, step, state.stack[source.below(choices)])
        step += 1
    for placed in range(step):
        take_off(state, placed)
    _begin(state, 0)
    return nodes


def fits(state: ScanState) -> bool:
    """Whether all numbers have at most 64 bits, so that the search can be compiled."""
    return max(state.entry, default=0) < 1 << 63


def pairs_are_short(candidates: Candidates) -> bool:
    """Whether two cells at once have so few entries that this is faster than one by one."""
    many, colours = len(candidates.all), len(candidates.colours)
    return many**2 <= min(SHORT * colours**4, MOST_PAIRS * colours)


def candidates_of(state: ScanState) -> list[int]:
    """The candidates that are placed, in the order of the cells."""
    steps = int(state.at[STEP])
    pairs = [_pair(state.candidates[entry]) for entry in state.placed[:steps]]
    depths = _numbers(state.depth[: steps + 1])
    return [n for pair, (a, b) in zip(pairs, pairwise(depths), strict=True) for n in pair[: b - a]]


def _begin(state: ScanState, step: int) -> ScanState:
    """The state before a step, with its entries on the stack."""
    state.at[STEP], state.at[BASE] = step, step
    state.at[TOP] = int(push_entries(state, leaf_of(state, step), 0))
    return state


def _numbers(part: Sequence[int]) -> list[int]:
    return [int(number) for number in part]


def _pair(both: int) -> tuple[int, int]:
    second, first = divmod(int(both), 1 << SECOND)
    return first, second


def _steps(candidates: Candidates, order: Order, single: int) -> list[Numbers]:
    """The cells in steps of one, and of two where the next cell is a neighbour."""
    beyond = candidates.puzzle.layout.neighbours
    steps: list[Numbers] = []
    for depth, cell in enumerate(order):
        last = steps[-1] if depth > single else ()
        if len(last) == 1 and cell in [other for _, other, _ in beyond[last[0]]]:
            steps[-1] = (*last, cell)
        else:
            steps.append((cell,))
    return steps


def _seams(
    candidates: Candidates, steps: Sequence[Numbers]
) -> dict[tuple[int, int], tuple[Ends, Ends]]:
    """For each two steps that touch, the first one first, the sides of both by which they do."""
    place_of = {cell: (step, i) for step, cells in enumerate(steps) for i, cell in enumerate(cells)}
    seams: dict[tuple[int, int], tuple[Ends, Ends]] = {}
    for a, side, b, other in candidates.puzzle.layout.seams:
        if a in place_of and b in place_of and place_of[a][0] != place_of[b][0]:
            (one, i, s), (two, j, t) = sorted(((*place_of[a], side), (*place_of[b], other)))
            ends, opposite = seams.get((one, two), ((), ()))
            seams[one, two] = ((*ends, (i, s)), (*opposite, (j, t)))
    return seams
