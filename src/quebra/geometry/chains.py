"""Chains edges into contours by the smallest angle, as section 4.2 of the verifier paper does.

The paper takes "the smallest angle with the last edge" without saying on which side. Its figures
10 and 13 are single contours that pass twice through the point where two parts touch, so the angle
must be measured through the outside. Then parts that touch in a point have one contour, and a hole
that touches the outer contour has its own.

A contour is closed when the smallest angle leads back to its first edge, and not when it passes
its first point, which may be such a touching point.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import asin, floor, pi, tau

from quebra.geometry.edges import Arc, Edge, Line, Point, cross, signed_area
from quebra.geometry.motion import angle_of
from quebra.geometry.outline import Contour
from quebra.geometry.region import merged

Chain = tuple[Edge, ...]

CURVE_STEPS = 100
"""Size of a curve, in flattening tolerances, for the test whether a point is inside."""


def chained_edges(edges: Sequence[Edge], tolerance: float) -> tuple[list[Chain], list[Chain]]:
    """The closed contours that edges form, and the chains that do not close.

    >>> from quebra.geometry.edges import Line
    >>> closed, loose = chained_edges([Line(1, 1j), Line(0, 1), Line(1j, 0), Line(5, 6)], 1e-9)
    >>> [len(chain) for chain in closed], len(loose)
    ([3], 1)
    """
    starts = _Starts(edges, tolerance)
    free = dict.fromkeys(range(len(edges)))
    closed: list[Chain] = []
    loose: list[Chain] = []
    while free:
        first = next(iter(free))
        chain = [first]
        del free[first]
        while (following := _following(edges, chain[-1], starts, free, first)) is not None:
            if following == first:
                break
            chain.append(following)
            del free[following]
        (loose if following is None else closed).append(tuple(edges[i] for i in chain))
    return closed, loose


def contours_of(edges: Sequence[Edge], tolerance: float) -> tuple[list[Contour], list[Chain]]:
    """The contours, with consecutive edges of one line or circle merged, and the loose chains."""
    closed, loose = chained_edges(edges, tolerance)
    return [merged(chain, tolerance) for chain in closed], loose


def is_filled(contour: Contour) -> bool:
    """Whether a contour bounds a part and not a hole: by the sign of its area."""
    return signed_area(contour) > 0


def is_within(hole: Contour, contour: Contour, tolerance: float) -> bool:
    """Whether all vertices of a hole lie inside a contour, or on it.

    >>> from quebra.geometry.edges import chained
    >>> is_within(chained([1 + 1j, 1 + 2j, 2 + 1j]), chained([0, 4, 4 + 4j, 4j]), 1e-9)
    True
    """
    return all(_inside(edge.start, contour, tolerance) for edge in hole)


def _inside(point: Point, contour: Contour, tolerance: float) -> bool:
    """Whether the winding number around the point is not 0, or the point is on the contour."""
    if any(abs(edge.at(edge.nearest(point)) - point) <= tolerance for edge in contour):
        return True
    return abs(sum(_angle(edge, point) for edge in contour)) > pi


def _angle(edge: Edge, point: Point) -> float:
    """The signed angle that an edge subtends at a point."""
    if isinstance(edge, Line):
        return angle_of((edge.end - point) / (edge.start - point))
    if isinstance(edge, Arc):
        return sum(_arc_angle(edge.part(t, t + 0.5), point) for t in (0, 0.5))
    corners = [*edge.flattened(edge.size / CURVE_STEPS), edge.end]
    return sum(_angle(Line(before, after), point) for before, after in pairwise(corners))


def _arc_angle(arc: Arc, point: Point) -> float:
    """The angle of the chord, and a whole turn more for a point between the arc and the chord."""
    chord = Line(arc.start, arc.end)
    turn = tau if arc.sweep > 0 else -tau
    beyond = cross(arc.end - arc.start, point - arc.start) * turn < 0
    between = beyond and abs(point - arc.centre) < arc.radius
    return _angle(chord, point) + (turn if between else 0.0)


class _Starts:
    """A grid of the starts of edges."""

    def __init__(self, edges: Sequence[Edge], tolerance: float) -> None:
        self.edges = edges
        self.tolerance = tolerance
        self.squares: dict[tuple[int, int], list[int]] = {}
        for i, edge in enumerate(edges):
            self.squares.setdefault(self._square(edge.start), []).append(i)

    def at(self, point: Point) -> list[int]:
        """The edges that start within the tolerance of a point."""
        x, y = self._square(point)
        around = ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
        found = (i for square in around for i in self.squares.get(square, ()))
        return [i for i in found if abs(self.edges[i].start - point) <= self.tolerance]

    def _square(self, point: Point) -> tuple[int, int]:
        return floor(point.real / self.tolerance), floor(point.imag / self.tolerance)


def _following(
    edges: Sequence[Edge], last: int, starts: _Starts, free: dict[int, None], first: int
) -> int | None:
    """The next edge of the chain: that of the smallest angle, measured through the outside."""
    before = edges[last]
    candidates = [i for i in starts.at(before.end) if i in free or i == first]
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    # Compared on a small circle, since tangent edges leave in the same direction.
    radius = min(_span(edges[i]) for i in (last, *candidates)) / 4
    back = _on_circle(before.reversed(), radius)
    return min(candidates, key=lambda i: angle_of(_on_circle(edges[i], radius) / back) % tau)


def _span(edge: Edge) -> float:
    return min(edge.length, edge.radius) if isinstance(edge, Arc) else edge.length


def _on_circle(edge: Edge, radius: float) -> Point:
    """The point where an edge leaves a small circle around its start, relative to the start."""
    if isinstance(edge, Arc):
        turned = 2 * asin(radius / (2 * edge.radius))
        return edge.at(turned / abs(edge.sweep)) - edge.start
    return edge.heading(0)
