"""Strokes: lines, and arcs of little more than a quarter turn, which the corner search works on."""

from __future__ import annotations

from collections.abc import Iterator
from math import asin, ceil, pi, sqrt
from typing import NamedTuple

from quebra.geometry.biarcs import as_arcs
from quebra.geometry.edges import (
    Arc,
    Box,
    Contours,
    Curve,
    Edge,
    Line,
    Point,
    box_of,
    cross,
    dot,
    edges_of,
)
from quebra.geometry.intersections import is_on_one_side
from quebra.geometry.region import merged, size_of
from quebra.geometry.remainder.snap import CLEAR_SHARE
from quebra.geometry.snapping import snapped

WIDEST = 0.51 * pi
"""Largest angle of one stroke, in radians: longer arcs become several strokes."""
CURVES = 0.25
"""Largest distance of arcs from the curve that they replace, in tolerances."""
FINE = 1e-6
"""Points closer than this share of the size of an outline are one, whatever the tolerance."""
FEW = 40
"""The most sides of an outline of which each is compared with every other."""
BULGE = 0.22
"""Upper bound of a stroke's distance from its chord, as a share of the chord."""


class Stroke(NamedTuple):
    """A line or an arc between two points; the bend is its curvature, one over the radius.

    The bend is positive where the stroke turns left, and 0 for a line.

    >>> round(abs(Stroke(1, 1j, 1.0).middle), 9)
    1.0
    """

    start: Point
    end: Point
    bend: float = 0.0

    @property
    def lean(self) -> float:
        """The sine of the angle between the chord and the direction at either end."""
        return max(-1.0, min(1.0, self.bend * abs(self.end - self.start) / 2))

    @property
    def leaving(self) -> Point:
        """The direction at the start, of length 1."""
        sine, chord = self.lean, self.end - self.start
        return chord / abs(chord) * complex(sqrt(1 - sine * sine), -sine)

    @property
    def arriving(self) -> Point:
        """The direction at the end, of length 1."""
        sine, chord = self.lean, self.end - self.start
        return chord / abs(chord) * complex(sqrt(1 - sine * sine), sine)

    @property
    def length(self) -> float:
        """The length of the stroke."""
        return 2 * asin(self.lean) / self.bend if self.bend else abs(self.end - self.start)

    @property
    def middle(self) -> Point:
        """The midpoint of the stroke."""
        a, b, bend = self
        if not bend:
            return (a + b) / 2
        sine = self.lean
        return (a + b) / 2 - 0.5j * (b - a) * sine / (1 + sqrt(1 - sine * sine))

    @property
    def centre(self) -> Point:
        """The centre of the circle of an arc."""
        a, b, bend = self
        sine = self.lean
        return (a + b) / 2 + 1j * (b - a) / abs(b - a) * sqrt(1 - sine * sine) / bend

    @property
    def sweep_area(self) -> float:
        """Twice the signed area between the stroke and the origin."""
        a, b, bend = self
        if not bend:
            return cross(a, b)
        return cross(self.centre, b - a) + self.length / bend

    @property
    def box(self) -> Box:
        """An upright rectangle around it, with room for the bulge of an arc."""
        room = BULGE * abs(self.end - self.start) if self.bend else 0.0
        left, low, right, high = box_of((self.start, self.end))
        return left - room, low - room, right + room, high + room

    def reversed(self) -> Stroke:
        """The same stroke in the other direction."""
        return Stroke(self.end, self.start, -self.bend)

    def nearest(self, point: Point) -> Point:
        """The point of the stroke that is nearest to a given one.

        >>> Stroke(0, 4).nearest(1 + 1j)
        1.0
        """
        a, b, bend = self
        chord = b - a
        if not bend:
            return a + chord * max(0.0, min(1.0, dot(chord, point - a) / dot(chord, chord)))
        hub = self.centre
        reach = point - hub
        if reach:
            there = hub + reach / (abs(reach) * abs(bend))
            if self.spans(there):
                return there
        return a if abs(point - a) <= abs(point - b) else b

    def spans(self, point: Point) -> bool:
        """Whether a point of the stroke's line or circle lies between its ends."""
        a, b, bend = self
        chord, there = b - a, point - a
        return 0 < dot(chord, there) < dot(chord, chord) and cross(chord, there) * bend <= 0

    def turns(self, point: Point) -> int:
        """The stroke's contribution to the winding number of its contour around a point.

        A point on the chord counts as if it lay a little higher; so do points level with its ends.

        >>> half_disc = [Stroke(-1, 1), Stroke(1, 1j, 1.0), Stroke(1j, -1, 1.0)]
        >>> sum(stroke.turns(0) for stroke in half_disc)
        1
        >>> sum(stroke.turns(0) for stroke in [Stroke(-1, 1, -0.5), *half_disc[1:]])
        0
        """
        a, b, bend = self
        chord = b - a
        aside = cross(chord, point - a)
        left = aside > 0 or (aside == 0 and (chord.real, -chord.imag) > (0, 0))
        count = 0
        if a.imag <= point.imag < b.imag:
            count = int(left)
        elif b.imag <= point.imag < a.imag:
            count = int(left) - 1
        # Between an arc and its chord the winding number differs by one.
        if bend and left == (bend < 0) and abs(point - self.centre) * abs(bend) < 1:
            count += 1 if bend > 0 else -1
        return count


def joined_strokes(contours: Contours, tolerance: float) -> list[Stroke]:
    """The strokes of contours, in no order, cut wherever they meet, so that they share ends.

    >>> from quebra.geometry.edges import chained
    >>> len(joined_strokes([chained([0, 2, 2 + 2j]), chained([1, 1 - 1j, 2 - 1j])], 0.01))
    7
    """
    if _meet_only_in_corners(contours, tolerance):
        return [Stroke(edge.start, edge.end) for edge in edges_of(contours)]
    parts = [(0, part) for edge in edges_of(contours) for part in _parts(edge, tolerance)]
    vertices, seams = snapped(parts, tolerance)
    strokes = []
    for seam in seams:
        bend = _stroke(seam.shape).bend
        stroke = Stroke(vertices[seam.tail], vertices[seam.head], bend)
        strokes.append(stroke if seam.layers[0] > 0 else stroke.reversed())
    return strokes


def _meet_only_in_corners(contours: Contours, tolerance: float) -> bool:
    """Whether all sides are straight and come close to the next and previous side only: quick.

    False if in doubt.
    """
    if sum(map(len, contours)) > FEW:
        return False
    sides: list[Line] = []
    after: list[int] = []
    for contour in contours:
        after += [*range(len(sides) + 1, len(sides) + len(contour)), len(sides)]
        for edge, following in zip(contour, (*contour[1:], *contour[:1]), strict=True):
            if not isinstance(edge, Line) or edge.end != following.start or len(contour) < 3:
                return False
            sides.append(edge)
    for i, one in enumerate(sides):
        left, low, right, high = one.box
        for k in range(i):
            other = sides[k]
            if after[k] == i or after[i] == k:
                first, last = (other, one) if after[k] == i else (one, other)
                far = abs(first.start - last.at(last.nearest(first.start)))
                if min(far, abs(last.end - first.at(first.nearest(last.end)))) <= 2 * tolerance:
                    return False
            else:
                west, south, east, north = other.box
                if (
                    max(left - east, west - right, low - north, south - high) <= 2 * tolerance
                    and not is_on_one_side(one, other, 2 * tolerance)
                    and not is_on_one_side(other, one, 2 * tolerance)
                ):
                    return False
    return True


def outline_strokes(outline: Contours, tolerance: float) -> list[Stroke]:
    """The strokes of an outline, with consecutive ones of one line or circle merged."""
    return joined_strokes([merged(tuple(contour), tolerance) for contour in outline], tolerance)


def has_narrow_features(outline: Contours, distance: float) -> bool:
    """Whether an outline has a hole, a slot or a short edge that snapping removes.

    >>> from quebra.geometry.edges import chained
    >>> slot = [0, 5, 5 + 5j, 5j, 2.001j, 2 + 2j, 1.999j]
    >>> [has_narrow_features([chained(corners)], 0.1) for corners in (slot, slot[:4])]
    [True, False]
    """
    counts = {len(outline_strokes(outline, each)) for each in (FINE * size_of(outline), distance)}
    return len(counts) > 1


def is_clear(outline: Contours, tolerance: float) -> bool:
    """Whether no feature of an outline is about as small as the snapping distance.

    False for curves: they become other arcs at another distance, so that nothing is proved.

    >>> from quebra.geometry.edges import chained
    >>> [is_clear([chained([0, 5, 5 + 5j, high * 1j])], 0.1) for high in (3, 0.05)]
    [True, False]
    """
    if any(isinstance(edge, Curve) for edge in edges_of(outline)):
        return False
    fine, coarse = (outline_strokes(outline, factor * tolerance) for factor in (CLEAR_SHARE, 1))
    return len(fine) == len(coarse)


def edge_strokes(edge: Edge, tolerance: float) -> list[Stroke]:
    """The strokes of an edge, one after the other.

    >>> len(edge_strokes(Line(0, 1), 0.01))
    1
    """
    return [_stroke(part) for part in _parts(edge, tolerance)]


def _parts(edge: Edge, tolerance: float) -> Iterator[Line | Arc]:
    """Lines, and arcs that turn no more than a stroke may."""
    if isinstance(edge, Curve):
        for arc in as_arcs(edge, CURVES * tolerance):
            yield from _parts(arc, tolerance)
    elif isinstance(edge, Arc):
        count = ceil(abs(edge.sweep) / WIDEST)
        yield from (edge.part(i / count, (i + 1) / count) for i in range(count))
    else:
        yield edge


def _stroke(part: Line | Arc) -> Stroke:
    if isinstance(part, Line):
        return Stroke(part.start, part.end)
    return Stroke(part.start, part.end, (1 if part.sweep > 0 else -1) / part.radius)
