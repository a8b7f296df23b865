"""Goals: solutions with the fewest or the most shapes, and a bound that proves the best."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.families.symmetry.solve import kernel, prices
from quebra.families.symmetry.solve.bounds import clue_bound, line_bound
from quebra.families.symmetry.solve.prices import BOUND, COST_SLOTS, INFINITE, LIMIT, UNIT, Costs
from quebra.families.symmetry.solve.run import KernelRun
from quebra.families.symmetry.solve.search import new_state, read_answer
from quebra.grid.cells import GridAnswer

FIRST_EFFORT = 4_000_000
"""Work spent on each target in the first round; it doubles with every round."""
MAX_PRICED_LENGTH = 250
"""Pricing a longer line takes more than 0.1 s, too long between two checks of the budget."""


def best_solutions(
    puzzle: Symmetry, budget: Budget, goal: str, source: Source | None = None
) -> Iterator[GridAnswer]:
    """Solutions, each better than the one before; the last one is the best.

    >>> puzzle = Symmetry(clues=((1, 0, 2), (0, 0, 0)), shapes=2)
    >>> [*best_solutions(puzzle, Budget(), "fewest")]
    []
    >>> puzzle = Symmetry(clues=((1, 0, -1), (0, 0, 0)), shapes=1)
    >>> [*best_solutions(puzzle, Budget(), "most")][-1].grid
    ((1, 1, 0), (1, 1, 1))
    """
    return _Optimiser(puzzle, budget, goal, source).answers()


class _Optimiser:
    """Bounds of the best total, `low` and `high`; for the goal "most" totals are negative."""

    def __init__(self, puzzle: Symmetry, budget: Budget, goal: str, source: Source | None) -> None:
        self.puzzle = puzzle
        self.budget = budget
        self.goal = goal
        self.sign = 1 if goal == "fewest" else -1
        self.source = source
        self.low = self.high = self.sign * clue_bound(puzzle, goal)
        self.costs: Costs

    def answers(self) -> Iterator[GridAnswer]:
        """A first solution, then better ones until they meet the bound."""
        self._raise_bound(self.low)
        run = KernelRun(kernel.search, self.budget, self._state())
        if run.resume() == Ended.EXHAUSTED:
            return
        yield self._better(run)
        if max(self.puzzle.size) > MAX_PRICED_LENGTH:
            yield from self._one_by_one(run)
        else:
            yield from self._by_targets()

    def _one_by_one(self, run: KernelRun) -> Iterator[GridAnswer]:
        """Enumerate all solutions, until one meets the bound of single lines."""
        self._raise_bound(self.sign * line_bound(self.puzzle, self.goal, self.budget))
        while self.low < self.high and run.resume() == Ended.FOUND:
            if self._total(run) < self.high:
                yield self._better(run)

    def _by_targets(self) -> Iterator[GridAnswer]:
        """Search at the bound, which is mostly the best total, and at easier targets in between."""
        self.costs = new_costs(self.puzzle, self.sign)
        effort = FIRST_EFFORT
        yield from self._search_within(self.high - 1, effort)
        while self.low < self.high:
            gap = self.high - self.low
            for target in (self.low, self.low + gap // 8, self.low + gap // 2):
                if self.low <= target < self.high:
                    yield from self._search_within(target, effort)
            effort *= 2

    def _search_within(self, target: int, effort: int) -> Iterator[GridAnswer]:
        """Search for a solution within a target; a proof that there is none raises the bound."""
        at = self.costs.at
        at[LIMIT], at[BOUND] = target * UNIT, -INFINITE
        prices.reset_bounds(self.costs)
        run = KernelRun(prices.search_within_limit, self.budget, self._state(), self.costs)
        try:
            ended = run.resume(effort)
        finally:
            self.costs = run.runner.parts[1]
            bound = -(-int(self.costs.at[BOUND]) // UNIT)
            self._raise_bound(min(bound, target + 1))
        if ended == Ended.EXHAUSTED:
            self._raise_bound(target + 1)
        elif ended == Ended.FOUND:
            yield self._better(run)

    def _raise_bound(self, bound: int) -> None:
        self.low = max(self.low, bound)
        self.budget.bound = self.sign * self.low

    def _better(self, run: KernelRun) -> GridAnswer:
        self.high = self._total(run)
        return read_answer(run.state)

    def _total(self, run: KernelRun) -> int:
        """Number of shapes in the solution of a search, negative for the goal "most"."""
        state = run.state
        blanks = sum(int(held).bit_count() for held in state.bits[: state.rows])
        return self.sign * (state.rows * state.cols - blanks)

    def _state(self) -> kernel.SymmetryState:
        """An initial state whose cells guess the values that the goal prefers first."""
        state = new_state(self.puzzle, self.source)
        if self.sign < 0:
            for first in range(0, len(state.order), state.values):
                shapes = [v for v in state.order[first : first + state.values] if v != EMPTY]
                state.order[first : first + state.values] = [*shapes, EMPTY]
        return state


def new_costs(puzzle: Symmetry, sign: int) -> Costs:
    """Initial costs: rows and columns share each shape evenly."""
    rows, cols = puzzle.size
    values, longest, area = puzzle.shapes + 1, max(puzzle.size), rows * cols
    shape = sign * UNIT
    return Costs(
        cost=[0] + [shape] * puzzle.shapes,
        price=([0] + [shape // 2] * puzzle.shapes) * area,
        here=[0] * (longest * values),
        inside=[0] * (longest + 1) ** 2,
        outside=[0] * (longest + 1) ** 2,
        least=[-INFINITE] * (rows + cols),
        slack=[0] * (2 * area * values),
        at=[0] * COST_SLOTS,
    )
