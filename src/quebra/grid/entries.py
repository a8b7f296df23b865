"""Moves of puzzles with a value in each cell: notation, parsing and application."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from quebra.contract.errors import BadInput
from quebra.contract.play import Spot
from quebra.contract.quoting import quoted
from quebra.contract.results import Place
from quebra.contract.settings import admit_size
from quebra.grid.cells import Cell, Rows, as_rows, in_words
from quebra.i18n.text import Text, Verbatim

T = TypeVar("T")

CLEAR = "."
_NEW_SIZE = re.compile(r"size=([0-9]{1,5})x([0-9]{1,5})", re.ASCII)
_CELL = re.compile(r"r([0-9]{1,5})c([0-9]{1,5})", re.ASCII)


def read_cell(text: str) -> Cell:
    """The cell for a notation such as `r3c5`.

    >>> read_cell("r3c5")
    (2, 4)
    """
    found = _CELL.fullmatch(text.strip())
    if not found:
        raise BadInput(Text("{text} is no cell; cells are written as r3c5.", text=quoted(text)))
    return int(found[1]) - 1, int(found[2]) - 1


def cell_on(size: tuple[int, int], text: str) -> Cell:
    """The cell for a notation; `BadInput` if it is not on a board of this size.

    >>> cell_on((6, 6), "r9c1")
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Row 9, column 1 is not on the board of 6 x 6 cells.
    """
    cell = read_cell(text)
    admit_cell(cell, size)
    return cell


def admit_cell(cell: Place, size: tuple[int, int]) -> None:
    """Raise `BadInput` for a cell that is not on a board of this size.

    >>> admit_cell((1, 2, 3), (6, 6))
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: A cell has 2 numbers, its row and its column, not 3.
    """
    if len(cell) != 2:
        raise BadInput(
            Text("A cell has 2 numbers, its row and its column, not {count}.", count=len(cell))
        )
    if not (0 <= cell[0] < size[0] and 0 <= cell[1] < size[1]):
        raise BadInput(
            Text(
                "{cell} is not on the board of {rows} x {cols} cells.",
                cell=in_words(cell),
                rows=size[0],
                cols=size[1],
            )
        )


def read_entry(move: str, size: tuple[int, int], values: Mapping[str, T]) -> tuple[Cell, T]:
    """The cell and the value of a move such as `r3c5=7`.

    >>> read_entry("r3c5=7", (6, 6), {"7": 7, ".": 0})
    ((2, 4), 7)
    """
    place, sign, token = move.partition("=")
    if not sign:
        raise BadInput(Text("{move} is no move; moves are written as r3c5=7.", move=quoted(move)))
    cell, value = cell_on(size, place), token.strip()
    if value not in values:
        known = [Verbatim(name) for name in values if name != CLEAR]
        raise BadInput(_unknown_value(in_words(cell), quoted(value), known))
    return cell, values[value]


def _unknown_value(cell: Text, value: Verbatim, known: list[Verbatim]) -> Text:
    if len(known) == 1:
        return Text(
            "{cell}: {value} is not {only}, nor . for none.", cell=cell, value=value, only=known[0]
        )
    return Text(
        "{cell}: {value} is not {first} to {last}, nor . for none.",
        cell=cell,
        value=value,
        first=known[0],
        last=known[-1],
    )


def replaced(rows: Rows[T], cell: Cell, value: T) -> Rows[T]:
    """The rows with a new value in one cell.

    >>> replaced(((1, 2), (3, 4)), (1, 0), 9)
    ((1, 2), (9, 4))
    """
    r, c = cell
    return (*rows[:r], (*rows[r][:c], value, *rows[r][c + 1 :]), *rows[r + 1 :])


def read_new_size(text: str) -> tuple[int, int] | None:
    """The size that an edit such as `size=6x8` asks for; None for other edits.

    >>> read_new_size("size=6x8"), read_new_size("r1c1=2")
    ((6, 8), None)
    """
    found = _NEW_SIZE.fullmatch(text.strip())
    return (int(found[1]), int(found[2])) if found else None


def resized(rows: Rows[T], size: tuple[int, int], fill: T) -> Rows[T]:
    """The rows cut to a size, or extended at the bottom and at the right.

    >>> resized(((1, 2), (3, 4)), (1, 3), 0)
    ((1, 2, 0),)
    """
    admit_size(*size)
    height, width = size
    cut = [(*row[:width], *(fill,) * (width - len(row))) for row in rows[:height]]
    return (*cut, *((fill,) * width,) * (height - len(rows)))


def overlaid(entries: Rows[int], clues: Rows[int]) -> Rows[int]:
    """The entries, with the clues where they are blank.

    >>> overlaid(((0, 2),), ((1, 0),))
    ((1, 2),)
    """
    pairs = zip(entries, clues, strict=True)
    return as_rows((entry or clue for entry, clue in zip(*rows, strict=True)) for rows in pairs)


def cell_spot(cell: Cell, text: Text, margin: int = 0) -> Spot:
    """The spot of a cell; `margin` is that of the board in its drawing, in cells."""
    r, c = cell
    return Spot(cell, (float(c + margin), float(r + margin), 1.0, 1.0), text)
