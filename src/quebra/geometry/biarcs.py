"""Curves as arcs: pairs of arcs that share the curve's points and directions."""

from __future__ import annotations

from math import ceil, log2, sin

from quebra.geometry.edges import Arc, Curve, Line, Point, dot
from quebra.geometry.motion import angle_of

MOST = 256
"""Pairs of arcs for one curve at most."""


def as_arcs(curve: Curve, error: float) -> list[Line | Arc]:
    """Arcs, and lines where it is straight, that stay within the error of the curve.

    Equal curves become equal arcs, whichever way they are walked and wherever they lie.

    >>> bend = Curve(0, 1, 2 + 1j, 2 + 2j)
    >>> all(abs(bend.at(bend.nearest(arc.at(0.5))) - arc.at(0.5)) < 1e-3
    ...     for arc in as_arcs(bend, 1e-3))
    True
    """
    count = 1
    while True:
        parts = [curve.part(i / count, (i + 1) / count) for i in range(count)]
        pairs = [_biarc(part) for part in parts]
        worst = max(map(_deviation, parts, pairs))
        if worst <= error or count >= MOST:
            return [arc for pair in pairs for arc in pair]
        # Halved, a curve is eight times closer to its arcs.
        count = min(MOST, 1 << ceil(log2(count * (worst / error) ** (1 / 3)) + 0.01))


def _biarc(curve: Curve) -> list[Line | Arc]:
    """Two arcs that leave the start, arrive at the end and join in one direction."""
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
    return [_arc_from(curve.start, leave, joint), last.reversed()]


def _arc_from(start: Point, leave: Point, end: Point) -> Line | Arc:
    """The arc that leaves a point in a direction and arrives at another."""
    chord = end - start
    half = angle_of(chord / leave)
    if abs(half) < 1e-9:
        return Line(start, end)
    return Arc(start, end, start + 1j * leave * abs(chord) / (2 * sin(half)), 2 * half)


def _deviation(curve: Curve, arcs: list[Line | Arc]) -> float:
    """How far the arcs are from the curve, where it shows."""
    points = [curve.at(t) for t in (0.2, 0.4, 0.6, 0.8)]
    return max(
        min((abs(arc.at(arc.nearest(point)) - point) for arc in arcs), default=0.0)
        for point in points
    )


def _unit(direction: Point) -> Point:
    return direction / abs(direction) if direction else 1 + 0j
