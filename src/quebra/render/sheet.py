"""Pictures on sheets of A4: a calm grid, each picture with words below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from textwrap import wrap

from quebra.render.drawing import Drawing, Inset, Lines, Shape, Text

WIDTH, HEIGHT = 19.44, 27.66
"""A4 in cells, of which 96 pixels an inch make one, without the margin around every SVG."""
EDGE = 1.0
"""The blank edge of a sheet."""
GAP = 1.0
"""Between pictures."""
PER_PAGE = 6
LARGEST = 1.6
"""Small pictures are made so much larger at most."""
WORDS = 0.3
"""The size of the letters below a picture."""
LINE = 0.45
LETTER = 0.57 * WORDS
"""About the width of a letter."""
HEADING = 0.5


@dataclass(frozen=True)
class Picture:
    """A drawing, and the words below it."""

    drawing: Drawing
    caption: str


def pages(
    pictures: Sequence[Picture], *, per_page: int = PER_PAGE, heading: str = ""
) -> tuple[Drawing, ...]:
    """Sheets with room for so many pictures each, in rows.

    >>> board = Drawing(6, 6, "a board", ())
    >>> [len(page.shapes) for page in pages([Picture(board, "one")] * 8, per_page=6)]
    [6, 2]
    """
    grid = _Grid.of(per_page, heading)
    return tuple(
        grid.page(pictures[first : first + per_page]) for first in range(0, len(pictures), per_page)
    )


def stacked(pages: Sequence[Drawing]) -> Drawing:
    """Pages below one another, with a line between them; one page as it is.

    >>> stacked([Drawing(6, 6, "a board", ()), Drawing(4, 4, "another", ())]).height
    11.0
    """
    if len(pages) == 1:
        return pages[0]
    width = max(page.width for page in pages)
    shapes: list[Shape] = []
    top = 0.0
    for page in pages:
        if top:
            shapes.append(Lines((((0, top - GAP / 2), (width, top - GAP / 2)),), "rule", 1))
        shapes.append(Inset((0, top), page))
        top += page.height + GAP
    return Drawing(width, top - GAP, pages[0].title, tuple(shapes))


@dataclass(frozen=True)
class _Grid:
    """Columns and rows of slots, as large as a sheet allows."""

    heading: str
    columns: int
    wide: float
    high: float

    @classmethod
    def of(cls, count: int, heading: str) -> _Grid:
        """The grid with the roomiest slots for so many pictures."""
        width, height = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE - (2 * HEADING if heading else 0)

        def slot(columns: int) -> tuple[float, float]:
            rows = ceil(count / columns)
            return (width + GAP) / columns - GAP, (height + GAP) / rows - GAP

        columns = max(range(1, count + 1), key=lambda columns: min(slot(columns)))
        return cls(heading, columns, *slot(columns))

    def page(self, pictures: Sequence[Picture]) -> Drawing:
        """One sheet."""
        shapes: list[Shape] = []
        top = EDGE
        if self.heading:
            at = (EDGE, EDGE + HEADING / 2)
            shapes.append(Text(at, self.heading, "ink", HEADING, bold=True, align="start"))
            top += 2 * HEADING
        for first in range(0, len(pictures), self.columns):
            row = pictures[first : first + self.columns]
            for column, slot in enumerate(self._slots(row)):
                shapes.append(Inset((EDGE + column * (self.wide + GAP), top), slot))
            top += self.high + GAP
        title = self.heading or pictures[0].drawing.title
        return Drawing(WIDTH, HEIGHT, title, tuple(shapes))

    def _slots(self, row: Sequence[Picture]) -> Iterator[Drawing]:
        """Pictures in the middle of their slots, with all words of the row at one height."""
        texts = [_wrapped(picture.caption, self.wide, self.high / 2) for picture in row]
        below = LINE * (max(map(len, texts)) + 0.5)
        drawings = [picture.drawing for picture in row]
        room = self.high - below
        scales = [min(self.wide / d.width, room / d.height, LARGEST) for d in drawings]
        tallest = max(s * d.height for s, d in zip(scales, drawings, strict=True))
        middle = room / 2
        for drawing, scale, lines in zip(drawings, scales, texts, strict=True):
            at = (self.wide - scale * drawing.width) / 2, middle - scale * drawing.height / 2
            words = self._words(lines, middle + tallest / 2 + LINE / 2)
            shapes: tuple[Shape, ...] = (Inset(at, drawing, scale), *words)
            yield Drawing(self.wide, self.high, " ".join(lines), shapes)

    def _words(self, lines: Sequence[str], top: float) -> Iterator[Text]:
        """One line in the middle; more of them from the left."""
        for number, line in enumerate(lines):
            y = top + LINE * (number + 0.5)
            if len(lines) == 1:
                yield Text((self.wide / 2, y), line, "soft", WORDS)
            else:
                yield Text((0, y), line, "soft", WORDS, align="start")


def _wrapped(text: str, width: float, height: float) -> list[str]:
    """The text in lines that fit a width; what does not fit the height is cut."""
    most = max(1, int(height / LINE))
    return wrap(text, max(1, int(width / LETTER)), max_lines=most, placeholder=" …")
