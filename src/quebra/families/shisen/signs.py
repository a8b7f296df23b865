"""The signs on tiles: eighteen motifs in three styles, which differ also without colour."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain
from math import cos, pi, radians, sin
from string import ascii_lowercase, ascii_uppercase, digits

from quebra.render import Circle, Colour, Point, Polygon, Shape

Outline = tuple[Point, ...]

LETTERS = ascii_uppercase + digits + ascii_lowercase
COLOURS = (4, 5, 2, 6, 0, 1)
"""The colours that contrast with light and dark grounds; yellow is too faint."""
FACE: Colour = "paper"
INSET = 0.52
"""Size of the motif within a ring or on a plate, relative to the sign."""


def sign_numbers(names: Collection[str]) -> dict[str, int]:
    """The number of the sign for each name; single letters and digits have fixed numbers.

    >>> sign_numbers({"B", "0"}), sign_numbers({"east", "B"})
    ({'0': 26, 'B': 1}, {'B': 0, 'east': 1})
    """
    common = all(name in LETTERS and len(name) == 1 for name in names)
    return {
        name: LETTERS.index(name) if common else rank for rank, name in enumerate(sorted(names))
    }


def colour_of(number: int) -> Colour:
    """The colour of the sign with a number."""
    style = number // len(MOTIFS)
    return f"kind-{COLOURS[(number + style) % len(COLOURS)]}"


def sign(number: int, middle: Point, radius: float) -> Iterator[Shape]:
    """The shapes of the sign with a number: a solid motif, a ring, or a motif on a plate."""
    style, motif = divmod(number % (3 * len(MOTIFS)), len(MOTIFS))
    colour = colour_of(number)
    if style == 0:
        yield _figure(motif, middle, radius, colour)
    elif style == 1:
        yield _figure(motif, middle, radius, colour)
        yield _figure(motif, middle, radius * INSET, FACE)
    else:
        # A disc on a disc would look like a ring.
        yield _figure(SQUARE if motif == DISC else DISC, middle, radius, colour)
        yield _figure(motif, middle, radius * INSET, FACE)


def _figure(motif: int, middle: Point, radius: float, colour: Colour) -> Shape:
    if motif == DISC:
        return Circle(middle, radius, colour)
    points = ((middle[0] + radius * x, middle[1] + radius * y) for x, y in MOTIFS[motif])
    return Polygon(tuple(points), colour)


def _curve(count: int, point: Callable[[float], Point]) -> Outline:
    return tuple(point(2 * pi * i / count) for i in range(count))


def _polar(count: int, radius: Callable[[float], float]) -> Outline:
    """An outline around the origin, from its top, by the radius at each angle."""
    return _curve(count, lambda t: (radius(t) * sin(t), -radius(t) * cos(t)))


def _turned(points: Iterable[Point], degrees: float) -> Outline:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return tuple((c * x - s * y, s * x + c * y) for x, y in points)


def _mirrored(*right: Point) -> Outline:
    """The symmetric outline with this right half, given from top to bottom."""
    return (*right, *((-x, y) for x, y in reversed(right) if x))


def _heart(t: float) -> Point:
    y = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
    return sin(t) ** 3, -(y + 2.5) / 16


def _crescent() -> Outline:
    outer = [(1.1 * cos(radians(a)), 1.1 * sin(radians(a))) for a in range(44, 318, 21)]
    inner = [(0.55 + 0.8 * cos(radians(a)), 0.8 * sin(radians(a))) for a in range(288, 71, -27)]
    return tuple((x + 0.15, y) for x, y in chain(outer, inner))


_PLUS = _mirrored((0.34, -1), (0.34, -0.34), (1, -0.34), (1, 0.34), (0.34, 0.34), (0.34, 1))
_BOLT = ((0.25, -1), (-0.7, 0.2), (-0.1, 0.2), (-0.3, 1), (0.7, -0.3), (0.1, -0.3), (0.5, -1))
_LEAF = _mirrored(
    (0, -1.1), (0.32, -0.75), (0.5, -0.3), (0.54, 0), (0.5, 0.3), (0.32, 0.75), (0, 1.1)
)
DISC, SQUARE = 0, 1
MOTIFS: tuple[Outline, ...] = (
    (),
    _mirrored((0.86, -0.86), (0.86, 0.86)),
    _mirrored((0, -1), (1.05, 0.8)),
    _mirrored((0, -1.1), (0.85, 0), (0, 1.1)),
    _polar(10, lambda t: 1.15 if round(t * 5 / pi) % 2 == 0 else 0.48),
    _curve(22, _heart),
    _PLUS,
    _crescent(),
    _polar(6, lambda _: 1.05),
    _mirrored((0, -1.1), (0.3, -0.5), (0.62, 0), (0.7, 0.4), (0.52, 0.8), (0.2, 1), (0, 1.03)),
    _mirrored((0, -1.05), (0.95, -0.05), (0.38, -0.05), (0.38, 0.95)),
    _mirrored((0.85, -0.95), (0.14, 0), (0.85, 0.95)),
    _polar(40, lambda t: 0.5 + 0.6 * abs(cos(2.5 * t)) ** 0.6),
    _turned(_LEAF, 45),
    _BOLT,
    _turned(_PLUS, 45),
    _mirrored((0, -1), (0.45, -0.1), (1.05, -0.75), (0.85, 0.85)),
    _mirrored((0, -1), (1.05, -0.05), (0.7, -0.05), (0.7, 0.9)),
)
