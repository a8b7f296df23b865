"""The Kojun board in flat lists, for the solver."""

from __future__ import annotations

from typing import TypeVar, cast

from quebra.families.kojun.model import Kojun
from quebra.grid.cells import Cell, GridAnswer, Rows

T = TypeVar("T")


class KojunBoard:
    """The regions, order rule and initial domains of a board.

    Cells are numbered in reading order, with a column and a row of holes at the end, so that every
    cell i has the neighbours i - 1, i + 1, i - stride and i + stride. `region` is -1 for a hole.
    `above` and `below` have the next cell of the same region that the order rule compares, or -1.
    `start` has the domains of the empty board: integers whose bit v - 1 stands for the value v.

    >>> board = KojunBoard(Kojun(regions=((0, 0), (1, 0)), givens=((0, 0), (0, 0))))
    >>> board.region, board.start
    ([0, 0, -1, 1, 0, -1, -1, -1, -1], [7, 6, 0, 1, 3, 0, 0, 0, 0])
    """

    __slots__ = ("above", "below", "full", "region", "regions", "start", "stride")

    def __init__(self, puzzle: Kojun) -> None:
        self.stride = puzzle.size[1] + 1
        labels = _flat(puzzle.regions, -1) + [-1] * self.stride
        if None in labels:
            labels = [-1 if label is None else label for label in labels]
        self.region = cast("list[int]", labels)
        self.regions: list[list[int]] = [[] for _ in range(max(self.region) + 2)]
        for i, r in enumerate(self.region):
            self.regions[r].append(i)
        self.regions.pop()
        self.full = [(1 << len(cells)) - 1 for cells in self.regions]
        self.above = [-1] * len(self.region)
        self.below = [-1] * len(self.region)
        self._set_start_domains(self._columns() if puzzle.order == "column" else self._touching())

    def _touching(self) -> list[int]:
        """The cells directly below one of their region, in reading order; also fills `above`."""
        pairs = enumerate(zip(self.region, self.region[self.stride :], strict=False), self.stride)
        lower = [j for j, (a, b) in pairs if a == b >= 0]
        for j in lower:
            self.above[j] = j - self.stride
        return lower

    def _columns(self) -> list[int]:
        """The cells anywhere below one of their region, in reading order; also fills `above`."""
        lower = []
        last: dict[tuple[int, int], int] = {}
        for j, r in enumerate(self.region):
            if r >= 0:
                if (i := last.get((r, j % self.stride), -1)) >= 0:
                    self.above[j] = i
                    lower.append(j)
                last[r, j % self.stride] = j
        return lower

    def _set_start_domains(self, lower: list[int]) -> None:
        """Set the domains of cells without givens, by the cells above and below.

        A cell with a cells above it and b below, in a region of k cells, can hold b + 1 to k - a.
        """
        above, below = self.above, self.below
        full = [*self.full, 0]
        self.start = start = [full[r] for r in self.region]
        for j in lower:
            i = above[j]
            below[i] = j
            start[j] = start[i] >> 1
        for j in reversed(lower):
            low = start[j]
            start[above[j]] &= -((low & -low) << 1)

    def number(self, cell: Cell) -> int:
        """The number of a cell in the flat lists."""
        return cell[0] * self.stride + cell[1]

    def givens(self, puzzle: Kojun) -> list[int]:
        """The given of each cell, or 0."""
        return _flat(puzzle.givens, 0)

    def answer(self, values: list[int]) -> GridAnswer:
        """The answer with these values, one for each cell number."""
        starts = range(0, len(values) - self.stride, self.stride)
        return GridAnswer(grid=tuple(tuple(values[k : k + self.stride - 1]) for k in starts))


def _flat(rows: Rows[T], end: T) -> list[T]:
    found: list[T] = []
    for row in rows:
        found += row
        found.append(end)
    return found
