"""HiGHS under a budget: imported when it is used, interrupted when the budget ends."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quebra.contract.errors import Cut
from quebra.engine.background import GRACE_TICKS, Background
from quebra.engine.budget import Budget
from quebra.engine.program import Program

if TYPE_CHECKING:
    from highspy.highs import Highs, HighsCallbackEvent

Solution = Sequence[float]

ROW_WISE = 2
SQUARE = 2
MINIMISE = 1
GAP = 0.75
"""Share of a unit that may lie between the best solution and the bound: less than 1 is a proof."""
ERROR = 0.01
"""Share of a unit by which a bound in floating point may be wrong; real errors are far smaller."""


def improve_program(
    program: Program, budget: Budget, unit: int = 1, seed: int | None = None
) -> Iterator[Solution]:
    """Values of the variables in better and better solutions; the budget gets the bound.

    All costs must be multiples of `unit`. A bound that the budget has is kept until HiGHS has a
    better one. Values are floating-point numbers. The last solution may come twice.
    """
    status = ""

    def produce(run: Background[Solution]) -> None:
        nonlocal status
        status = _solve(run, program, budget, unit, seed)

    run = Background(produce, budget, buffered=0)
    try:
        yield from run.results()
    finally:
        run.stop(ticks=GRACE_TICKS)
    if status == "kTimeLimit":
        raise Cut("time")
    if status not in ("kOptimal", "kInfeasible"):
        raise Cut("memory")


def relaxed_value(program: Program, budget: Budget) -> float | None:
    """The least cost if no variable needs to be whole; None if there is no solution."""
    from highspy import Highs, HighsModelStatus

    highs = Highs()
    _set_options(highs, 1, budget.left(), None)
    highs.setOptionValue("solve_relaxation", True)
    _load(highs, program)
    highs.run()
    status = highs.getModelStatus()
    if status not in (HighsModelStatus.kOptimal, HighsModelStatus.kInfeasible):
        raise Cut("time")
    return highs.getObjectiveValue() if status == HighsModelStatus.kOptimal else None


def relaxation_duals(program: Program, budget: Budget) -> Solution:
    """Dual values of all rows at the least cost if no variable needs to be whole, about optimal.

    From the interior point method, which ends soon after the budget does. Empty if it fails.
    """

    def produce(run: Background[Solution]) -> None:
        from highspy import Highs, HighsModelStatus

        def check(event: HighsCallbackEvent) -> None:
            if run.stopping.is_set():
                event.interrupt()

        highs = Highs()
        _set_options(highs, 1, run.budget.left(), None)
        for name, value in (("solver", "ipm"), ("run_crossover", "off")):
            highs.setOptionValue(name, value)
        _load(highs, program)
        highs.cbIpmInterrupt.subscribe(check)
        highs.run()
        if highs.getModelStatus() == HighsModelStatus.kOptimal:
            run.emit(list(highs.getSolution().row_dual))

    run = Background(produce, budget)
    try:
        return next(run.results(), ())
    finally:
        run.stop(ticks=GRACE_TICKS)


def _solve(
    run: Background[Solution], program: Program, budget: Budget, unit: int, seed: int | None
) -> str:
    """Run HiGHS to its end; returns the name of its status."""
    from highspy import Highs, HighsModelStatus

    def check(event: HighsCallbackEvent) -> None:
        bound = event.data_out.mip_dual_bound
        if run.stopping.is_set():
            event.interrupt()
        elif program.costs and math.isfinite(bound):
            found = unit * math.ceil(bound / unit - ERROR)
            budget.bound = found if budget.bound is None else max(budget.bound, found)

    highs = Highs()
    _set_options(highs, unit, run.budget.left(), seed)
    _load(highs, program)
    highs.cbMipInterrupt.subscribe(check)
    highs.cbMipImprovingSolution.subscribe(
        lambda event: run.emit(event.data_out.mip_solution.tolist())
    )
    highs.run()
    budget.count(max(0, highs.getInfo().mip_node_count))
    status = highs.getModelStatus()
    if status == HighsModelStatus.kOptimal:
        # A program that presolve solves has no improving solutions.
        run.emit(list(highs.getSolution().col_value))
    return str(status.name)


def _set_options(highs: Highs, unit: int, seconds: float | None, seed: int | None) -> None:
    options: dict[str, bool | int | float] = {
        "output_flag": False,
        "threads": 1,
        "mip_rel_gap": 0.0,
        "mip_abs_gap": GAP * unit,
        "time_limit": math.inf if seconds is None else seconds,
    }
    if seed is not None:
        options["random_seed"] = seed & 0x7FFFFFFF
    for name, value in options.items():
        highs.setOptionValue(name, value)


def _load(highs: Highs, program: Program) -> None:
    count = len(program.names)
    hessian = 0, array("i"), array("i"), array("d")  # the costs are linear
    highs.passModel(
        count,
        program.rows,
        len(program.variables),
        hessian[0],
        ROW_WISE,
        SQUARE,
        MINIMISE,
        0.0,  # constant cost
        array("d", [program.costs.get(variable, 0) for variable in range(count)]),
        array("d", [0.0]) * count,
        array("d", [1.0 if choice else math.inf for choice in program.choices]),
        program.low,
        program.high,
        program.starts,
        program.variables,
        program.factors,
        *hessian[1:],
        array("i", program.integers),
    )
