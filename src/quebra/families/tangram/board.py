"""What a game is played with: the figure where it is drawn, and each piece by itself."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.family import Look
from quebra.families.tangram.draw import (
    Region,
    View,
    badge,
    box_around,
    figure_of,
    labels_of,
    lying,
    piece_of,
)
from quebra.families.tangram.middle import middle
from quebra.families.tangram.model import Assembly, Tangram
from quebra.geometry.motion import Motion
from quebra.grid.cells import counted
from quebra.render import Drawing

MARGIN = 1.0
"""The room around the figure, in cells of the drawing."""
Box = tuple[float, float, float, float]


def draw_board(puzzle: Tangram, attempt: Assembly, look: Look) -> Drawing:
    """The figure, which stays where it is drawn, and the pieces that have been laid."""
    view = _view(puzzle)
    title = f"Tangram, {counted(puzzle.extent, 'piece')}"
    figure = figure_of(puzzle, Motion(), view, "rule", "soft")
    shapes = (*figure, *lying(puzzle, attempt, view, look))
    return Drawing(view.width, view.height, title, shapes)


def draw_pieces(puzzle: Tangram) -> tuple[Drawing, ...]:
    """Each kind of piece, unturned and as large as on the board.

    >>> from quebra.families.tangram.sets import piece_set
    >>> [drawing.title for drawing in draw_pieces(piece_set("classic").puzzle("square"))][:2]
    ['large', 'medium']
    """
    return tuple(_pieces(puzzle))


def box_on_board(puzzle: Tangram, region: Region) -> Box:
    """The left, top, width and height of a region in the drawing of the board."""
    view = _view(puzzle)
    left, top, right, bottom = box_around(list(region))
    x, y = view(complex(left, top))
    return x, y, view.scale * (right - left), view.scale * (bottom - top)


def _view(puzzle: Tangram) -> View:
    """The figure with room around it: its longer side takes as many cells as elsewhere."""
    tight = View.around([puzzle.target])
    corner = tight.corner - complex(MARGIN, MARGIN) / tight.scale
    return View(corner, tight.scale, tight.width + 2 * MARGIN, tight.height + 2 * MARGIN)


def _pieces(puzzle: Tangram) -> Iterator[Drawing]:
    scale, labels = _view(puzzle).scale, labels_of(puzzle)
    for kind, (piece, shape) in enumerate(zip(puzzle.pieces, puzzle.shapes, strict=True)):
        left, top, right, bottom = box_around(list(shape))
        view = View(complex(left, top), scale, scale * (right - left), scale * (bottom - top))
        spot, room = middle(piece.outline)
        letter = badge(view(spot), room * scale, labels[kind], "")
        shapes = (*piece_of(puzzle, kind, Motion(), view), *letter)
        yield Drawing(view.width, view.height, piece.name, shapes)
