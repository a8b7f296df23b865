"""Random figures cut along lines, arcs and curves, with cusps: known assemblies to be found again.

Each cut leads from one point of an outline to another. Arcs may leave it smoothly, so that both
parts have a cusp there.
"""

from __future__ import annotations

from cmath import phase, rect
from math import cos, pi, sin, tau
from typing import NamedTuple

import msgspec

from dissections import convex_polygon, disc, uniform
from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.families.tangram.model import LARGEST_TOLERANCE, Assembly, Piece, Placement, Tangram
from quebra.geometry.edges import Arc, Curve, Edge, Line, Point, chained, polyline, signed_area
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour, write_outline
from quebra.geometry.region import region

KINDS = ("line", "arc", "curve", "cusp")
SAMPLES = 40
SMALLEST = 0.35
"""The smallest length of a side, and the smallest area of a part in units of its square."""
TRIES = 200


class Dissection(NamedTuple):
    """A puzzle, a known assembly, and the length of the smallest side."""

    puzzle: Tangram
    answer: Assembly
    side: float


def dissection(source: Source, *, kinds: tuple[str, ...] = KINDS, most: int = 7) -> Dissection:
    """A figure cut into two to `most` pieces, which are moved and perhaps flipped."""
    while True:
        try:
            return _dissection(source, kinds, most)
        except BadInput:
            # Sides that touch at a cusp cross once they are rounded.
            continue


def _dissection(source: Source, kinds: tuple[str, ...], most: int) -> Dissection:
    figure = _figure(source)
    parts = [figure]
    for _ in range(1 + source.below(most - 1)):
        whole = source.below(len(parts))
        halves = _halves(parts[whole], source, source.choice(list(kinds)))
        if halves:
            parts[whole : whole + 1] = halves
    pieces, places = [], []
    for number, part in enumerate(parts):
        flip = source.chance(0.5)
        there = Motion(
            complex(uniform(source, -3, 3), uniform(source, -3, 3)), uniform(source, 0, 360), flip
        )
        pieces.append(Piece(str(number), write_outline([[edge.moved(there) for edge in part]])))
        places.append(_back(number, there))
    side = min(edge.length for part in parts for edge in part)
    puzzle = Tangram(pieces=tuple(pieces), figure=write_outline([figure]))
    return Dissection(puzzle, Assembly(places=tuple(places)), side)


def with_noise(known: Dissection, noise: float, factor: float, source: Source) -> Dissection | None:
    """The figure with vertices off by up to a share of the smallest side, and its tolerance.

    The tolerance is stated, as a multiple of the noise but no more than may be. None where the
    outline crosses itself.
    """
    puzzle = known.puzzle
    if not noise:
        return known
    amount = noise * known.side
    contours = [_shaken(contour, amount, source) for contour in puzzle.target]
    most = LARGEST_TOLERANCE * puzzle.width
    try:
        drawn = msgspec.structs.replace(
            puzzle, figure=write_outline(contours), tolerance=min(most, factor * amount)
        )
    except BadInput:
        return None
    return known._replace(puzzle=drawn)


def spoiled(known: Dissection, source: Source, amount: float) -> Assembly:
    """The known assembly with one piece moved by `amount`."""
    places = list(known.answer.places)
    at = source.below(len(places))
    off = rect(amount, uniform(source, 0, tau))
    place = places[at]
    places[at] = msgspec.structs.replace(place, x=place.x + off.real, y=place.y + off.imag)
    return Assembly(places=tuple(places))


def _back(number: int, there: Motion) -> Placement:
    back = there.inverse()
    return Placement(number, back.shift.real, back.shift.imag, back.angle, back.flip)


def _figure(source: Source) -> Contour:
    kind = source.below(5)
    if kind == 0:
        return convex_polygon(source)
    if kind == 1:
        return disc(0, 2)
    if kind == 2:
        return (Line(-2, 2), Arc(2, -2, 0, pi))
    wide, high = uniform(source, 2, 4), uniform(source, 2, 4)
    if kind == 3:
        return chained([0, wide, wide + high * 1j, high * 1j])
    return (
        Line(0, wide),
        Arc(wide, wide + 2j, wide + 1j, pi),
        Line(wide + 2j, 2j),
        Arc(2j, 0, 1j, pi),
    )


def _halves(part: Contour, source: Source, kind: str) -> list[Contour] | None:
    """A part cut in two; None if no cut is found that leaves both halves large enough."""
    for _ in range(TRIES):
        (i, s), (j, t) = sorted((source.below(len(part)), _spot(source)) for _ in range(2))
        start, end = part[i].at(s), part[j].at(t)
        if abs(end - start) < SMALLEST:
            continue
        cut = _cut(start, end, part[i].heading(s), kind, source)
        if cut is None or not _runs_inside(cut, part):
            continue
        halves = [
            _contour((*_walk(part, i, s, j, t), cut.reversed())),
            _contour((*_walk(part, j, t, i, s), cut)),
        ]
        if all(map(_is_large, halves)):
            return halves
    return None


def _spot(source: Source) -> float:
    return source.choice([0.0, 0.0, 0.5, uniform(source, 0.2, 0.8)])


def _cut(start: Point, end: Point, heading: Point, kind: str, source: Source) -> Edge | None:
    along = end - start
    if kind == "line":
        return Line(start, end)
    if kind == "curve":
        swing = 1j * along
        first = start + along / 3 + swing * uniform(source, -0.4, 0.4)
        return Curve(start, first, end - along / 3 + swing * uniform(source, -0.4, 0.4), end)
    if kind == "arc":
        turn = uniform(source, 0.3, 1.4) * (1 if source.chance(0.5) else -1)
    else:
        turn = (phase(along / heading) + pi / 2) % pi - pi / 2
    # An arc whose tangent at the start is off its chord by that angle.
    if not 0.2 < abs(turn) < 1.5:
        return None
    tangent = along / abs(along) * rect(1, -turn)
    radius = abs(along) / (2 * sin(turn))
    return Arc(start, end, start + 1j * tangent * radius, 2 * turn)


def _runs_inside(cut: Edge, part: Contour) -> bool:
    corners = polyline(part, 1e-3)
    spots = [cut.at(k / SAMPLES) for k in range(1, SAMPLES)]
    if not all(_is_inside(spot, corners) for spot in spots):
        return False
    middle = spots[SAMPLES // 4 : -SAMPLES // 4]
    return all(
        min(abs(edge.at(edge.nearest(spot)) - spot) for edge in part) > SMALLEST / 4
        for spot in middle
    )


def _is_inside(spot: Point, corners: list[Point]) -> bool:
    angle = 0.0
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        if a == spot or b == spot:
            return False
        angle += phase((b - spot) / (a - spot))
    return angle > pi


def _walk(part: Contour, i: int, s: float, j: int, t: float) -> list[Edge]:
    """The edges from one spot of an outline to another."""
    if i == j and s < t:
        return [part[i].part(s, t)]
    found = [part[i].part(s, 1)]
    k = (i + 1) % len(part)
    while k != j:
        found.append(part[k])
        k = (k + 1) % len(part)
    return [*found, part[j].part(0, t)]


def _contour(edges: tuple[Edge, ...]) -> Contour:
    return tuple(edge for edge in edges if edge.length > 1e-9)


def _is_large(part: Contour) -> bool:
    try:
        region([part])
    except BadInput:
        # It crosses itself between the points that were looked at.
        return False
    return all(edge.length >= SMALLEST for edge in part) and signed_area(part) > 2 * SMALLEST**2


def _shaken(contour: Contour, amount: float, source: Source) -> Contour:
    spots = [edge.start + _off(amount, source) for edge in contour]
    ends = [*spots[1:], spots[0]]
    return tuple(_between(edge, a, b) for edge, a, b in zip(contour, spots, ends, strict=True))


def _off(amount: float, source: Source) -> complex:
    """A random point of a disc with that radius."""
    while True:
        off = complex(uniform(source, -1, 1), uniform(source, -1, 1))
        if abs(off) <= 1:
            return amount * off


def _between(edge: Edge, a: Point, b: Point) -> Edge:
    """An edge of the same shape between new ends."""
    if isinstance(edge, Line):
        return Line(a, b)
    if isinstance(edge, Curve):
        return Curve(a, edge.first + a - edge.start, edge.second + b - edge.end, b)
    sweep = edge.sweep
    if abs(sweep) >= tau - 1e-9:
        return edge
    # The same angle at the centre.
    centre = (a + b) / 2 + 1j * (b - a) / 2 * cos(sweep / 2) / sin(sweep / 2)
    return Arc(a, b, centre, sweep)
