"""A drawing as terminal text: lattice lines become box characters, words stand in their cells."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import floor

from quebra.render.drawing import KINDS, Circle, Colour, Drawing, Lines, Point, Polygon, Shape, Text

# One character for each weight (0 none, 1 light, 2 heavy) of the strokes up, right, down and left,
# read as a number in base 3.
BOX = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
UP, RIGHT, DOWN, LEFT = 27, 9, 3, 1
HEAVY_FROM = 2
"""Strokes of this many pixels or more are heavy."""

ANSI = {
    "paper": "",
    "ink": "",
    "soft": "2",
    "rule": "2",
    "entry": "34",
    "focus": "33",
    "good": "32",
    "bad": "31",
    "hint": "35",
}


def to_text(drawing: Drawing, colour: bool = False, columns: int | None = None) -> str:
    """The drawing as lines of text; with colour, styled by ANSI escapes."""
    canvas = _Canvas(_narrowed(drawing, columns) if columns else drawing)
    for shape in drawing.shapes:
        canvas.add(shape)
    return canvas.text(colour)


def to_ascii(text: str) -> str:
    """Box characters replaced, for terminals that know no others.

    >>> print(to_ascii("┏━┯━┓"))
    +=+=+
    """
    plain = {"─": "-", "━": "=", "│": "|", "┃": "#"}
    table = {ord(box): plain.get(box, "+") for box in BOX[1:]}
    return text.translate(table).encode("ascii", "replace").decode()


def _narrowed(drawing: Drawing, columns: int) -> Drawing:
    """The drawing with cells as narrow as their words allow, where it would not fit otherwise."""
    wide, high = drawing.cell
    if high > 1 or drawing.width * (wide + 1) + 1 <= columns:
        return drawing
    letters: Counter[tuple[int, int]] = Counter()
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            letters[floor(shape.at[0]), floor(shape.at[1])] += len(shape.text)
    return replace(drawing, cell=(min(wide, max(letters.values(), default=1)), high))


class _Canvas:
    """Characters and their styles; one cell is `cell` characters and a border."""

    def __init__(self, drawing: Drawing) -> None:
        self.wide, self.high = drawing.cell
        self.cols = floor(drawing.width * (self.wide + 1)) + 1
        self.rows = floor(drawing.height * (self.high + 1)) + 1
        self.strokes: dict[tuple[int, int], list[int]] = {}
        self.chars: dict[tuple[int, int], str] = {}
        self.styles: dict[tuple[int, int], str] = {}

    def add(self, shape: Shape) -> None:
        match shape:
            case Lines():
                for start, end in shape.segments:
                    self._stroke(start, end, shape.width, shape.colour)
            case Polygon(points=points, stroke=stroke) if stroke != "none" and not shape.glyph:
                for start, end in zip(points, (*points[1:], points[0]), strict=True):
                    self._stroke(start, end, shape.width, stroke)
            case Polygon(points=points, glyph=glyph) if glyph:
                x = sum(p[0] for p in points) / len(points)
                y = sum(p[1] for p in points) / len(points)
                self._write((x, y), glyph, _style(_paint(shape), False))
            case Circle(centre=centre, glyph=glyph) if glyph:
                self._write(centre, glyph, _style(_paint(shape), False))
            case Text():
                self._write(shape.at, shape.text, _style(shape.colour, shape.bold))
            case _:
                pass

    def text(self, colour: bool) -> str:
        return "\n".join(self._line(y, colour) for y in range(self.rows))

    def _write(self, at: Point, words: str, style: str) -> None:
        if len(words) > self.wide:
            words = words[: self.wide - 1] + "…"
        y = self._inside(at[1], self.high)
        x = self._inside(at[0], self.wide) - len(words) // 2
        for i, char in enumerate(words):
            self.chars[x + i, y] = char
            self.styles[x + i, y] = style

    def _inside(self, value: float, chars: int) -> int:
        """The character of a coordinate, never on a border."""
        cell = floor(value)
        return cell * (chars + 1) + 1 + min(chars - 1, int((value - cell) * chars))

    def _stroke(self, start: Point, end: Point, width: float, colour: Colour) -> None:
        """A stroke along the lattice; what runs off it has no box character and is left out."""
        (x0, y0), (x1, y1) = sorted((self._corner(start), self._corner(end)))
        weight = 2 if width >= HEAVY_FROM else 1
        style = _style(colour, False)
        if y0 == y1:
            for x in range(x0, x1):
                self._join((x, y0), RIGHT, weight, style)
                self._join((x + 1, y0), LEFT, weight, style)
        elif x0 == x1:
            for y in range(y0, y1):
                self._join((x0, y), DOWN, weight, style)
                self._join((x0, y + 1), UP, weight, style)

    def _corner(self, point: Point) -> tuple[int, int]:
        return round(point[0] * (self.wide + 1)), round(point[1] * (self.high + 1))

    def _join(self, at: tuple[int, int], side: int, weight: int, style: str) -> None:
        weights = self.strokes.setdefault(at, [0, 0, 0, 0])
        index = (UP, RIGHT, DOWN, LEFT).index(side)
        if weight >= max(weights):
            self.styles[at] = style
        weights[index] = max(weights[index], weight)

    def _char(self, at: tuple[int, int]) -> str:
        if at in self.chars:
            return self.chars[at]
        weights = self.strokes.get(at, (0, 0, 0, 0))
        return BOX[sum(w * s for w, s in zip(weights, (UP, RIGHT, DOWN, LEFT), strict=True))]

    def _line(self, y: int, colour: bool) -> str:
        line, current = [], ""
        for x in range(self.cols):
            char, style = self._char((x, y)), self.styles.get((x, y), "")
            if colour and style != current and char != " ":
                line.append("\x1b[0m" if current else "")
                line.append(f"\x1b[{style}m" if style else "")
                current = style
            line.append(char)
        return "".join(line).rstrip() + ("\x1b[0m" if current else "")


def _paint(shape: Polygon | Circle) -> Colour:
    return shape.stroke if shape.fill == "none" else shape.fill


def _style(colour: Colour, bold: bool) -> str:
    if colour.startswith("kind-"):
        value = KINDS[int(colour.removeprefix("kind-")) % len(KINDS)]
        code = "38;2;" + ";".join(str(int(value[i : i + 2], 16)) for i in (1, 3, 5))
    else:
        code = ANSI.get(colour, "")
    return ";".join(part for part in ("1" if bold else "", code) if part)
