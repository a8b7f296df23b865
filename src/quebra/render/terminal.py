"""A drawing as terminal text: grid lines become box characters, texts stay in their cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from math import floor
from textwrap import fill
from unicodedata import category, east_asian_width

from quebra.i18n.text import Text
from quebra.render.dots import BRAILLE, Dots, to_plain
from quebra.render.drawing import (
    Circle,
    Colour,
    Drawing,
    Inset,
    Label,
    Lines,
    Outline,
    Point,
    Polygon,
    Shape,
    kind_colour,
)

# One character for each weight (0 none, 1 light, 2 heavy) of the strokes up, right, down and left,
# read as a number in base 3.
BOX = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
UP, RIGHT, DOWN, LEFT = 27, 9, 3, 1
HEAVY_FROM = 2
"""Width in pixels from which strokes are heavy."""
MAX_SLOPE = 0.2
"""A stroke is a diagonal if its shorter extent is more than this share of its longer one."""
MAX_CHARACTERS = 4_000_000
"""Characters of the largest drawing: enough for a board of 10,000 cells with all candidates."""
MAX_PICTURE_CHARACTERS = 200_000
"""The same for a picture made of outlines, of which every dot is painted."""
LEGEND_COLUMNS = 80
"""The columns of a legend if the width of the terminal is not known."""
MAX_LINE_LENGTH = 100
"""Characters of a line of text below a drawing."""

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
    """The drawing as lines of text; with colour, styled by ANSI escapes.

    A drawing wider than `columns` is narrowed, and if that is not enough cut into bands; a picture
    made of outlines is scaled down. Insets follow one another.
    """
    if any(isinstance(shape, Inset) for shape in drawing.shapes):
        return _insets_to_text(drawing, colour, columns)
    scale = _scale(drawing, columns)
    wide, high = _size(drawing, scale)
    most = MAX_PICTURE_CHARACTERS if _is_picture(drawing) else MAX_CHARACTERS
    if wide * high > most:
        return Text(
            "The drawing is too large for text: {wide} x {high} characters, at most {most}.",
            wide=wide,
            high=high,
            most=most,
        )
    canvas = _Canvas(_narrowed(drawing, columns) if columns else drawing, scale)
    text = "\n\n".join(canvas.text(colour, band) for band in canvas.bands(columns))
    return "\n".join((text, *_legend_lines(drawing.legend, columns or LEGEND_COLUMNS)))


def _legend_lines(legend: tuple[Text, ...], columns: int) -> Iterator[str]:
    """The entries of a legend in columns of equal width."""
    width = max(map(len, legend), default=0) + 3
    across = max(1, columns // width)
    for start in range(0, len(legend), across):
        yield "".join(entry.ljust(width) for entry in legend[start : start + across]).rstrip()


def _insets_to_text(drawing: Drawing, colour: bool, columns: int | None) -> str:
    """The insets of a drawing, each followed by the texts after it."""
    text = ""
    for within, shapes in groupby(drawing.shapes, lambda shape: isinstance(shape, Inset)):
        if within:
            insets = (shape for shape in shapes if isinstance(shape, Inset))
            pictures = (to_text(inset.drawing, colour, columns) for inset in insets)
            text += ("\n\n" if text else "") + "\n\n".join(pictures)
        elif words := " ".join(shape.text for shape in shapes if isinstance(shape, Label)):
            width = min(columns or MAX_LINE_LENGTH, MAX_LINE_LENGTH)
            text += ("\n" if text else "") + fill(words, width)
    return text


def to_ascii(text: str) -> str:
    """The text with ASCII in place of box characters and dots.

    >>> print(to_ascii("┏━┯━┓"))
    +=+=+
    """
    plain = {"─": "-", "━": "=", "│": "|", "┃": "#"}
    table = {ord(box): plain.get(box, "+") for box in BOX[1:]}
    table |= {BRAILLE + bits: to_plain(chr(BRAILLE + bits)) for bits in range(256)}
    return text.translate(table).encode("ascii", "replace").decode()


def columns_of(text: str) -> list[str]:
    """The text split into terminal columns; the second column of a wide character is empty.

    >>> columns_of("a東"), len(columns_of("e\u0301"))
    (['a', '東', ''], 1)
    """
    columns: list[str] = []
    for char in text:
        if columns and category(char) in ("Mn", "Me", "Cf"):
            columns[-1 if columns[-1] else -2] += char
        else:
            columns += [char, ""] if east_asian_width(char) in "WF" else [char]
    return columns


def _cut(columns: list[str], most: int) -> list[str]:
    """At most `most` columns of text, with an ellipsis in the last one if some were cut."""
    if len(columns) <= most:
        return columns
    whole = most - 1 if columns[most - 1] else most - 2
    return [*columns[:whole], "…"]


def _scale(drawing: Drawing, columns: int | None) -> float:
    """The scale at which a picture made of outlines fits the columns, at most 1."""
    if columns is None or not _is_picture(drawing):
        return 1
    return min(1.0, (columns - 1) / (drawing.width * (drawing.cell[0] + 1)))


def _size(drawing: Drawing, scale: float) -> tuple[int, int]:
    """The columns and rows of text, with borders of one character around each cell."""
    wide, high = drawing.cell
    return (
        floor(drawing.width * scale * (wide + 1)) + 1,
        floor(drawing.height * scale * (high + 1)) + 1,
    )


def _is_picture(drawing: Drawing) -> bool:
    return any(isinstance(shape, Outline) for shape in drawing.shapes)


def _narrowed(drawing: Drawing, columns: int) -> Drawing:
    """The drawing, or if it does not fit one with cells as narrow as their texts allow."""
    wide, high = drawing.cell
    if drawing.width * (wide + 1) + 1 <= columns or _is_picture(drawing):
        return drawing
    words = tuple(shape for shape in drawing.shapes if _word(shape))
    letters = sum(len(columns_of(_word(shape))) for shape in words)
    for narrow in range(1, wide):
        if _Canvas(replace(drawing, cell=(narrow, high), shapes=words)).legible() == letters:
            return replace(drawing, cell=(narrow, high))
    return drawing


def _word(shape: Shape) -> str:
    """The text that a shape writes into its cell, or an empty one."""
    match shape:
        case Label() if shape.room == 1:
            return shape.text
        case Polygon() | Circle():
            return shape.glyph
        case _:
            return ""


class _Canvas:
    """Characters and their styles; each cell has `cell` characters and a border."""

    def __init__(self, drawing: Drawing, scale: float = 1) -> None:
        self.wide, self.high = drawing.cell
        self.scale = scale
        self.cols, self.rows = _size(drawing, scale)
        self.dots = Dots(self.cols, self.rows)
        self.strokes: dict[tuple[int, int], list[int]] = {}
        self.chars: dict[tuple[int, int], str] = {}
        self.styles: dict[tuple[int, int], str] = {}
        self.gaps: set[tuple[int, int]] = set()
        """Characters beside texts of several letters, which must stay blank to be legible."""
        for shape in drawing.shapes:
            self._add(shape)

    def _add(self, shape: Shape) -> None:
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
            case Outline():
                unit = (self.scale * (self.wide + 1), self.scale * (self.high + 1))
                self.dots.paint(shape, unit, _style(_paint(shape), False))
            case Label(room=0):
                pass
            case Label(room=1, align="middle"):
                self._write(shape.at, shape.text, _style(shape.colour, shape.bold))
            case Label():
                self._write_wide(shape)
            case _:
                pass

    def legible(self) -> int:
        """The number of letters in cells that neither overlap nor touch other texts."""
        return sum(x % (self.wide + 1) > 0 for x, _ in self.chars.keys() - self.gaps)

    def bands(self, columns: int | None) -> list[range]:
        """The ranges of columns that are shown together: whole cells, with both borders."""
        if columns is None or self.cols <= columns:
            return [range(self.cols)]
        step = self.wide + 1
        most = max(step, (columns - 1) // step * step)
        return [
            range(start, min(start + most + 1, self.cols))
            for start in range(0, self.cols - 1, most)
        ]

    def text(self, colour: bool, band: range) -> str:
        return "\n".join(self._line(y, colour, band) for y in range(self.rows))

    def _write(self, at: Point, words: str, style: str) -> None:
        """Write text in the middle of a cell, cut to its width."""
        columns = _cut(columns_of(words), self.wide)
        x, y = self._inside(at[0], self.wide), self._inside(at[1], self.high)
        self._put((x - len(columns) // 2, y), columns, style)

    def _write_wide(self, shape: Label) -> None:
        """Write text that may be wider than a cell, moved right where it would touch others."""
        x, y = self._inside(shape.at[0], self.wide), self._inside(shape.at[1], self.high)
        columns = _cut(columns_of(shape.text), shape.room * (self.wide + 1) - 1)
        if shape.align == "middle":
            x = max(0, x - len(columns) // 2)
        while any((x + i, y) in self.chars for i in range(-1, len(columns) + 1)):
            x += 1
        columns = _cut(columns, max(1, self.cols - x))
        self._put((x, y), columns, _style(shape.colour, shape.bold))

    def _put(self, at: tuple[int, int], columns: list[str], style: str) -> None:
        x, y = at
        for i, char in enumerate(columns):
            self.chars[x + i, y] = char
            self.styles[x + i, y] = style
        if len(columns) > 1:
            self.gaps |= {(x - 1, y), (x + len(columns), y)}

    def _inside(self, value: float, chars: int) -> int:
        """The character position of a coordinate, never on a border."""
        value *= self.scale
        cell = floor(value)
        return cell * (chars + 1) + 1 + min(chars - 1, int((value - cell) * chars))

    def _stroke(self, start: Point, end: Point, width: float, colour: Colour) -> None:
        """Draw a horizontal or vertical stroke; others have no box characters and are left out.

        The slope is measured before rounding: a short diagonal lies in one row or column of
        characters, too.
        """
        if _is_diagonal(start, end):
            return
        (x0, y0), (x1, y1) = sorted((self._corner(start), self._corner(end)))
        weight = 2 if width >= HEAVY_FROM else 1
        style = _style(colour, False)
        if y0 == y1:
            for x in range(max(x0, -1), min(x1, self.cols)):
                self._join((x, y0), RIGHT, weight, style)
                self._join((x + 1, y0), LEFT, weight, style)
        elif x0 == x1:
            for y in range(max(y0, -1), min(y1, self.rows)):
                self._join((x0, y), DOWN, weight, style)
                self._join((x0, y + 1), UP, weight, style)

    def _corner(self, point: Point) -> tuple[int, int]:
        """The nearest border, or the middle of a cell, where `_inside` puts letters too."""
        x, y = (self.scale * value for value in point)
        x, y = x * (self.wide + 1), y * (self.high + 1)
        return floor(x + 0.5), floor(y + 0.5)

    def _join(self, at: tuple[int, int], side: int, weight: int, style: str) -> None:
        weights = self.strokes.setdefault(at, [0, 0, 0, 0])
        index = (UP, RIGHT, DOWN, LEFT).index(side)
        if weight >= max(weights):
            self.styles[at] = style
        weights[index] = max(weights[index], weight)

    def _char(self, at: tuple[int, int]) -> str:
        if at in self.chars:
            return self.chars[at]
        if at not in self.strokes:
            return self.dots.character(at)
        up, right, down, left = self.strokes[at]
        return BOX[UP * up + RIGHT * right + DOWN * down + LEFT * left]

    def _style_at(self, at: tuple[int, int]) -> str:
        return self.styles.get(at) or self.dots.styles.get(at, "")

    def _line(self, y: int, colour: bool, band: range) -> str:
        line, current = [], ""
        for x in band:
            char, style = self._char((x, y)), self._style_at((x, y))
            if colour and style != current and char != " ":
                line.append("\x1b[0m" if current else "")
                line.append(f"\x1b[{style}m" if style else "")
                current = style
            line.append(char)
        return "".join(line).rstrip() + ("\x1b[0m" if current else "")


def _is_diagonal(start: Point, end: Point) -> bool:
    shorter, longer = sorted((abs(end[0] - start[0]), abs(end[1] - start[1])))
    return shorter > MAX_SLOPE * longer


def _paint(shape: Polygon | Circle | Outline) -> Colour:
    return shape.stroke if shape.fill == "none" else shape.fill


def _style(colour: Colour, bold: bool) -> str:
    if colour.startswith("kind-"):
        value = kind_colour(colour)
        code = "38;2;" + ";".join(str(int(value[i : i + 2], 16)) for i in (1, 3, 5))
    else:
        code = ANSI.get(colour, "")
    return ";".join(part for part in ("1" if bold else "", code) if part)
