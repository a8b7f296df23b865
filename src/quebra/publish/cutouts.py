"""Pieces to cut out at a size in millimetres, on as many pages as they need.

Lengths are in millimetres. Pieces lie in rows, or in a grid that is cut along its lines; what is
larger than a page is divided among several pages, with crop marks where they are joined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

import msgspec

from quebra.contract.cutouts import CutOuts
from quebra.contract.errors import BadInput
from quebra.i18n.catalogue import translate
from quebra.i18n.text import Text, Verbatim
from quebra.publish.paper import Paper
from quebra.publish.pictures import Picture
from quebra.render import Drawing, Inset
from quebra.render.export import FAMILY
from quebra.render.svg import to_svg

MILLIMETRES = 10.0
"""Millimetres of a cell of a page."""
HEADING_LINES = 7.5
"""Lines of text of the title, the instructions and the bar that proves the scale."""
GAP = 3.0
MARK, OFFSET = 4.0, 1.0
"""The length of a crop mark, and its distance from the corner."""
RIM = OFFSET + MARK
SLACK = 1e-6
MAX_SHEETS = 200
Mark = tuple[float, float, float, float]
"""The ends of a crop mark."""


class CutPage(msgspec.Struct, frozen=True):
    """A page: its picture, where its upper left corner lies, crop marks and a heading."""

    heading: str
    picture: Picture
    marks: tuple[Mark, ...]


class CutOptions(msgspec.Struct, frozen=True):
    """The size of a unit, and what is printed on which paper."""

    paper: Paper = Paper()
    size: float | None = None
    boards: bool = True
    lang: str = "en"

    def millimetres(self, found: CutOuts) -> float:
        """The size of a cell of the drawings."""
        return (self.size or found.millimetres) / found.unit

    @property
    def room(self) -> tuple[float, float]:
        """The width and height of a page for pieces, within crop marks and below the heading."""
        width, height = self.paper.area
        heading = HEADING_LINES * self.paper.line
        return width - 2 * RIM, height - heading - 2 * RIM


@dataclass(frozen=True)
class _Placed:
    """A drawing at a place of a page, with the size of its cells."""

    drawing: Drawing
    at: tuple[float, float]
    cell: float

    @property
    def size(self) -> tuple[float, float]:
        return self.drawing.width * self.cell, self.drawing.height * self.cell


def cut_data(found: Sequence[CutOuts], options: CutOptions) -> dict[str, object]:
    """What the template of cut-outs is filled with; equal pieces are printed once."""
    lang, paper = options.lang, options.paper

    def say(text: Text) -> str:
        return translate(text, lang)

    pages = list(_all_pages(found, options))
    if len(pages) > MAX_SHEETS:
        raise BadInput(
            Text("This needs {n} pages; at most {most} are printed.", n=len(pages), most=MAX_SHEETS)
        )
    measures = dict.fromkeys(
        say(
            Text(
                "{size} mm: {measure}.",
                size=Verbatim(f"{options.size or each.millimetres:g}"),
                measure=each.measure,
            )
        )
        for each in found
    )
    notes = dict.fromkeys(say(each.note) for each in found if each.note)
    return {
        "lang": lang,
        "paper": paper.data,
        "title": say(Text("To cut out")),
        "rim": RIM,
        "pages": pages,
        "texts": {
            "cut": say(Text("Cut along the lines.")),
            "scale": say(Text("Print at 100 %: the bar is 5 cm long.")),
            "measure": " ".join((*measures, *notes)),
            "bar": "5 cm",
        },
    }


def _all_pages(found: Sequence[CutOuts], options: CutOptions) -> Iterator[CutPage]:
    seen: list[tuple[Drawing, ...]] = []
    for each in found:
        if each.pieces not in seen:
            seen.append(each.pieces)
            yield from _piece_pages(each, options)
    for each in found if options.boards else ():
        if each.board:
            heading = translate(each.board.title, options.lang)
            placed = _Placed(each.board, (0, 0), options.millimetres(each))
            yield from _divided(placed, heading, options)


def _piece_pages(found: CutOuts, options: CutOptions) -> Iterator[CutPage]:
    cell, room = options.millimetres(found), options.room
    pieces = [_Placed(drawing, (0, 0), cell) for drawing in found.pieces]
    small = [piece for piece in pieces if _fits(piece.size, room)]
    gap = 0 if found.in_grid else GAP
    for page in _packed(small, room, gap):
        marks = _grid_marks(page) if found.in_grid else _corner_marks(_extent(page))
        yield _page("", page, _extent(page), marks, options)
    for piece in (piece for piece in pieces if not _fits(piece.size, room)):
        yield from _divided(piece, translate(piece.drawing.title, options.lang), options)


def _fits(size: tuple[float, float], room: tuple[float, float]) -> bool:
    return size[0] <= room[0] + SLACK and size[1] <= room[1] + SLACK


def _packed(
    pieces: Sequence[_Placed], room: tuple[float, float], gap: float
) -> Iterator[list[_Placed]]:
    """The pieces in rows, in their order, on pages of that size."""
    page: list[_Placed] = []
    x = y = high = 0.0
    for piece in pieces:
        width, height = piece.size
        if x and x + width > room[0] + SLACK:
            x, y, high = 0.0, y + high + gap, 0.0
        if page and y + height > room[1] + SLACK:
            yield page
            page, x, y, high = [], 0.0, 0.0, 0.0
        page.append(_Placed(piece.drawing, (x, y), piece.cell))
        x, high = x + width + gap, max(high, height)
    if page:
        yield page


def _extent(page: Iterable[_Placed]) -> tuple[float, float]:
    """The width and height that the pieces of a page occupy."""
    corners = [(piece.at[0] + piece.size[0], piece.at[1] + piece.size[1]) for piece in page]
    return max(x for x, _ in corners), max(y for _, y in corners)


def _divided(piece: _Placed, heading: str, options: CutOptions) -> Iterator[CutPage]:
    """A drawing on as many pages as it needs, each with crop marks at its corners."""
    (width, height), room = piece.size, options.room
    columns, rows = (
        ceil(side / most - SLACK) for side, most in zip((width, height), room, strict=True)
    )
    wide, high = width / columns, height / rows
    for row in range(rows):
        for column in range(columns):
            moved = _Placed(piece.drawing, (-column * wide, -row * high), piece.cell)
            name = heading
            if rows * columns > 1:
                name = translate(
                    Text(
                        "{title}: row {row}, column {column}",
                        title=Verbatim(heading),
                        row=row + 1,
                        column=column + 1,
                    ),
                    options.lang,
                )
            yield _page(name, [moved], (wide, high), _corner_marks((wide, high)), options)


def _page(
    heading: str,
    pieces: Iterable[_Placed],
    size: tuple[float, float],
    marks: Iterable[Mark],
    options: CutOptions,
) -> CutPage:
    """A page with these pieces; what lies beyond its size is not printed."""
    width, height = size
    insets = tuple(
        Inset(
            (piece.at[0] / MILLIMETRES, piece.at[1] / MILLIMETRES),
            piece.drawing.in_language(options.lang),
            piece.cell / MILLIMETRES,
        )
        for piece in pieces
    )
    drawing = Drawing(width / MILLIMETRES, height / MILLIMETRES, Text(), insets)
    svg = to_svg(drawing, options.paper.theme, FAMILY, margin=0, transparent=True)
    alt = ", ".join(str(inset.drawing.title) for inset in insets)
    return CutPage(heading, Picture(svg, width, height, alt), tuple(marks))


def _corner_marks(size: tuple[float, float]) -> Iterator[Mark]:
    yield from _marks((0, size[0]), (0, size[1]), size)


def _grid_marks(page: Sequence[_Placed]) -> Iterator[Mark]:
    """Marks at each line of a grid, which can be cut from edge to edge."""
    size = _extent(page)
    xs = {0.0, *(round(piece.at[0] + piece.size[0], 6) for piece in page)}
    ys = {0.0, *(round(piece.at[1] + piece.size[1], 6) for piece in page)}
    yield from _marks(sorted(xs), sorted(ys), size)


def _marks(xs: Iterable[float], ys: Iterable[float], size: tuple[float, float]) -> Iterator[Mark]:
    width, height = size
    for x in xs:
        yield x, -OFFSET - MARK, x, -OFFSET
        yield x, height + OFFSET, x, height + OFFSET + MARK
    for y in ys:
        yield -OFFSET - MARK, y, -OFFSET, y
        yield width + OFFSET, y, width + OFFSET + MARK, y
