"""A figure to be formed: whether its area can be, and which assemblies are right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import pi

from quebra.families.tangram.judge import is_right
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.solve.classes import Classes, Placed
from quebra.families.tangram.solve.search import Position
from quebra.families.tangram.solve.variants import is_chiral
from quebra.geometry.outline import Contour
from quebra.geometry.polish import polished
from quebra.geometry.region import area_of
from quebra.geometry.signature import mirrored

REACH = 3
"""Sides that are this many snapping distances apart may be meant to lie along one another."""


class Formed:
    """The assemblies of a figure that were found so far."""

    def __init__(self, puzzle: Tangram, figure: Sequence[Contour]) -> None:
        self.puzzle, self.figure = puzzle, figure
        self.classes = Classes(puzzle, figure)

    def right(self, position: Position, snapping: float) -> Placed | None:
        """The assembly of a leaf, with its pieces moved a little where that makes it right."""
        placed = [(laid.variant.kind, laid.motions[0]) for laid in position.laid]
        if self._is_right(placed):
            return placed
        shapes, reach = self.puzzle.shapes, REACH * max(snapping, self.puzzle.tolerance_used)
        return polished(shapes, self.figure, placed, reach, self._is_right)

    def _is_right(self, placed: Placed) -> bool:
        return is_right(self.puzzle, self.figure, placed)


def mismatch(puzzle: Tangram) -> str | None:
    """Why the areas of figure and pieces leave no solution, in words; None where they may.

    A region no wider than t has at most the area t / 2 times its perimeter, and pi t^2 / 4 more for
    each hole. Every stretch of an outline bounds at most two faults, so that the areas of a right
    assembly differ by at most t times all outlines together.

    >>> from quebra.families.tangram.model import Piece
    >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> mismatch(Tangram(pieces=(halves,), figure="M0 0 H2 V1 H0 Z"))
    'The figure has an area of 2, the pieces have 1 in all.'
    """
    figure, length = area_of(puzzle.target), _length(puzzle.target)
    kinds = list(zip(puzzle.pieces, puzzle.shapes, strict=True))
    pieces = sum(kind.count * area_of(shape) for kind, shape in kinds)
    length += sum(kind.count * _length(shape) for kind, shape in kinds)
    holes = len(puzzle.target) + sum(kind.count * len(shape) for kind, shape in kinds)
    tolerance = puzzle.tolerance_used
    if abs(figure - pieces) <= tolerance * length + holes * pi * tolerance**2 / 4:
        return None
    return f"The figure has an area of {figure:.6g}, the pieces have {pieces:.6g} in all."


def _length(region: Sequence[Contour]) -> float:
    return sum(edge.length for contour in region for edge in contour)


def figures(puzzle: Tangram) -> Iterator[tuple[Contour, ...]]:
    """The figure; and its mirror image, if it may be formed too and that makes a difference."""
    yield puzzle.target
    if puzzle.mirror and any(
        piece.angles is not None or (not piece.flip and is_chiral(piece, shape))
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True)
    ):
        yield tuple(mirrored(contour) for contour in puzzle.target)
