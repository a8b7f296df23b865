"""The figures and names of shapes, and cells in words."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.contract.results import Place
from quebra.grid import cells
from quebra.i18n.text import Text, Verbatim

SOLID = "■▲●◆★▼⬢⬟◀"
OUTLINED = "□△○◇☆▽⬡⬠◁"
NAMES = (
    Text("square"),
    Text("triangle"),
    Text("circle"),
    Text("diamond"),
    Text("star"),
    Text("triangle pointing down"),
    Text("hexagon"),
    Text("pentagon"),
    Text("triangle pointing left"),
)


def column_name(column: int) -> Verbatim:
    """The letter of a column."""
    return Verbatim(cells.letter_name(column))


def in_words(cell: Place) -> Text:
    """A cell in words, with the letter of its column.

    >>> in_words((2, 4))
    'row 3, column E'
    """
    return cells.in_words(cell, column_name)


def row_in_words(row: int) -> Text:
    """A row in words."""
    return Text("row {row}", row=row + 1)


def column_in_words(column: int) -> Text:
    """A column in words."""
    return Text("column {column}", column=column_name(column))


def figures(shapes: Iterable[int]) -> Verbatim:
    """The figures of shapes; a number that is no shape stays a number.

    >>> figures([2, 1, 12])
    '▲ ■ 12'
    """
    return Verbatim(" ".join(SOLID[s - 1] if 1 <= s <= len(SOLID) else str(s) for s in shapes))
