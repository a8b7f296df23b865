"""Outlines as Braille dots, two by four to a character, for pictures in the terminal."""

from __future__ import annotations

from cmath import rect
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import ceil, floor

from quebra.render.drawing import Arc, Contour, Curve, Hatch, Outline, Point

ACROSS, DOWN = 2, 4
"""Dots of a character in each direction."""
BRAILLE = 0x2800
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_ASCII = " ..::ooo#"
"""One ASCII character for each number of dots."""
STEPS = 48
"""Straight parts that replace an arc or a curve."""

Dot = tuple[int, int]
Character = tuple[int, int]


class Dots:
    """A sheet of `cols` by `rows` characters of dots, each with the style painted last.

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
        """Fill and draw an outline; `scale` is the size of a unit in characters, in x and y.

        Strokes in the colour of the paper remove dots, so that adjacent pieces stay distinct.
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
        """The Braille character at a position, or a space."""
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
    """The ASCII character for a Braille one, darker with more dots.

    >>> to_plain("⣿"), to_plain("⠁")
    ('#', '.')
    """
    return _ASCII[(ord(char) - BRAILLE).bit_count()]


def flattened(contour: Contour) -> list[Point]:
    """The corners of a contour, with straight parts in place of arcs and curves."""
    here, sides = contour
    points = [here]
    for side in sides:
        if isinstance(side, Arc):
            points.extend(_arc_points(here, side))
        elif isinstance(side, Curve):
            points.extend(_curve_points(here, side))
        else:
            points.append(side)
        here = points[-1]
    return points


def _arc_points(start: Point, side: Arc) -> Iterator[Point]:
    centre = complex(*side.centre)
    for i in range(1, STEPS):
        point = centre + (complex(*start) - centre) * rect(1, side.turn * i / STEPS)
        yield point.real, point.imag
    yield side.end


def _curve_points(start: Point, side: Curve) -> Iterator[Point]:
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
    """The dots whose middle lies inside an odd number of contours (even-odd rule)."""
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
    """The dots of the sheet on lines, one for each step along the longer direction."""
    for line in lines:
        for (x0, y0), (x1, y1) in pairwise(line):
            count = max(1, ceil(max(abs(x1 - x0), abs(y1 - y0))))
            shares = (_share(x0, x1, size[0]), _share(y0, y1, size[1]))
            first, last = max(low for low, _ in shares), min(high for _, high in shares)
            for i in range(floor(count * first), min(count, ceil(count * last) + 1)):
                x, y = x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count
                yield floor(x), floor(y)


def _share(start: float, end: float, size: int) -> tuple[float, float]:
    """The interval of parameters at which a way from start to end is between 0 and `size`.

    The lower bound is larger than the upper one where it never is.

    >>> _share(-5, 15, 10), _share(3, 3, 10)
    ((0.25, 0.75), (0.0, 1.0))
    """
    if start == end:
        return (0.0, 1.0) if 0 <= start <= size else (1.0, 0.0)
    low, high = sorted(((0 - start) / (end - start), (size - start) / (end - start)))
    return max(0.0, low), min(1.0, high)
