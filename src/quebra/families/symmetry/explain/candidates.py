"""The candidates of each cell, the lines of the board, and deductions from both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from quebra.contract.results import Change, Place
from quebra.families.symmetry.explain.lines import BLANK, Masks
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.families.symmetry.signs import column_in_words, row_in_words
from quebra.grid.candidates import bits, settled
from quebra.grid.cells import Cell, Rows, cells
from quebra.i18n.text import Text


@dataclass(frozen=True, slots=True)
class Line:
    """A row or a column: its name, and the numbers and places of its cells."""

    name: Text
    cells: tuple[int, ...]
    places: tuple[Cell, ...]
    is_row: bool


class SymmetryLayout:
    """The cells and lines of a puzzle. Cells are numbered in reading order, lines rows first.

    >>> layout = SymmetryLayout(Symmetry(clues=((1, 0), (0, 0))))
    >>> layout.lines[2].name, layout.lines[2].cells, layout.lines_of(1)
    ('column A', (0, 2), (0, 3))
    """

    def __init__(self, puzzle: Symmetry) -> None:
        rows, cols = puzzle.size
        self.rows, self.cols = rows, cols
        self.places: tuple[Cell, ...] = tuple(cells(rows, cols))
        self.lines = (
            *(self._line(row_in_words(r), range(r * cols, (r + 1) * cols)) for r in range(rows)),
            *(
                self._line(column_in_words(c), range(c, rows * cols, cols), is_row=False)
                for c in range(cols)
            ),
        )

    def _line(self, name: Text, members: range, is_row: bool = True) -> Line:
        return Line(name, tuple(members), tuple(self.places[cell] for cell in members), is_row)

    def lines_of(self, cell: int) -> tuple[int, int]:
        """The numbers of the two lines through a cell."""
        return cell // self.cols, self.rows + cell % self.cols


Loss = tuple[int, int, int]
"""A cell, its mask before a deduction, and its mask after it."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """A deduction: the losses of cells, and the cells that give the reason."""

    technique: str
    where: tuple[int, ...]
    losses: tuple[Loss, ...]
    words: Callable[[], Text]

    def changes(self, places: Sequence[Place]) -> Iterator[Change[int]]:
        """A placement for each cell that is settled, and removals for the others."""
        for cell, before, after in self.losses:
            if settled(after):
                yield Change("place", places[cell], *bits(after))
            else:
                removed = bits(before & ~after)
                yield from (Change("remove", places[cell], value) for value in removed)


class Candidates:
    """The candidates of each cell as a mask: bit 0 for blank, bit v for shape v.

    `changed` has for each line the time of its last change, by `clock`, and `possible` the
    candidates known to be part of a solution.

    >>> candidates = Candidates(SymmetryLayout(Symmetry(clues=((1, 0),))), ((1, 0),), shapes=3)
    >>> candidates.line(0), candidates.open
    ((2, 15), 1)
    """

    __slots__ = ("changed", "clock", "layout", "masks", "open", "possible")

    def __init__(self, layout: SymmetryLayout, grid: Rows[int], shapes: int) -> None:
        self.layout = layout
        self.masks = [_mask(grid[r][c], shapes) for r, c in layout.places]
        self.open = sum(not settled(mask) for mask in self.masks)
        self.clock = 1
        self.changed = [1] * len(layout.lines)
        self.possible = [0] * len(layout.places)

    def line(self, line: int) -> Masks:
        """The current masks of a line."""
        return tuple(self.masks[cell] for cell in self.layout.lines[line].cells)

    def apply(self, deduction: Deduction) -> None:
        """Apply the losses of a deduction."""
        self.clock += 1
        for cell, _, after in deduction.losses:
            self.masks[cell] = after
            self.open -= settled(after)
            for line in self.layout.lines_of(cell):
                self.changed[line] = self.clock


def _mask(entry: int, shapes: int) -> int:
    if entry == EMPTY:
        return (2 << shapes) - 1
    return BLANK if entry == STAYS_BLANK else 1 << entry
