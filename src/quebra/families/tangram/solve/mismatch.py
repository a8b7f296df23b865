"""Quick proofs by area and colour that the pieces cannot form the figure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from math import pi

from quebra.families.tangram.colours import Side
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.silhouette import outline_length
from quebra.geometry.edges import Line
from quebra.geometry.region import area_of
from quebra.i18n.text import Text

ENDS = 512
"""Length of each side, in tolerances, that may lack the required colour: near its ends, and where
nearly parallel sides lie close together."""


def mismatch(puzzle: Tangram) -> Text | None:
    """The reason why areas or colours rule out a solution; None if they do not.

    >>> from quebra.families.tangram.model import Piece
    >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> mismatch(Tangram(pieces=(halves,), figure="M0 0 H2 V1 H0 Z"))
    'The figure has an area of 2, and all pieces together have 1.'
    """
    return next(_mismatches(puzzle), None)


def max_length_error(puzzle: Tangram) -> float:
    """Upper bound, over all sides, of the difference in length between sides that meet."""
    sides = len(puzzle.coloured_target) + sum(
        kind.count * len(each)
        for kind, each in zip(puzzle.pieces, puzzle.coloured_shapes, strict=True)
    )
    return ENDS * puzzle.tolerance_used * sides


def _mismatches(puzzle: Tangram) -> Iterator[Text]:
    figure, pieces = area_of(puzzle.target), _area_of_pieces(puzzle)
    faults = _area_of_faults(puzzle)
    if abs(figure - pieces) > faults and not (puzzle.spare and pieces > figure):
        yield Text(
            "The figure has an area of {figure:.6g}, and all pieces together have {pieces:.6g}.",
            figure=figure,
            pieces=pieces,
        )
    if not puzzle.has_colours:
        return
    sides = [(kind, s) for kind, each in enumerate(puzzle.coloured_shapes) for s in each]
    every = [*puzzle.coloured_target, *(side for _, side in sides)]
    if any(side.colour is None for _, side in sides) or not all(
        isinstance(side.edge, Line) for side in every
    ):
        # The bound `ENDS` holds for straight sides only.
        return
    have = _lengths((side, puzzle.pieces[kind].count) for kind, side in sides)
    need = _lengths((side, 1) for side in puzzle.coloured_target)
    slack = max_length_error(puzzle)
    for colour, length in sorted(need.items()):
        if have[colour] < length - slack:
            yield Text(
                "The outline has a length of {length:.6g} in colour {colour}, and the pieces have "
                "only {have:.6g}.",
                length=length,
                colour=colour,
                have=have[colour],
            )
    if puzzle.spare or any(side.colour is None for side in puzzle.coloured_target):
        return
    for colour in sorted(have):
        holders = {kind for kind, side in sides if side.colour == colour}
        alone = sum(puzzle.pieces[kind].count for kind in holders) == 1
        if colour not in need and alone and have[colour] > slack:
            yield Text(
                "Colour {colour} is on piece {piece} alone, so no other side can meet it.",
                colour=colour,
                piece=puzzle.pieces[holders.pop()].name_text,
            )


def _area_of_pieces(puzzle: Tangram) -> float:
    both = zip(puzzle.pieces, puzzle.shapes, strict=True)
    return sum(kind.count * area_of(shape) for kind, shape in both)


def _area_of_faults(puzzle: Tangram) -> float:
    """Upper bound of the difference between the areas of the figure and of pieces that form it.

    A region no wider than t has an area of at most t / 2 times its perimeter, plus pi t^2 / 4 for
    each hole. Every part of an outline bounds at most two faults, so the areas of a correct
    assembly differ by at most t times the length of all outlines.
    """
    counts = (piece.count for piece in puzzle.pieces)
    regions = ((1, puzzle.target), *zip(counts, puzzle.shapes, strict=True))
    tolerance = puzzle.tolerance_used
    return tolerance * sum(
        count * (outline_length(region) + len(region) * pi * tolerance / 4)
        for count, region in regions
    )


def _lengths(sides: Iterable[tuple[Side, int]]) -> defaultdict[int, float]:
    """The total length of sides of each colour."""
    found: defaultdict[int, float] = defaultdict(float)
    for side, count in sides:
        if side.colour is not None:
            found[side.colour] += count * side.edge.length
    return found
