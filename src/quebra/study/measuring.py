"""Measurements: CPU time, and an engine up to its first solution."""

from __future__ import annotations

import time
from collections.abc import Callable

from quebra.contract.errors import Cut
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import family_of
from quebra.engine.budget import Budget
from quebra.study.tables import Row


def cpu_seconds(work: Callable[[], object]) -> float:
    """The CPU time of a call, all threads together."""
    started = time.process_time()
    work()
    return time.process_time() - started


def first_solution(engine: str, puzzle: Puzzle, seconds: float) -> Row:
    """CPU time and nodes of an engine up to the first solution, within a limit of wall time."""
    budget = Budget(seconds=seconds, wanted=1)
    solve = family_of(puzzle).solve.engines[engine]
    cut = False

    def work() -> None:
        nonlocal cut
        try:
            next(iter(solve(puzzle, budget, goal="any", seed=None)), None)
        except Cut:
            cut = True

    return {"seconds": cpu_seconds(work), "nodes": int(budget.stats.get("nodes", 0)), "cut": cut}
