"""CP-SAT under a budget: imported only when used, stopped when told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

T = TypeVar("T")

TICK = 0.02
"""Seconds between two looks at the budget."""
LAST_TICKS = 6
"""How many ticks a search may take to end when told."""


def new_model(budget: Budget) -> cp_model.CpModel:
    """An empty model, for which CP-SAT is imported in a thread of its own.

    That takes a while: the budget is kept meanwhile, and Ctrl-C, which only the main thread feels,
    never meets a module half made.
    """
    while _loader().is_alive():
        budget.pause()
        _loader().join(TICK)
    from ortools.sat.python import cp_model

    return cp_model.CpModel()


@cache
def _loader() -> Thread:
    thread = Thread(target=_import)
    thread.start()
    return thread


def _import() -> None:
    # What is wrong with it, if anything, is told where it is imported again.
    with suppress(Exception):
        import_module("ortools.sat.python.cp_model")


def enumerate_model(
    model: cp_model.CpModel,
    read: Callable[[cp_model.CpSolverSolutionCallback], T],
    budget: Budget,
    seed: int | None = None,
    effort: float | None = None,
) -> Iterator[T]:
    """What `read` makes of each solution; solutions differ in any of the model's variables.

    The effort is a limit in CP-SAT's own measure of work, which no machine changes; where it ends
    the search, `Cut` is raised as if time were over.
    """
    return _solutions(model, read, budget, seed, effort)


def improve_model(
    model: cp_model.CpModel,
    read: Callable[[cp_model.CpSolverSolutionCallback], T],
    budget: Budget,
    seed: int | None = None,
) -> Iterator[T]:
    """What `read` makes of ever better solutions, up to the best; the budget has the bound."""
    return _solutions(model, read, budget, seed, improve=True)


def _solutions(
    model: cp_model.CpModel,
    read: Callable[[cp_model.CpSolverSolutionCallback], T],
    budget: Budget,
    seed: int | None,
    effort: float | None = None,
    improve: bool = False,
) -> Iterator[T]:
    """CP-SAT runs ahead by one solution at most, and stops when nobody asks for more."""
    found: Queue[T | None] = Queue(maxsize=1)
    enough = Event()

    def hand_over(solution: T | None) -> None:
        while not enough.is_set():
            try:
                found.put(solution, timeout=TICK)
                break
            except Full:
                continue

    def note_bound(bound: float) -> None:
        budget.bound = round(bound)

    run = _Run(model, seed, lambda callback: hand_over(read(callback)), lambda: hand_over(None))
    if improve:
        run.improve(note_bound)
    if effort is not None:
        run.limit(effort)
    run.worker.start()
    try:
        while (solution := _wait(found, budget)) is not None:
            yield solution
    finally:
        enough.set()
        run.stop(budget)
    run.proved()


def _wait(found: Queue[T], budget: Budget) -> T:
    while True:
        budget.pause()
        try:
            return found.get(timeout=TICK)
        except Empty:
            continue


class _Run:
    """A search in a thread of its own."""

    def __init__(
        self,
        model: cp_model.CpModel,
        seed: int | None,
        on_solution: Callable[[cp_model.CpSolverSolutionCallback], None],
        on_end: Callable[[], None],
    ) -> None:
        from ortools.sat.python import cp_model

        class Callback(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                on_solution(self)

        self.solver = cp_model.CpSolver()
        parameters = self.solver.parameters
        parameters.num_workers = 1
        parameters.catch_sigint_signal = False
        parameters.enumerate_all_solutions = True
        if seed is not None:
            parameters.random_seed = seed & 0x7FFFFFFF
        self.limited = False
        self.status = cp_model.UNKNOWN
        self.callback = Callback()
        self.worker = Thread(target=self._work, args=(model, on_end))

    def improve(self, note_bound: Callable[[float], None]) -> None:
        """Look for the best solution instead of all.

        One worker that relaxes everything to a linear program proves more, and sooner, than two
        that relax only some of it.
        """
        self.solver.parameters.enumerate_all_solutions = False
        self.solver.parameters.linearization_level = 2
        self.solver.best_bound_callback = note_bound

    def limit(self, effort: float) -> None:
        """End after so much work."""
        self.limited = True
        self.solver.parameters.max_deterministic_time = effort

    def _work(self, model: cp_model.CpModel, on_end: Callable[[], None]) -> None:
        self.status = self.solver.solve(model, self.callback)
        on_end()

    def stop(self, budget: Budget) -> None:
        """End the search; told more than once, for one that has not begun does not listen.

        Some of CP-SAT's preparations do not listen either: after a while they are left alone.
        """
        for _ in range(LAST_TICKS):
            if not self.worker.is_alive():
                break
            self.solver.stop_search()
            self.worker.join(TICK)
        if not self.worker.is_alive():
            budget.stats["nodes"] = budget.stats.get("nodes", 0) + self.solver.num_branches

    def proved(self) -> bool:
        """Whether the finished search has a solution; `Cut` when it gave up."""
        from ortools.sat.python import cp_model

        if self.status == cp_model.MODEL_INVALID:
            raise ValueError("CP-SAT refuses the model.")
        if self.status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            raise Cut("time" if self.limited else "memory")
        return bool(self.status == cp_model.OPTIMAL)
