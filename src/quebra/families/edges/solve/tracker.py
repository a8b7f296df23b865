"""A compiled depth-first search that stops and goes on, and that can be taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from quebra.contract.puzzle import Answer
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Kernels, Runner
from quebra.families.edges.model import Filling
from quebra.families.edges.solve import scan
from quebra.families.edges.solve.domains import Ways
from quebra.families.edges.solve.forest import first_cells, later_cells, new_scan
from quebra.families.edges.solve.order import Order, fixed_first
from quebra.families.edges.solve.scan import BASE, DEPTH, NODES, PAUSED

KERNELS = Kernels((scan.search,), scan)

PLAIN_SLICE = 4_000
COMPILED_SLICE = 1_000_000
"""Pieces placed between two looks at the budget, some 20 ms."""


class Backtracker:
    """A search that goes on where it was left."""

    def __init__(
        self, ways: Ways, domains: Sequence[int], order: Order, source: Source | None = None
    ) -> None:
        self.ways = ways
        self.order = fixed_first(order, ways, domains)
        self.state = new_scan(ways, domains, self.order, source)
        self._runner: Runner | None = None

    def go(self, budget: Budget, most: int | None = None) -> int:
        """Go on until the next board, the end, or so many more pieces placed."""
        runner = self._runner = self._runner or Runner(KERNELS, budget, self.state)
        ended, done = PAUSED, 0
        while ended == PAUSED and (most is None or done < most):
            budget.pause()
            before = int(runner.parts[0].at[NODES])
            slice_ = PLAIN_SLICE if runner.plain else COMPILED_SLICE
            ended = runner.run(scan.search, slice_ if most is None else min(slice_, most - done))
            self.state = runner.parts[0]
            nodes = int(self.state.at[NODES]) - before
            done += nodes
            if self.depth > fullness(budget.best):
                show(self.board(), budget)
            budget.spend(nodes)
        return ended

    @property
    def compiled(self) -> bool:
        """Whether it runs without the interpreter, and so beside others."""
        return self._runner is not None and not self._runner.plain

    @property
    def placed(self) -> int:
        """How many pieces were placed."""
        return int(self.state.at[NODES])

    @property
    def depth(self) -> int:
        """How many cells are filled."""
        return int(self.state.at[DEPTH])

    def board(self) -> Filling:
        """The board that was found, or as much as lies there now."""
        sides = self.ways.puzzle.layout.sides
        pairs = zip(self.order[: self.depth], self.state.lying, strict=False)
        return self.ways.filling({cell: int(way) // sides for cell, way in pairs})

    def beginnings(self, depth: int) -> Backtracker:
        """A search for the ways to fill the first cells that come after how they lie now."""
        other = copy(self)
        other.order, other._runner = self.order[:depth], None
        other.state = first_cells(self.state, depth)
        return other

    def keep(self, depth: int) -> None:
        """From now on leave the pieces in the first cells where they are."""
        self.state.at[BASE] = depth

    def below(self, first: Backtracker) -> Backtracker:
        """A search for boards that begin as another one, whose cells come first, has found."""
        other = copy(self)
        other._runner = None
        other.state = later_cells(self.state, first.state)
        return other


def show(board: Answer | None, budget: Budget) -> None:
    """Let those who watch see a board that is fuller than all before."""
    if fullness(board) > fullness(budget.best):
        budget.best = board


def fullness(board: Answer | None) -> int:
    """How many cells are filled."""
    return len(board.cells) if isinstance(board, Filling) else 0
