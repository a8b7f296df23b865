"""An explanation as pictures one after the other: boards with a sentence below each."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from quebra.render.drawing import Drawing, Inset, Label, Shape, Theme
from quebra.render.export import PictureOptions, to_png
from quebra.render.png import animated
from quebra.render.sheet import LETTER, LINE, Picture

MIN_WIDTH = 8.0
"""The smallest width of a frame, in cells, so that sentences have few lines."""
CAPTION_SIZE = 0.36
BASE_SECONDS, SECONDS_PER_LETTER = 1.5, 0.04
"""How long a picture is shown, and how much longer for each letter below it."""
LAST_SECONDS = 3.0
"""How much longer the last picture is shown."""


def frames(pictures: Sequence[Picture]) -> tuple[Drawing, ...]:
    """The pictures on sheets of one size, with their captions below them.

    >>> from quebra.i18n.text import Text
    >>> board, wide = Drawing(4, 4, Text("a board"), ()), Drawing(9, 3, Text("wide"), ())
    >>> {frame.width for frame in frames([Picture(board, "first"), Picture(wide, "second")])}
    {9}
    """
    width = max(MIN_WIDTH, *(picture.drawing.width for picture in pictures))
    height = max(picture.drawing.height for picture in pictures)
    scale = CAPTION_SIZE / 0.3
    texts = [wrap(picture.caption, int(width / (LETTER * scale))) for picture in pictures]
    below = LINE * scale * (max(map(len, texts)) + 0.8)
    return tuple(
        _frame(picture.drawing, lines, (width, height), below)
        for picture, lines in zip(pictures, texts, strict=True)
    )


def _frame(
    drawing: Drawing, lines: Sequence[str], size: tuple[float, float], below: float
) -> Drawing:
    width, height = size
    at = (width - drawing.width) / 2, (height - drawing.height) / 2
    step = LINE * CAPTION_SIZE / 0.3
    shapes: list[Shape] = [Inset(at, drawing)]
    for number, line in enumerate(lines):
        y = height + step * (number + 1)
        shapes.append(Label((0, y), line, "ink", CAPTION_SIZE, align="start"))
    return Drawing(width, height + below, drawing.title, tuple(shapes))


def to_apng(pictures: Sequence[Picture], theme: Theme, options: PictureOptions) -> bytes:
    """The pictures as an animation that repeats."""
    sheets = frames(pictures)
    seconds = [BASE_SECONDS + SECONDS_PER_LETTER * len(each.caption) for each in pictures]
    seconds[-1] += LAST_SECONDS
    return animated([to_png(sheet, theme, options) for sheet in sheets], seconds)
