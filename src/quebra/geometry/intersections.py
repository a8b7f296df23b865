"""Intersections of two edges: crossings, tangent points, and ends that lie on the other edge."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.geometry.edges import Arc, Line, cross, dot
from quebra.geometry.motion import angle_of

LineOrArc = Line | Arc
"""An edge of an arrangement; curves are replaced by arcs."""
Intersection = tuple[float, float]
"""The parameters of a common point on the first and on the second edge."""


def intersections(a: LineOrArc, b: LineOrArc, tolerance: float) -> list[Intersection]:
    """The common points of two edges, within the tolerance.

    Of edges that coincide along a stretch, only the ends of that stretch are returned. Edges that
    come closer than the tolerance without crossing, or cross by less, have one common point.

    >>> intersections(Line(0, 2), Line(1 - 1j, 1 + 1j), 1e-9)
    [(0.5, 0.5)]
    >>> intersections(Line(0, 4), Line(1, 3), 1e-9)
    [(0.25, 0.0), (0.75, 1.0)]
    """
    if _are_lines_apart(a, b, tolerance):
        return []
    found = _ends(a, b, tolerance)
    for t, u in _crossings(a, b, tolerance):
        point = a.at(t)
        if all(abs(a.at(known) - point) > tolerance for known, _ in found):
            found.append((t, u))
    return found


def _are_lines_apart(a: LineOrArc, b: LineOrArc, tolerance: float) -> bool:
    """Whether both edges are straight and one lies on one side of the other: a quick rejection."""
    if isinstance(a, Arc) or isinstance(b, Arc):
        return False
    return is_on_one_side(a, b, tolerance) or is_on_one_side(b, a, tolerance)


def is_on_one_side(a: Line, b: Line, tolerance: float) -> bool:
    """Whether `b` lies on one side of the line through `a`, farther than the tolerance from it."""
    along, start, least = a.end - a.start, a.start, tolerance * a.length
    first, last = cross(along, b.start - start), cross(along, b.end - start)
    return (first > least and last > least) or (first < -least and last < -least)


def _ends(a: LineOrArc, b: LineOrArc, tolerance: float) -> list[Intersection]:
    """The ends of each edge that lie on the other one."""
    found = []
    for t, point in ((0.0, a.start), (1.0, a.end)):
        u = b.nearest(point)
        if abs(b.at(u) - point) <= tolerance:
            found.append((t, u))
    for u, point in ((0.0, b.start), (1.0, b.end)):
        t = a.nearest(point)
        if 0 < t < 1 and abs(a.at(t) - point) <= tolerance:
            found.append((t, u))
    return found


def _crossings(a: LineOrArc, b: LineOrArc, tolerance: float) -> Iterator[Intersection]:
    if isinstance(a, Line):
        return _line_line(a, b, tolerance) if isinstance(b, Line) else _line_arc(a, b, tolerance)
    if isinstance(b, Arc):
        return _arc_arc(a, b, tolerance)
    return ((t, u) for u, t in _line_arc(b, a, tolerance))


def _line_line(a: Line, b: Line, tolerance: float) -> Iterator[Intersection]:
    along, other, gap = a.end - a.start, b.end - b.start, b.start - a.start
    slant = cross(along, other)
    # Nearly parallel: the shorter one stays within the tolerance, so that only ends count.
    if abs(slant) <= tolerance * max(a.length, b.length):
        return
    t, u = cross(gap, other) / slant, cross(gap, along) / slant
    if 0 <= t <= 1 and 0 <= u <= 1:
        yield t, u


def _line_arc(line: Line, arc: Arc, tolerance: float) -> Iterator[Intersection]:
    along = (line.end - line.start) / line.length
    middle = dot(along, arc.centre - line.start)
    distance = abs(cross(along, arc.centre - line.start))
    for reach in _reaches(arc.radius, distance, tolerance):
        t = (middle + reach) / line.length
        u = arc.parameter(angle_of(line.at(t) - arc.centre))
        if 0 <= t <= 1 and 0 <= u <= 1:
            yield t, u


def _arc_arc(a: Arc, b: Arc, tolerance: float) -> Iterator[Intersection]:
    distance = abs(b.centre - a.centre)
    if distance <= tolerance:
        return
    # The distance from the first centre to the line through both crossings.
    middle = (distance**2 + a.radius**2 - b.radius**2) / (2 * distance)
    outside = abs(a.radius + b.radius - distance)
    inside = abs(abs(a.radius - b.radius) - distance)
    if min(outside, inside) <= tolerance:
        middle = a.radius if middle > 0 else -a.radius
    for reach in _reaches(a.radius, abs(middle), 0.0):
        spoke = (b.centre - a.centre) / distance * complex(middle, reach)
        t, u = a.parameter(angle_of(spoke)), b.parameter(angle_of(a.centre + spoke - b.centre))
        if 0 <= t <= 1 and 0 <= u <= 1:
            yield t, u


def _reaches(radius: float, distance: float, tolerance: float) -> tuple[float, ...]:
    """The ends of a chord at a distance from the centre, from its middle; 0 for a tangent."""
    if abs(radius - distance) <= tolerance:
        return (0.0,)
    square = radius * radius - distance * distance
    return (-(square**0.5), square**0.5) if square > 0 else ()
