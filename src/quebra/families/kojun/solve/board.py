"""The Kojun board in flat lists, for the solver."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar, cast

from quebra.families.kojun.model import Kojun
from quebra.grid.cells import Cell, GridAnswer, Rows

T = TypeVar("T")


class KojunBoard:
    """The regions, order rule and initial domains of a board.

    Cells are numbered in reading order, with a column and a row of holes at the end, so that every
    cell i has the neighbours i - 1, i + 1, i - stride and i + stride. `region` is -1 for a hole,
    and `full` has the domain of a region without givens. Domains are integers whose bit v - 1
    stands for the value v. What only a search needs is computed when it is asked for.

    >>> board = KojunBoard(Kojun(regions=((0, 0), (1, 0)), givens=((0, 0), (0, 0))))
    >>> board.region, board.start
    ([0, 0, -1, 1, 0, -1, -1, -1, -1], [7, 6, 0, 1, 3, 0, 0, 0, 0])
    """

    def __init__(self, puzzle: Kojun) -> None:
        self.stride = puzzle.size[1] + 1
        self.order = puzzle.order
        labels = _flat(puzzle.regions, -1) + [-1] * self.stride
        sizes = list(map(len, puzzle.region_cells))
        if sum(sizes) < len(puzzle.regions) * len(puzzle.regions[0]):
            labels = [-1 if label is None else label for label in labels]
        self.region = cast("list[int]", labels)
        self.full = [(1 << size) - 1 for size in sizes]

    @cached_property
    def regions(self) -> list[list[int]]:
        """The cells of each region, in reading order."""
        found: list[list[int]] = [[] for _ in range(len(self.full) + 1)]
        for i, r in enumerate(self.region):
            found[r].append(i)
        found.pop()
        return found

    @cached_property
    def above(self) -> list[int]:
        """For each cell the next one upwards that the order rule compares, or -1."""
        if self.order == "column":
            return self._above_in_column()
        stride, pairs = self.stride, zip(self.region[self.stride :], self.region, strict=False)
        touching = [j if a == b >= 0 else -1 for j, (a, b) in enumerate(pairs)]
        return [-1] * stride + touching

    def _above_in_column(self) -> list[int]:
        found = []
        last: dict[tuple[int, int], int] = {}
        for j, r in enumerate(self.region):
            found.append(last.get((r, j % self.stride), -1) if r >= 0 else -1)
            last[r, j % self.stride] = j
        return found

    @cached_property
    def below(self) -> list[int]:
        """For each cell the next one downwards that the order rule compares, or -1."""
        found = [-1] * len(self.region)
        for j, i in enumerate(self.above):
            if i >= 0:
                found[i] = j
        return found

    @cached_property
    def start(self) -> list[int]:
        """The domains of cells without givens, by the cells above and below.

        A cell with a cells above it and b below, in a region of k cells, can hold b + 1 to k - a.
        """
        above, full = self.above, [*self.full, 0]
        found = [full[r] for r in self.region]
        lower = [j for j, i in enumerate(above) if i >= 0]
        for j in lower:
            found[j] = found[above[j]] >> 1
        for j in reversed(lower):
            low = found[j]
            found[above[j]] &= -((low & -low) << 1)
        return found

    @cached_property
    def gaps(self) -> list[tuple[int, int]]:
        """The upper and lower cells that the order rule compares although they do not touch."""
        if self.order == "adjacent":
            return []
        return [(i, j) for j, i in enumerate(self.above) if 0 <= i < j - self.stride]

    def number(self, cell: Cell) -> int:
        """The number of a cell in the flat lists."""
        return cell[0] * self.stride + cell[1]

    def givens(self, puzzle: Kojun) -> list[int]:
        """The given of each cell, or 0."""
        return _flat(puzzle.givens, 0) + [0] * self.stride

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
