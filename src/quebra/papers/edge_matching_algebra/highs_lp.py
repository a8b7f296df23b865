"""Linear programs on HiGHS: centres of optimal faces, budgets, and proofs of infeasibility."""

from __future__ import annotations

from threading import Event, Thread
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from quebra.contract.errors import Cut
from quebra.engine.background import GRACE_TICKS, TICK
from quebra.engine.budget import Budget
from quebra.engine.highs import MINIMISE, ROW_WISE
from quebra.papers.edge_matching_algebra.functions import Numbers

if TYPE_CHECKING:
    from highspy.highs import HighsCallbackEvent

EXACT_ENOUGH = 1e-5
"""The tolerance of rows in a solution, as interior points satisfy them only nearly."""


class LinearProgram:
    """Rows `low <= matrix @ x <= high` for x between 0 and 1; `maximise` may be called often."""

    def __init__(
        self, matrix: sparse.csr_matrix, low: Numbers, high: Numbers, budget: Budget
    ) -> None:
        from highspy import Highs

        self.matrix, self.low, self.high, self.budget = matrix, low, high, budget
        self.stopped = Event()
        self.highs = Highs()
        self.highs.setOptionValue("output_flag", False)
        self.highs.setOptionValue("threads", 1)
        self._load()
        self.highs.cbIpmInterrupt.subscribe(self._interrupt_if_stopped)
        self.highs.cbSimplexInterrupt.subscribe(self._interrupt_if_stopped)

    def maximise(self, weights: Numbers, corner: bool = False) -> Numbers | None:
        """An optimal x: the centre of the optimal face, or a vertex; None if infeasible."""
        columns = np.arange(len(weights), dtype=np.int32)
        self.highs.changeColsCost(len(weights), columns, -weights)
        self.highs.setOptionValue("run_crossover", "on" if corner else "off")
        for solver in ("ipm", "simplex"):
            if self._run(solver, "on") == "kInfeasible":
                return None
            x: Numbers = np.clip(np.array(self.highs.getSolution().col_value), 0.0, 1.0)
            if len(x) and self._error(x) <= EXACT_ENOUGH:
                return x
        raise Cut("method")

    def ray(self) -> Numbers | None:
        """Multipliers of the rows (a Farkas ray) that prove infeasibility, or None."""
        if self._run("simplex", "off") != "kInfeasible":
            return None
        _, found, ray = self.highs.getDualRay()
        return np.array(ray) if found else None

    def _error(self, x: Numbers) -> float:
        sums = self.matrix @ x
        return float(max((self.low - sums).max(), (sums - self.high).max()))

    def _run(self, solver: str, presolve: str) -> str:
        """Solve in a thread, which is cancelled when the budget is spent."""
        self.highs.setOptionValue("solver", solver)
        self.highs.setOptionValue("presolve", presolve)
        self.highs.clearSolver()
        worker = Thread(target=self.highs.run, daemon=True)
        worker.start()
        try:
            while worker.is_alive():
                worker.join(TICK)
                self.budget.pause()
        except BaseException:
            self.stopped.set()
            worker.join(GRACE_TICKS * TICK)
            raise
        return str(self.highs.getModelStatus().name)

    def _interrupt_if_stopped(self, event: HighsCallbackEvent) -> None:
        if self.stopped.is_set():
            event.interrupt()

    def _load(self) -> None:
        rows, columns = self.matrix.shape
        none = np.zeros(0, np.int32)
        self.highs.passModel(
            columns,
            rows,
            self.matrix.nnz,
            0,
            ROW_WISE,
            ROW_WISE,
            MINIMISE,
            0.0,
            np.zeros(columns),
            np.zeros(columns),
            np.ones(columns),
            self.low,
            self.high,
            self.matrix.indptr.astype(np.int32),
            self.matrix.indices.astype(np.int32),
            self.matrix.data,
            none,
            none,
            np.zeros(0),
            np.zeros(columns, np.int32),
        )
