"""Converts outlines to lists of polygon coordinates and back."""

from __future__ import annotations

from collections.abc import Sequence

from quebra.contract.errors import BadInput
from quebra.geometry.edges import Line, edges_of
from quebra.geometry.outline import Contour, read_outline
from quebra.geometry.region import components
from quebra.i18n.text import Text

MAX_POINTS = 10_000

Point = tuple[float, ...]
Ring = tuple[Point, ...]
"""The corners of a contour; the last equals the first."""
Polygon = tuple[Ring, ...]
"""The outer ring, then its holes."""


def polygons(outline: str, what: Text) -> list[Polygon]:
    """The polygons of an outline, which must be straight.

    >>> polygons("M0 0 L1 0 L0 1 Z", Text("the figure"))
    [(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)),)]
    """
    contours = read_outline(outline)
    if not all(isinstance(edge, Line) for edge in edges_of(contours)):
        raise BadInput(
            Text("{outline} has round or curved sides; this format has none.", outline=what)
        )
    return [tuple(_ring(contour) for contour in part) for part in components(contours)]


def outline_of(found: Sequence[Polygon]) -> str:
    """The outline of polygons, as path data.

    >>> outline_of([(((0, 0), (1, 0), (0, 1), (0, 0)),)])
    'M0 0 L1 0 L0 1 Z'
    """
    rings = [ring for polygon in found for ring in polygon]
    if sum(map(len, rings)) > MAX_POINTS:
        raise BadInput(Text("A polygon has more than {most} points.", most=MAX_POINTS))
    rings = [_closed(ring) for ring in rings]
    return " ".join(f"M{' L'.join(map(_pair, ring))} Z" for ring in rings)


def _ring(contour: Contour) -> Ring:
    corners = [(edge.start.real, edge.start.imag) for edge in contour]
    return (*corners, corners[0])


def _closed(ring: Ring) -> Ring:
    if any(len(point) < 2 for point in ring):
        raise BadInput(Text("A point of a polygon needs an x and a y."))
    if len(ring) < 4 or ring[0] != ring[-1]:
        raise BadInput(Text("A ring of a polygon is open: its last point must equal its first."))
    return ring[:-1]


def _pair(point: Point) -> str:
    return f"{point[0]!r} {point[1]!r}"
