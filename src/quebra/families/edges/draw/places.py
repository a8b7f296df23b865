"""The positions of cells in the drawing: regular polygons joined along their seams."""

from __future__ import annotations

from cmath import rect
from collections import deque
from dataclasses import dataclass
from math import pi, sqrt, tan

from quebra.families.edges.layout import Layout, grid_layout
from quebra.families.edges.model import Edges
from quebra.render import Point

Corners = tuple[Point, ...]
"""The corners of a cell, clockwise: side k lies between the corners k and k + 1."""
CLOSE = 1e-6
"""The error that the coordinates of equal points may have."""
GAP = 0.5
"""The space between the layers of a block of cubes."""
COLUMNS = 80
"""Layers are side by side as far as they fit a terminal of this width."""


def template(sides: int) -> Corners:
    """The corners of a single cell, such that rows of cells are one unit apart.

    Cells with fewer than three sides are drawn as squares with unused sides.

    >>> template(4)
    ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    """
    if sides < 3:
        return template(4)
    side = {3: 2 / sqrt(3), 4: 1.0, 6: 2 / 3}.get(sides) or tan(pi / sides)
    first = {3: pi / 3, 4: 0.0, 6: pi / 6}.get(sides, 0.0)
    corners = [0j]
    for k in range(sides - 1):
        corners.append(corners[-1] + rect(side, first + 2 * pi * k / sides))
    return moved_to_origin([(round(z.real, 12), round(z.imag, 12)) for z in corners])


def moved_to_origin(corners: list[Point]) -> Corners:
    """Corners, moved so that none has a negative coordinate."""
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return tuple((x - left, y - top) for x, y in corners)


@dataclass(frozen=True)
class Places:
    """The corners of each cell, the total size, and whether cells touch along seams."""

    cells: tuple[Corners, ...]
    width: float
    height: float
    joined: bool = True


def places(puzzle: Edges, chars: int) -> Places:
    """The positions of the cells of a puzzle; a unit is `chars` characters in the terminal.

    >>> places(Edges(rows=2, cols=3, pieces=((1, 1, 1, 1),) * 6), 5).width
    3.0
    """
    if puzzle.shape == "cube":
        return _layers(puzzle.layers, puzzle.rows, puzzle.cols, chars)
    if puzzle.shape == "stack":
        return _layers(puzzle.rows, 1, 1, chars)
    corners = _join_cells(puzzle.layout) if puzzle.layout.sides > 2 else None
    return _sheet(corners) if corners else _apart(puzzle.layout)


def _sheet(cells: list[Corners], joined: bool = True) -> Places:
    left = min(x for corners in cells for x, _ in corners)
    top = min(y for corners in cells for _, y in corners)
    moved = tuple(tuple((x - left, y - top) for x, y in corners) for corners in cells)
    width = max(x for corners in moved for x, _ in corners)
    height = max(y for corners in moved for _, y in corners)
    return Places(moved, width, height, joined)


def _join_cells(layout: Layout) -> list[Corners] | None:
    """Corners such that cells touch along every seam; None if the plane does not allow it."""
    cell = [complex(*corner) for corner in template(layout.sides)]
    found: dict[int, list[complex]] = {0: cell}
    waiting = deque([0])
    while waiting:
        here = waiting.popleft()
        for side, there, other in layout.neighbours[here]:
            start, end = found[here][side], found[here][(side + 1) % layout.sides]
            turn = (start - end) / (cell[(other + 1) % layout.sides] - cell[other])
            corners = [end + (corner - cell[other]) * turn for corner in cell]
            if there not in found:
                found[there] = corners
                waiting.append(there)
            elif any(abs(z - w) > CLOSE for z, w in zip(found[there], corners, strict=True)):
                return None
    middles = {
        (round(z.real, 3), round(z.imag, 3)) for z in (sum(corners) for corners in found.values())
    }
    if len(middles) < len(layout.cells):
        return None
    return [tuple((z.real, z.imag) for z in found[i]) for i in range(len(layout.cells))]


def _apart(layout: Layout) -> Places:
    """Cells that cannot be joined, in rows with gaps."""
    across = max(1, round(sqrt(len(layout.cells))))
    corners = template(layout.sides)
    pitch = max(x for x, _ in corners) + GAP
    cells = [
        tuple((x + i % across * pitch, y + 2 * (i // across)) for x, y in corners)
        for i in range(len(layout.cells))
    ]
    return _sheet(cells, joined=False)


def _layers(layers: int, rows: int, cols: int, chars: int) -> Places:
    flat = _join_cells(grid_layout("square", (rows, cols)))
    assert flat is not None
    across = max(1, COLUMNS // ((cols + 1) * (chars + 1)))
    cells = [
        tuple(
            (x + layer % across * (cols + 1), y + layer // across * (rows + 1)) for x, y in corners
        )
        for layer in range(layers)
        for corners in flat
    ]
    return _sheet(cells)
