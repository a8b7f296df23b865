"""A small depth-first search with forward checking that counts placements."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.engine.budget import Budget
from quebra.families.edges.explain.board import Domains, EdgesBoard
from quebra.grid.candidates import bits

Choices = tuple[Domains, int, Iterator[int]]
"""The domains before a choice, its cell, and the candidates not tried yet."""


class SearchLimitReached(Exception):
    """Raised if the search reaches its limit of placements."""


class Search:
    """A search from the state of a board, the most constrained cell first.

    >>> from quebra.families.edges.model import Edges
    >>> board = EdgesBoard(Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0))
    >>> Search(board, Budget(), 100).solution(board.domains)
    {0: 0, 1: 1}
    """

    def __init__(self, board: EdgesBoard, budget: Budget, limit: int) -> None:
        self.board = board
        self.budget = budget
        self.limit = limit
        self.nodes = 0

    def solution(self, domains: Domains) -> dict[int, int] | None:
        """The candidate in each cell of a solution; None proves that there is none."""
        assignment = dict(self.board.filled)
        unused = [len(pieces) for pieces in self.board.unused]
        if len(assignment) == len(domains):
            return assignment
        stack = [self._choices(list(domains), assignment)] if all(domains) else []
        while stack:
            here, cell, candidates = stack[-1]
            if cell in assignment:
                unused[self._kind(assignment.pop(cell))] += 1
            candidate = next(candidates, None)
            if candidate is None:
                stack.pop()
                continue
            self._count()
            assignment[cell] = candidate
            unused[self._kind(candidate)] -= 1
            after = self._after(here, assignment, cell, unused[self._kind(candidate)] == 0)
            if after is None:
                continue
            if len(assignment) == len(domains):
                return assignment
            stack.append(self._choices(after, assignment))
        return None

    def _kind(self, candidate: int) -> int:
        return self.board.candidates.all[candidate].kind

    def _choices(self, domains: Domains, assignment: dict[int, int]) -> Choices:
        cells = (cell for cell in range(len(domains)) if cell not in assignment)
        cell = min(cells, key=lambda cell: domains[cell].bit_count())
        return domains, cell, iter(bits(domains[cell]))

    def _count(self) -> None:
        if self.nodes == self.limit:
            raise SearchLimitReached
        self.nodes += 1
        self.budget.pause()

    def _after(
        self, domains: Domains, assignment: dict[int, int], cell: int, last: bool
    ) -> Domains | None:
        """The domains after the assignment of a cell; None if a domain becomes empty."""
        candidates, candidate = self.board.candidates, self.board.candidates.all[assignment[cell]]
        after = list(domains)
        if last:
            gone = ~candidates.of_kind[candidate.kind]
            after = [held if i in assignment else held & gone for i, held in enumerate(after)]
        after[cell] = 1 << assignment[cell]
        for side, there, other in self.board.neighbours[cell]:
            after[there] &= candidates.showing[other].get(candidate.colours[side], 0)
        for sides in self.board.puzzle.layout.all_different:
            self._keep_unlike(after, assignment, cell, dict(sides))
        if not all(after):
            return None
        for _, there, _ in self.board.neighbours[cell]:
            if there not in assignment and not self._look_beyond(after, assignment, there):
                return None
        return after

    def _keep_unlike(
        self, domains: Domains, assignment: dict[int, int], cell: int, sides: dict[int, int]
    ) -> None:
        """Remove candidates that repeat the colour of a cell on a side of a stack."""
        candidates = self.board.candidates
        colour = candidates.all[assignment[cell]].colours[sides[cell]]
        for other, side in sides.items():
            if other not in assignment:
                domains[other] &= ~candidates.showing[side].get(colour, 0)

    def _look_beyond(self, domains: Domains, assignment: dict[int, int], cell: int) -> bool:
        """Remove candidates of neighbours that no longer match; returns whether some remain."""
        showing = self.board.candidates.showing
        for side, there, other in self.board.neighbours[cell]:
            if there not in assignment:
                fitting = 0
                for colour, candidates in showing[side].items():
                    if domains[cell] & candidates:
                        fitting |= showing[other].get(colour, 0)
                domains[there] &= fitting
                if not domains[there]:
                    return False
        return True
