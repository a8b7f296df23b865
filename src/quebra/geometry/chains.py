"""Edges chained into contours by the smallest angle, and what a contour bounds.

Section 4.2 of the paper. It measures "the smallest angle with the last edge" without saying on
which side. Its figures 10 and 13 are single contours that pass twice through the point where two
parts touch; that comes about if the angle is measured through the outside. So parts that touch in
a point have one contour, and a hole that touches the outer contour has its own.

A contour is closed when the smallest angle leads back to its first edge, and not when it comes
through its first point, which may be such a point of touch.
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
"""How finely a curve is drawn, by its size, for the test whether a point is inside."""


def chained_edges(edges: Sequence[Edge], tolerance: float) -> tuple[list[Chain], list[Chain]]:
    """The closed contours that edges form, and chains that do not close.

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
    """The contours, with edges that go on in one line or circle made one, and loose chains."""
    closed, loose = chained_edges(edges, tolerance)
    return [merged(chain, tolerance) for chain in closed], loose


def is_filled(contour: Contour) -> bool:
    """Whether a contour goes round something, and not round a hole: by the sign of its area."""
    return signed_area(contour) > 0


def is_within(hole: Contour, contour: Contour, tolerance: float) -> bool:
    """Whether all vertices of a hole lie inside a contour, or on it.

    >>> from quebra.geometry.edges import chained
    >>> is_within(chained([1 + 1j, 1 + 2j, 2 + 1j]), chained([0, 4, 4 + 4j, 4j]), 1e-9)
    True
    """
    return all(_inside(edge.start, contour, tolerance) for edge in hole)


def _inside(point: Point, contour: Contour, tolerance: float) -> bool:
    """Whether the angles at which the contour's edges are seen add up to a turn."""
    if any(abs(edge.at(edge.nearest(point)) - point) <= tolerance for edge in contour):
        return True
    return abs(sum(_seen(edge, point) for edge in contour)) > pi


def _seen(edge: Edge, point: Point) -> float:
    """The angle by which one turns to follow an edge from its start to its end."""
    if isinstance(edge, Line):
        return angle_of((edge.end - point) / (edge.start - point))
    if isinstance(edge, Arc):
        return sum(_seen_arc(edge.part(t, t + 0.5), point) for t in (0, 0.5))
    corners = [*edge.flattened(edge.size / CURVE_STEPS), edge.end]
    return sum(_seen(Line(before, after), point) for before, after in pairwise(corners))


def _seen_arc(arc: Arc, point: Point) -> float:
    """As its chord is seen, and a whole turn more from between the arc and the chord."""
    chord = Line(arc.start, arc.end)
    turn = tau if arc.sweep > 0 else -tau
    beyond = cross(arc.end - arc.start, point - arc.start) * turn < 0
    between = beyond and abs(point - arc.centre) < arc.radius
    return _seen(chord, point) + (turn if between else 0.0)


class _Starts:
    """The edges by the square that they start in."""

    def __init__(self, edges: Sequence[Edge], tolerance: float) -> None:
        self.edges = edges
        self.tolerance = tolerance
        self.squares: dict[tuple[int, int], list[int]] = {}
        for i, edge in enumerate(edges):
            self.squares.setdefault(self._square(edge.start), []).append(i)

    def near(self, point: Point) -> list[int]:
        """The edges that start in a point."""
        x, y = self._square(point)
        around = ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1))
        found = (i for square in around for i in self.squares.get(square, ()))
        return [i for i in found if abs(self.edges[i].start - point) <= self.tolerance]

    def _square(self, point: Point) -> tuple[int, int]:
        return floor(point.real / self.tolerance), floor(point.imag / self.tolerance)


def _following(
    edges: Sequence[Edge], last: int, starts: _Starts, free: dict[int, None], first: int
) -> int | None:
    """The edge that goes on with the smallest angle, measured through the outside."""
    before = edges[last]
    onward = [i for i in starts.near(before.end) if i in free or i == first]
    if len(onward) < 2:
        return onward[0] if onward else None
    # Compared on a small circle, for edges that touch leave in the same direction.
    radius = min(_span(edges[i]) for i in (last, *onward)) / 4
    back = _ahead(before.reversed(), radius)
    return min(onward, key=lambda i: angle_of(_ahead(edges[i], radius) / back) % tau)


def _span(edge: Edge) -> float:
    return min(edge.length, edge.radius) if isinstance(edge, Arc) else edge.length


def _ahead(edge: Edge, radius: float) -> Point:
    """Where an edge leaves a small circle around its start, seen from there."""
    if isinstance(edge, Arc):
        turned = 2 * asin(radius / (2 * edge.radius))
        return edge.at(turned / abs(edge.sweep)) - edge.start
    return edge.heading(0)
