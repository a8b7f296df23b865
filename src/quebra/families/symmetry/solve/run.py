"""Runs the kernels of Symmetry under a budget."""

from __future__ import annotations

from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended, Kernel, Kernels, Runner, Slices
from quebra.families.symmetry.solve import branching, kernel, prices
from quebra.families.symmetry.solve.kernel import SymmetryState
from quebra.families.symmetry.solve.prices import Costs

MAX_LINE_LENGTH = 61
"""Cells of a line that fit, with one to spare, into the bits of a signed 64-bit integer."""
SLICES = Slices(plain=4_000, compiled=500_000)
"""Work between two checks of the budget, in cells of lines, or in pairs of cells with costs."""

KERNELS: dict[Kernel, Kernels] = {
    kernel.search: Kernels((kernel.search,), kernel),
    branching.search_within_limit: Kernels(
        (branching.search_within_limit,), kernel, prices, branching
    ),
}


class KernelRun:
    """A kernel with its state and, for the goals, its costs."""

    def __init__(self, kernel: Kernel, budget: Budget, state: SymmetryState, *costs: Costs) -> None:
        longest = max(state.rows, state.cols)
        self.kernel = kernel
        self.runner = Runner(
            KERNELS[kernel], budget, state, *costs, fits=longest <= MAX_LINE_LENGTH
        )
        # A line takes work for each cell, and with costs for each pair of cells.
        self.line_work = longest**2 if costs else longest
        self.slices = Slices(*(max(1, work // self.line_work) for work in SLICES))

    @property
    def state(self) -> SymmetryState:
        """The current state: lists, or arrays once the kernel is compiled."""
        state: SymmetryState = self.runner.parts[0]
        return state

    @property
    def costs(self) -> Costs:
        """The current costs."""
        costs: Costs = self.runner.parts[1]
        return costs

    def resume(self, effort: int | None = None) -> Ended:
        """Continue the search until the kernel ends, or until this much work is done."""
        most = None if effort is None else effort // min(self.line_work, SLICES.plain)
        return self.runner.run_slices(self.kernel, self.slices, most)
