"""Phrases and figures that several explanations use."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from quebra.contract.results import Line
from quebra.grid.cells import Cell, cells_in_words
from quebra.i18n.text import Text, Verbatim

MARGIN = 1
"""Cells around the board in its drawing."""
INSET = 0.2
"""The distance from the middle of a tile at which a line begins, so that its sign can be seen."""


def tiles_in_words(kind: str, cells: Iterable[Cell]) -> Text:
    """Tiles of a kind, with their cells.

    >>> tiles_in_words("A", [(0, 0), (1, 2)])
    'A at row 1, column 1 and row 2, column 3'
    """
    return Text("{kind} at {cells}", kind=Verbatim(kind), cells=cells_in_words(cells))


def path_in_words(size: tuple[int, int], path: tuple[Cell, ...]) -> Text:
    """The course of a path.

    >>> path_in_words((3, 3), ((0, 0), (-1, 0), (-1, 2), (0, 2)))
    'a path over the top margin'
    >>> path_in_words((3, 3), ((0, 0), (0, 2), (1, 2)))
    'a path that turns at row 1, column 3'
    """
    if not (corners := path[1:-1]):
        return Text("a straight path")
    (r, c), (rows, cols) = corners[0], size
    if r < 0:
        return Text("a path over the top margin")
    if r == rows:
        return Text("a path over the bottom margin")
    if c < 0:
        return Text("a path over the left margin")
    if c == cols:
        return Text("a path over the right margin")
    return Text("a path that turns at {cells}", cells=cells_in_words(corners))


def are_adjacent(path: tuple[Cell, ...]) -> bool:
    """Whether the ends of a path are side by side."""
    (r, c), (to_r, to_c) = path[0], path[-1]
    return abs(r - to_r) + abs(c - to_c) == 1


def line_over(cells: tuple[Cell, ...], *, arrow: bool = False) -> Line:
    """A line from tile to tile by its corners, or an arrow.

    >>> line_over(((0, 0), (0, 2))).points
    ((1.7, 1.5), (3.3, 1.5))
    """
    points = [middle(cell) for cell in cells]
    start, end = _towards(points[0], points[1]), _towards(points[-1], points[-2])
    return Line((start, *points[1:-1], end), arrow)


def _towards(point: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    """The point at a small distance from one in the direction of another."""
    (x, y), (to_x, to_y) = point, other
    share = INSET / hypot(to_x - x, to_y - y)
    return round(x + share * (to_x - x), 3), round(y + share * (to_y - y), 3)


def middle(cell: Cell) -> tuple[float, float]:
    """The middle of a cell in the drawing of a board."""
    return cell[1] + MARGIN + 0.5, cell[0] + MARGIN + 0.5
