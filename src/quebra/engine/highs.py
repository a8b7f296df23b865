"""HiGHS under a budget: imported only when used, stopped when told."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.engine.program import Program

if TYPE_CHECKING:
    from highspy.highs import Highs, HighsCallbackEvent

TICK = 0.02
"""Seconds between two looks at the budget."""
LAST_TICKS = 6
"""How many ticks a search may take to end when told."""
ROW_WISE = 2
MINIMISE = 1
GAP = 0.75
"""How much of a unit may be between the best and the bound: less than a whole one is a proof."""
ERROR = 0.01
"""How much of a unit floating-point numbers may err by, and far more than they do."""


def improve_program(
    program: Program, budget: Budget, unit: int = 1, seed: int | None = None
) -> Iterator[Sequence[float]]:
    """The variables in ever better solutions, up to the best; the budget has the bound.

    Costs that count must be multiples of `unit`. The numbers are as HiGHS has them, not exact; the
    last solution may come twice.
    """
    run = _Run(program, budget, unit, seed)
    run.worker.start()
    try:
        while (solution := _wait(run.found, budget)) is not None:
            yield solution
    finally:
        run.stop()
    run.proved()


def _wait(found: SimpleQueue[Sequence[float] | None], budget: Budget) -> Sequence[float] | None:
    while True:
        budget.pause()
        try:
            return found.get(timeout=TICK)
        except Empty:
            continue


class _Run:
    """A search in a thread of its own, where HiGHS is imported as well."""

    def __init__(self, program: Program, budget: Budget, unit: int, seed: int | None) -> None:
        self.program, self.budget, self.unit, self.seed = program, budget, unit, seed
        self.found: SimpleQueue[Sequence[float] | None] = SimpleQueue()
        self.enough = Event()
        self.fault: Exception | None = None
        self.status = ""
        self.worker = Thread(target=self._work)

    def _work(self) -> None:
        try:
            self._solve()
        except Exception as fault:
            self.fault = fault
        self.found.put(None)

    def _solve(self) -> None:
        from highspy import Highs, HighsModelStatus

        highs = Highs()
        self._set_options(highs)
        _load(highs, self.program)
        highs.cbMipInterrupt.subscribe(self._look)
        highs.cbMipImprovingSolution.subscribe(
            lambda event: self.found.put(event.data_out.mip_solution.tolist())
        )
        highs.run()
        nodes = max(0, highs.getInfo().mip_node_count)
        self.budget.stats["nodes"] = self.budget.stats.get("nodes", 0) + nodes
        status = highs.getModelStatus()
        if status == HighsModelStatus.kOptimal:
            # A program that is solved before the search begins has no improving solutions.
            self.found.put(list(highs.getSolution().col_value))
        self.status = status.name

    def _set_options(self, highs: Highs) -> None:
        options: dict[str, bool | int | float] = {
            "output_flag": False,
            "threads": 1,
            "mip_rel_gap": 0.0,
            "mip_abs_gap": GAP * self.unit,
            "time_limit": math.inf if (left := self.budget.left()) is None else left,
        }
        if self.seed is not None:
            options["random_seed"] = self.seed & 0x7FFFFFFF
        for name, value in options.items():
            highs.setOptionValue(name, value)

    def _look(self, event: HighsCallbackEvent) -> None:
        if self.enough.is_set():
            event.interrupt()
            return
        bound = event.data_out.mip_dual_bound
        if self.program.costs and math.isfinite(bound):
            self.budget.bound = self.unit * math.ceil(bound / self.unit - ERROR)

    def stop(self) -> None:
        """End the search; one that does not listen, while it prepares, is left alone."""
        self.enough.set()
        self.worker.join(LAST_TICKS * TICK)

    def proved(self) -> None:
        """Return only if the finished search was exhaustive."""
        if self.fault:
            raise self.fault
        if self.status == "kTimeLimit":
            raise Cut("time")
        if self.status not in ("kOptimal", "kInfeasible"):
            raise Cut("memory")


def _load(highs: Highs, program: Program) -> None:
    count = len(program.names)
    none = array("i")
    highs.passModel(
        count,
        program.rows,
        len(program.variables),
        0,
        ROW_WISE,
        ROW_WISE,
        MINIMISE,
        0.0,
        array("d", [program.costs.get(variable, 0) for variable in range(count)]),
        array("d", [0.0]) * count,
        array("d", [1.0 if choice else math.inf for choice in program.choices]),
        program.low,
        program.high,
        program.starts,
        program.variables,
        program.factors,
        none,
        none,
        array("d"),
        array("i", program.choices),
    )
