"""Drawings for a game: the board with the placed pieces, and each piece alone."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.family import Look
from quebra.families.tangram.draw import (
    Region,
    View,
    badge,
    draw_placed_pieces,
    figure_of,
    labels_of,
    piece_of,
    title_of,
)
from quebra.families.tangram.ghost import step_shapes
from quebra.families.tangram.judge import judge
from quebra.families.tangram.label_point import label_point
from quebra.families.tangram.model import Assembly, Tangram
from quebra.geometry.edges import box_around, edges_of
from quebra.geometry.motion import Motion
from quebra.render import Drawing

MARGIN = 1.0
"""The margin around the figure, in cells of the drawing."""
Box = tuple[float, float, float, float]


def draw_board(puzzle: Tangram, attempt: Assembly, look: Look) -> Drawing:
    """The figure at its original position and the placed pieces."""
    view = _view(puzzle)
    figure = figure_of(puzzle, Motion(), view, "rule", "soft")
    pieces = draw_placed_pieces(puzzle, attempt, view, look)
    step = look.step
    # A step refers to the figure where the attempt forms it; the board shows it where it is drawn.
    away = bool(step and step.changes and attempt.places)
    home = judge(puzzle, attempt).motion.inverse() if away else Motion()
    shapes = (*figure, *pieces, *step_shapes(puzzle, attempt, step, view, home))
    return Drawing(view.width, view.height, title_of(puzzle), shapes)


def draw_pieces(puzzle: Tangram) -> tuple[Drawing, ...]:
    """Each kind of piece, unturned, at the scale of the board.

    >>> from quebra.families.tangram.sets import piece_set
    >>> [drawing.title for drawing in draw_pieces(piece_set("classic").puzzle("square"))][:2]
    ['large triangle', 'medium triangle']
    """
    return tuple(_pieces(puzzle))


def box_on_board(puzzle: Tangram, region: Region) -> Box:
    """The left, top, width and height of a region in the drawing of the board."""
    view = _view(puzzle)
    left, top, right, bottom = box_around(edges_of(region))
    x, y = view(complex(left, top))
    return x, y, view.scale * (right - left), view.scale * (bottom - top)


def _view(puzzle: Tangram) -> View:
    """The view of the figure with a margin, at the scale of `draw`."""
    tight = View.around([puzzle.target])
    corner = tight.corner - complex(MARGIN, MARGIN) / tight.scale
    return View(corner, tight.scale, tight.width + 2 * MARGIN, tight.height + 2 * MARGIN)


def _pieces(puzzle: Tangram) -> Iterator[Drawing]:
    scale, labels = _view(puzzle).scale, labels_of(puzzle)
    for kind, (piece, shape) in enumerate(zip(puzzle.pieces, puzzle.shapes, strict=True)):
        left, top, right, bottom = box_around(edges_of(shape))
        view = View(complex(left, top), scale, scale * (right - left), scale * (bottom - top))
        point, clearance = label_point(piece.outline)
        label = badge(view(point), clearance * scale, labels[kind], "")
        shapes = (*piece_of(puzzle, kind, Motion(), view), *label)
        yield Drawing(view.width, view.height, piece.name_text, shapes)
