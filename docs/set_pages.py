"""The sets of pieces that ship with tangram, each with a picture."""

from __future__ import annotations

from collections.abc import Iterator

from pictures import Figure, gallery
from quebra import draw
from quebra.families.tangram.board import draw_pieces
from quebra.families.tangram.model import Piece
from quebra.families.tangram.sets import SETS, PieceSet
from quebra.i18n.text import as_is
from quebra.render import Drawing, Inset, Label, Shape
from writing import code, page, table

SCALE = 0.5
"""The scale of figures and pieces relative to their captions."""
TRAY = 9.0
"""The width of the rows of pieces, in cells."""
GAP, CAPTION, SIZE = 0.6, 0.7, 0.36
LETTER = 0.22
"""The width of a letter of a caption, in cells."""


def sets_page() -> str:
    """A table of all sets, and a picture of each: its first figure assembled, and its pieces."""
    rows = [
        [f"`{name}`", found.title, str(found.extent), code(found.figures), found.source]
        for name, found in SETS.items()
    ]
    return page(
        table(["set", "title", "pieces", "figures", "source"], rows),
        gallery((set_figure(name) for name in SETS), wide=True),
    )


def set_figure(name: str) -> Figure:
    """The picture of a set, with its title and source."""
    found = SETS[name]
    return Figure(_drawing(found), found.title, [(f"tangram {name}", found.source)])


def _drawing(found: PieceSet) -> Drawing:
    puzzle = found.puzzle()
    assembly = draw(puzzle, found.answer())
    offset = SCALE * assembly.width + 2 * GAP
    tray = list(_tray(found, offset))
    low = max(at[1] for at, _ in tray) + CAPTION
    shapes: list[Shape] = [Inset((0, 0), assembly, SCALE)]
    for _, parts in tray:
        shapes += parts
    return Drawing(
        offset + TRAY, max(SCALE * assembly.height, low), as_is(found.title), tuple(shapes)
    )


def _tray(found: PieceSet, left: float) -> Iterator[tuple[tuple[float, float], list[Shape]]]:
    """Each kind of piece in rows, with the lower left corner of its picture."""
    x, top, low = left, 0.0, 0.0
    for piece, drawing in zip(found.pieces, draw_pieces(found.puzzle()), strict=True):
        width, height = SCALE * drawing.width, SCALE * drawing.height
        words = _caption(piece)
        room = max(width, LETTER * len(words))
        if x > left and x + room > left + TRAY:
            x, top = left, low + GAP / 2
        below = top + height
        caption = Label(
            (x, below + CAPTION / 2), words, "soft", SIZE, room=len(words), align="start"
        )
        yield (x, below), [Inset((x, top), drawing, SCALE), caption]
        x, low = x + room + GAP, max(low, below + CAPTION)


def _caption(piece: Piece) -> str:
    return piece.name if piece.count == 1 else f"{piece.name} ×{piece.count}"
