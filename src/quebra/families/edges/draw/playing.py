"""Drawings for a game: the board alone, and each piece alone."""

from __future__ import annotations

from math import ceil, isclose

from quebra.contract.family import Look
from quebra.contract.results import Place
from quebra.families.edges.draw import (
    pieces_on_board,
    shapes_of_board,
    title_of,
    tray_shapes,
)
from quebra.families.edges.draw.places import CLOSE, COLUMNS, Corners, places
from quebra.families.edges.draw.tiles import ROWS, style_of
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.names import MAX_MOTIFS
from quebra.i18n.text import Text
from quebra.render import Drawing

Box = tuple[float, float, float, float]


def draw_board(puzzle: Edges, attempt: Filling, look: Look) -> Drawing:
    """The board with the placed pieces, without the tray."""
    style = style_of(puzzle, COLUMNS, MAX_MOTIFS)
    board = places(puzzle, style.chars)
    shapes = shapes_of_board(puzzle, board, style, pieces_on_board(puzzle, attempt), look)
    height = float(ceil(board.height - 0.01))
    return Drawing(board.width, height, title_of(puzzle), tuple(shapes), (style.chars, ROWS))


def draw_pieces(puzzle: Edges) -> tuple[Drawing, ...]:
    """Each piece unturned, in a square of one cell.

    >>> len(draw_pieces(Edges(rows=1, cols=2, pieces=((1, 2, 3, 4), (3, 4, 1, 2)))))
    2
    """
    style = style_of(puzzle, COLUMNS, MAX_MOTIFS)
    return tuple(
        Drawing(
            1.0,
            1.0,
            Text("Piece {piece}", piece=piece + 1),
            tuple(tray_shapes(puzzle, style, [piece], (0.0, 0.0), 1)),
            (style.chars, ROWS),
        )
        for piece in range(len(puzzle.pieces))
    )


def cell_corners(puzzle: Edges) -> dict[Place, Corners]:
    """The corners of each cell on the board.

    >>> cell_corners(Edges(rows=1, cols=2, pieces=((1, 2, 3, 4), (3, 4, 1, 2))))[0, 1]
    ((1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0))
    """
    board = places(puzzle, style_of(puzzle, COLUMNS, MAX_MOTIFS).chars)
    return dict(zip(puzzle.layout.cells, board.cells, strict=True))


def box_of(corners: Corners) -> Box:
    """The left, top, width and height of a cell.

    >>> box_of(((0.0, 1.0), (1.0, 0.0), (2.0, 1.0)))
    (0.0, 0.0, 2.0, 1.0)
    """
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    return (left, top, right - left, bottom - top)


def fills_its_box(corners: Corners) -> bool:
    """Whether a cell is an upright square: its area is that of its box.

    >>> fills_its_box(((0.0, 1.0), (1.0, 0.0), (2.0, 1.0)))
    False
    """
    _, _, width, height = box_of(corners)
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    doubled_area = sum(x * v - u * y for (x, y), (u, v) in sides)
    return isclose(abs(doubled_area), 2 * width * height, rel_tol=CLOSE)
