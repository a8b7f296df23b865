"""The pieces of an edge-matching puzzle to be cut out, and the board; cubes are nets."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from quebra.contract.cutouts import CutOuts
from quebra.contract.family import Look
from quebra.families.edges.draw.motifs import half_motif
from quebra.families.edges.draw.places import COLUMNS, template
from quebra.families.edges.draw.playing import draw_board
from quebra.families.edges.draw.tiles import Style, decorate_tile, style_of, tile_faces
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.names import MAX_MOTIFS
from quebra.i18n.text import Text
from quebra.render import Drawing, Label, Point, Shape, rectangle

CUBES = ("cube", "stack")
NET: tuple[Point, ...] = ((1, 0), (2, 1), (1, 2), (0, 1), (1, 1), (3, 1))
"""The corner of each face of a cube in its net: up, right, down, left, front and back."""


def cut_outs(puzzle: Edges, labelled: bool) -> CutOuts:
    """Every piece, with its number or without, and the empty board.

    >>> found = cut_outs(Edges(rows=1, cols=2, pieces=((1, 2, 3, 4), (3, 4, 1, 2))), labelled=True)
    >>> len(found.pieces), found.unit, found.in_grid
    (2, 1.0, True)
    """
    style = style_of(puzzle, COLUMNS, MAX_MOTIFS)
    if puzzle.shape in CUBES:
        nets = tuple(_net(puzzle, style, piece, labelled) for piece in range(len(puzzle.pieces)))
        return CutOuts(nets, 1.0, Text("the side of a cube"), 25)
    corners = template(puzzle.layout.sides)
    return CutOuts(
        pieces=tuple(_flat(puzzle, style, piece, labelled) for piece in range(len(puzzle.pieces))),
        unit=dist(corners[0], corners[1]),
        measure=Text("the side of a piece"),
        millimetres=30,
        board=draw_board(puzzle, Filling(cells=()), Look()),
        in_grid=len(corners) == 4,
    )


def _title(piece: int) -> Text:
    return Text("Piece {piece}", piece=piece + 1)


def _flat(puzzle: Edges, style: Style, piece: int, labelled: bool) -> Drawing:
    corners, colours = template(puzzle.layout.sides), puzzle.pieces[piece]
    shapes = (
        *tile_faces(style, corners, colours),
        *decorate_tile(style, corners, colours, piece, numbered=labelled),
    )
    width, height = max(x for x, _ in corners), max(y for _, y in corners)
    return Drawing(width, height, _title(piece), shapes)


def _net(puzzle: Edges, style: Style, piece: int, labelled: bool) -> Drawing:
    shapes: list[Shape] = []
    for corner, colour in zip(NET, puzzle.pieces[piece], strict=True):
        shapes += _face(style, corner, colour)
    if labelled:
        shapes.append(Label((0.5, 0.5), str(piece + 1), "soft", 0.4))
    return Drawing(4, 3, _title(piece), tuple(shapes))


def _face(style: Style, corner: Point, colour: int) -> Iterator[Shape]:
    """A face of a cube: its colour, and the whole motif in the middle."""
    x, y = corner
    yield rectangle(x, y, 1, 1, fill=style.fill(colour), stroke="ink")
    if colour in style.motifs and not style.plain:
        left, right = (x, y + 0.5), (x + 1, y + 0.5)
        yield from half_motif(style.motifs[colour], left, right, (x + 0.5, y))
        yield from half_motif(style.motifs[colour], right, left, (x + 0.5, y + 1))
