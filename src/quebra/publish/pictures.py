"""Pictures of a document: SVG with a size in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import msgspec

from quebra.i18n.text import Text
from quebra.publish.paper import MILLIMETRES, Paper
from quebra.render import CELL, Drawing, Inset, Label, Shape
from quebra.render.export import FAMILY
from quebra.render.svg import to_svg

RIM = 2.0
"""Pixels around a drawing, so that strokes at its edge are not cut."""
MAX_CELL, MAX_LARGE_CELL = 15.0, 20.0
"""The largest size of a cell, in millimetres."""
MIN_POINTS = 4.8
"""The smallest font size of words in a picture, in points."""
MAX_MODULES = 77
"""Modules along a side of a QR code that a phone can still read."""


class Picture(msgspec.Struct, frozen=True):
    """An SVG, its size in millimetres, and its content in words."""

    svg: str
    width: float
    height: float
    alt: str


def picture(
    drawing: Drawing, room: tuple[float, float], paper: Paper, lang: str, cell: float | None = None
) -> Picture:
    """A drawing that fits the room; its cells are not larger than `cell` millimetres."""
    scale = min(largest_scale(drawing, room), cell or largest_cell(paper))
    shown = legible(drawing, scale).in_language(lang)
    svg = to_svg(shown, paper.theme, FAMILY, margin=RIM, transparent=True)
    width, height = (scale * side for side in size_in_cells(drawing))
    return Picture(svg, width, height, str(shown.title))


def legible(drawing: Drawing, scale: float) -> Drawing:
    """The drawing without words that are too small to be read; letters and numbers stay.

    `scale` is the size of a cell in millimetres.

    >>> word, number = Label((1, 1), Text("square"), size=0.4), Label((2, 1), "7", size=0.4)
    >>> board = Drawing(6, 6, Text("a board"), (word, number))
    >>> [len(legible(board, scale).shapes) for scale in (5, 3)]
    [2, 1]
    """
    return replace(drawing, shapes=tuple(_legible_shapes(drawing, scale)))


def _legible_shapes(drawing: Drawing, scale: float) -> Iterator[Shape]:
    for shape in drawing.shapes:
        match shape:
            case Inset():
                yield replace(shape, drawing=legible(shape.drawing, scale * shape.scale))
            case Label(text=Text()) if shape.size * scale < MIN_POINTS * MILLIMETRES:
                continue
            case _:
                yield shape


def largest_cell(paper: Paper) -> float:
    """The largest size of a cell on a paper, in millimetres."""
    return MAX_LARGE_CELL if paper.large else MAX_CELL


def size_in_cells(drawing: Drawing) -> tuple[float, float]:
    """The size of the picture of a drawing, with the rim around it."""
    rim = 2 * RIM / CELL
    return drawing.width + rim, drawing.height + rim


def largest_scale(drawing: Drawing, room: tuple[float, float]) -> float:
    """Millimetres of a cell at which a drawing fits the room."""
    width, height = size_in_cells(drawing)
    return min(room[0] / width, room[1] / height)


def qr_code(link: str) -> str:
    """The QR code of a link as SVG; empty where it would be too fine to be read.

    >>> qr_code("https://puzz.link/p?cojun/2/1/02g")[:4], qr_code("https://" + 900 * "x")
    ('<svg', '')
    """
    import segno

    try:
        code = segno.make_qr(link, error="l", boost_error=False)
    except segno.DataOverflowError:
        return ""
    if code.symbol_size(border=0)[0] > MAX_MODULES:
        return ""
    out = BytesIO()
    code.save(out, kind="svg", border=0, xmldecl=False, nl=False)
    return out.getvalue().decode()
