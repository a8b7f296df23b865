"""Quick proofs that pieces do not form a figure, by areas and colours, each with a sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import pi

from quebra.families.tangram.colours import Side
from quebra.families.tangram.model import Tangram
from quebra.geometry.edges import Line
from quebra.geometry.outline import Contour
from quebra.geometry.region import area_of

ENDS = 512
"""Of each side, this many tolerances may be without the colour that should be there: near its ends,
and where sides that are hardly parallel lie close to one another."""


def mismatch(puzzle: Tangram) -> str | None:
    """Why the pieces cannot form the figure, where areas or colours show it; None says nothing.

    >>> from quebra.families.tangram.model import Piece
    >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> mismatch(Tangram(pieces=(halves,), figure="M0 0 H2 V1 H0 Z"))
    'The figure has an area of 2, the pieces have 1 in all.'
    """
    return next(_mismatches(puzzle), None)


def length_of_faults(puzzle: Tangram) -> float:
    """The most by which lengths of sides that meet may differ, over all sides."""
    sides = len(puzzle.coloured_target) + sum(
        kind.count * len(each)
        for kind, each in zip(puzzle.pieces, puzzle.coloured_shapes, strict=True)
    )
    return ENDS * puzzle.tolerance_used * sides


def _mismatches(puzzle: Tangram) -> Iterator[str]:
    figure, pieces = area_of(puzzle.target), _area_of_pieces(puzzle)
    faults = _area_of_faults(puzzle)
    if abs(figure - pieces) > faults and not (puzzle.spare and pieces > figure):
        yield f"The figure has an area of {figure:.6g}, the pieces have {pieces:.6g} in all."
    if not puzzle.has_colours:
        return
    sides = [(kind, s) for kind, each in enumerate(puzzle.coloured_shapes) for s in each]
    every = [*puzzle.coloured_target, *(side for _, side in sides)]
    if any(side.colour is None for _, side in sides) or not all(
        isinstance(side.edge, Line) for side in every
    ):
        # Round sides may lie close to others for longer than the tolerance tells.
        return
    have = _lengths((side, puzzle.pieces[kind].count) for kind, side in sides)
    need = _lengths((side, 1) for side in puzzle.coloured_target)
    slack = length_of_faults(puzzle)
    for colour, length in sorted(need.items()):
        if have[colour] < length - slack:
            both = f"{length:.6g} of the colour {colour}, and the pieces have {have[colour]:.6g}"
            yield f"The rim has a length of {both}."
    if puzzle.spare or any(side.colour is None for side in puzzle.coloured_target):
        return
    for colour in sorted(have):
        holders = {kind for kind, side in sides if side.colour == colour}
        alone = sum(puzzle.pieces[kind].count for kind in holders) == 1
        if colour not in need and alone and have[colour] > slack:
            name = puzzle.pieces[holders.pop()].name
            yield f"Colour {colour} is on piece {name} alone, and so it can meet no other."


def _area_of_pieces(puzzle: Tangram) -> float:
    both = zip(puzzle.pieces, puzzle.shapes, strict=True)
    return sum(kind.count * area_of(shape) for kind, shape in both)


def _area_of_faults(puzzle: Tangram) -> float:
    """The most by which the areas of figure and pieces may differ where these form it.

    A region no wider than t has at most the area t / 2 times its perimeter, and pi t^2 / 4 more for
    each hole. Every stretch of an outline bounds at most two faults, so that the areas of a right
    assembly differ by at most t times all outlines together.
    """
    kinds = list(zip(puzzle.pieces, puzzle.shapes, strict=True))
    length = _length(puzzle.target) + sum(kind.count * _length(shape) for kind, shape in kinds)
    holes = len(puzzle.target) + sum(kind.count * len(shape) for kind, shape in kinds)
    tolerance = puzzle.tolerance_used
    return tolerance * length + holes * pi * tolerance**2 / 4


def _length(region: Sequence[Contour]) -> float:
    return sum(edge.length for contour in region for edge in contour)


def _lengths(sides: Iterable[tuple[Side, int]]) -> defaultdict[int, float]:
    """How much of each colour there is."""
    found: defaultdict[int, float] = defaultdict(float)
    for side, count in sides:
        if side.colour is not None:
            found[side.colour] += count * side.edge.length
    return found
