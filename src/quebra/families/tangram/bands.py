"""Draws the colours of sides: a band along each side with the number of its colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import pi, tan

from quebra.families.tangram.colours import Colour, Sides
from quebra.families.tangram.model import Tangram
from quebra.geometry.edges import Edge, Line, Point
from quebra.geometry.motion import angle_of
from quebra.render import Colour as Paint
from quebra.render import Label, Lines, Polygon, Shape

KINDS = (0, 1, 2, 5, 6, 4, 3)
"""Palette indices of colours and pieces; yellow, faint on paper, comes last."""
BAND = 0.36
"""The largest depth of a band, in cells."""
SHALLOW = 0.4
"""The largest depth of a band, as a share of the piece's depth."""
PARTS = 8
"""The number of straight segments that approximate a round side."""
LONGEST_TRIM = 0.45
"""The largest shortening of a band's inner edge at each end, as a share of the side."""


def paints(puzzle: Tangram) -> dict[Colour, Paint]:
    """The paint of each colour; grey if all of the outline has it."""
    rim = {side.colour for side in puzzle.coloured_target}
    every = {side.colour for sides in puzzle.coloured_shapes for side in sides} | rim
    grey = rim if len(rim) == 1 else {None}
    others = sorted(colour for colour in every - grey if colour is not None)
    found: dict[Colour, Paint] = {c: f"kind-{KINDS[i % len(KINDS)]}" for i, c in enumerate(others)}
    return found | dict.fromkeys((None, *grey), "soft")


def bands(puzzle: Tangram, sides: Sides, area: float, scale: float) -> Iterator[Shape]:
    """The bands of a piece whose sides are in cells of the drawing."""
    paint = paints(puzzle)
    length = sum(side.edge.length for side in sides)
    depth = min(BAND, SHALLOW * 2 * area * scale * scale / length)
    arriving = {side.edge.end: side.edge.heading(1) for side in sides}
    leaving = {side.edge.start: side.edge.heading(0) for side in sides}
    for side in sides:
        edge = side.edge
        if side.colour is not None:
            first = _trim(arriving.get(edge.start, 1), edge.heading(0), depth / edge.length)
            last = _trim(edge.heading(1), leaving.get(edge.end, 1), depth / edge.length)
            outer, inner = _points(edge), _inner_points(edge, depth, first, last)
            spots = tuple((p.real, p.imag) for p in (*outer, *reversed(inner)))
            yield Polygon(spots, paint[side.colour])
            at = _inside(edge, 0.5, depth / 2)
            number = str(side.colour)
            yield Label((at.real, at.imag), number, "paper", 0.75 * depth, bold=True)


def rim(puzzle: Tangram, sides: Sides) -> Iterator[Shape]:
    """The outline of the figure in its colours; `sides` are in cells of the drawing."""
    paint = paints(puzzle)
    for side in sides:
        if side.colour is not None:
            spots = [(p.real, p.imag) for p in _points(side.edge)]
            yield Lines(tuple(pairwise(spots)), paint[side.colour], 4)


def _shares(edge: Edge) -> list[float]:
    parts = 1 if isinstance(edge, Line) else PARTS
    return [i / parts for i in range(parts + 1)]


def _points(edge: Edge) -> list[Point]:
    return [edge.at(share) for share in _shares(edge)]


def _trim(before: Point, after: Point, depth: float) -> float:
    """The shortening of a band's inner edge at a corner, as a share of the side."""
    half = (pi - angle_of(after / before)) / 2
    return min(LONGEST_TRIM, max(0.0, depth / tan(half))) if half > 0 else LONGEST_TRIM


def _inner_points(edge: Edge, depth: float, first: float, last: float) -> list[Point]:
    """Points of the inner edge of a band, which is shortened at both ends."""
    shares = [first + (1 - first - last) * share for share in _shares(edge)]
    return [_inside(edge, share, depth) for share in shares]


def _inside(edge: Edge, share: float, depth: float) -> Point:
    heading = edge.heading(share)
    return edge.at(share) + 1j * depth * heading / abs(heading)
