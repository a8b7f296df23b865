"""The edges of outlines: straight lines, circular arcs and cubic curves.

Points are complex numbers: the real part is x, the imaginary part y. An edge runs from its start
at parameter 0 to its end at parameter 1.
"""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, pi, tau

from quebra.geometry.motion import Motion, angle_of

Point = complex
Box = tuple[float, float, float, float]
"""An axis-parallel rectangle: smallest x and y, largest x and y."""


def cross(a: Point, b: Point) -> float:
    """The cross product: positive where b lies counterclockwise of a.

    >>> cross(1, 1j)
    1.0
    """
    return (a.conjugate() * b).imag


def dot(a: Point, b: Point) -> float:
    """The scalar product.

    >>> dot(2, 3 + 1j)
    6.0
    """
    return (a.conjugate() * b).real


@dataclass(frozen=True)
class Line:
    """A straight segment.

    >>> Line(0, 2j).at(0.5)
    1j
    """

    start: Point
    end: Point

    @cached_property
    def length(self) -> float:
        """The length of the edge."""
        return abs(self.end - self.start)

    @cached_property
    def box(self) -> Box:
        """The bounding box of the edge."""
        return box_of((self.start, self.end))

    @property
    def sweep_area(self) -> float:
        """Twice the signed area between the edge and the origin."""
        return cross(self.start, self.end)

    def at(self, t: float) -> Point:
        """The point at a parameter."""
        return self.start + t * (self.end - self.start)

    def heading(self, t: float) -> Point:
        """The tangent direction at a parameter, of any length."""
        return self.end - self.start

    def part(self, t0: float, t1: float) -> Line:
        """The part of the edge between two parameters."""
        return Line(self.at(t0), self.at(t1))

    def reversed(self) -> Line:
        """The same edge in the other direction."""
        return Line(self.end, self.start)

    def moved(self, motion: Motion) -> Line:
        """The edge after a motion."""
        return Line(motion(self.start), motion(self.end))

    def nearest(self, point: Point) -> float:
        """The parameter of the edge's point that is nearest to a given one."""
        along = self.end - self.start
        square = dot(along, along)
        return min(1.0, max(0.0, dot(along, point - self.start) / square)) if square else 0.0

    def flattened(self, tolerance: float) -> Iterator[Point]:
        """Points of a polyline within the tolerance, with the start and without the end."""
        yield self.start


@dataclass(frozen=True)
class Arc:
    """An arc of a circle; a positive sweep, in radians, turns from x towards y.

    >>> Arc(1, -1, 0, pi).at(0.5)
    (6.123233995736766e-17+1j)
    """

    start: Point
    end: Point
    centre: Point
    sweep: float

    @cached_property
    def radius(self) -> float:
        """The radius of the circle."""
        return abs(self.start - self.centre)

    @cached_property
    def first(self) -> float:
        """The angle of the start around the centre, in radians."""
        return angle_of(self.start - self.centre)

    @cached_property
    def length(self) -> float:
        """The length of the edge."""
        return self.radius * abs(self.sweep)

    @cached_property
    def box(self) -> Box:
        """The bounding box of the edge."""
        quarters = (self.parameter(quarter * pi / 2) for quarter in range(4))
        extremes = (self.at(t) for t in quarters if 0 < t < 1)
        return box_of((self.start, self.end, *extremes))

    @property
    def sweep_area(self) -> float:
        """Twice the signed area between the edge and the origin."""
        return cross(self.centre, self.end - self.start) + self.radius**2 * self.sweep

    def at(self, t: float) -> Point:
        """The point at a parameter."""
        if t in (0, 1):
            return self.end if t else self.start
        return self.centre + rect(self.radius, self.first + t * self.sweep)

    def heading(self, t: float) -> Point:
        """The tangent direction at a parameter, of any length."""
        return rect(1.0, self.first + t * self.sweep) * (1j if self.sweep > 0 else -1j)

    def part(self, t0: float, t1: float) -> Arc:
        """The part of the edge between two parameters."""
        return Arc(self.at(t0), self.at(t1), self.centre, self.sweep * (t1 - t0))

    def reversed(self) -> Arc:
        """The same edge in the other direction."""
        return Arc(self.end, self.start, self.centre, -self.sweep)

    def moved(self, motion: Motion) -> Arc:
        """The edge after a motion."""
        sweep = -self.sweep if motion.flip else self.sweep
        return Arc(motion(self.start), motion(self.end), motion(self.centre), sweep)

    def parameter(self, angle: float) -> float:
        """The parameter at an angle around the centre; outside 0 to 1 for angles beyond the arc.

        Those are below 0 or above 1 by which end is nearer, so that rounding does not lose an end.

        >>> Arc(1, 1j, 0, pi / 2).parameter(-0.1) < 0
        True
        """
        turned = (angle - self.first) % tau if self.sweep > 0 else (self.first - angle) % tau
        t = turned / abs(self.sweep)
        whole = tau / abs(self.sweep)
        return t if t <= (1 + whole) / 2 else t - whole

    def nearest(self, point: Point) -> float:
        """The parameter of the edge's point that is nearest to a given one."""
        t = self.parameter(angle_of(point - self.centre)) if point != self.centre else 0.0
        return min(1.0, max(0.0, t))

    def flattened(self, tolerance: float) -> Iterator[Point]:
        """Points of a polyline within the tolerance, with the start and without the end."""
        step = 2 * (2 * min(tolerance / self.radius, 1.0)) ** 0.5
        count = max(1, ceil(abs(self.sweep) / step))
        return (self.at(i / count) for i in range(count))


@dataclass(frozen=True)
class Curve:
    """A cubic Bezier curve with two control points.

    >>> Curve(0, 1j, 3 + 1j, 3).at(0.5)
    (1.5+0.75j)
    """

    start: Point
    first: Point
    second: Point
    end: Point

    @cached_property
    def length(self) -> float:
        """The length of the edge, to about nine digits."""
        pieces = [self.part(i / 8, (i + 1) / 8) for i in range(8)]
        return sum(_gauss_length(piece) for piece in pieces)

    @cached_property
    def box(self) -> Box:
        """The bounding box of the control points, which contains the curve."""
        return box_of((self.start, self.first, self.second, self.end))

    @property
    def sweep_area(self) -> float:
        """Twice the signed area between the edge and the origin."""
        a, b, c, d = self.start, self.first, self.second, self.end
        from_start = 6 * cross(a, b) + 3 * cross(a, c) + cross(a, d)
        from_controls = 3 * cross(b, c) + 3 * cross(b, d) + 6 * cross(c, d)
        return (from_start + from_controls) / 10

    def at(self, t: float) -> Point:
        """The point at a parameter."""
        if t in (0, 1):
            return self.end if t else self.start
        s = 1 - t
        ends = s * s * s * self.start + t * t * t * self.end
        return ends + 3 * s * t * (s * self.first + t * self.second)

    def heading(self, t: float) -> Point:
        """The tangent direction at a parameter, of any length."""
        a, b, c, d = self.start, self.first, self.second, self.end
        candidates = [self.speed(t)]
        if t == 0:
            candidates += [b - a, c - a]
        elif t == 1:
            candidates += [d - c, d - b]
        else:
            candidates.append(self.at(min(1.0, t + 1e-4)) - self.at(max(0.0, t - 1e-4)))
        smallest = 1e-9 * self.size
        return next((each for each in candidates if abs(each) > smallest), d - a or 1 + 0j)

    def speed(self, t: float) -> Point:
        """The derivative by the parameter."""
        s = 1 - t
        a, b, c = self.first - self.start, self.second - self.first, self.end - self.second
        return 3 * (s * s * a + 2 * s * t * b + t * t * c)

    @cached_property
    def size(self) -> float:
        """The longer side of the bounding box."""
        left, low, right, high = self.box
        return max(right - left, high - low)

    def part(self, t0: float, t1: float) -> Curve:
        """The part of the edge between two parameters."""
        reach = (t1 - t0) / 3
        start, end = self.at(t0), self.at(t1)
        return Curve(start, start + reach * self.speed(t0), end - reach * self.speed(t1), end)

    def reversed(self) -> Curve:
        """The same edge in the other direction."""
        return Curve(self.end, self.second, self.first, self.start)

    def moved(self, motion: Motion) -> Curve:
        """The edge after a motion."""
        return Curve(*map(motion, (self.start, self.first, self.second, self.end)))

    def nearest(self, point: Point) -> float:
        """The parameter of the edge's point that is nearest to a given one."""
        coarse = min(range(SAMPLES + 1), key=lambda i: abs(self.at(i / SAMPLES) - point))
        low, high = max(0, coarse - 1) / SAMPLES, min(SAMPLES, coarse + 1) / SAMPLES
        while high - low > 1e-12:
            third = (high - low) / 3
            if abs(self.at(low + third) - point) < abs(self.at(high - third) - point):
                high -= third
            else:
                low += third
        return (low + high) / 2

    def flattened(self, tolerance: float) -> Iterator[Point]:
        """Points of a polyline within the tolerance, with the start and without the end."""
        bend = max(
            abs(self.start - 2 * self.first + self.second),
            abs(self.first - 2 * self.second + self.end),
        )
        count = max(1, ceil((0.75 * bend / tolerance) ** 0.5))
        return (self.at(i / count) for i in range(count))


Edge = Line | Arc | Curve
Contours = Sequence[Sequence[Edge]]
"""The edges of each contour of an outline."""

SAMPLES = 32
"""Intervals of a curve that are compared before the nearest point is refined."""
_GAUSS = (  # nodes and weights of Gauss-Legendre quadrature
    (-0.9061798459386640, 0.2369268850561891),
    (-0.5384693101056831, 0.4786286704993665),
    (0.0, 0.5688888888888889),
    (0.5384693101056831, 0.4786286704993665),
    (0.9061798459386640, 0.2369268850561891),
)


def _gauss_length(curve: Curve) -> float:
    return sum(weight * abs(curve.speed((1 + x) / 2)) for x, weight in _GAUSS) / 2


def edges_of(contours: Contours) -> list[Edge]:
    """The edges of all contours, one contour after the other.

    >>> len(edges_of([chained([0, 1, 1j]), chained([5, 6, 6j])]))
    6
    """
    return [edge for contour in contours for edge in contour]


def is_point(edge: Edge) -> bool:
    """Whether an edge has no extent, such as a tiny one far from the origin, where digits are lost.

    >>> is_point(Line(0, 1e-12)), is_point(Line(1e6 + 0, 1e6 + 1e-12))
    (False, True)
    """
    if isinstance(edge, Arc):
        return edge.start == edge.centre
    if isinstance(edge, Curve):
        return edge.start == edge.first == edge.second == edge.end
    return edge.start == edge.end


def box_of(points: tuple[Point, ...]) -> Box:
    """The bounding box of points.

    >>> box_of((1 + 2j, 3 - 1j))
    (1.0, -1.0, 3.0, 2.0)
    """
    xs = [point.real for point in points]
    ys = [point.imag for point in points]
    return min(xs), min(ys), max(xs), max(ys)


def box_around(edges: Iterable[Edge]) -> Box:
    """The bounding box of edges.

    >>> box_around([Line(0j, 2j), Line(1 + 0j, 3 + 0j)])
    (0.0, 0.0, 3.0, 2.0)
    """
    lefts, lows, rights, highs = zip(*(edge.box for edge in edges), strict=True)
    return min(lefts), min(lows), max(rights), max(highs)


def signed_area(contour: tuple[Edge, ...]) -> float:
    """The area inside a closed contour: positive if it runs from x towards y.

    >>> signed_area((Line(0, 2), Line(2, 2j), Line(2j, 0)))
    2.0
    """
    # Measured from a point of the contour: far from the origin digits would be lost.
    anchor = contour[0].start
    home = Motion(-anchor)
    return sum(edge.moved(home).sweep_area for edge in contour) / 2


def polyline(contour: tuple[Edge, ...], tolerance: float) -> list[Point]:
    """The corners of a polygon within the tolerance of a closed contour."""
    return [point for edge in contour for point in edge.flattened(tolerance)]


def chained(points: list[Point]) -> tuple[Line, ...]:
    """The closed polygon through points, as a contour.

    >>> len(chained([0, 1, 1j]))
    3
    """
    return tuple(Line(a, b) for a, b in pairwise([*points, points[0]]))
