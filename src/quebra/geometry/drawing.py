"""Edges and contours as shapes of a drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, pi

from quebra import render
from quebra.geometry.edges import Arc, Curve, Edge, Line, Point
from quebra.geometry.outline import Contour
from quebra.render import Colour, Lines, Outline, Polygon
from quebra.render import Point as Spot

STEP = pi / 24
"""The angle, in radians, that one straight part of an arc's stroke stands for."""
CURVE_CORNERS = 16
"""Straight parts of the stroke of a curve."""
INSET = 0.07
"""Distance of strokes from the edge, in cells: strokes of coincident edges lie side by side."""
ARROW = 0.22
"""Length of the head of an arrow, in cells."""


@dataclass(frozen=True)
class Frame:
    """The map from the plane to a sheet of cells.

    >>> Frame(scale=2, shift=1)(3 + 1j)
    (7.0, 2.0)
    """

    scale: float = 1.0
    shift: complex = 0

    def __call__(self, point: Point) -> Spot:
        """The point of the sheet that shows a point of the plane."""
        moved = point * self.scale + self.shift
        return moved.real, moved.imag

    def inside(self, edge: Edge, t: float, inset: float = INSET) -> Spot:
        """A point of an edge, moved into the piece that it bounds by `inset` cells."""
        return self(edge.at(t) + inset / self.scale * _inward(edge, t))

    def stroke(
        self, edge: Edge, colour: Colour = "ink", width: float = 2, inset: float = INSET
    ) -> Lines:
        """An edge as a stroke, moved into the piece that it bounds by `inset` cells."""
        corners = [self.inside(edge, t, inset) for t in _parameters(edge)]
        return Lines(tuple(pairwise(corners)), colour, width)

    def arrow(self, edge: Edge, colour: Colour = "ink", inset: float = INSET) -> Polygon:
        """An arrow head in the middle of an edge, in its direction."""
        middle = edge.at(0.5) + inset / self.scale * _inward(edge, 0.5)
        ahead = -1j * _inward(edge, 0.5) * ARROW / self.scale
        corners = (ahead, ahead * (-0.6 + 0.6j), ahead * (-0.6 - 0.6j))
        return Polygon(tuple(self(middle + corner) for corner in corners), fill=colour)

    def area(self, contours: Sequence[Contour], fill: Colour, opacity: float = 1) -> Outline:
        """The region that contours bound, filled."""
        return Outline(drawn_contours(contours, self), fill=fill, opacity=opacity)


def drawn_contours(
    contours: Sequence[Contour], view: Callable[[Point], Spot]
) -> tuple[render.Contour, ...]:
    """The contours of an `Outline`; `view` maps points of the plane to those of the sheet."""

    def side(edge: Edge) -> Spot | render.Arc | render.Curve:
        match edge:
            case Line():
                return view(edge.end)
            case Arc():
                return render.Arc(view(edge.end), view(edge.centre), edge.sweep)
            case Curve():
                return render.Curve(view(edge.first), view(edge.second), view(edge.end))

    return tuple((view(contour[0].start), tuple(map(side, contour))) for contour in contours)


def _parameters(edge: Edge) -> list[float]:
    """The parameters of the corners of an edge's stroke."""
    count = 1
    if isinstance(edge, Arc):
        count = ceil(abs(edge.sweep) / STEP)
    elif isinstance(edge, Curve):
        count = CURVE_CORNERS
    return [i / count for i in range(count + 1)]


def _inward(edge: Edge, t: float) -> Point:
    """The unit normal that points from the edge into its piece."""
    heading = edge.heading(t)
    return 1j * heading / abs(heading)
