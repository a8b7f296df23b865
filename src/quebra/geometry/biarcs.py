"""Curves approximated by biarcs: pairs of arcs with the curve's end points and tangents."""

from __future__ import annotations

from math import sin

from quebra.geometry.edges import Arc, Curve, Line, Point, dot, is_point
from quebra.geometry.motion import angle_of

MAX_PARTS = 256
"""Parts that a curve is cut into at most, with a pair of arcs for each."""


def as_arcs(curve: Curve, error: float) -> list[Line | Arc]:
    """Arcs, and lines where it is straight, no farther than `error` from the curve.

    Equal curves give equal arcs, whatever their direction and position.

    >>> bend = Curve(0, 1, 2 + 1j, 2 + 2j)
    >>> all(abs(bend.at(bend.nearest(arc.at(0.5))) - arc.at(0.5)) < 1e-3
    ...     for arc in as_arcs(bend, 1e-3))
    True
    """
    return _arcs_of_part(curve, 0, 1, error)


def _arcs_of_part(curve: Curve, number: int, count: int, error: float) -> list[Line | Arc]:
    """The arcs of part `number` of `count` equal parts, halved until they are close enough."""
    part = curve.part(number / count, (number + 1) / count)
    pair = _biarc(part)
    if count >= MAX_PARTS or _deviation(part, pair) <= error:
        return pair
    return [
        arc
        for half in (2 * number, 2 * number + 1)
        for arc in _arcs_of_part(curve, half, 2 * count, error)
    ]


def _biarc(curve: Curve) -> list[Line | Arc]:
    """Two arcs with the curve's tangents at its ends and a common tangent where they join."""
    chord = curve.end - curve.start
    if not abs(chord):
        return []
    leave, arrive = _unit(curve.heading(0.0)), _unit(curve.heading(1.0))
    linear = dot(chord, leave + arrive)
    square = 2 * (1 - dot(leave, arrive))
    length = abs(chord) ** 2
    # Equal tangents a at both ends: square * a**2 + 2 * linear * a - length = 0, without
    # cancellation where the ends are nearly parallel.
    root = (linear * linear + square * length) ** 0.5
    if linear + root <= 1e-12 * abs(chord):
        return [Line(curve.start, curve.end)]
    reach = length / (linear + root)
    joint = (curve.start + curve.end + reach * (leave - arrive)) / 2
    last = _arc_from(curve.end, -arrive, joint)
    both = _arc_from(curve.start, leave, joint), last.reversed()
    return [arc for arc in both if not is_point(arc)]


def _arc_from(start: Point, leave: Point, end: Point) -> Line | Arc:
    """The arc that leaves a point in a direction and arrives at another."""
    chord = end - start
    half = angle_of(chord / leave)
    if abs(half) < 1e-9:
        return Line(start, end)
    return Arc(start, end, start + 1j * leave * abs(chord) / (2 * sin(half)), 2 * half)


def _deviation(curve: Curve, arcs: list[Line | Arc]) -> float:
    """The largest distance of four points of the curve from the arcs."""
    points = [curve.at(t) for t in (0.2, 0.4, 0.6, 0.8)]
    return max(
        min(
            (abs(arc.at(arc.nearest(point)) - point) for arc in arcs),
            default=abs(curve.start - point),
        )
        for point in points
    )


def _unit(direction: Point) -> Point:
    return direction / abs(direction) if direction else 1 + 0j
