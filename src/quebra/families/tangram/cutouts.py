"""The pieces of a tangram to be cut out, and the silhouette to lay them on."""

from __future__ import annotations

from math import sqrt

from quebra.contract.cutouts import CutOuts
from quebra.families.tangram.bands import KINDS
from quebra.families.tangram.draw import (
    HATCHES,
    Region,
    View,
    badge,
    figure_of,
    labels_of,
    outline_of,
    piece_of,
    title_of,
)
from quebra.families.tangram.label_point import label_point
from quebra.families.tangram.model import Tangram
from quebra.geometry.edges import box_around, edges_of
from quebra.geometry.motion import Motion
from quebra.geometry.region import area_of
from quebra.i18n.text import Text
from quebra.render import Drawing, Shape

UNIT = 10.0
"""The side of a square with the area of all pieces, in cells."""
CUT = 0.8
"""The width of the line to cut along, in pixels."""


def cut_outs(puzzle: Tangram, labelled: bool) -> CutOuts:
    """Every copy of every piece, with its label or without, and the silhouette.

    >>> from quebra.families.tangram.sets import piece_set
    >>> found = cut_outs(piece_set("classic").puzzle("square"), labelled=True)
    >>> len(found.pieces), round(found.board.width, 6)
    (7, 10.0)
    """
    pieces = zip(puzzle.pieces, puzzle.shapes, strict=True)
    scale = UNIT / sqrt(sum(piece.count * area_of(shape) for piece, shape in pieces))
    drawings = [
        _piece(puzzle, kind, scale, labelled)
        for kind, piece in enumerate(puzzle.pieces)
        for _ in range(piece.count)
    ]
    view = _view(puzzle.target, scale)
    figure = tuple(figure_of(puzzle, Motion(), view, "rule", "soft"))
    return CutOuts(
        pieces=tuple(drawings),
        unit=UNIT,
        measure=Text("the side of a square with the area of all pieces"),
        millimetres=100,
        board=Drawing(view.width, view.height, title_of(puzzle), figure),
    )


def _view(region: Region, scale: float) -> View:
    left, top, right, bottom = box_around(edges_of(region))
    return View(complex(left, top), scale, scale * (right - left), scale * (bottom - top))


def _piece(puzzle: Tangram, kind: int, scale: float, labelled: bool) -> Drawing:
    piece, shape = puzzle.pieces[kind], puzzle.shapes[kind]
    view = _view(shape, scale)
    if piece.colours:
        shapes: tuple[Shape, ...] = tuple(piece_of(puzzle, kind, Motion(), view))
    else:
        colour = f"kind-{KINDS[kind % len(KINDS)]}"
        hatch = HATCHES[kind % len(HATCHES)]
        shapes = (outline_of(shape, view, colour, "ink", CUT, hatch),)
    if labelled:
        spot, room = label_point(piece.outline)
        shapes += tuple(badge(view(spot), room * scale, labels_of(puzzle)[kind], ""))
    return Drawing(view.width, view.height, piece.name_text, shapes)
