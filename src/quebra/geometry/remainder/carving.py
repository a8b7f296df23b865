"""Subtracts a piece from the remainder of the figure: strokes are snapped, cut and cancelled.

The remainder is a list of strokes in no order, with the inside to the left, that meet only in
ends that are exactly equal. The same holds for the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import sqrt

from quebra.geometry.edges import Box, Point, cross, dot
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
    return sum(stroke.turns(point) for stroke in contours) > 0


def _is_deep(point: Point, contours: Sequence[Stroke], distance: float) -> bool:
    """Whether a point lies inside contours, farther than `distance` from them."""
    if not is_inside(point, contours):
        return False
    return min(abs(stroke.nearest(point) - point) for stroke in contours) > distance


def _snapped(point: Point, remainder: Sequence[Stroke], snap: Snap) -> Point:
    """The vertex within the snapping distance, or else the point of a stroke, or else the point."""
    starts = (stroke.start for stroke in remainder)
    vertex = min(starts, key=lambda each: abs(each - point), default=point)
    if snap.within(abs(vertex - point), snap.distance):
        return vertex
    feet = (stroke.nearest(point) for stroke in remainder)
    foot = min(feet, key=lambda each: abs(each - point))
    return foot if snap.within(abs(foot - point), snap.distance) else point


def _box(strokes: Sequence[Stroke], distance: float) -> Box:
    points = [stroke.start for stroke in strokes]
    margin = distance + max(BULGE * abs(b - a) if bend else 0.0 for a, b, bend in strokes)
    return (
        min(point.real for point in points) - margin,
        min(point.imag for point in points) - margin,
        max(point.real for point in points) + margin,
        max(point.imag for point in points) + margin,
    )


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
    square = dot(chord, chord)
    distance = snap.distance
    on = [
        (along, point)
        for point in points
        if 0 < (along := dot(chord, point - a)) < square
        and snap.within(abs(stroke.nearest(point) - point), distance)
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
    return min(_beyond(one, other), _beyond(other, one)) > distance


def _beyond(one: Stroke, other: Stroke) -> float:
    """The smaller distance of the other line's ends from this line; 0 if both are on one side."""
    a, chord = one.start, one.end - one.start
    left, right = cross(chord, other.start - a), cross(chord, other.end - a)
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
