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
from quebra.geometry.net_drawing import FOLDING, drawn_nets
from quebra.geometry.nets import SQUARES, Spot, Square, grown
from quebra.i18n.text import Text
from quebra.render import Circle, Drawing, Label, Shape, rectangle

CUBES = ("cube", "stack")
FRONT: Spot = (0, 0)
PLACES: tuple[Spot, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0), FRONT, (2, 0))
"""The places of the faces of a cube in its net: up, right, down, left, front and back."""


def cut_outs(puzzle: Edges, labelled: bool) -> CutOuts:
    """Every piece, with its number or without, and the empty board.

    >>> found = cut_outs(Edges(rows=1, cols=2, pieces=((1, 2, 3, 4), (3, 4, 1, 2))), labelled=True)
    >>> len(found.pieces), found.unit, found.in_grid
    (2, 1.0, True)
    """
    style = style_of(puzzle, COLUMNS, MAX_MOTIFS)
    if puzzle.shape in CUBES:
        nets = tuple(_net(puzzle, style, piece, labelled) for piece in range(len(puzzle.pieces)))
        return CutOuts(nets, 1.0, Text("the side of a cube"), 25, note=FOLDING)
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
    def paint(square: Square, at: Spot) -> Iterator[Shape]:
        yield from _face(style, at, puzzle.pieces[piece][PLACES.index(at)])
        if labelled and at == FRONT:
            corner = at[0] + 0.16, at[1] + 0.16
            yield Circle(corner, 0.13, fill="paper")
            yield Label(corner, str(piece + 1), "ink", 0.16)

    front = next(square for square in SQUARES if square.outwards == (0, 0, 1))
    net = grown(frozenset({(0, 0, 0)}), front, PLACES.__contains__)
    (drawing,) = drawn_nets((net,), _title(piece), paint, numbered=False)
    return drawing


def _face(style: Style, at: Spot, colour: int) -> Iterator[Shape]:
    """A face of a cube: its colour, and the whole motif in the middle."""
    x, y = at
    yield rectangle(x, y, 1, 1, fill=style.fill(colour))
    if colour in style.motifs and not style.plain:
        left, right = (x, y + 0.5), (x + 1, y + 0.5)
        yield from half_motif(style.motifs[colour], left, right, (x + 0.5, y))
        yield from half_motif(style.motifs[colour], right, left, (x + 0.5, y + 1))
