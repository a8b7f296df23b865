"""Random regions and a filling of them, grown together, in time that is linear in the cells.

Each region is filled as soon as it has grown, with numbers that fit those around it. Where no shape
can be filled, the cell joins a neighbouring region, or a neighbouring region is dissolved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quebra.contract.errors import NotFound
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun.model import Kojun, Label, Order
from quebra.grid.cells import Cell, Rows
from quebra.i18n.text import Text

SIZE_SHARES = (3.0, 21.0, 11.0, 14.0, 15.5, 20.5, 15.0)
"""Shares of the sizes 1, 2, 3, … that regions are grown to.

Together with cells that are left over, they give the shares of published boards.
"""
SHARE_OF_LARGER = 10.0
"""The share of each size above those of published boards."""
SMALLEST_LIMIT = 3
"""Cells that a region may always have: regions of one and two cells often cannot be filled."""
SHAPES = 8
"""Shapes that are tried from one cell before its neighbours are changed."""
FILLING_STEPS = 150
"""Numbers that are placed before a shape counts as one without a filling."""
DISSOLVED = 10
"""Regions dissolved for each cell of the board before the generator gives up."""

FREE, OUTSIDE = -2, -1


class Growth:
    """A board; cells are numbered in reading order, with a column and a row of holes at the end.

    `owner` has the region of each cell, or `OUTSIDE` for a hole; `value` has its number, and
    `members` the cells of each region.

    >>> growth = Growth((4, 5), 7, Source(1))
    >>> growth.grow()
    >>> all(
    ...     sorted(growth.value[cell] for cell in region) == [*range(1, len(region) + 1)]
    ...     for region in growth.members.values()
    ... )
    True
    """

    def __init__(
        self,
        size: tuple[int, int],
        largest: int,
        source: Source,
        order: Order = "adjacent",
        holes: Iterable[Cell] = (),
    ) -> None:
        self.size = rows, cols = size
        self.source, self.order = source, order
        self.stride = cols + 1
        self.shares = size_shares(largest)
        self.owner = ([FREE] * cols + [OUTSIDE]) * rows + [OUTSIDE] * self.stride
        for r, c in holes:
            self.owner[r * self.stride + c] = OUTSIDE
        self.value = [0] * len(self.owner)
        self.members: dict[int, list[int]] = {}
        self._next = 0

    @classmethod
    def from_filling(cls, puzzle: Kojun, values: list[int], source: Source) -> Growth:
        """The regions of a puzzle with these values, whose cells are numbered in the same way."""
        growth = cls(puzzle.size, 1, source, puzzle.order)
        growth.owner = [OUTSIDE] * len(growth.owner)
        growth.value = values
        for label, cells in enumerate(puzzle.region_cells):
            growth._own(label, [r * growth.stride + c for r, c in cells])
        return growth

    def grow(self, budget: Budget | None = None) -> None:
        """Cover all free cells with regions."""
        owner = self.owner
        starts = self.source.shuffled([i for i, r in enumerate(owner) if r == FREE])
        patience = DISSOLVED * len(starts)
        while starts:
            start = starts.pop()
            if owner[start] != FREE:
                continue
            if budget is not None:
                budget.pause()
            if not self._start_region(start) and not self._join_region(start):
                patience -= 1
                if patience < 0:
                    raise NotFound(
                        Text(
                            "No board of {rows} x {cols} cells could be filled.",
                            rows=self.size[0],
                            cols=self.size[1],
                        )
                    )
                starts += [*self.source.shuffled(self._dissolve_neighbours(start)), start]

    def clear(self, regions: Iterable[int]) -> None:
        """Remove regions, so that their cells are free."""
        for label in regions:
            for i in self.members.pop(label):
                self.owner[i], self.value[i] = FREE, 0

    def around(self, label: int) -> list[int]:
        """The regions that touch this one, in increasing order."""
        found = {self.owner[j] for i in self.members[label] for j in self._touching(i)}
        return sorted(found - {label, OUTSIDE, FREE})

    def copy(self) -> Growth:
        """A board with the same regions, which shares the source."""
        other = Growth.__new__(Growth)
        other.__dict__ |= self.__dict__
        other.owner, other.value = self.owner.copy(), self.value.copy()
        other.members = self.members.copy()
        return other

    def refill(self, labels: Sequence[int]) -> bool:
        """Fill regions anew, in this order; False, with nothing changed, where that fails."""
        before = [(i, self.value[i]) for label in labels for i in self.members[label]]
        for i, _ in before:
            self.value[i] = 0
        for label in labels:
            if not self._fill(self.members[label]):
                for i, value in before:
                    self.value[i] = value
                return False
        return True

    def puzzle(self) -> Kojun:
        """The regions as a board without givens."""
        rows, cols = self.size
        starts = range(0, rows * self.stride, self.stride)
        regions: Rows[Label] = tuple(
            tuple(None if r == OUTSIDE else r for r in self.owner[k : k + cols]) for k in starts
        )
        return Kojun(regions=regions, givens=((0,) * cols,) * rows, order=self.order)

    def _touching(self, i: int) -> tuple[int, int, int, int]:
        return i - 1, i + 1, i - self.stride, i + self.stride

    def _start_region(self, start: int) -> bool:
        """Grow and fill a new region from a cell; False if no shape that is tried has a filling."""
        for _ in range(SHAPES):
            cells = self._shape(start, self._wanted())
            if self._fill(cells):
                label, self._next = self._next, self._next + 1
                self._own(label, cells)
                return True
        return False

    def _wanted(self) -> int:
        at = self.source.below(1 << 30) / (1 << 30) * self.shares[-1]
        return next(size for size, end in enumerate(self.shares, 1) if at < end)

    def _shape(self, start: int, wanted: int) -> list[int]:
        """Up to `wanted` free cells that hang together."""
        cells, seen = [start], {start}
        frontier: list[int] = []
        last = start
        while len(cells) < wanted:
            for j in self._touching(last):
                if self.owner[j] == FREE and j not in seen:
                    seen.add(j)
                    frontier.append(j)
            if not frontier:
                break
            last = frontier.pop(self.source.below(len(frontier)))
            cells.append(last)
        return sorted(cells)

    def _own(self, label: int, cells: list[int]) -> None:
        self.members[label] = cells
        for i in cells:
            self.owner[i] = label

    def _join_region(self, cell: int) -> bool:
        """Add a cell to a region that touches it, and fill that anew; False where that fails."""
        labels = sorted({self.owner[j] for j in self._touching(cell)} - {OUTSIDE, FREE})
        for label in self.source.shuffled(labels):
            before = self.members[label]
            if len(before) >= max(len(self.shares), SMALLEST_LIMIT):
                continue
            values = [self.value[i] for i in before]
            for i in before:
                self.value[i] = 0
            cells = sorted([*before, cell])
            if self._fill(cells):
                self._own(label, cells)
                return True
            for i, value in zip(before, values, strict=True):
                self.value[i] = value
        return False

    def _dissolve_neighbours(self, cell: int) -> list[int]:
        """Clear some regions that touch a cell; returns their cells."""
        labels = sorted({self.owner[j] for j in self._touching(cell)} - {OUTSIDE, FREE})
        chosen = self.source.shuffled(labels)[: 1 + self.source.below(3)]
        freed = [i for label in chosen for i in self.members[label]]
        self.clear(chosen)
        return freed

    def _fill(self, cells: list[int]) -> bool:
        """Fill an empty region at random: 1, 2, 3, … each in the lowest open cell of a column."""
        upper = self._next_above(cells)
        lowest = set(cells).difference(upper.values())
        value, source = self.value, self.source
        steps = FILLING_STEPS

        def place(number: int) -> bool:
            nonlocal steps
            if number > len(cells):
                return True
            for i in source.shuffled(sorted(lowest)):
                if any(value[j] == number for j in self._touching(i)):
                    continue
                steps -= 1
                if steps < 0:
                    return False
                value[i] = number
                lowest.discard(i)
                if i in upper:
                    lowest.add(upper[i])
                if place(number + 1):
                    return True
                value[i] = 0
                if i in upper:
                    lowest.discard(upper[i])
                lowest.add(i)
            return False

        return place(1)

    def _next_above(self, cells: list[int]) -> dict[int, int]:
        """For each cell, the next one above it that the order rule compares."""
        last: dict[int, int] = {}
        upper = {}
        for i in cells:
            column = i % self.stride
            if column in last and (self.order == "column" or last[column] == i - self.stride):
                upper[i] = last[column]
            last[column] = i
        return upper


def size_shares(largest: int) -> tuple[float, ...]:
    """The sums of the shares of all sizes up to each one.

    >>> size_shares(3)
    (3.0, 24.0, 35.0)
    """
    shares = (*SIZE_SHARES, *(SHARE_OF_LARGER,) * (largest - len(SIZE_SHARES)))[:largest]
    return tuple(round(sum(shares[: i + 1]), 6) for i in range(largest))


def choose_holes(size: tuple[int, int], count: int, source: Source) -> list[Cell] | None:
    """Random cells to leave out, so that the others hang together; None where that fails.

    >>> len(choose_holes((4, 4), 5, Source(1)))
    5
    """
    rows, cols = size
    left = {(r, c) for r in range(rows) for c in range(cols)}
    holes: list[Cell] = []
    for cell in source.shuffled(sorted(left)):
        if len(holes) == count:
            break
        if len(left) > 1 and _sides_hang_together(cell, left):
            left.discard(cell)
            holes.append(cell)
    return sorted(holes) if len(holes) == count else None


def _sides_hang_together(cell: Cell, left: set[Cell]) -> bool:
    """Whether the neighbours of a cell stay connected through the eight cells around it."""
    r, c = cell
    ring = [(r - 1, c - 1), (r - 1, c), (r - 1, c + 1), (r, c + 1),
            (r + 1, c + 1), (r + 1, c), (r + 1, c - 1), (r, c - 1)]  # fmt: skip
    inside = [place in left for place in ring]
    joints = sum(inside[i - 2] and inside[i - 1] and inside[i] for i in (1, 3, 5, 7))
    return sum(inside[1::2]) - joints <= 1
