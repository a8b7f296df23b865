"""What pieces that lie upon the figure leave of it: a puzzle of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from quebra.contract.errors import BadInput
from quebra.families.tangram.model import Piece, Tangram
from quebra.families.tangram.solve.search import Position
from quebra.geometry.edges import Arc, Edge, Line
from quebra.geometry.outline import write_outline
from quebra.geometry.remainder.areas import contours_of


def kinds_left(position: Position) -> list[int]:
    """The kinds of pieces that are left, in the order in which `rest_of` has them."""
    return [kind for kind, count in enumerate(position.left) if count]


def rest_of(puzzle: Tangram, position: Position) -> Tangram | None:
    """The figure that is left, with the pieces that are left.

    None where these may lie at some angles only, and the figure is not upright: the whole may be
    turned as long as nothing lies, and the rest may not. None too where snapping left an outline
    that is no figure.
    """
    pieces = tuple(_left(puzzle, position))
    if not puzzle.upright and any(piece.angles is not None for piece in pieces):
        return None
    contours = contours_of(position.rest, position.joints)
    outline = write_outline([tuple(_edges(position, part.strokes)) for part in contours])
    strokes = (position.rest[i] for part in contours for i in part.strokes)
    colours = tuple(position.colours[stroke] for stroke in strokes) if position.colours else ()
    try:
        return Tangram(
            pieces,
            outline,
            tolerance=puzzle.tolerance,
            colours=colours,
            upright=puzzle.upright,
            spare=puzzle.spare,
        )
    except BadInput:
        return None


def _left(puzzle: Tangram, position: Position) -> Iterator[Piece]:
    for kind in kinds_left(position):
        yield msgspec.structs.replace(puzzle.pieces[kind], count=position.left[kind])


def _edges(position: Position, strokes: Sequence[int]) -> Iterator[Edge]:
    for stroke in (position.rest[i] for i in strokes):
        if stroke.bend:
            yield Arc(stroke.start, stroke.end, stroke.centre, stroke.length * stroke.bend)
        else:
            yield Line(stroke.start, stroke.end)
