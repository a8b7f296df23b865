"""A figure to be formed: how it may lie, and which assemblies are right."""

from __future__ import annotations

from quebra.families.tangram.colours import coloured_congruences
from quebra.families.tangram.judge import is_right
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.solve.classes import Classes, Placed
from quebra.families.tangram.solve.search import Position
from quebra.families.tangram.solve.variants import is_chiral
from quebra.geometry.motion import Motion
from quebra.geometry.polish import polished
from quebra.geometry.region import moved, size_of

EXACT = 1e-6
"""Points closer than this share of the size of a figure are one."""
REACH = 3
"""Sides that are this many snapping distances apart may be meant to lie along one another."""


class Formed:
    """The assemblies of a figure that were found so far."""

    def __init__(self, puzzle: Tangram, lying: Motion, classes: Classes | None = None) -> None:
        self.puzzle, self.lying = puzzle, lying
        self.figure = moved(puzzle.target, lying)
        self.classes = classes or Classes(puzzle, (lying,))

    def right(self, position: Position, snapping: float) -> Placed | None:
        """The assembly of a leaf, with its pieces moved a little where that makes it right."""
        placed = [(laid.variant.kind, laid.motions[0]) for laid in position.laid]
        return self.made_right(placed, snapping)

    def made_right(self, placed: Placed, snapping: float) -> Placed | None:
        """An assembly, with its pieces moved a little where that makes it right."""
        if self._is_right(placed):
            return placed
        shapes, reach = self.puzzle.shapes, REACH * max(snapping, self.puzzle.tolerance_used)
        turns = not (self.puzzle.upright and all(p.angles for p in self.puzzle.pieces))
        return polished(shapes, self.figure, placed, reach, self._is_right, turns=turns)

    def _is_right(self, placed: Placed) -> bool:
        return is_right(self.puzzle, self.lying, placed)


def figures(puzzle: Tangram) -> tuple[Motion, ...]:
    """How the figure may lie: as it is drawn; and mirrored, if that makes a difference."""
    restricts = any(
        piece.angles is not None or (not piece.flip and is_chiral(piece, shape))
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True)
    )
    if not puzzle.mirror or not restricts or _is_mirror_image(puzzle):
        return (Motion(),)
    return Motion(), Motion(flip=True)


def _is_mirror_image(puzzle: Tangram) -> bool:
    """Whether a turn brings the figure onto its mirror image."""
    if puzzle.upright:
        return False
    sides = puzzle.coloured_target
    mirrored = tuple(side.moved(Motion(flip=True)) for side in sides)
    exact = min(EXACT * size_of(puzzle.target), puzzle.tolerance_used / 100)
    return any(True for _ in coloured_congruences(sides, mirrored, exact, flips=False))
