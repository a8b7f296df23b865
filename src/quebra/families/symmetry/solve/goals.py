"""Goals: solutions with the fewest or the most shapes, and a bound that proves the best."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.families.symmetry.solve import branching, kernel, prices
from quebra.families.symmetry.solve.bounds import clue_bound, line_bound
from quebra.families.symmetry.solve.prices import (
    BOUND,
    COST_SLOTS,
    INFINITE,
    LIMIT,
    PROBING,
    PROVES,
    UNIT,
    Costs,
)
from quebra.families.symmetry.solve.relaxation import relaxed_prices
from quebra.families.symmetry.solve.run import KernelRun
from quebra.families.symmetry.solve.search import narrow_all, new_state, read_answer
from quebra.grid.cells import GridAnswer

FIRST_EFFORT = 4_000_000
"""Work spent on each target in the first round; it doubles with every round."""
PROOF_EFFORT = 32_000_000
"""Effort on a target from which on a search at the bound is a proof."""
SAVED_GUESSES = 64
"""Guesses whose prices are saved, unless they are more than `MAX_SAVED` numbers."""
MAX_SAVED = 1 << 18
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
        self.relaxed: list[int] | None = None
        """Prices at which proofs start."""
        self.proof: KernelRun | None = None
        """The search for a solution at the bound, which goes on until it ends."""

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
        """Search at the bound, which is mostly the best total, and at easier targets in between.

        Once a target takes long, the search at the bound is a proof, with probing first.
        """
        self.costs = new_costs(self.puzzle, self.sign)
        effort = FIRST_EFFORT
        yield from self._search_within(self.high - 1, effort)
        while self.low < self.high:
            gap = self.high - self.low
            proves = effort >= PROOF_EFFORT
            if proves:
                yield from self._prove(effort)
            for target in (self.low, self.low + gap // 8, self.low + gap // 2):
                if self.low + proves <= target < self.high:
                    yield from self._search_within(target, effort)
            effort *= 2

    def _search_within(self, target: int, effort: int) -> Iterator[GridAnswer]:
        """Search for a solution within a target; a proof that there is none raises the bound."""
        if self.proof is None:
            run = KernelRun(
                branching.search_within_limit,
                self.budget,
                self._state(),
                aimed_at(self.costs, target),
            )
        else:
            run = self._guided(target, [*map(int, self.proof.costs.gain)])
        try:
            ended = run.resume(effort)
        finally:
            if self.proof is None:
                self.costs = run.costs
            self._raise_bound_from(run)
        yield from self._finished(run, ended)

    def _prove(self, effort: int) -> Iterator[GridAnswer]:
        """Go on with the search at the bound, and then with the next one, each with this effort."""
        ended = Ended.EXHAUSTED
        while ended == Ended.EXHAUSTED and self.low < self.high:
            if self.proof is None or self.proof.costs.at[LIMIT] < self.low * UNIT:
                self.proof = self._new_proof()
            try:
                ended = self.proof.resume(effort)
            finally:
                self._raise_bound_from(self.proof)
            yield from self._finished(self.proof, ended)

    def _new_proof(self) -> KernelRun:
        """A search at the bound that probes first."""
        run = self._guided(self.low)
        run.costs.at[PROBING] = 1
        return run

    def _guided(self, target: int, gain: list[int] | None = None) -> KernelRun:
        """A search without restarts, from prices of the linear relaxation and with known gains."""
        state = self._state()
        state.at[kernel.RESTART_AFTER] = kernel.NO_RESTART
        costs = aimed_at(new_costs(self.puzzle, self.sign, saves=True), target)
        costs.at[PROVES] = 1
        if self.relaxed is None:
            narrowed = self._state()
            narrow_all(narrowed)
            self.relaxed = relaxed_prices(narrowed, self.sign, self.budget)
        if self.relaxed:
            costs = costs._replace(price=[*self.relaxed])
        if gain:
            costs = costs._replace(gain=gain)
        return KernelRun(branching.search_within_limit, self.budget, state, costs)

    def _finished(self, run: KernelRun, ended: Ended) -> Iterator[GridAnswer]:
        if ended == Ended.EXHAUSTED:
            self._raise_bound(int(run.costs.at[LIMIT]) // UNIT + 1)
        elif ended == Ended.FOUND:
            yield self._better(run)

    def _raise_bound_from(self, run: KernelRun) -> None:
        """Raise the bound as a search has done; it knows nothing of solutions beyond its limit."""
        at = run.costs.at
        self._raise_bound(min(-(-int(at[BOUND]) // UNIT), int(at[LIMIT]) // UNIT + 1))

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


def aimed_at(costs: Costs, target: int) -> Costs:
    """Costs for a new search within a target."""
    for slot in range(COST_SLOTS):
        costs.at[slot] = 0
    costs.at[LIMIT], costs.at[BOUND] = target * UNIT, -INFINITE
    prices.reset_bounds(costs)
    return costs


def new_costs(puzzle: Symmetry, sign: int, saves: bool = False) -> Costs:
    """Initial costs: rows and columns share each shape evenly.

    Where prices are not saved, restarts differ from one another by the prices that they start from.
    """
    rows, cols = puzzle.size
    values, area, wide = puzzle.shapes + 1, rows * cols, max(puzzle.size) + 1
    shape = sign * UNIT
    level = area * values + rows + cols
    saved_guesses = max(1, min(SAVED_GUESSES, MAX_SAVED // level)) if saves else 0
    return Costs(
        cost=[0] + [shape] * puzzle.shapes,
        price=([0] + [shape // 2] * puzzle.shapes) * area,
        wide=wide,
        cell=[0] * wide,
        here=[0] * (wide * values),
        inside=[0] * wide**2,
        outside=[0] * wide**2,
        pair=[0] * wide**2,
        extra=[0] * (wide * values),
        least=[-INFINITE] * (rows + cols),
        slack=[0] * (2 * area * values),
        gain=[-1] * (area * values),
        saved=[0] * (level * saved_guesses),
        guess_bound=[0] * area,
        at=[0] * COST_SLOTS,
    )
