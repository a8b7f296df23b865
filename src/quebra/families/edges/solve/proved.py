"""The best board of a small puzzle, by a search of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Kernels, Runner
from quebra.families.edges.solve import repair, scan, window
from quebra.families.edges.solve.board import Lying, filled, new_repair
from quebra.families.edges.solve.bound import most_matches
from quebra.families.edges.solve.domains import Ways
from quebra.families.edges.solve.scan import EXHAUSTED, FOUND, PAUSED
from quebra.families.edges.solve.window import LIMIT, SIZE, TRIED, Repair

REPAIRS = Kernels(
    (repair.polish, repair.count_flaws, repair.lift_all, window.refill), repair, window, scan
)

PLAIN_TRIES, COMPILED_TRIES = 2_000, 500_000
"""Ways tried between two looks at the budget."""


def read_board(ways: Ways, state: Repair) -> Lying:
    """The best board of a repair."""
    sides = ways.puzzle.layout.sides
    return {cell: int(way) // sides for cell, way in enumerate(state.best)}


def proved_best(
    ways: Ways,
    domains: Sequence[int],
    budget: Budget,
    source: Source,
    start: Lying | None = None,
) -> Iterator[Lying]:
    """Better and better boards by a search of all; for small boards. The last one is the best."""
    state = new_repair(ways, domains, filled(ways, domains, start or {}), source)
    runner = Runner(REPAIRS, budget, state)
    runner.run(repair.count_flaws)
    yield read_board(ways, runner.parts[0])
    if not runner.run(repair.lift_all):
        return
    ended, fewest = PAUSED, len(ways.puzzle.layout.seams) - most_matches(ways, domains)
    while ended != EXHAUSTED and runner.parts[0].at[LIMIT] > fewest:
        before = runner.parts[0].at[TRIED]
        ended = runner.run(window.refill, PLAIN_TRIES if runner.plain else COMPILED_TRIES)
        state = runner.parts[0]
        budget.spend(int(state.at[TRIED] - before))
        if ended == FOUND:
            for i in range(state.at[SIZE]):
                state.best[state.window[i]] = state.keep[i]
            yield read_board(ways, state)
