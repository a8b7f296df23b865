"""The signs on tiles: eighteen motifs in three styles, which differ also without colour."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from math import cos, pi, radians, sin
from string import ascii_lowercase, ascii_uppercase, digits

from quebra.i18n.text import Text
from quebra.render import Circle, Colour, Point, Polygon, Shape, rectangle

Outline = tuple[Point, ...]

LETTERS = ascii_uppercase + ascii_lowercase + digits
COLOURS = (4, 5, 2, 6, 0, 1)
"""The colours that contrast with light and dark grounds; yellow is too faint."""
FACE: Colour = "paper"
OUTLINED, OUTLINE = 0.88, 12.0
"""Size of a motif that is drawn as an outline, and the width of the outline in pixels, for a sign
with a radius of one cell."""
INSET = 0.74
"""Size of the motif on a plate, relative to the sign."""
PLATE = 1.2, 0.84, 0.3
"""Half the width and the height of a plate, and how far it is softened."""


def sign_numbers(names: Collection[str]) -> dict[str, int]:
    """The number of the sign for each name; single letters and digits have fixed numbers.

    >>> sign_numbers({"B", "0"}), sign_numbers({"east", "B"})
    ({'0': 52, 'B': 1}, {'B': 0, 'east': 1})
    """
    common = all(name in LETTERS and len(name) == 1 for name in names)
    return {
        name: LETTERS.index(name) if common else rank for rank, name in enumerate(sorted(names))
    }


def colour_of(number: int) -> Colour:
    """The colour of the sign with a number."""
    style = number // len(MOTIFS)
    return f"kind-{COLOURS[(number + style) % len(COLOURS)]}"


def sign_name(number: int) -> Text:
    """The sign with a number, in words.

    >>> [str(sign_name(number)) for number in (4, 22, 40)]
    ['orange star', 'outlined light blue star', 'star on blue']
    """
    style, motif = divmod(number % (3 * len(MOTIFS)), len(MOTIFS))
    names = {"ground": COLOUR_NAMES[colour_of(number)], "motif": MOTIF_NAMES[motif]}
    if style == 0:
        return Text("{ground} {motif}", **names)
    if style == 1:
        return Text("outlined {ground} {motif}", **names)
    return Text("{motif} on {ground}", **names)


def sign(number: int, middle: Point, radius: float) -> Iterator[Shape]:
    """The shapes of the sign with a number: a solid motif, an outline, or a motif on a plate."""
    style, motif = divmod(number % (3 * len(MOTIFS)), len(MOTIFS))
    colour = colour_of(number)
    if style == 0:
        yield _figure(motif, middle, radius, colour)
    elif style == 1:
        figure = _figure(motif, middle, radius * OUTLINED, "none")
        yield replace(figure, stroke=colour, width=OUTLINE * radius)
    else:
        wide, high, softened = (radius * size for size in PLATE)
        x, y = middle[0] - wide, middle[1] - high
        yield rectangle(x, y, 2 * wide, 2 * high, fill=colour, softened=softened)
        yield _figure(motif, middle, radius * INSET, FACE)


def _figure(motif: int, middle: Point, radius: float, colour: Colour) -> Circle | Polygon:
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
    inner = [(0.68 + 0.75 * cos(radians(a)), 0.75 * sin(radians(a))) for a in range(273, 86, -27)]
    return tuple((x + 0.15, y) for x, y in chain(outer, inner))


_PLUS = _mirrored((0.34, -1), (0.34, -0.34), (1, -0.34), (1, 0.34), (0.34, 0.34), (0.34, 1))
_BOLT = ((0.4, -1.1), (-0.9, 0.3), (-0.2, 0.3), (-0.5, 1.1), (0.9, -0.4), (0.2, -0.4), (0.8, -1.1))
_LEAF = _mirrored(
    (0, -1.1), (0.32, -0.75), (0.5, -0.3), (0.54, 0), (0.5, 0.3), (0.32, 0.75), (0, 1.1)
)
DISC = 0
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
MOTIF_NAMES = (
    Text("disc"),
    Text("square"),
    Text("triangle"),
    Text("diamond"),
    Text("star"),
    Text("heart"),
    Text("plus"),
    Text("moon"),
    Text("hexagon"),
    Text("drop"),
    Text("arrow"),
    Text("hourglass"),
    Text("flower"),
    Text("leaf"),
    Text("bolt"),
    Text("cross"),
    Text("crown"),
    Text("house"),
)
COLOUR_NAMES = {
    "kind-0": Text("orange"),
    "kind-1": Text("light blue"),
    "kind-2": Text("green"),
    "kind-4": Text("blue"),
    "kind-5": Text("red"),
    "kind-6": Text("pink"),
}
"""The name of each colour of signs."""
