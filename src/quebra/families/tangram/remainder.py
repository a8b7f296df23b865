"""The uncovered part of a figure with the remaining pieces, as a puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from quebra.contract.errors import BadInput
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.solve.position import Position
from quebra.geometry.edges import Arc, Edge, Line
from quebra.geometry.outline import write_outline
from quebra.geometry.remainder.areas import contours_of


def remaining_kinds(position: Position) -> list[int]:
    """The kinds of the remaining pieces, in the order of `remaining_puzzle`."""
    return [kind for kind, count in enumerate(position.remaining) if count]


def remaining_puzzle(puzzle: Tangram, position: Position) -> Tangram | None:
    """The puzzle to fill the uncovered region with the remaining pieces.

    None if these have allowed angles and the figure is not upright: a whole figure may be turned,
    but the uncovered part of it may not. Also None if snapping left an invalid outline.
    """
    pieces = tuple(
        msgspec.structs.replace(puzzle.pieces[kind], count=position.remaining[kind])
        for kind in remaining_kinds(position)
    )
    if not puzzle.upright and any(piece.angles is not None for piece in pieces):
        return None
    contours = contours_of(position.remainder, position.joints)
    outline = write_outline([tuple(_edges(position, part.strokes)) for part in contours])
    strokes = (position.remainder[i] for part in contours for i in part.strokes)
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


def _edges(position: Position, strokes: Sequence[int]) -> Iterator[Edge]:
    for stroke in (position.remainder[i] for i in strokes):
        if stroke.bend:
            yield Arc(stroke.start, stroke.end, stroke.centre, stroke.length * stroke.bend)
        else:
            yield Line(stroke.start, stroke.end)
