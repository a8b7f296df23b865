"""A small search with a fixed order: how much trying a board takes, counted in placements."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.engine.budget import Budget
from quebra.families.edges.explain.board import Board, Domains
from quebra.families.edges.solve.domains import members

Choices = tuple[Domains, int, Iterator[int]]
"""What is left before a choice, the cell that it is about, and the ways still to be tried."""


class TooLong(Exception):
    """The search was given up after as many placements as it may make."""


class Search:
    """A search from what a board knows, cell by cell, the most constrained first.

    >>> from quebra.families.edges.model import Edges
    >>> board = Board(Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0))
    >>> Search(board, Budget(), 100).solution(board.domains)
    {0: 0, 1: 1}
    """

    def __init__(self, board: Board, budget: Budget, limit: int) -> None:
        self.board = board
        self.budget = budget
        self.limit = limit
        self.nodes = 0

    def solution(self, domains: Domains) -> dict[int, int] | None:
        """The way in each cell of a solution, or None as a proof that there is none."""
        left = [len(pieces) for pieces in self.board.ways.kinds]
        lying: dict[int, int] = {}
        stack = [self._choices(list(domains), lying)] if all(domains) else []
        while stack:
            here, cell, ways = stack[-1]
            if cell in lying:
                left[self._kind(lying.pop(cell))] += 1
            way = next(ways, None)
            if way is None:
                stack.pop()
                continue
            self._count()
            lying[cell] = way
            left[self._kind(way)] -= 1
            after = self._after(here, lying, cell, left[self._kind(way)] == 0)
            if after is None:
                continue
            if len(lying) == len(domains):
                return lying
            stack.append(self._choices(after, lying))
        return None

    def _kind(self, way: int) -> int:
        return self.board.ways.ways[way].kind

    def _choices(self, domains: Domains, lying: dict[int, int]) -> Choices:
        cells = (cell for cell in range(len(domains)) if cell not in lying)
        cell = min(cells, key=lambda cell: domains[cell].bit_count())
        return domains, cell, members(domains[cell])

    def _count(self) -> None:
        if self.nodes == self.limit:
            raise TooLong
        self.nodes += 1
        self.budget.pause()

    def _after(
        self, domains: Domains, lying: dict[int, int], cell: int, last: bool
    ) -> Domains | None:
        """What is left once a way lies in a cell; None where some cell is left with nothing."""
        ways, way = self.board.ways, self.board.ways.ways[lying[cell]]
        after = list(domains)
        if last:
            gone = ~ways.of_kind[way.kind]
            after = [held if i in lying else held & gone for i, held in enumerate(after)]
        after[cell] = 1 << lying[cell]
        for side, there, other in self.board.beside[cell]:
            after[there] &= ways.showing[other].get(way.colours[side], 0)
        for sides in self.board.puzzle.layout.unlike:
            self._keep_unlike(after, lying, cell, dict(sides))
        if not all(after):
            return None
        for _, there, _ in self.board.beside[cell]:
            if there not in lying and not self._look_beyond(after, lying, there):
                return None
        return after

    def _keep_unlike(
        self, domains: Domains, lying: dict[int, int], cell: int, sides: dict[int, int]
    ) -> None:
        """Drop what would show again the colour that a cell shows now."""
        ways = self.board.ways
        colour = ways.ways[lying[cell]].colours[sides[cell]]
        for other, side in sides.items():
            if other not in lying:
                domains[other] &= ~ways.showing[side].get(colour, 0)

    def _look_beyond(self, domains: Domains, lying: dict[int, int], cell: int) -> bool:
        """Drop what the neighbours of a cell can no longer show; whether something is left."""
        showing = self.board.ways.showing
        for side, there, other in self.board.beside[cell]:
            if there not in lying:
                fitting = 0
                for colour, ways in showing[side].items():
                    if domains[cell] & ways:
                        fitting |= showing[other].get(colour, 0)
                domains[there] &= fitting
                if not domains[there]:
                    return False
        return True
