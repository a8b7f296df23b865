"""CP-SAT under a budget: imported when it is used, interrupted when the budget ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from quebra.contract.errors import Cut, Reason
from quebra.engine.background import GRACE_TICKS, TICK, Background
from quebra.engine.budget import Budget

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

T = TypeVar("T")


def new_model(budget: Budget) -> cp_model.CpModel:
    """An empty model. CP-SAT is imported first, in a background thread.

    The import takes about a second: the budget is checked meanwhile, and Ctrl-C, which only the
    main thread receives, does not leave a module half imported.
    """
    while _importer().is_alive():
        budget.pause()
        _importer().join(TICK)
    from ortools.sat.python import cp_model

    return cp_model.CpModel()


@cache
def _importer() -> Thread:
    thread = Thread(target=_import)
    thread.start()
    return thread


def _import() -> None:
    # An error is raised again by the import in the main thread.
    with suppress(Exception):
        import_module("ortools.sat.python.cp_model")


def enumerate_model(
    model: cp_model.CpModel,
    read: Callable[[cp_model.CpSolverSolutionCallback], T],
    budget: Budget,
    seed: int | None = None,
    effort: float | None = None,
) -> Iterator[T]:
    """`read` of each solution; two solutions differ in at least one variable of the model.

    `effort` limits the search in CP-SAT's deterministic time, which does not depend on the machine.
    A search that reaches the limit raises `Cut`, as at the end of the time.
    """
    solver = _new_solver(seed)
    solver.parameters.enumerate_all_solutions = True
    if effort is not None:
        solver.parameters.max_deterministic_time = effort
    return _solutions(solver, model, read, budget, "memory" if effort is None else "time")


def improve_model(
    model: cp_model.CpModel,
    read: Callable[[cp_model.CpSolverSolutionCallback], T],
    budget: Budget,
    seed: int | None = None,
    by_cores: bool = False,
) -> Iterator[T]:
    """`read` of better and better solutions, up to the best; the budget gets the bound.

    One worker that relaxes all constraints to a linear program proves more, and sooner, than two
    that relax some of them. A model of clauses is better solved as it is, `by_cores`: sets of terms
    of the objective that cannot all be 0.
    """

    def note_bound(bound: float) -> None:
        budget.bound = round(bound)

    solver = _new_solver(seed)
    if by_cores:
        solver.parameters.optimize_with_core = True
        solver.parameters.cp_model_presolve = False
        solver.parameters.symmetry_level = 0
    solver.parameters.linearization_level = 0 if by_cores else 2
    solver.best_bound_callback = note_bound
    return _solutions(solver, model, read, budget, "memory")


def _new_solver(seed: int | None) -> cp_model.CpSolver:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False
    if seed is not None:
        solver.parameters.random_seed = seed & 0x7FFFFFFF
    return solver


def _solutions(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    read: Callable[[cp_model.CpSolverSolutionCallback], T],
    budget: Budget,
    reason: Reason,
) -> Iterator[T]:
    """Solve in a background thread, at most one solution ahead; `Cut` with this reason if CP-SAT
    gives up."""
    from ortools.sat.python import cp_model

    status = cp_model.UNKNOWN

    def produce(run: Background[T]) -> None:
        class Callback(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                run.emit(read(self))

        nonlocal status
        status = solver.solve(model, Callback())

    run = Background(produce, budget)
    try:
        yield from run.results()
    finally:
        run.stop(solver.stop_search, GRACE_TICKS)
        if not run.is_alive and run.error is None:
            budget.count(solver.num_branches)
    if status == cp_model.MODEL_INVALID:
        raise ValueError("CP-SAT refuses the model.")
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise Cut(reason)
