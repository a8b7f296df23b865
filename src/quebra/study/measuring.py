"""Measurements: CPU time, and an engine up to its first solution."""

from __future__ import annotations

import time
from collections.abc import Callable

from quebra.contract.errors import Cut
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import family_of
from quebra.engine.budget import Budget
from quebra.engine.search import bind_options
from quebra.study.tables import Row


class CpuBudget(Budget):
    """A budget whose limit is CPU time, so that other work on the machine makes no difference."""

    __slots__ = ("_end",)

    def __init__(self, seconds: float, wanted: int | None = None) -> None:
        super().__init__(wanted=wanted)
        self._end = time.process_time() + seconds

    def left(self) -> float:
        return max(0.0, self._end - time.process_time())

    def stop_if_over(self) -> None:
        super().stop_if_over()
        if time.process_time() >= self._end:
            raise Cut("time")


def cpu_seconds(work: Callable[[], object]) -> float:
    """The CPU time of a call, all threads together."""
    started = time.process_time()
    work()
    return time.process_time() - started


def first_solution(
    engine: str, puzzle: Puzzle, seconds: float, *statistics: str, **options: object
) -> Row:
    """CPU time and nodes of an engine with options up to the first solution, within a limit.

    The row also has the statistics of these names, or None for one that the engine does not have.
    """
    budget = CpuBudget(seconds, wanted=1)
    family = family_of(puzzle)
    solve = bind_options(family, engine, family.solve.engines[engine], options)
    cut = False

    def work() -> None:
        nonlocal cut
        try:
            next(iter(solve(puzzle, budget, goal="any", seed=None)), None)
        except Cut:
            cut = True

    return {
        "seconds": cpu_seconds(work),
        "nodes": int(budget.stats.get("nodes", 0)),
        **{name: budget.stats.get(name) for name in statistics},
        "cut": cut,
    }
