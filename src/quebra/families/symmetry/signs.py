"""The figures and names of shapes, and rows and columns in words."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.i18n.text import Text, Verbatim

MARGIN = 1
"""Cells above and to the left of the board for the numbers of columns and rows."""
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


def row_in_words(row: int) -> Text:
    """A row in words."""
    return Text("row {row}", row=row + 1)


def column_in_words(column: int) -> Text:
    """A column in words."""
    return Text("column {column}", column=column + 1)


def figures(shapes: Iterable[int]) -> Verbatim:
    """The figures of shapes; a number that is no shape stays a number.

    >>> figures([2, 1, 12])
    '▲ ■ 12'
    """
    return Verbatim(" ".join(SOLID[s - 1] if 1 <= s <= len(SOLID) else str(s) for s in shapes))
