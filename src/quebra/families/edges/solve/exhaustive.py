"""The best board of a small puzzle, by branch and bound over all boards."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended, Kernels, Runner, Slices
from quebra.families.edges.solve import repair, scan, window
from quebra.families.edges.solve.bound import most_matches
from quebra.families.edges.solve.domains import Candidates, Domains
from quebra.families.edges.solve.repair_tables import Placements, fill_board, new_repair_state
from quebra.families.edges.solve.window import LIMIT, SIZE, RepairState

REPAIR_KERNELS = Kernels(
    (repair.polish, repair.count_flaws, repair.lift_all, window.refill), repair, window, scan
)

SLICES = Slices(plain=2_000, compiled=500_000)
"""Ways tried between two checks of the budget."""


def best_board(candidates: Candidates, state: RepairState) -> Placements:
    """The best board of the state of a repair kernel."""
    sides = candidates.puzzle.layout.sides
    return {cell: int(candidate) // sides for cell, candidate in enumerate(state.best)}


def improve_exhaustively(
    candidates: Candidates,
    domains: Domains,
    budget: Budget,
    source: Source,
    start: Placements | None = None,
) -> Iterator[Placements]:
    """Boards with fewer and fewer mismatches; the last one is the best. For small boards."""
    state = new_repair_state(
        candidates, domains, fill_board(candidates, domains, start or {}), source
    )
    runner = Runner(REPAIR_KERNELS, budget, state)
    runner.run(repair.count_flaws)
    yield best_board(candidates, runner.parts[0])
    if not runner.run(repair.lift_all):
        return
    fewest = len(candidates.puzzle.layout.seams) - most_matches(candidates, domains)
    while runner.parts[0].at[LIMIT] > fewest:
        if runner.run_slices(window.refill, SLICES) == Ended.EXHAUSTED:
            return
        state = runner.parts[0]
        for i in range(state.at[SIZE]):
            state.best[state.window[i]] = state.keep[i]
        yield best_board(candidates, state)
