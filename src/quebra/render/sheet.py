"""Pictures with captions, in a grid on A4 pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from textwrap import wrap

from quebra.i18n.text import as_is
from quebra.render.drawing import Drawing, Inset, Label, Lines, Shape

WIDTH, HEIGHT = 19.44, 27.66
"""An A4 page in cells of 40 pixels, at 96 pixels an inch, without the margin around every SVG."""
EDGE = 1.0
"""The blank edge of a page, in cells."""
GAP = 1.0
"""The space between pictures, in cells."""
PER_PAGE = 6
MAX_SCALE = 1.6
MIN_SCALE = 0.3
"""Pictures at a smaller scale are hard to read."""
CAPTION_SIZE = 0.3
"""The font size of captions, in cells."""
LINE = 0.45
"""The height of a line of a caption, in cells."""
LETTER = 0.57 * CAPTION_SIZE
"""The average width of a letter of a caption, in cells."""
HEADING = 0.5
"""The font size of the heading, in cells."""


@dataclass(frozen=True)
class Picture:
    """A drawing and the caption below it, which is broken into lines in its language."""

    drawing: Drawing
    caption: str


def pages(
    pictures: Sequence[Picture], *, per_page: int = PER_PAGE, heading: str = ""
) -> tuple[Drawing, ...]:
    """Pages with up to `per_page` pictures each, in rows.

    >>> board = Drawing(6, 6, as_is("a board"), ())
    >>> [len(page.shapes) for page in pages([Picture(board, "one")] * 8, per_page=6)]
    [6, 2]
    """
    grid = _Grid.of(per_page, heading, pictures)
    return tuple(
        grid.page(pictures[first : first + per_page]) for first in range(0, len(pictures), per_page)
    )


def readable_pages(
    pictures: Sequence[Picture], *, most: int, heading: str = ""
) -> tuple[Drawing, ...]:
    """Pages with up to `most` pictures each, and fewer where large ones would be hard to read.

    >>> board, strip = Drawing(6, 6, as_is("a board"), ()), Drawing(40, 16, as_is("a strip"), ())
    >>> mixed = [Picture(board, "one")] * 8 + [Picture(strip, "two")] * 5
    >>> [len(page.shapes) for page in readable_pages(mixed, most=6)]
    [6, 4, 3]
    """
    sheets: list[Drawing] = []
    while pictures:
        count = 1
        while count < min(most, len(pictures)):
            if _room_for(pictures[: count + 1], most, heading) <= count:
                break
            count += 1
        some, pictures = pictures[:count], pictures[count:]
        sheets += pages(some, per_page=_room_for(some, most, heading), heading=heading)
    return tuple(sheets)


def _room_for(pictures: Sequence[Picture], most: int, heading: str) -> int:
    """The largest number of slots, up to `most`, at which these pictures are readable."""
    fit = (n for n in range(most, 1, -1) if _Grid.of(n, heading, pictures).scale >= MIN_SCALE)
    return next(fit, 1)


def stacked(pages: Sequence[Drawing]) -> Drawing:
    """Pages below one another, with a line between them; a single page is returned unchanged.

    >>> stacked([Drawing(6, 6, as_is("a board"), ()), Drawing(4, 4, as_is("another"), ())]).height
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
    """Columns of slots, their width and height, and the scale at which all pictures fit."""

    heading: str
    columns: int
    wide: float
    high: float
    scale: float

    @classmethod
    def of(cls, count: int, heading: str, pictures: Sequence[Picture]) -> _Grid:
        """The grid of `count` slots with the largest scale."""
        width, height = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE - (2 * HEADING if heading else 0)
        widest = max(picture.drawing.width for picture in pictures)
        highest = max(picture.drawing.height for picture in pictures)

        def grid(columns: int) -> _Grid:
            rows = ceil(count / columns)
            wide, high = (width + GAP) / columns - GAP, (height + GAP) / rows - GAP
            scale = min(wide / widest, (high - 1.5 * LINE) / highest, MAX_SCALE)
            return cls(heading, columns, wide, high, scale)

        grids = map(grid, range(1, count + 1))
        return max(grids, key=lambda grid: (grid.scale, min(grid.wide, grid.high)))

    def page(self, pictures: Sequence[Picture]) -> Drawing:
        """One page with these pictures."""
        shapes: list[Shape] = []
        top = EDGE
        if self.heading:
            at = (EDGE, EDGE + HEADING / 2)
            shapes.append(Label(at, self.heading, "ink", HEADING, bold=True, align="start"))
            top += 2 * HEADING
        for first in range(0, len(pictures), self.columns):
            row = pictures[first : first + self.columns]
            for column, slot in enumerate(self._slots(row)):
                shapes.append(Inset((EDGE + column * (self.wide + GAP), top), slot))
            top += self.high + GAP
        title = as_is(self.heading) if self.heading else pictures[0].drawing.title
        return Drawing(WIDTH, HEIGHT, title, tuple(shapes))

    def _slots(self, row: Sequence[Picture]) -> Iterator[Drawing]:
        """The pictures of a row in the middle of their slots, with all captions at one height."""
        texts = [_wrapped(picture.caption, self.wide, self.high / 2) for picture in row]
        below = LINE * (max(map(len, texts)) + 0.5)
        drawings = [picture.drawing for picture in row]
        room = self.high - below
        scales = [min(self.wide / d.width, room / d.height, MAX_SCALE) for d in drawings]
        tallest = max(s * d.height for s, d in zip(scales, drawings, strict=True))
        middle = room / 2
        for drawing, scale, lines in zip(drawings, scales, texts, strict=True):
            at = (self.wide - scale * drawing.width) / 2, middle - scale * drawing.height / 2
            caption = self._caption(lines, middle + tallest / 2 + LINE / 2)
            shapes: tuple[Shape, ...] = (Inset(at, drawing, scale), *caption)
            yield Drawing(self.wide, self.high, as_is(" ".join(lines)), shapes)

    def _caption(self, lines: Sequence[str], top: float) -> Iterator[Label]:
        """The lines of a caption: a single one centred, several aligned to the left."""
        for number, line in enumerate(lines):
            y = top + LINE * (number + 0.5)
            if len(lines) == 1:
                yield Label((self.wide / 2, y), line, "soft", CAPTION_SIZE)
            else:
                yield Label((0, y), line, "soft", CAPTION_SIZE, align="start")


def _wrapped(text: str, width: float, height: float) -> list[str]:
    """The text in lines that fit the width, cut to the height."""
    most = max(1, int(height / LINE))
    return wrap(text, max(1, int(width / LETTER)), max_lines=most, placeholder=" …")
