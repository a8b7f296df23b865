"""The candidates of each cell, and the layout of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

from quebra.contract.results import Line
from quebra.engine.budget import Budget
from quebra.families.kojun.model import Kojun
from quebra.grid.candidates import Mark, bits
from quebra.grid.cells import Cell, Rows, cells_in_words, in_words, neighbours
from quebra.grid.deduction import Deduction, arrow
from quebra.i18n.text import Text, none_of

MAX_CACHED_REGION = 100
"""Cells of a larger region; their peers are not cached, because they would fill the memory."""


class KojunLayout:
    """The cells of a puzzle and their relations. Cells are numbered in reading order without holes.

    `touching` has for each cell those side by side with it. `stacks` has for each region its
    vertical lines of cells that the order rule compares, from top to bottom.

    >>> layout = KojunLayout(Kojun(regions=(("a", "a"), ("b", "a")), givens=((0, 2), (0, 0))))
    >>> layout.places[2], layout.peers(2), layout.stacks[0]
    ((1, 0), (0, 3), ((1, 3),))
    """

    def __init__(self, puzzle: Kojun) -> None:
        regions = puzzle.region_cells
        self.puzzle = puzzle
        self.places: tuple[Cell, ...] = tuple(sorted(cell for cells in regions for cell in cells))
        number = {place: cell for cell, place in enumerate(self.places)}
        self.regions = tuple(tuple(number[place] for place in cells) for cells in regions)
        owner = {cell: r for r, cells in enumerate(self.regions) for cell in cells}
        self.region_of = tuple(owner[cell] for cell in range(len(owner)))
        self.touching = tuple(
            tuple(number[other] for other in neighbours(place, *puzzle.size) if other in number)
            for place in self.places
        )
        self._peers: dict[int, tuple[int, ...]] = {}
        self._conflicts: dict[Mark, frozenset[Mark]] = {}
        self.stacks = tuple(tuple(self._find_stacks(cells)) for cells in self.regions)

    def peers(self, cell: int) -> tuple[int, ...]:
        """The cells that must differ from this one: region mates and touching cells."""
        found = self._peers.get(cell)
        if found is None:
            mates = self.regions[self.region_of[cell]]
            found = tuple(sorted({*mates, *self.touching[cell]} - {cell}))
            if len(mates) <= MAX_CACHED_REGION:
                self._peers[cell] = found
        return found

    @cached_property
    def stack_of(self) -> dict[int, tuple[int, ...]]:
        """The stack of each cell that is part of one."""
        return {cell: stack for stacks in self.stacks for stack in stacks for cell in stack}

    def conflicts(self, mark: Mark) -> frozenset[Mark]:
        """The candidates that cannot be true together with this one."""
        found = self._conflicts.get(mark)
        if found is None:
            found = self._conflicts[mark] = frozenset(self._find_conflicts(mark))
        return found

    def size(self, cell: int) -> int:
        """The number of cells in the region of a cell."""
        return len(self.regions[self.region_of[cell]])

    def region_name(self, region: int) -> Text:
        """A region in words, by its first cell."""
        return Text("the region at {cell}", cell=self.cell_name(self.regions[region][0]))

    def cell_name(self, cell: int) -> Text:
        """A cell in words, such as `row 1, column 2`."""
        return in_words(self.places[cell])

    def cell_list(self, cells: Iterable[int]) -> Text:
        """Cells in words."""
        return cells_in_words(self.places[cell] for cell in cells)

    def cannot_be(self, deduction: Deduction) -> Text:
        """The sentence that rules candidates out, at the end of an argument."""
        return Text(
            "So {cells} cannot be {values}.",
            cells=self.cell_list(deduction.cells),
            values=none_of(deduction.values),
        )

    def arrow(self, *cells: int) -> tuple[Line, ...]:
        """An arrow from cell to cell; none for a single cell."""
        return arrow(self.places[cell] for cell in cells)

    def _find_stacks(self, cells: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        columns: dict[int, list[int]] = {}
        for cell in cells:
            columns.setdefault(self.places[cell][1], []).append(cell)
        for column in columns.values():
            cuts = [0, len(column)]
            if self.puzzle.order == "adjacent":
                cuts[1:1] = [i + 1 for i, pair in enumerate(pairwise(column)) if self._gap(*pair)]
            for start, end in pairwise(cuts):
                if end - start > 1:
                    yield tuple(column[start:end])

    def _gap(self, upper: int, lower: int) -> bool:
        return self.places[lower][0] - self.places[upper][0] > 1

    def _find_conflicts(self, mark: Mark) -> Iterator[Mark]:
        cell, value = mark
        size = self.size(cell)
        yield from ((cell, other) for other in range(1, size + 1) if other != value)
        yield from ((peer, value) for peer in self.peers(cell))
        stack = self.stack_of.get(cell, ())
        for place, other in enumerate(stack):
            below = place - stack.index(cell) if stack else 0
            if below > 0:
                yield from ((other, low) for low in range(max(1, value - below + 1), size + 1))
            elif below < 0:
                yield from ((other, high) for high in range(1, min(size, value - below - 1) + 1))


class Candidates:
    """The candidates of each cell as a mask with bit v for value v, and the values in place.

    Placing a number removes it from its region and from the cells it touches; all other
    candidates are removed by deductions. `changed` has for each region the time of its last
    change, by `clock`, and `possible` the candidates known to be part of a solution.

    >>> layout = KojunLayout(Kojun(regions=((1, 1, 1),), givens=((0, 0, 0),)))
    >>> candidates = Candidates(layout, ((0, 2, 0),))
    >>> candidates.values_of(0), candidates.open
    ([1, 3], 2)
    """

    __slots__ = ("changed", "clock", "layout", "masks", "open", "possible", "values")

    def __init__(
        self, layout: KojunLayout, numbers: Rows[int], budget: Budget | None = None
    ) -> None:
        self.layout = layout
        self.values = [0] * len(layout.places)
        self.masks = [(2 << layout.size(cell)) - 2 for cell in range(len(layout.places))]
        self.open = len(layout.places)
        self.clock = 1
        self.changed = [1] * len(layout.regions)
        self.possible = [0] * len(layout.places)
        for cell, (r, c) in enumerate(layout.places):
            if numbers[r][c]:
                self.place(cell, numbers[r][c])
                if budget is not None:
                    budget.pause()

    def place(self, cell: int, value: int) -> None:
        """Place a number and remove it from all peers of the cell."""
        bit = 1 << value
        self.clock += 1
        self.open -= self.values[cell] == 0
        self.values[cell] = value
        self.masks[cell] = bit
        self.changed[self.layout.region_of[cell]] = self.clock
        for peer in self.layout.peers(cell):
            if self.masks[peer] & bit:
                self.masks[peer] ^= bit
                self.changed[self.layout.region_of[peer]] = self.clock

    def apply(self, deduction: Deduction) -> None:
        """Make the placements and removals of a deduction.

        A number that another deduction has excluded meanwhile leaves no candidate: a dead end.
        """
        for cell, value in deduction.removes:
            self.clock += 1
            self.masks[cell] &= ~(1 << value)
            self.changed[self.layout.region_of[cell]] = self.clock
        for cell, value in deduction.places:
            if self.masks[cell] >> value & 1:
                self.place(cell, value)
            else:
                self.clock += 1
                self.masks[cell] = 0
                self.changed[self.layout.region_of[cell]] = self.clock

    def is_open(self, cell: int) -> bool:
        """Whether a cell has no number yet."""
        return not self.values[cell]

    def has(self, mark: Mark) -> bool:
        """Whether an open cell still has a candidate."""
        return not self.values[mark[0]] and bool(self.masks[mark[0]] >> mark[1] & 1)

    def values_of(self, cell: int) -> list[int]:
        """The candidates of a cell, in increasing order."""
        return bits(self.masks[cell])

    def open_cells(self, region: int) -> list[int]:
        """The cells of a region without a number."""
        return [cell for cell in self.layout.regions[region] if not self.values[cell]]

    def cells_for(self, region: int, value: int) -> list[int]:
        """The cells of a region that can hold a value."""
        return [cell for cell in self.layout.regions[region] if self.masks[cell] >> value & 1]
