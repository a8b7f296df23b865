"""The backtracking search as an object: it can be paused, continued and divided."""

from __future__ import annotations

from copy import copy
from statistics import mean

from quebra.contract.puzzle import Answer
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import NODES, Ended, Kernels, Runner, Slices, as_arrays
from quebra.families.edges.model import Filling
from quebra.families.edges.solve import scan
from quebra.families.edges.solve.domains import Candidates, Domains
from quebra.families.edges.solve.order import Order, fixed_first
from quebra.families.edges.solve.scan import BASE, STEP, ScanState
from quebra.families.edges.solve.scan_tables import (
    candidates_of,
    expected_nodes,
    first_cells,
    fits,
    later_cells,
    new_scan_state,
    pairs_are_short,
)

KERNELS = Kernels((scan.search,), scan)

SLICES = Slices(plain=4_000, compiled=1_000_000)
"""Pieces placed between two checks of the budget."""
SAMPLES = 1_000
"""Random boards by which the size of a search is estimated."""


class Backtracker:
    """A depth-first search over a fixed order of the cells, which can be paused and continued."""

    def __init__(
        self, candidates: Candidates, domains: Domains, order: Order, source: Source | None = None
    ) -> None:
        self.candidates = candidates
        self.domains = domains
        self.order = fixed_first(order, candidates, domains)
        self._seed = source.below(1 << 31) if source else None
        state = self._new_state()
        self._fits = fits(state)
        self._runner = self._new_runner(state)
        self._paired: ScanState | None = None

    def go(self, budget: Budget, most: int | None = None) -> Ended:
        """Continue the search up to the next board, placing at most `most` pieces."""

        def show_board() -> None:
            if budget.report is not None:
                budget.current = self.board()
            if self.depth > fullness(budget.best):
                show_if_fuller(self.board(), budget)

        self._runner.budget = budget
        return self._runner.run_slices(scan.search, SLICES, most, show_board)

    @property
    def state(self) -> ScanState:
        """The current state: lists, or arrays once the kernel is compiled."""
        state: ScanState = self._runner.parts[0]
        return state

    @property
    def is_compiled(self) -> bool:
        """Whether the kernel is compiled, so that it can run in parallel with other threads."""
        return self._runner.is_compiled

    @property
    def nodes(self) -> int:
        """Number of pieces placed so far."""
        return int(self.state.at[NODES])

    @property
    def depth(self) -> int:
        """Number of cells that are filled now."""
        return int(self.state.depth[self.state.at[STEP]])

    def _new_state(self, single: int | None = None) -> ScanState:
        source = None if self._seed is None else Source(self._seed)
        return new_scan_state(self.candidates, self.domains, self.order, source, single)

    def board(self) -> Filling:
        """The board that was found, or the current part of one."""
        pairs = zip(self.order, candidates_of(self.state), strict=False)
        return self.candidates.filling(dict(pairs))

    def first_part(self, depth: int) -> Backtracker:
        """A search for the fillings of the first `depth` cells, after the current filling."""
        other = copy(self)
        other.order, other._runner = (
            self.order[:depth],
            self._new_runner(first_cells(self.state, depth)),
        )
        return other

    def _new_runner(self, state: ScanState) -> Runner:
        return Runner(KERNELS, Budget(), state, fits=self._fits)

    def expected_nodes(self, source: Source) -> float:
        """An estimate of the number of pieces that the whole search places."""
        state = self._new_state()
        return mean(expected_nodes(state, source) for _ in range(SAMPLES))

    def fix(self, depth: int) -> None:
        """Keep the pieces of the first cells from now on; second parts may fill two at once."""
        self.state.at[BASE] = depth
        if pairs_are_short(self.candidates) and fits(paired := self._new_state(single=depth)):
            self._paired = as_arrays(paired)

    def second_part(self, first: Backtracker) -> Backtracker:
        """A search for the boards whose first cells are filled as `first` has found."""
        other = copy(self)
        other._runner = self._new_runner(later_cells(self._paired or self.state, first.state))
        return other


def show_if_fuller(board: Answer | None, budget: Budget) -> None:
    """Set the best board of the budget, if this one is fuller."""
    if fullness(board) > fullness(budget.best):
        budget.best = board


def fullness(board: Answer | None) -> int:
    """Number of cells that are filled in a board."""
    return len(board.cells) if isinstance(board, Filling) else 0
