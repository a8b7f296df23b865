"""Pictures of successive states, side by side in rows, each with a caption."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from quebra.i18n.text import Text
from quebra.render.drawing import Drawing, Inset, Label, Shape
from quebra.render.sheet import CAPTION_SIZE, LETTER, LINE, Picture

COLUMNS = 6
"""Pictures in a row."""
WIDE = 7.0
"""The width of a picture, in cells."""
GAP = 0.8
"""The space between pictures, in cells."""


def strip(pictures: Sequence[Picture], title: Text) -> Drawing:
    """The pictures in rows, all of the same width.

    >>> board = Drawing(14, 7, Text("a board"), ())
    >>> strip([Picture(board, "first"), Picture(board, "second")], Text("two boards")).height
    4.49
    """
    shapes: list[Shape] = []
    top = 0.0
    for first in range(0, len(pictures), COLUMNS):
        row = pictures[first : first + COLUMNS]
        scales = [WIDE / picture.drawing.width for picture in row]
        high = max(s * p.drawing.height for s, p in zip(scales, row, strict=True))
        texts = [wrap(picture.caption, int(WIDE / LETTER)) for picture in row]
        for column, (picture, scale, lines) in enumerate(zip(row, scales, texts, strict=True)):
            left = column * (WIDE + GAP)
            shapes.append(Inset((left, top), picture.drawing, scale))
            for number, line in enumerate(lines):
                at = left, top + high + LINE * (number + 1.2)
                shapes.append(Label(at, line, "soft", CAPTION_SIZE, align="start"))
        top += high + LINE * (max(map(len, texts)) + 1.2) + GAP
    columns = min(COLUMNS, len(pictures))
    return Drawing(columns * (WIDE + GAP) - GAP, top - GAP, title, tuple(shapes))
