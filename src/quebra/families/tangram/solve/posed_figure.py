"""The figure in one of its poses: as drawn, or mirrored."""

from __future__ import annotations

from quebra.families.tangram.colours import coloured_congruences
from quebra.families.tangram.judge import is_right
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.solve.classes import Classes
from quebra.families.tangram.solve.normal_form import PlacedPieces
from quebra.families.tangram.solve.variants import is_chiral
from quebra.geometry.motion import Motion
from quebra.geometry.polish import polished
from quebra.geometry.region import moved, size_of

EXACT = 1e-6
"""Points closer than this share of the size of a figure count as equal."""
REACH = 3
"""Sides up to this many snapping distances apart are moved together."""


class PosedFigure:
    """A figure moved by `pose`, and the classes of the assemblies found for it."""

    def __init__(self, puzzle: Tangram, pose: Motion, classes: Classes | None = None) -> None:
        self.puzzle, self.pose = puzzle, pose
        self.figure = moved(puzzle.target, pose)
        self.classes = classes or Classes(puzzle, (pose,))

    def polish(self, placed: PlacedPieces, snapping: float) -> PlacedPieces | None:
        """A correct assembly whose pieces lie close to these; None if none is found."""
        if self._is_right(placed):
            return placed
        shapes, reach = self.puzzle.shapes, REACH * max(snapping, self.puzzle.tolerance_used)
        turns = not (self.puzzle.upright and all(p.angles for p in self.puzzle.pieces))
        return polished(shapes, self.figure, placed, reach, self._is_right, turns=turns)

    def _is_right(self, placed: PlacedPieces) -> bool:
        return is_right(self.puzzle, self.pose, placed)


def figure_poses(puzzle: Tangram) -> tuple[Motion, ...]:
    """The poses to solve: as drawn, and mirrored if that is allowed and makes a difference."""
    restricts = any(
        piece.angles is not None or (not piece.flip and is_chiral(piece, shape))
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True)
    )
    if not puzzle.mirror or not restricts or _is_mirror_image(puzzle):
        return (Motion(),)
    return Motion(), Motion(flip=True)


def _is_mirror_image(puzzle: Tangram) -> bool:
    """Whether a rotation maps the figure onto its mirror image."""
    if puzzle.upright:
        return False
    sides = puzzle.coloured_target
    mirrored = tuple(side.moved(Motion(flip=True)) for side in sides)
    exact = min(EXACT * size_of(puzzle.target), puzzle.tolerance_used / 100)
    return any(True for _ in coloured_congruences(sides, mirrored, exact, flips=False))
