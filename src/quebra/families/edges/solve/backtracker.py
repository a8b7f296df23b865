"""The backtracking search as an object: it can be paused, continued and divided."""

from __future__ import annotations

from copy import copy

from quebra.contract.puzzle import Answer
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import NODES, Ended, Kernels, Runner, Slices
from quebra.families.edges.model import Filling
from quebra.families.edges.solve import scan
from quebra.families.edges.solve.domains import Candidates, Domains
from quebra.families.edges.solve.order import Order, fixed_first
from quebra.families.edges.solve.scan import BASE, DEPTH, ScanState
from quebra.families.edges.solve.scan_tables import first_cells, later_cells, new_scan_state

KERNELS = Kernels((scan.search,), scan)

SLICES = Slices(plain=4_000, compiled=1_000_000)
"""Pieces placed between two checks of the budget."""


class Backtracker:
    """A depth-first search over a fixed order of the cells, which can be paused and continued."""

    def __init__(
        self, candidates: Candidates, domains: Domains, order: Order, source: Source | None = None
    ) -> None:
        self.candidates = candidates
        self.order = fixed_first(order, candidates, domains)
        self._runner = _runner(new_scan_state(candidates, domains, self.order, source))

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
        return int(self.state.at[DEPTH])

    def board(self) -> Filling:
        """The board that was found, or the current part of one."""
        sides = self.candidates.puzzle.layout.sides
        pairs = zip(self.order[: self.depth], self.state.placed, strict=False)
        return self.candidates.filling({cell: int(candidate) // sides for cell, candidate in pairs})

    def first_part(self, depth: int) -> Backtracker:
        """A search for the fillings of the first `depth` cells, after the current filling."""
        other = copy(self)
        other.order, other._runner = self.order[:depth], _runner(first_cells(self.state, depth))
        return other

    def fix(self, depth: int) -> None:
        """Keep the pieces of the first cells from now on."""
        self.state.at[BASE] = depth

    def second_part(self, first: Backtracker) -> Backtracker:
        """A search for the boards whose first cells are filled as `first` has found."""
        other = copy(self)
        other._runner = _runner(later_cells(self.state, first.state))
        return other


def _runner(state: ScanState) -> Runner:
    return Runner(KERNELS, Budget(), state)


def show_if_fuller(board: Answer | None, budget: Budget) -> None:
    """Set the best board of the budget, if this one is fuller."""
    if fullness(board) > fullness(budget.best):
        budget.best = board


def fullness(board: Answer | None) -> int:
    """Number of cells that are filled in a board."""
    return len(board.cells) if isinstance(board, Filling) else 0
