"""Quick proofs that polygons do not fill their figure, each with a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from quebra.families.edges.model import Edges, Laid
from quebra.families.edges.polygons import (
    Side,
    figure_sides,
    piece_sides,
    signed_area,
    tolerance,
)


def polygon_obstacle(puzzle: Edges) -> str | None:
    """Why polygons cannot fill their figure, where that is quickly seen; None says nothing.

    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> wide = ((0, 0), (2, 0), (2, 1), (0, 1))
    >>> polygon_obstacle(Edges(((1, 2, 3, 4),), shape="polygon", outlines=(square,), figure=wide))
    'The figure has an area of 2, and the pieces have 1 in all.'
    """
    return next(_obstacles(puzzle), None)


def _obstacles(puzzle: Edges) -> Iterator[str]:
    rim = figure_sides(puzzle)
    every = range(len(puzzle.pieces))
    pieces = [piece_sides(puzzle, Laid(piece, 0, 0, puzzle.turns_of(piece)[0])) for piece in every]
    figure, total = _area(rim), sum(map(_area, pieces))
    slack = tolerance(puzzle) * sum(side.length for side in rim)
    if total < figure - slack:
        yield f"The figure has an area of {figure:.6g}, and the pieces have {total:.6g} in all."
    sides = [side for piece in pieces for side in piece]
    have, need = _lengths(sides), _lengths(rim)
    for colour, length in sorted(need.items()):
        if have[colour] < length - slack:
            both = f"{length:.6g} of the colour {colour}, and the pieces have {have[colour]:.6g}"
            yield f"The rim has a length of {both}."
    if total > figure + slack or None in {side.colour for side in rim}:
        return
    for colour in sorted(have):
        holders = {side.piece for side in sides if side.colour == colour}
        if colour not in need and len(holders) == 1:
            (piece,) = holders
            yield f"Colour {colour} is on piece {piece + 1} alone, and so it can meet no other."


def _area(sides: list[Side]) -> float:
    return signed_area([side.start for side in sides])


def _lengths(sides: list[Side]) -> defaultdict[int, float]:
    """How much of each colour there is."""
    found: defaultdict[int, float] = defaultdict(float)
    for side in sides:
        if side.colour is not None:
            found[side.colour] += side.length
    return found
