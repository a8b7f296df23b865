"""Regions: sets of contours that do not cross, each with the inside to its left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import asin, pi
from typing import NamedTuple

from quebra.contract.errors import BadInput
from quebra.geometry.arrangement import Arrangement, Cover
from quebra.geometry.edges import (
    Arc,
    Contours,
    Curve,
    Edge,
    Line,
    Point,
    box_around,
    cross,
    edges_of,
    is_point,
    signed_area,
)
from quebra.geometry.motion import Motion, angle_of
from quebra.geometry.outline import OUTLINE, Contour, ending_at
from quebra.geometry.snapping import TooManyCuts
from quebra.i18n.text import Text

FINE = 1e-9
"""Points of one outline closer than this share of its size are one point."""
FINE_CURVES = 1e-5
"""The same for outlines with curves, which are approximated by arcs."""
CERTAIN = 1 + 1e-9
"""The factor by which a quick test must be clear, for rounding errors."""


def region(contours: Sequence[Contour], what: Text = OUTLINE) -> tuple[Contour, ...]:
    """The contours of a region, each turned so that the inside is to its left.

    A contour within another is a hole, one within a hole is an island, and so on. Contours may
    touch, but not cross. Edges shorter than the fineness are left out.

    >>> from quebra.geometry.outline import read_outline
    >>> ring = region(read_outline("M0 0 H4 V4 H0 Z M1 1 H3 V3 H1 Z"))
    >>> [signed_area(contour) for contour in ring]
    [16.0, -4.0]
    """
    least = FINE * size_of(contours)
    contours = [_without_short_edges(contour, least) for contour in contours]
    if not all(contours):
        raise BadInput(_no_area(what))
    tolerance = fineness(contours)
    try:
        arrangement = Arrangement([[contour] for contour in contours], tolerance, planar=True)
    except TooManyCuts:
        raise BadInput(_crossing(what)) from None
    covers = [face.cover for face in arrangement.faces]
    for i in range(len(contours)):
        windings = {cover[i] for cover in covers if i in cover}
        if not windings:
            raise BadInput(_no_area(what))
        if windings not in ({1}, {-1}):
            raise BadInput(_crossing(what))
    depth = _depths(covers, what)
    return tuple(_turned(contour, hole=depth[i] % 2 == 1) for i, contour in enumerate(contours))


def _no_area(what: Text) -> Text:
    return Text("{outline} has no area.", outline=what)


def _crossing(what: Text) -> Text:
    return Text("{outline} crosses itself.", outline=what)


def _without_short_edges(contour: Contour, least: float) -> Contour:
    """The contour without edges of at most the length `least`, with the others joined again."""
    edges = [edge for edge in contour if edge.length > least]
    return tuple(
        edge if edge.end == after.start else ending_at(edge, after.start)
        for edge, after in zip(edges, edges[1:] + edges[:1], strict=True)
    )


def _depths(covers: Sequence[Cover], what: Text) -> Counter[int]:
    """The number of contours around each contour; `BadInput` where contours cross."""
    together = {(i, j) for cover in covers for i in cover for j in cover if i != j}
    partners: dict[int, list[int]] = {}
    for i, j in together:
        partners.setdefault(i, []).append(j)
    apart = {
        (i, j) for cover in covers for i in cover for j in partners.get(i, ()) if j not in cover
    }
    for i, j in sorted(together):
        if ((i, j) in apart) == ((j, i) in apart):
            raise BadInput(_pair_fault(i + 1, j + 1, what, crossing=(i, j) in apart))
    return Counter(i for i, j in together - apart)


def _pair_fault(i: int, j: int, what: Text, *, crossing: bool) -> Text:
    if crossing:
        return Text("{outline}: contours {i} and {j} cross.", outline=what, i=i, j=j)
    return Text("{outline}: contours {i} and {j} are the same.", outline=what, i=i, j=j)


def components(contours: Sequence[Contour]) -> tuple[tuple[Contour, ...], ...]:
    """The connected components of a region: for each one its outer contour, then its holes.

    >>> from quebra.geometry.outline import read_outline
    >>> ring = region(read_outline("M1 1 H3 V3 H1 Z M9 9 H8 V8 Z M0 0 H4 V4 H0 Z"))
    >>> [[signed_area(contour) for contour in part] for part in components(ring)]
    [[0.5], [16.0, -4.0]]
    """
    if len(contours) == 1:
        return (tuple(contours),)
    arrangement = Arrangement([[contour] for contour in contours], fineness(contours))
    inside = [
        {number for number, face in enumerate(arrangement.faces) if i in face.cover}
        for i in range(len(contours))
    ]
    outer = [i for i, contour in enumerate(contours) if signed_area(contour) > 0]
    found: dict[int, list[Contour]] = {i: [contours[i]] for i in outer}
    for j, contour in enumerate(contours):
        if j not in found:
            around = [i for i in outer if inside[j] < inside[i]]
            found[min(around, key=lambda i: len(inside[i]))].append(contour)
    return tuple(map(tuple, found.values()))


def fineness(contours: Sequence[Contour]) -> float:
    """The distance below which points of one outline count as one point."""
    curved = any(isinstance(edge, Curve) for edge in edges_of(contours))
    return (FINE_CURVES if curved else FINE) * size_of(contours)


def size_of(contours: Contours) -> float:
    """The longer side of the bounding box of contours."""
    left, low, right, high = box_around(edges_of(contours))
    return max(right - left, high - low)


def area_of(contours: Sequence[Contour]) -> float:
    """The area of a region, without its holes."""
    return sum(signed_area(contour) for contour in contours)


def merged(contour: Contour, tolerance: float) -> Contour:
    """The contour with consecutive edges of one line, or of one circle, merged.

    No vertex is farther than the tolerance from the edge that replaces it.

    >>> len(merged((Line(0, 1), Line(1, 2), Line(2, 2j), Line(2j, 0)), 1e-9))
    3
    """
    corners = (
        i for i in range(len(contour)) if not _run(contour[i - 1]).then(contour[i], tolerance)
    )
    first = next(corners, 0)
    return joined_edges((*contour[first:], *contour[:first]), tolerance)


def joined_edges(edges: Sequence[Edge], tolerance: float) -> Contour:
    """The same for edges that follow one another and need not be closed.

    >>> joined_edges((Line(0, 1), Line(1, 2), Line(2, 2j)), 1e-9)
    (Line(start=0, end=2), Line(start=2, end=2j))
    """
    runs: list[_Run] = []
    for edge in edges:
        longer = runs[-1].then(edge, tolerance) if runs else None
        runs[-1:] = [longer] if longer else [*runs[-1:], _run(edge)]
    return tuple(run.edge for run in runs)


class _Run(NamedTuple):
    """An edge that replaces several.

    Its vertices allow its direction to differ from `ahead` by angles from `low` to `high`.
    """

    edge: Edge
    ahead: Point
    low: float
    high: float

    def then(self, after: Edge, tolerance: float) -> _Run | None:
        """The run with the next edge, or None where that is not of the same line or circle."""
        edge = self.edge
        if isinstance(edge, Line) and isinstance(after, Line):
            return self._straight(after, tolerance)
        if isinstance(edge, Arc) and isinstance(after, Arc):
            apart = max(abs(edge.centre - after.centre), abs(edge.radius - after.radius))
            if apart <= tolerance and (edge.sweep > 0) == (after.sweep > 0):
                both = Arc(edge.start, after.end, edge.centre, edge.sweep + after.sweep)
                return self._replace(edge=both)
        return None

    def _straight(self, after: Line, tolerance: float) -> _Run | None:
        edge, along = self.edge, after.end - self.edge.start
        if abs(along) < max(edge.length, after.length):
            return None
        if abs(cross(edge.end - edge.start, along)) > CERTAIN * tolerance * abs(along):
            # The corner between them is too far from the line that would replace both.
            return None
        middle = angle_of((edge.end - edge.start) / self.ahead)
        loose = asin(min(1.0, tolerance / edge.length))
        low, high = max(self.low, middle - loose), min(self.high, middle + loose)
        if low <= angle_of(along / self.ahead) <= high:
            return _Run(Line(edge.start, after.end), self.ahead, low, high)
        return None


def _run(edge: Edge) -> _Run:
    return _Run(edge, edge.end - edge.start or 1 + 0j, -pi, pi)


def moved(contours: Sequence[Contour], motion: Motion) -> tuple[Contour, ...]:
    """A region after a motion; reflected contours are reversed, so that the inside stays left."""
    if motion == Motion():
        return tuple(contours)
    images = [_moved(contour, motion) for contour in contours]
    if motion.flip:
        images = list(map(_reversed, images))
    return tuple(contour for contour in images if contour)


def _moved(contour: Contour, motion: Motion) -> Contour:
    """A contour after a motion, without edges that rounding makes points."""
    edges = (edge.moved(motion) for edge in contour)
    return tuple(edge for edge in edges if not is_point(edge))


def _turned(contour: Contour, hole: bool) -> Contour:
    return contour if (signed_area(contour) < 0) == hole else _reversed(contour)


def _reversed(contour: Contour) -> Contour:
    return tuple(edge.reversed() for edge in reversed(contour))
