"""Algorithm 2 of the paper to the letter, on boards whose pieces may not be turned.

The unknowns are T = exp(x), the equations are constraints, the first weights are I, and nothing
else is known of the places. Only the nearest cells are rounded to.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.papers.edge_matching_algebra.boards import BoardSystem
from quebra.papers.edge_matching_algebra.moments import Numbers, orders_up_to
from quebra.papers.edge_matching_algebra.rank_one import Iteration, RankOne, Variant


class LetterSystem(BoardSystem):
    """The paper's equations with exponentials; coordinates lie between -1 and 1.

    >>> pieces = ((0, 1, 0, 0), (0, 2, 0, 1), (0, 0, 0, 2))
    >>> system = LetterSystem(Edges(rows=1, cols=3, pieces=pieces, frame=0))
    >>> *_, (last, answer) = system.iterations(2, Budget())
    >>> [placed.piece for placed in answer.cells], round(last.rank, 3)
    ([0, 1, 2], 0.0)
    """

    def __init__(self, puzzle: Edges) -> None:
        super().__init__(puzzle, by_frame=False)
        assert all(len(each) == 1 for each in self.orientations)

    def iterations(self, degree: int, budget: Budget) -> Iterator[tuple[Iteration, Filling | None]]:
        """The iterations, each with the pieces in the cells nearest to their places."""
        orders = orders_up_to(degree, self.geometry.dimensions)
        pieces = [[self._exponentials(piece, degree)] for piece in range(len(self.puzzle.pieces))]
        right = np.zeros((len(self.kinds), len(orders)))
        for cell, side in self.puzzle.layout.rim:
            edge = self.geometry.edges[self.geometry.alike[cell]][side]
            kind = self.kinds[edge.axis, self.puzzle.frame or 0]
            place = self.geometry.places[cell] + edge.offset
            right[kind] += edge.sign * np.exp(np.array(orders) @ place)
        program = RankOne(pieces, right.reshape(-1), budget, fit=None, tilt=0.0)
        for iteration in program.iterations():
            yield iteration, self._rounded(iteration.places)

    def _exponentials(self, piece: int, degree: int) -> Variant:
        dimensions = self.geometry.dimensions
        orders = np.array(orders_up_to(degree, dimensions))
        factors = np.zeros((len(self.kinds), len(orders), len(orders)))
        (only,) = self.orientations[piece]
        for side, colour in enumerate(self.puzzle.turned(piece, only.turn)):
            edge = self.geometry.edges[only.alike][side]
            kind = self.kinds[edge.axis, colour]
            factors[kind] += edge.sign * np.diag(np.exp(orders @ edge.offset))
        flat = sparse.csr_matrix(factors.reshape(-1, len(orders)))
        return Variant(degree, dimensions, flat, np.zeros((0, len(orders))))

    def _rounded(self, found: tuple[Numbers, ...]) -> Filling | None:
        """The pieces in the cells nearest to log T; None if two pieces have the same cell."""
        places = np.log(np.maximum(np.array(found), 1e-9))
        gaps = np.linalg.norm(places[:, None] - self.geometry.places[None], axis=2)
        cells = gaps.argmin(axis=1).tolist()
        if len(set(cells)) < len(cells):
            return None
        placed = (
            Placed(self.puzzle.layout.cells[cell], piece, self.orientations[piece][0].turn)
            for cell, piece in sorted((cell, piece) for piece, cell in enumerate(cells))
        )
        return Filling(cells=tuple(placed))
