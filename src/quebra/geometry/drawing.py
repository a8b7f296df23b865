"""Edges as strokes of a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, pi

from quebra import render
from quebra.geometry.edges import Arc, Box, Curve, Edge, Line, Point
from quebra.geometry.outline import Contour
from quebra.render import Colour, Lines, Outline, Polygon
from quebra.render import Point as Spot

STEP = pi / 24
"""The turn after which an arc gets a new corner."""
CURVE_CORNERS = 16
INSET = 0.07
"""How far, in cells, strokes lie inside their pieces, so that edges on one another are seen."""
ARROW = 0.22


@dataclass(frozen=True)
class Frame:
    """Where points of the plane lie on a sheet of cells.

    >>> Frame(scale=2, shift=1)(3 + 1j)
    (7.0, 2.0)
    """

    scale: float = 1.0
    shift: complex = 0

    def __call__(self, point: Point) -> Spot:
        """A point of the sheet."""
        moved = point * self.scale + self.shift
        return moved.real, moved.imag

    def inside(self, edge: Edge, t: float, inset: float = INSET) -> Spot:
        """A point of an edge, set into the piece that it bounds."""
        return self(edge.at(t) + inset / self.scale * _inward(edge, t))

    def stroke(
        self, edge: Edge, colour: Colour = "ink", width: float = 2, inset: float = INSET
    ) -> Lines:
        """An edge as a stroke, set a little into the piece that it bounds."""
        corners = [self.inside(edge, t, inset) for t in _parameters(edge)]
        return Lines(tuple(pairwise(corners)), colour, width)

    def arrow(self, edge: Edge, colour: Colour = "ink", inset: float = INSET) -> Polygon:
        """The head of an arrow in the middle of an edge."""
        middle = edge.at(0.5) + inset / self.scale * _inward(edge, 0.5)
        ahead = -1j * _inward(edge, 0.5) * ARROW / self.scale
        corners = (ahead, ahead * (-0.6 + 0.6j), ahead * (-0.6 - 0.6j))
        return Polygon(tuple(self(middle + corner) for corner in corners), fill=colour)

    def area(self, contours: Sequence[Contour], fill: Colour, opacity: float = 1) -> Outline:
        """What contours bound, filled."""
        drawn = tuple(
            (self(contour[0].start), tuple(map(self._side, contour))) for contour in contours
        )
        return Outline(drawn, fill=fill, opacity=opacity)

    def _side(self, edge: Edge) -> Spot | render.Arc | render.Curve:
        if isinstance(edge, Line):
            return self(edge.end)
        if isinstance(edge, Arc):
            return render.Arc(self(edge.end), self(edge.centre), edge.sweep)
        return render.Curve(self(edge.first), self(edge.second), self(edge.end))


def box_around(edges: Iterable[Edge]) -> Box:
    """The upright rectangle around edges.

    >>> box_around([Line(0j, 2j), Line(1 + 0j, 3 + 0j)])
    (0.0, 0.0, 3.0, 2.0)
    """
    boxes = [edge.box for edge in edges]
    left, low = min(box[0] for box in boxes), min(box[1] for box in boxes)
    return left, low, max(box[2] for box in boxes), max(box[3] for box in boxes)


def _parameters(edge: Edge) -> list[float]:
    """The corners of the stroke of an edge."""
    count = 1
    if isinstance(edge, Arc):
        count = ceil(abs(edge.sweep) / STEP)
    elif isinstance(edge, Curve):
        count = CURVE_CORNERS
    return [i / count for i in range(count + 1)]


def _inward(edge: Edge, t: float) -> Point:
    """The direction, of length 1, from the edge into its piece."""
    heading = edge.heading(t)
    return 1j * heading / abs(heading)
