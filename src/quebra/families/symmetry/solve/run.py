"""Running a kernel in slices that keep the budget."""

from __future__ import annotations

from quebra.engine.budget import Budget
from quebra.engine.kernels import Kernel, Kernels, Runner
from quebra.families.symmetry.solve import kernel, prices
from quebra.families.symmetry.solve.kernel import NODES, PAUSED, State
from quebra.families.symmetry.solve.prices import Costs

LONGEST = 61
"""Cells of a line that fit, with one to spare, into the bits of a signed 64-bit integer."""
PLAIN_SLICE = 4_000
COMPILED_SLICE = 500_000
"""Work between two looks at the budget, some 20 ms. The unit is a cell of a line, or a pair."""

KERNELS: dict[Kernel, Kernels] = {
    kernel.search: Kernels((kernel.search,), kernel),
    prices.cheapen: Kernels((prices.cheapen,), kernel, prices),
}


class Run:
    """A kernel and what it works upon: a state, and the costs where shapes are counted."""

    def __init__(self, kernel: Kernel, budget: Budget, state: State, *costs: Costs) -> None:
        longest = max(state.rows, state.cols)
        self.kernel = kernel
        self.runner = Runner(KERNELS[kernel], budget, state, *costs, fits=longest <= LONGEST)
        self.weight = longest ** len(self.runner.parts)
        self.done = 0

    @property
    def state(self) -> State:
        """The state as it is now."""
        state: State = self.runner.parts[0]
        return state

    def go(self, most: int | None = None) -> int:
        """Go on until the kernel ends with something, or that much work is done."""
        until = None if most is None else self.done + most
        budget, ended = self.runner.budget, PAUSED
        while ended == PAUSED and (until is None or self.done < until):
            budget.pause()
            work = PLAIN_SLICE if self.runner.plain else COMPILED_SLICE
            nodes = self.state.at[NODES]
            ended = self.runner.run(self.kernel, max(1, work // self.weight))
            self.done += work
            budget.spend(int(self.state.at[NODES] - nodes))
        return ended
