"""Text converted to outlines of the fonts that ship, for SVG files that need no font."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from quebra.i18n.text import Text, Verbatim
from quebra.render.drawing import Contour, Curve, Drawing, Inset, Label, Outline, Point, Shape, Side

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

FONTS = Path(__file__).parent / "fonts"
BASELINE = 0.35
"""Distance of the baseline below the middle of a text, in units of its size."""


def outline_text(drawing: Drawing) -> Drawing:
    """The drawing with outlines for its texts; ValueError where no font has a character."""
    return replace(drawing, shapes=tuple(map(_outlined, drawing.shapes)))


def _outlined(shape: Shape) -> Shape:
    match shape:
        case Label():
            return Outline(tuple(_contours(shape)), fill=shape.colour)
        case Inset():
            return replace(shape, drawing=outline_text(shape.drawing))
    return shape


def _contours(text: Label) -> Iterator[Contour]:
    glyphs = [_glyph(character, text.bold) for character in text.text]
    x, y = text.at
    if text.align != "start":
        x -= sum(advance for advance, _ in glyphs) * text.size / 2
    for advance, contours in glyphs:
        for start, sides in contours:
            place = _GlyphPosition(x, y + BASELINE * text.size, text.size)
            yield place.point(start), tuple(map(place.side, sides))
        x += advance * text.size


class _GlyphPosition:
    """The origin of a glyph, and the size of one em."""

    def __init__(self, x: float, y: float, size: float) -> None:
        self.x, self.y, self.size = x, y, size

    def point(self, point: Point) -> Point:
        return self.x + point[0] * self.size, self.y - point[1] * self.size

    def side(self, side: Side) -> Side:
        if isinstance(side, Curve):
            return Curve(self.point(side.first), self.point(side.second), self.point(side.end))
        assert isinstance(side, tuple)
        return self.point(side)


@cache
def _glyph(character: str, bold: bool) -> tuple[float, tuple[Contour, ...]]:
    """The advance and the contours of a character, in units of its size, y upwards."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    for name in ("QuebraSans-Bold" if bold else "QuebraSans-Regular", "QuebraSymbols-Regular"):
        font = _font(name)
        if glyph_name := font.getBestCmap().get(ord(character)):
            glyphs = font.getGlyphSet()
            pen = DecomposingRecordingPen(glyphs)
            glyphs[glyph_name].draw(pen)
            em = font["head"].unitsPerEm
            return glyphs[glyph_name].width / em, tuple(_glyph_contours(pen.value, em))
    raise ValueError(
        Text(
            "No font that ships has the character {character}, so it has no outline.",
            character=Verbatim(repr(character)),
        )
    )


@cache
def _font(name: str) -> TTFont:
    from fontTools.ttLib import TTFont

    return TTFont(FONTS / f"{name}.ttf")


def _glyph_contours(commands: list[tuple[str, tuple[Point, ...]]], em: float) -> Iterator[Contour]:
    """The contours of a TrueType glyph, with quadratic curves as cubic ones."""
    from fontTools.pens.basePen import decomposeQuadraticSegment

    start: Point = (0, 0)
    sides: list[Side] = []
    for command, points in commands:
        if command == "moveTo":
            start, sides = _scaled(points[0], em), []
        elif command == "lineTo":
            sides.append(_scaled(points[0], em))
        elif command == "qCurveTo":
            here = sides[-1] if sides else start
            for control, end in decomposeQuadraticSegment(points):
                sides.append(_cubic(_end(here), _scaled(control, em), _scaled(end, em)))
                here = sides[-1]
        elif command == "closePath":
            yield start, tuple(sides)


def _end(side: Side) -> Point:
    return side if isinstance(side, tuple) else side.end


def _scaled(point: Point, em: float) -> Point:
    return point[0] / em, point[1] / em


def _cubic(start: Point, control: Point, end: Point) -> Curve:
    first, second = (
        (point[0] + 2 / 3 * (control[0] - point[0]), point[1] + 2 / 3 * (control[1] - point[1]))
        for point in (start, end)
    )
    return Curve(first, second, end)
