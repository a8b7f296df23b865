"""The candidates of each cell, and the lines of the board."""

from __future__ import annotations

from dataclasses import dataclass

from quebra.families.symmetry.explain.lines import BLANK, Masks
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.families.symmetry.signs import column_in_words, row_in_words
from quebra.grid.candidates import bits, settled
from quebra.grid.cells import Cell, Rows, cells
from quebra.grid.deduction import Deduction
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
    ('column 1', (0, 2), (0, 3))
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
        """Make the placements and removals of a deduction; what is placed stays alone."""
        for cell, value in deduction.places:
            self._keep(cell, 1 << value)
        for cell, value in deduction.removes:
            self._keep(cell, ~(1 << value))

    def _keep(self, cell: int, kept: int) -> None:
        before = self.masks[cell]
        if before & ~kept:
            self.clock += 1
            self.masks[cell] &= kept
            self.open += settled(before) - settled(before & kept)
            for line in self.layout.lines_of(cell):
                self.changed[line] = self.clock

    def is_open(self, cell: int) -> bool:
        """Whether a cell has several candidates."""
        return not settled(self.masks[cell])

    def values_of(self, cell: int) -> list[int]:
        """The candidates of a cell; 0 is blank."""
        return bits(self.masks[cell])


def _mask(entry: int, shapes: int) -> int:
    if entry == EMPTY:
        return (2 << shapes) - 1
    return BLANK if entry == STAYS_BLANK else 1 << entry
