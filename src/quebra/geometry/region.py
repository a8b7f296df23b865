"""Regions: outlines that bound something, each contour with the inside to its left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from quebra.core.errors import BadInput
from quebra.geometry.arrangement import Arrangement, Cover
from quebra.geometry.edges import Arc, Curve, Edge, Line, cross, is_point, signed_area
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour, ending_at
from quebra.geometry.snapping import Crowded

FINE = 1e-9
"""Points closer than this share of the size are one, when an outline is looked at by itself."""
FINE_CURVES = 1e-5
"""The same for outlines with curves, which many arcs stand for."""


def region(contours: Sequence[Contour], what: str = "outline") -> tuple[Contour, ...]:
    """The contours of a region, whichever way they were drawn.

    A contour within another is a hole, one within a hole is an island, and so on. Contours may
    touch, but not cross. Edges that are too short to count are left out.

    >>> from quebra.geometry.outline import read_outline
    >>> ring = region(read_outline("M0 0 H4 V4 H0 Z M1 1 H3 V3 H1 Z"))
    >>> [signed_area(contour) for contour in ring]
    [16.0, -4.0]
    """
    least = FINE * size_of(contours)
    contours = [_without_short_edges(contour, least) for contour in contours]
    if not all(contours):
        raise BadInput(f"The {what} has no area.")
    tolerance = fineness(contours)
    try:
        plan = Arrangement([[contour] for contour in contours], tolerance, planar=True)
    except Crowded:
        raise BadInput(f"The {what} crosses itself.") from None
    covers = [face.cover for face in plan.faces]
    for i in range(len(contours)):
        windings = {cover[i] for cover in covers if i in cover}
        if not windings:
            raise BadInput(f"The {what} has no area.")
        if windings not in ({1}, {-1}):
            raise BadInput(f"The {what} crosses itself.")
    around = _surroundings(covers, what)
    return tuple(_turned(contour, hole=around[i] % 2 == 1) for i, contour in enumerate(contours))


def _without_short_edges(contour: Contour, least: float) -> Contour:
    """The contour without edges whose ends count as one, and with the others joined again."""
    edges = [edge for edge in contour if edge.length > least]
    return tuple(
        edge if edge.end == after.start else ending_at(edge, after.start)
        for edge, after in zip(edges, edges[1:] + edges[:1], strict=True)
    )


def _surroundings(covers: Sequence[Cover], what: str) -> Counter[int]:
    """How many contours lie around each contour, which must not cross."""
    together = {(i, j) for cover in covers for i in cover for j in cover if i != j}
    partners: dict[int, list[int]] = {}
    for i, j in together:
        partners.setdefault(i, []).append(j)
    apart = {
        (i, j) for cover in covers for i in cover for j in partners.get(i, ()) if j not in cover
    }
    for i, j in sorted(together):
        if ((i, j) in apart) == ((j, i) in apart):
            verb = "cross" if (i, j) in apart else "are the same"
            raise BadInput(f"The contours {i + 1} and {j + 1} of the {what} {verb}.")
    return Counter(i for i, j in together - apart)


def fineness(contours: Sequence[Contour]) -> float:
    """How close points must be to count as one, when an outline is looked at by itself."""
    curved = any(isinstance(edge, Curve) for contour in contours for edge in contour)
    return (FINE_CURVES if curved else FINE) * size_of(contours)


def size_of(contours: Sequence[Sequence[Edge]]) -> float:
    """The larger side of the box around contours."""
    corners = [edge.box for contour in contours for edge in contour]
    left, low = min(box[0] for box in corners), min(box[1] for box in corners)
    right, high = max(box[2] for box in corners), max(box[3] for box in corners)
    return max(right - left, high - low)


def area_of(contours: Sequence[Contour]) -> float:
    """The area of a region."""
    return sum(signed_area(contour) for contour in contours)


def merged(contour: Contour, tolerance: float) -> Contour:
    """The contour with edges that go on in the same line, or the same circle, made one.

    >>> len(merged((Line(0, 1), Line(1, 2), Line(2, 2j), Line(2j, 0)), 1e-9))
    3
    """
    edges: list[Edge] = []
    for edge in contour:
        joined = _joined(edges[-1], edge, tolerance) if edges else None
        if joined:
            edges[-1] = joined
        else:
            edges.append(edge)
    while len(edges) > 1 and (joined := _joined(edges[-1], edges[0], tolerance)):
        edges = [joined, *edges[1:-1]]
    return tuple(edges)


def _joined(a: Edge, b: Edge, tolerance: float) -> Edge | None:
    """One edge for two that follow one another, if they are one."""
    if isinstance(a, Line) and isinstance(b, Line):
        along = b.end - a.start
        straight = abs(along) >= max(a.length, b.length)
        if straight and abs(cross(a.end - a.start, along)) <= tolerance * abs(along):
            return Line(a.start, b.end)
    if isinstance(a, Arc) and isinstance(b, Arc):
        same = abs(a.centre - b.centre) <= tolerance and abs(a.radius - b.radius) <= tolerance
        if same and (a.sweep > 0) == (b.sweep > 0):
            return Arc(a.start, b.end, a.centre, a.sweep + b.sweep)
    return None


def moved(contours: Sequence[Contour], motion: Motion) -> tuple[Contour, ...]:
    """A region after a motion, inside to the left: a mirrored contour runs the other way round."""
    there = [_moved(contour, motion) for contour in contours]
    if motion.flip:
        there = [tuple(edge.reversed() for edge in reversed(contour)) for contour in there]
    return tuple(contour for contour in there if contour)


def _moved(contour: Contour, motion: Motion) -> Contour:
    """A contour after a motion, without edges that are points there."""
    edges = (edge.moved(motion) for edge in contour)
    return tuple(edge for edge in edges if not is_point(edge))


def _turned(contour: Contour, hole: bool) -> Contour:
    if (signed_area(contour) < 0) == hole:
        return contour
    return tuple(edge.reversed() for edge in reversed(contour))
