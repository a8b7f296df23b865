"""Pencil marks: what each cell may still be, the lines through it, and what follows for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from quebra.contract.results import Change, Place
from quebra.families.symmetry.explain.lines import BLANK, Masks
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.families.symmetry.signs import letters
from quebra.grid.candidates import bits, settled
from quebra.grid.cells import Cell, Rows, cells


@dataclass(frozen=True, slots=True)
class Line:
    """A row or a column: its name, its cells by number, and how its cells are named in it."""

    name: str
    cells: tuple[int, ...]
    across: str
    labels: tuple[str, ...]


class Board:
    """The fixed facts of a puzzle. Cells are numbered in reading order, lines rows first.

    >>> board = Board(Symmetry(clues=((1, 0), (0, 0))))
    >>> board.lines[2].name, board.lines[2].cells, board.lines_of(1)
    ('column A', (0, 2), (0, 3))
    """

    def __init__(self, puzzle: Symmetry) -> None:
        rows, cols = puzzle.size
        self.rows, self.cols = rows, cols
        self.places: tuple[Cell, ...] = tuple(cells(rows, cols))
        numbers = tuple(str(r + 1) for r in range(rows))
        names = tuple(letters(c) for c in range(cols))
        self.lines = (
            *(
                Line(f"row {numbers[r]}", tuple(range(r * cols, (r + 1) * cols)), "column", names)
                for r in range(rows)
            ),
            *(
                Line(f"column {names[c]}", tuple(range(c, rows * cols, cols)), "row", numbers)
                for c in range(cols)
            ),
        )

    def lines_of(self, cell: int) -> tuple[int, int]:
        """The numbers of the two lines through a cell."""
        return cell // self.cols, self.rows + cell % self.cols


Loss = tuple[int, int, int]
"""A cell, what it could be, and what of that is left."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """What follows, where to look, and how to say it."""

    technique: str
    where: tuple[int, ...]
    losses: tuple[Loss, ...]
    words: Callable[[], str]

    def changes(self, places: Sequence[Place]) -> Iterator[Change[int]]:
        """What the losses settle, and what they strike where that does not settle a cell."""
        for cell, before, after in self.losses:
            if settled(after):
                yield Change("place", places[cell], *bits(after))
            else:
                struck = bits(before & ~after)
                yield from (Change("remove", places[cell], value) for value in struck)


class Marks:
    """The marks of each cell as bits: bit 0 for blank, bit v for shape v.

    >>> marks = Marks(Board(Symmetry(clues=((1, 0),))), ((1, 0),), shapes=3)
    >>> marks.line(0), marks.open
    ((2, 15), 1)
    """

    __slots__ = ("board", "changed", "clock", "masks", "open", "possible")

    def __init__(self, board: Board, grid: Rows[int], shapes: int) -> None:
        self.board = board
        self.masks = [_mask(grid[r][c], shapes) for r, c in board.places]
        self.open = sum(not settled(mask) for mask in self.masks)
        self.clock = 1
        self.changed = [1] * len(board.lines)
        """For each line, when its marks changed last."""
        self.possible = [0] * len(board.places)
        """Marks known to be in a solution, so that nobody tries to refute them."""

    def line(self, line: int) -> Masks:
        """The marks of a line as they are now."""
        return tuple(self.masks[cell] for cell in self.board.lines[line].cells)

    def apply(self, deduction: Deduction) -> None:
        """Do what a deduction says."""
        self.clock += 1
        for cell, _, after in deduction.losses:
            self.masks[cell] = after
            self.open -= settled(after)
            for line in self.board.lines_of(cell):
                self.changed[line] = self.clock


def _mask(entry: int, shapes: int) -> int:
    if entry == EMPTY:
        return (2 << shapes) - 1
    return BLANK if entry == STAYS_BLANK else 1 << entry
