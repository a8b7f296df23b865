"""Pages of puzzles in grids with captions, and rows of smaller solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from quebra.publish.entries import Entry
from quebra.publish.layout import Slots, filled_rows, pages_of, slots
from quebra.publish.paper import Paper
from quebra.publish.pictures import Picture, largest_cell, largest_scale, picture, qr_code
from quebra.render import Drawing

MOST_PER_PAGE = 12
CAPTION_LINES = 2.0
ALONE = 1.6
"""How much larger the cells of a puzzle may be that has a page for itself."""
SOLUTION_CELL, LARGE_SOLUTION_CELL = 4.6, 6.6
"""The size of a cell of a solution, in millimetres."""
SOLUTION_HEADING_LINES = 6
"""Lines of text that may stand above a solution on its page."""
QR_SIDE = 17.0
"""The side of a QR code, in millimetres."""
QR_GAP = 2.0


class PageStyle(msgspec.Struct, frozen=True):
    """How puzzles stand on their pages; `heading` is the height above them, in millimetres."""

    paper: Paper
    per_page: int
    qr: bool
    lang: str
    heading: float = 0

    @property
    def largest_cell(self) -> float:
        """The largest size of a cell, in millimetres."""
        return largest_cell(self.paper) * (ALONE if self.per_page == 1 else 1)


class ShownPuzzle(msgspec.Struct, frozen=True):
    """A puzzle on a page: its number, what the caption says, and its picture."""

    number: int
    grade: str
    caption: str
    picture: Picture
    link: str = ""
    qr: str = ""


class PuzzlePage(msgspec.Struct, frozen=True):
    """A page of puzzles in a grid of slots; lengths are in millimetres.

    `caption` is the height of the caption, a part of that of a slot.
    """

    columns: int
    width: float
    height: float
    caption: float
    puzzles: tuple[ShownPuzzle, ...]


class ShownSolution(msgspec.Struct, frozen=True):
    """A solution: the number of its puzzle, and its picture."""

    number: int
    picture: Picture
    note: str = ""


def puzzle_pages(entries: Sequence[Entry], first: int, style: PageStyle) -> Iterator[PuzzlePage]:
    """Pages with puzzles that are numbered from `first` on."""
    paper = style.paper
    caption = max(CAPTION_LINES * paper.line, QR_SIDE + QR_GAP if style.qr else 0)
    area = paper.area[0], paper.area[1] - style.heading
    count = min(style.per_page, len(entries))
    style = msgspec.structs.replace(style, per_page=count)
    drawings, grid = _arranged(entries, count, area, caption, style.largest_cell)
    for number, group in enumerate(pages_of(list(zip(entries, drawings, strict=True)), count)):
        yield PuzzlePage(
            columns=grid.columns,
            width=grid.room[0],
            height=grid.room[1] + caption,
            caption=caption,
            puzzles=tuple(
                _shown(entry, drawing, first + number * count + i, grid.room, style)
                for i, (entry, drawing) in enumerate(group)
            ),
        )


def _arranged(
    entries: Sequence[Entry], count: int, area: tuple[float, float], caption: float, most: float
) -> tuple[list[Drawing], Slots]:
    """Drawings of the puzzles, upright or not, and the slots in which the smallest is largest."""
    found = []
    for upright in (False, True):
        drawings = [entry.drawing(upright=upright) for entry in entries]
        grid = slots(count, area, caption, drawings, most)
        found.append((drawings, grid, min(largest_scale(each, grid.room) for each in drawings)))
    drawings, grid, _ = max(found, key=lambda each: min(each[2], most))
    return drawings, grid


def _shown(
    entry: Entry, drawing: Drawing, number: int, room: tuple[float, float], style: PageStyle
) -> ShownPuzzle:
    return ShownPuzzle(
        number=number,
        grade=entry.grade_name(style.lang),
        caption=entry.caption(style.lang),
        picture=picture(drawing, room, style.paper, style.lang, style.largest_cell),
        link=entry.link,
        qr=qr_code(entry.link) if style.qr and entry.link else "",
    )


def solution_rows(
    entries: Sequence[Entry], first: int, paper: Paper, lang: str
) -> tuple[tuple[ShownSolution, ...], ...]:
    """The solutions in rows, smaller than the puzzles."""
    cell = LARGE_SOLUTION_CELL if paper.large else SOLUTION_CELL
    room = paper.area[0], paper.area[1] - SOLUTION_HEADING_LINES * paper.line
    pictures = [picture(entry.solved, room, paper, lang, cell) for entry in entries]
    shown = [
        ShownSolution(first + i, each, entry.solution_note(lang))
        for i, (entry, each) in enumerate(zip(entries, pictures, strict=True))
    ]
    return tuple(tuple(shown[i] for i in row) for row in filled_rows(pictures, paper.area[0]))
