"""Subtracts a piece from the remainder of the figure: strokes are snapped, cut and cancelled.

The remainder is a list of strokes in no order, with the inside to the left, that meet only in
ends that are exactly equal. The same holds for the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf, sqrt

from quebra.geometry.edges import Box, Point, box_of, dot
from quebra.geometry.region import CERTAIN
from quebra.geometry.remainder.snap import Snap
from quebra.geometry.remainder.strokes import BULGE, Stroke

ByEnds = dict[tuple[Point, Point], list[Stroke]]
"""Strokes by their start and end."""


def carved(remainder: Sequence[Stroke], piece: Sequence[Stroke], snap: Snap) -> list[Stroke] | None:
    """The remainder without a piece, or None where the piece does not fit.

    Points of the piece that are close to the remainder are moved onto it, so that errors do not
    add up.

    >>> square = [Stroke(0, 2), Stroke(2, 2 + 2j), Stroke(2 + 2j, 2j), Stroke(2j, 0)]
    >>> carved(square, [Stroke(0, 2), Stroke(2, 2j), Stroke(2j, 0)], Snap(0.01))
    [Stroke(start=2, end=(2+2j), bend=0.0), Stroke(start=(2+2j), end=2j, bend=0.0), \
Stroke(start=2j, end=2, bend=-0.0)]
    >>> carved(square, [Stroke(0, 3), Stroke(3, 3j), Stroke(3j, 0)], Snap(0.01)) is None
    True
    """
    box = _box(piece, snap.distance)
    apart: list[Stroke] = []
    close: list[Stroke] = []
    for stroke in remainder:
        (apart if _is_apart(stroke, box) else close).append(stroke)
    corners = {stroke.start: _snapped(stroke.start, close, snap) for stroke in piece}
    touched = [part for stroke in close for part in _cut(stroke, corners.values(), snap)]
    vertices = {stroke.start for stroke in close}
    placed: list[Stroke] = []
    for start, end, bend in piece:
        if corners[start] != corners[end]:
            side = Stroke(corners[start], corners[end], bend)
            placed += _cut(side, vertices, snap)
    if len(set(corners.values())) < len(corners):
        placed = _without_slivers(placed, snap)
    left = _cancelled(touched, placed, snap)
    if left is None:
        return None
    uncovered, inner = left
    if any(_runs_inside(stroke, placed, snap.distance) for stroke in uncovered):
        return None
    return apart + uncovered + [stroke.reversed() for stroke in inner]


def is_inside(point: Point, contours: Sequence[Stroke]) -> bool:
    """Whether a point lies inside contours."""
    return sum([stroke.turns(point) for stroke in contours]) > 0


def _is_deep(point: Point, contours: Sequence[Stroke], distance: float) -> bool:
    """Whether a point lies inside contours, farther than `distance` from them."""
    if not is_inside(point, contours):
        return False
    return min([abs(stroke.nearest(point) - point) for stroke in contours]) > distance


def _snapped(point: Point, remainder: Sequence[Stroke], snap: Snap) -> Point:
    """The vertex within the snapping distance, or else the point of a stroke, or else the point."""
    distance, least, vertex = snap.distance, inf, point
    for stroke in remainder:
        apart = abs(stroke[0] - point)
        if apart < least:
            least, vertex = apart, stroke[0]
    if snap.within(least, distance):
        return vertex
    feet = [
        stroke.nearest(point)
        for stroke in remainder
        if stroke[2] or _is_near_line(point, stroke[0], stroke[1], distance)
    ]
    foot = min(feet, key=lambda each: abs(each - point), default=point)
    return foot if feet and snap.within(abs(foot - point), distance) else point


def _is_near_line(point: Point, a: Point, b: Point, distance: float) -> bool:
    """Whether a point may be within a distance of the line through two others: a quick test."""
    chord, there = b - a, point - a
    aside = chord.real * there.imag - chord.imag * there.real
    return abs(aside) <= CERTAIN * distance * abs(chord)


def _box(strokes: Sequence[Stroke], distance: float) -> Box:
    left, low, right, high = box_of(tuple(stroke[0] for stroke in strokes))
    margin = distance + max([BULGE * abs(b - a) if bend else 0.0 for a, b, bend in strokes])
    return left - margin, low - margin, right + margin, high + margin


def _is_apart(stroke: Stroke, box: Box) -> bool:
    """Whether a stroke certainly does not enter a box."""
    a, b, bend = stroke
    left, low, right, high = box
    if bend:
        bulge = BULGE * abs(b - a)
        left, low, right, high = left - bulge, low - bulge, right + bulge, high + bulge
    return (
        (a.real < left and b.real < left)
        or (a.real > right and b.real > right)
        or (a.imag < low and b.imag < low)
        or (a.imag > high and b.imag > high)
    )


def _cut(stroke: Stroke, points: Iterable[Point], snap: Snap) -> list[Stroke]:
    """The parts of a stroke between the points that lie on it."""
    a, b, bend = stroke
    chord = b - a
    x, y = chord.real, chord.imag
    square, distance = x * x + y * y, snap.distance
    likely = []
    for point in points:
        there = point - a
        along = x * there.real + y * there.imag
        if 0 < along < square and (bend or _is_near_line(point, a, b, distance)):
            likely.append((along, point))
    if not likely:
        return [stroke]
    on = [
        (along, point)
        for along, point in likely
        if snap.within(abs(stroke.nearest(point) - point), distance)
        and not snap.within(abs(point - a), distance)
        and not snap.within(abs(point - b), distance)
    ]
    if not on:
        return [stroke]
    parts = []
    for _, point in sorted(on, key=lambda each: each[0]):
        if point != a:
            parts.append(Stroke(a, point, bend))
            a = point
    return [*parts, Stroke(a, b, bend)]


def _cancelled(
    touched: Sequence[Stroke], placed: Sequence[Stroke], snap: Snap
) -> tuple[list[Stroke], list[Stroke]] | None:
    """The strokes of each that do not cancel; None where the piece is on the wrong side of one.

    A stroke of the remainder cancels only one of the piece, even if snapping made several equal.
    """
    uncovered: ByEnds = {}
    for stroke in touched:
        uncovered.setdefault((stroke.start, stroke.end), []).append(stroke)
    inner = []
    for stroke in placed:
        if _remove_twin(uncovered, stroke, snap):
            continue
        if _twin(uncovered, stroke.reversed(), snap) is not None:
            return None
        inner.append(stroke)
    return [stroke for strokes in uncovered.values() for stroke in strokes], inner


def _without_slivers(placed: Sequence[Stroke], snap: Snap) -> list[Stroke]:
    """The strokes of a piece without pairs of opposite ones, which merged corners leave."""
    found: ByEnds = {}
    for stroke in placed:
        if not _remove_twin(found, stroke.reversed(), snap):
            found.setdefault((stroke.start, stroke.end), []).append(stroke)
    return [stroke for strokes in found.values() for stroke in strokes]


def _remove_twin(strokes: ByEnds, stroke: Stroke, snap: Snap) -> bool:
    """Remove a stroke that equals this one; whether there was one."""
    same = _twin(strokes, stroke, snap)
    if same is None:
        return False
    del strokes[stroke.start, stroke.end][same]
    return True


def _twin(strokes: ByEnds, stroke: Stroke, snap: Snap) -> int | None:
    """The index of the stroke that equals this one, among those with the same ends."""
    found = strokes.get((stroke.start, stroke.end), ())
    for i, other in enumerate(found):
        if snap.within(abs(other.middle - stroke.middle), 2 * snap.distance):
            return i
    return None


def _runs_inside(stroke: Stroke, piece: Sequence[Stroke], distance: float) -> bool:
    """Whether a stroke runs through the inside of a piece.

    Between crossings it does not change sides, so that points halfway between them are enough.
    """
    if not stroke.bend and any(not s.bend and _lines_cross(stroke, s, distance) for s in piece):
        return True
    crossings = [stroke.start, stroke.end]
    for side in piece:
        if stroke.bend or side.bend:
            crossings += _crossings(stroke, side)
    chord = stroke.end - stroke.start
    crossings.sort(key=lambda point: dot(chord, point - stroke.start))
    return any(
        _is_deep(Stroke(a, b, stroke.bend).middle, piece, distance)
        for a, b in pairwise(crossings)
        if a != b
    )


def _lines_cross(one: Stroke, other: Stroke, distance: float) -> bool:
    """Whether two lines cross, each with both ends farther than `distance` from the other."""
    return _beyond(one, other) > distance and _beyond(other, one) > distance


def _beyond(one: Stroke, other: Stroke) -> float:
    """The smaller distance of the other line's ends from this line; 0 if both are on one side."""
    a, b, _ = one
    c, d, _ = other
    chord, here, there = b - a, c - a, d - a
    left = chord.real * here.imag - chord.imag * here.real
    right = chord.real * there.imag - chord.imag * there.real
    return min(abs(left), abs(right)) / abs(chord) if left * right < 0 else 0.0


def _crossings(one: Stroke, other: Stroke) -> Iterator[Point]:
    """The common points of two strokes, of which one at least is an arc."""
    if not one.bend:
        points = _line_and_circle(one, other.centre, 1 / abs(other.bend))
    elif not other.bend:
        points = _line_and_circle(other, one.centre, 1 / abs(one.bend))
    else:
        points = _circles(one.centre, 1 / abs(one.bend), other.centre, 1 / abs(other.bend))
    return (point for point in points if one.spans(point) and other.spans(point))


def _line_and_circle(line: Stroke, hub: Point, radius: float) -> tuple[Point, ...]:
    along = line.leaving
    foot = line.start + along * dot(along, hub - line.start)
    square = radius * radius - dot(foot - hub, foot - hub)
    if square < 0:
        return ()
    reach = along * sqrt(square)
    return foot - reach, foot + reach


def _circles(one: Point, r: float, other: Point, s: float) -> tuple[Point, ...]:
    apart = abs(other - one)
    if apart < 1e-9 * (r + s):
        return ()
    along = (apart * apart + r * r - s * s) / (2 * apart)
    square = r * r - along * along
    if square < 0:
        return ()
    unit = (other - one) / apart
    foot, reach = one + unit * along, 1j * unit * sqrt(square)
    return foot - reach, foot + reach
