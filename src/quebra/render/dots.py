"""Outlines as dots, two by four to a character, for pictures in the terminal."""

from __future__ import annotations

from cmath import rect
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import ceil, floor

from quebra.render.drawing import Arc, Contour, Curve, Hatch, Outline, Point

ACROSS, DOWN = 2, 4
"""Dots to a character."""
BRAILLE = 0x2800
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_ASCII = " ..::ooo#"
"""One character for each number of dots, for terminals that know no others."""
STEPS = 48
"""Into how many straight ones a round or curved side is cut."""

Dot = tuple[int, int]
Character = tuple[int, int]


class Dots:
    """A sheet of so many characters of dots, with the last colour painted on each.

    >>> sheet = Dots(4, 1)
    >>> sheet.paint(Outline((((0, 0), ((2, 0), (2, 1), (0, 1))),), fill="ink"), (1, 1), "")
    >>> sheet.character((0, 0)), sheet.character((2, 0))
    ('⣿', ' ')
    """

    def __init__(self, cols: int, rows: int) -> None:
        self.size = (cols * ACROSS, rows * DOWN)
        self.bits: dict[Character, int] = {}
        self.styles: dict[Character, str] = {}

    def paint(self, shape: Outline, scale: Point, style: str) -> None:
        """Fill and draw an outline; a unit is so many characters across and down.

        What is drawn in the colour of the paper is wiped out, so that pieces stay apart.
        """
        factor = (scale[0] * ACROSS, scale[1] * DOWN)
        lines = [_polyline(contour, factor) for contour in shape.contours]
        if shape.fill != "none":
            for dot in _inside(lines, self.size):
                self._set(dot, style, on=HATCHES[shape.hatch](*dot))
        if shape.stroke != "none":
            for dot in _along(lines, self.size):
                self._set(dot, style, on=shape.stroke != "paper")

    def character(self, at: Character) -> str:
        """The character there."""
        bits = self.bits.get(at, 0)
        return chr(BRAILLE + bits) if bits else " "

    def _set(self, dot: Dot, style: str, on: bool) -> None:
        x, right = divmod(dot[0], ACROSS)
        y, down = divmod(dot[1], DOWN)
        bit, before = _BITS[down][right], self.bits.get((x, y), 0)
        self.bits[x, y] = before | bit if on else before & ~bit
        if on:
            self.styles[x, y] = style


HATCHES: dict[Hatch, Callable[[int, int], bool]] = {
    "plain": lambda x, y: True,
    "rising": lambda x, y: (x + y) % 4 != 0,
    "dots": lambda x, y: x % 2 == y % 2 == 0,
    "level": lambda x, y: y % 4 < 2,
    "falling": lambda x, y: (x - y) % 4 == 0,
    "upright": lambda x, y: x % 4 < 2,
    "checks": lambda x, y: (x // 2 + y // 2) % 2 == 0,
    "crossed": lambda x, y: (x + y) % 4 == 0 or (x - y) % 4 == 0,
}


def to_plain(char: str) -> str:
    """A character of dots in ASCII, darker the more dots it has.

    >>> to_plain("⣿"), to_plain("⠁")
    ('#', '.')
    """
    return _ASCII[(ord(char) - BRAILLE).bit_count()]


def flattened(contour: Contour) -> list[Point]:
    """The corners of a contour, with its round and curved sides cut into straight ones."""
    here, sides = contour
    points = [here]
    for side in sides:
        if isinstance(side, Arc):
            points.extend(_around(here, side))
        elif isinstance(side, Curve):
            points.extend(_bezier(here, side))
        else:
            points.append(side)
        here = points[-1]
    return points


def _around(start: Point, side: Arc) -> Iterator[Point]:
    centre = complex(*side.centre)
    for i in range(1, STEPS):
        point = centre + (complex(*start) - centre) * rect(1, side.turn * i / STEPS)
        yield point.real, point.imag
    yield side.end


def _bezier(start: Point, side: Curve) -> Iterator[Point]:
    a, b, c, d = (complex(*point) for point in (start, side.first, side.second, side.end))
    for i in range(1, STEPS):
        t, s = i / STEPS, 1 - i / STEPS
        point = s**3 * a + 3 * s * t * (s * b + t * c) + t**3 * d
        yield point.real, point.imag
    yield side.end


def _polyline(contour: Contour, scale: Point) -> list[Point]:
    points = [(x * scale[0], y * scale[1]) for x, y in flattened(contour)]
    return [*points, points[0]]


def _inside(lines: list[list[Point]], size: Dot) -> Iterator[Dot]:
    """The dots of the sheet whose middle lies within an odd number of contours."""
    wide, high = size
    edges = [(a, b) for line in lines for a, b in pairwise(line) if a[1] != b[1]]
    rows: dict[int, list[float]] = {}
    for (x0, y0), (x1, y1) in edges:
        top, bottom = sorted((y0, y1))
        for y in range(max(0, ceil(top - 0.5)), min(high, ceil(bottom - 0.5))):
            rows.setdefault(y, []).append(x0 + (y + 0.5 - y0) * (x1 - x0) / (y1 - y0))
    for y, crossings in rows.items():
        crossings.sort()
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            span = range(max(0, ceil(left - 0.5)), min(wide, ceil(right - 0.5)))
            yield from ((x, y) for x in span)


def _along(lines: list[list[Point]], size: Dot) -> Iterator[Dot]:
    """The dots of the sheet under a line, one for each step along its longer direction."""
    for line in lines:
        for (x0, y0), (x1, y1) in pairwise(line):
            count = max(1, ceil(max(abs(x1 - x0), abs(y1 - y0))))
            shares = (_share(x0, x1, size[0]), _share(y0, y1, size[1]))
            first, last = max(low for low, _ in shares), min(high for _, high in shares)
            for i in range(floor(count * first), min(count, ceil(count * last) + 1)):
                x, y = x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count
                yield floor(x), floor(y)


def _share(start: float, end: float, size: int) -> tuple[float, float]:
    """From which share of a way to which it lies between 0 and a size; the first is more if never.

    >>> _share(-5, 15, 10), _share(3, 3, 10)
    ((0.25, 0.75), (0.0, 1.0))
    """
    if start == end:
        return (0.0, 1.0) if 0 <= start <= size else (1.0, 0.0)
    low, high = sorted(((0 - start) / (end - start), (size - start) / (end - start)))
    return max(0.0, low), min(1.0, high)
