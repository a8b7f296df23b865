"""The system with known places: a linear equation for each colour, direction and function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from quebra.families.edges.solve.domains import Candidates
from quebra.grid.candidates import bits
from quebra.papers.edge_matching_algebra.functions import Numbers, TestFunctions
from quebra.papers.edge_matching_algebra.places import EdgePlace, edge_places

DELTA = TestFunctions()
RANK_TOLERANCE = 1e-9
"""Singular values below this share of the largest one count as zero."""


@dataclass(frozen=True)
class Measure:
    """The size and the numerical condition of a system."""

    rows: int
    columns: int
    nonzeros: int
    rank: int
    condition: float


class System:
    """Equations `matrix @ x = right` for the 0-1 vector of candidates in cells.

    The columns are the pairs of a cell and a candidate in `choices`. With delta functions there is
    a row for each place and colour: edges in opposite directions cancel, and at the rim an edge
    meets the frame. Any other family combines these rows.

    >>> from quebra.families.edges.model import Edges
    >>> candidates = Candidates(Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0))
    >>> system = System(candidates)
    >>> system.choices
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> system.residual([1, 0, 0, 1]), system.residual([0, 1, 1, 0])
    (0.0, 1.0)
    """

    def __init__(
        self,
        candidates: Candidates,
        domains: Sequence[int] | None = None,
        functions: TestFunctions = DELTA,
    ) -> None:
        self.candidates, self.functions = candidates, functions
        if domains is None:
            domains = [(1 << len(candidates.all)) - 1] * len(candidates.puzzle.layout.cells)
        self.choices = [
            (cell, candidate) for cell, held in enumerate(domains) for candidate in bits(held)
        ]
        delta = _Delta(candidates, self.choices)
        if functions.kind == "delta":
            self.matrix, self.right = delta.matrix, delta.right
        else:
            combined = _combinations(candidates, delta.keys, functions)
            self.matrix = sparse.csr_matrix(combined @ delta.matrix)
            self.right = combined @ delta.right

    def residual(self, x: Sequence[float] | Numbers) -> float:
        """The largest error of an equation."""
        return float(np.abs(self.matrix @ np.asarray(x) - self.right).max(initial=0.0))

    def measure(self) -> Measure:
        """Size, rank and condition, by the singular values."""
        values = np.linalg.svd(self.matrix.toarray(), compute_uv=False)
        largest = values.max(initial=0.0)
        some = values[values > RANK_TOLERANCE * largest]
        rows, columns = self.matrix.shape
        condition = float(largest / some[-1]) if len(some) else 1.0
        return Measure(rows, columns, self.matrix.nnz, len(some), condition)


Key = tuple[int, tuple[int, ...], int]
"""An axis, a place and a colour."""


class _Delta:
    """The rows of the delta functions, by axis, place and colour."""

    def __init__(self, candidates: Candidates, choices: list[tuple[int, int]]) -> None:
        where, frame = edge_places(candidates.puzzle), candidates.puzzle.frame
        self.keys: dict[Key, int] = {}
        right: Counter[int] = Counter()
        known = [place for place in where.values() if frame is not None or not place.rim]
        for place in known:
            for colour in candidates.colours:
                self.keys.setdefault((place.axis, place.at, colour), len(self.keys))
            if place.rim and frame is not None:
                right[self.keys[place.axis, place.at, frame]] += place.sign
        entries = self._entries(candidates, choices, where)
        rows, columns, signs = np.array(entries, np.int64).reshape(-1, 3).T
        shape = (len(self.keys), len(choices))
        self.matrix = sparse.csr_matrix((signs.astype(float), (rows, columns)), shape)
        self.right = np.zeros(len(self.keys))
        for row, value in right.items():
            self.right[row] = value

    def _entries(
        self,
        candidates: Candidates,
        choices: list[tuple[int, int]],
        where: dict[tuple[int, int], EdgePlace],
    ) -> list[tuple[int, int, int]]:
        entries = []
        for column, (cell, candidate) in enumerate(choices):
            for side, colour in enumerate(candidates.all[candidate].colours):
                place = where[cell, side]
                row = self.keys.get((place.axis, place.at, colour))
                if row is not None:
                    entries.append((row, column, place.sign))
        return entries


def _combinations(
    candidates: Candidates, keys: dict[Key, int], functions: TestFunctions
) -> sparse.csr_matrix:
    """For each axis and colour the values of the functions at the places."""
    axes = sorted({axis for axis, _, _ in keys})
    edges = _edges_of_types(candidates, axes)
    most = max(Counter(colour for piece in candidates.puzzle.pieces for colour in piece).values())
    blocks = []
    for axis in axes:
        places = sorted({at for other, at, _ in keys if other == axis})
        at = np.array(places, float) / 2
        values = functions.values(at, most)
        for colour in candidates.colours:
            if functions.minimal:
                values = functions.values(at, edges.get((axis, colour), 0))
            columns = [keys[axis, at, colour] for at in places]
            block = sparse.lil_matrix((len(values), len(keys)))
            block[:, columns] = values
            blocks.append(block.tocsr())
    return sparse.csr_matrix(sparse.vstack(blocks))


def _edges_of_types(candidates: Candidates, axes: Sequence[int]) -> dict[tuple[int, int], int]:
    """The number of edges of each axis and colour that face one way, or a bound of it."""
    puzzle = candidates.puzzle
    colours = Counter(colour for piece in puzzle.pieces for colour in piece)
    if not puzzle.turns_never or puzzle.shape in ("triangle", "free"):
        return {(axis, colour): colours[colour] for axis in axes for colour in colours}
    counts: Counter[tuple[int, int, int]] = Counter()
    where = edge_places(puzzle)
    for piece in puzzle.pieces:
        for side, colour in enumerate(piece):
            counts[where[0, side].axis, colour, where[0, side].sign] += 1
    for place in where.values():
        if place.rim and puzzle.frame is not None:
            counts[place.axis, puzzle.frame, -place.sign] += 1
    return {
        (axis, colour): max(counts[axis, colour, sign] for sign in (1, -1))
        for axis in axes
        for colour in colours
    }
