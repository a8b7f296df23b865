"""Quick proofs that polygons do not fill their figure, each with a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import pi

from quebra.families.edges.model import Edges, Laid
from quebra.families.edges.polygons import (
    Side,
    figure_sides,
    outline_area,
    piece_sides,
    tolerance,
)

ENDS = 512
"""Of each side, so many tolerances may be without the colour that should be there: near its ends,
and where sides that are hardly parallel lie close to one another."""


def polygon_obstacle(puzzle: Edges) -> str | None:
    """Why polygons cannot fill their figure, where that is quickly seen; None says nothing.

    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> wide = ((0, 0), (2, 0), (2, 1), (0, 1))
    >>> polygon_obstacle(Edges(((1, 2, 3, 4),), shape="polygon", outlines=(square,), figure=wide))
    'The figure has an area of 2, and the pieces have 1 in all.'
    """
    return next(_obstacles(puzzle), None)


def spare_area(puzzle: Edges) -> float:
    """The area of the pieces less that of the figure."""
    return sum(map(outline_area, puzzle.outlines)) - outline_area(puzzle.figure)


def area_of_faults(puzzle: Edges) -> float:
    """The most by which areas of pieces may differ from that of the figure that they fill.

    A region no wider than t has at most the area t / 2 times its perimeter, and pi t^2 / 4 more for
    each hole. Every stretch of an outline bounds at most two faults.
    """
    t = tolerance(puzzle)
    length = sum(side.length for side in (*figure_sides(puzzle), *_sides(puzzle)))
    return t * length + (1 + len(puzzle.pieces)) * pi * t * t / 4


def needs_all_pieces(puzzle: Edges) -> bool:
    """Whether without the smallest piece the others could not fill the figure."""
    smallest = min(map(outline_area, puzzle.outlines))
    return spare_area(puzzle) - smallest < -area_of_faults(puzzle)


def length_of_faults(puzzle: Edges) -> float:
    """The most by which lengths of sides that meet may differ, over all sides."""
    return ENDS * tolerance(puzzle) * (len(puzzle.figure) + sum(map(len, puzzle.outlines)))


def _obstacles(puzzle: Edges) -> Iterator[str]:
    rim, sides = figure_sides(puzzle), _sides(puzzle)
    if spare_area(puzzle) < -area_of_faults(puzzle):
        figure, total = outline_area(puzzle.figure), sum(map(outline_area, puzzle.outlines))
        yield f"The figure has an area of {figure:.6g}, and the pieces have {total:.6g} in all."
    have, need, slack = _lengths(sides), _lengths(rim), length_of_faults(puzzle)
    for colour, length in sorted(need.items()):
        if have[colour] < length - slack:
            both = f"{length:.6g} of the colour {colour}, and the pieces have {have[colour]:.6g}"
            yield f"The rim has a length of {both}."
    if not needs_all_pieces(puzzle) or None in {side.colour for side in rim}:
        return
    for colour in sorted(have):
        holders = {side.piece for side in sides if side.colour == colour}
        if colour not in need and len(holders) == 1 and have[colour] > slack:
            (piece,) = holders
            yield f"Colour {colour} is on piece {piece + 1} alone, and so it can meet no other."


def _sides(puzzle: Edges) -> list[Side]:
    """The sides of all pieces, turned in some way."""
    every = range(len(puzzle.pieces))
    return [side for piece in every for side in piece_sides(puzzle, Laid(piece, 0, 0))]


def _lengths(sides: list[Side]) -> defaultdict[int, float]:
    """How much of each colour there is."""
    found: defaultdict[int, float] = defaultdict(float)
    for side in sides:
        if side.colour is not None:
            found[side.colour] += side.length
    return found
