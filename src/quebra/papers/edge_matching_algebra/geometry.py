"""The places of the cells of a board and of their edges, in the plane or in space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quebra.contract.errors import BadInput
from quebra.families.edges.draw.places import COLUMNS, places
from quebra.families.edges.model import Edges
from quebra.geometry.edges import Point
from quebra.i18n.text import Text
from quebra.papers.edge_matching_algebra.moments import Numbers, Stroke

DIGITS = 6
"""Decimals in which coordinates of equal points agree."""
LAYER_GAP = 0.5
"""The space between layers of cubes in a drawing."""


@dataclass(frozen=True)
class CellEdge:
    """The middle of an edge from the middle of its cell, its axis and the sign of its direction."""

    offset: Numbers
    axis: int
    sign: int


@dataclass(frozen=True)
class Geometry:
    """The middles of cells, scaled to lie between -1 and 1.

    Cells that are `alike` are translations of one another and have the same edges. `normals` are
    the directions across the edges, one for each axis. For drawings, `corners` are those of each
    cell, and `projection` maps a shift to the drawing, where layers of cubes lie side by side.
    """

    places: Numbers
    alike: tuple[int, ...]
    edges: tuple[tuple[CellEdge, ...], ...]
    normals: Numbers
    corners: Numbers
    projection: Numbers

    @property
    def dimensions(self) -> int:
        """2 or 3."""
        return len(self.places[0])

    @property
    def axes(self) -> int:
        """The number of axes of edges."""
        return len(self.normals)

    def drawn(self, shift: Numbers) -> Point:
        """A shift in the drawing."""
        return complex(*(self.projection @ shift))

    def strokes(self, cell: int, colours: Sequence[int]) -> list[Stroke]:
        """The sides of a cell in the drawing; faces of cubes to other layers are not drawn."""
        points = [complex(*corner) for corner in self.corners[cell]]
        ends = zip(points, [*points[1:], points[0]], colours, strict=False)
        return [Stroke(start, end, colour) for start, end, colour in ends]

    def frame(self, puzzle: Edges) -> list[Stroke]:
        """The rim of the board in the drawing, as closed contours."""
        colours = (puzzle.frame or 0,) * puzzle.layout.sides
        rim = [
            stroke
            for cell, side in puzzle.layout.rim
            for stroke in self.strokes(cell, colours)[side : side + 1]
        ]
        chained: list[Stroke] = []
        while rim:
            end = chained[-1].end if chained else rim[0].start
            chained.append(rim.pop(min(range(len(rim)), key=lambda n: abs(rim[n].start - end))))
        return chained


def geometry_of(puzzle: Edges) -> Geometry:
    """The geometry of a board of cubes, or of regular polygons that lie in the plane.

    >>> board = Edges(rows=1, cols=3, pieces=((0, 0, 0, 0),) * 3, frame=0)
    >>> geometry_of(board).places.tolist()
    [[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0]]
    """
    middles, offsets, corners, projection = (
        _cubes(puzzle) if puzzle.shape == "cube" else (_polygons(puzzle))
    )
    low, high = middles.min(axis=0), middles.max(axis=0)
    scale = max(float((high - low).max()) / 2, 0.5)
    axes: list[tuple[float, ...]] = []
    known: dict[tuple[tuple[float, ...], ...], int] = {}
    edges: list[tuple[CellEdge, ...]] = []
    alike = []
    for each in offsets:
        key = tuple(map(_rounded, each))
        if key not in known:
            known[key] = len(edges)
            edges.append(tuple(_edge(offset, scale, axes) for offset in each))
        alike.append(known[key])
    scaled = (middles - (low + high) / 2) / scale
    return Geometry(
        places=scaled.round(12) + 0.0,
        alike=tuple(alike),
        edges=tuple(edges),
        normals=np.array(axes),
        corners=corners,
        projection=scale * projection,
    )


Cells = tuple[Numbers, Numbers, Numbers, Numbers]
"""The middles of cells, the offsets of their edges, their corners and the projection."""


def _cubes(puzzle: Edges) -> Cells:
    middles = np.array(puzzle.layout.cells, float)[:, ::-1]
    steps = np.array([[0, -1, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, 0, -1], [0, 0, 1]])
    projection = np.array([[1, 0, puzzle.cols + LAYER_GAP], [0, 1, 0]])
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    corners = (middles @ projection.T)[:, None] + square
    return middles, np.tile(steps / 2, (len(middles), 1, 1)), corners, projection


def _polygons(puzzle: Edges) -> Cells:
    drawn = places(puzzle, COLUMNS)
    if not drawn.joined or puzzle.shape == "stack" or puzzle.layout.sides < 3:
        raise BadInput(Text("The engine sdp needs a board that lies in the plane, or cubes."))
    corners = np.array(drawn.cells)
    middles = corners.mean(axis=1)
    offsets = (corners + np.roll(corners, -1, axis=1)) / 2 - middles[:, None]
    return middles, offsets, corners, np.eye(2)


def _edge(offset: Numbers, scale: float, axes: list[tuple[float, ...]]) -> CellEdge:
    """The edge with this middle; its axis is added to the list if it is new."""
    across = offset / np.linalg.norm(offset)
    for sign in (1, -1):
        if _rounded(sign * across) in axes:
            return CellEdge(offset / scale, axes.index(_rounded(sign * across)), sign)
    axes.append(_rounded(across))
    return CellEdge(offset / scale, len(axes) - 1, 1)


def _rounded(values: Numbers) -> tuple[float, ...]:
    return tuple((np.round(values, DIGITS) + 0.0).tolist())
