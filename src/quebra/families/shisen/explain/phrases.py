"""Phrases that several explanations use."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.grid.cells import Cell, cell_notation, listed


def hyphenated(cells: Iterable[Cell]) -> str:
    """The short names of cells, joined with hyphens.

    >>> hyphenated([(0, 0), (1, 2)])
    'r1c1-r2c3'
    """
    return "-".join(map(cell_notation, cells))


def path_text(size: tuple[int, int], path: tuple[Cell, ...]) -> str:
    """The phrase for the course of a path.

    >>> path_text((3, 3), ((0, 0), (-1, 0), (-1, 2), (0, 2)))
    'over the margin above'
    >>> path_text((3, 3), ((0, 0), (0, 2), (1, 2)))
    'by way of row 1, column 3'
    """
    if not (corners := path[1:-1]):
        return "side by side" if are_adjacent(path) else "in a straight line"
    r, c = corners[0]
    rows, cols = size
    sides = (
        (r < 0, "above"),
        (r == rows, "below"),
        (c < 0, "on the left"),
        (c == cols, "on the right"),
    )
    side = next((side for there, side in sides if there), None)
    return f"over the margin {side}" if side else f"by way of {listed(corners)}"


def are_adjacent(path: tuple[Cell, ...]) -> bool:
    """Whether the ends of a path are side by side."""
    (r, c), (to_r, to_c) = path[0], path[-1]
    return abs(r - to_r) + abs(c - to_c) == 1
