"""Finds the position of the figure in which an attempt is part of a solution."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from quebra.engine.budget import Budget
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.solve.choice import tilings
from quebra.families.tangram.solve.classes import Classes
from quebra.families.tangram.solve.normal_form import outline_symmetries
from quebra.geometry.landmarks import is_subset, moved_landmarks
from quebra.geometry.motion import Motion

MAX_SOLUTIONS = 60
"""The number of solutions compared with an attempt."""


def figure_motion_in_solution(puzzle: Tangram, attempt: Assembly, budget: Budget) -> Motion | None:
    """The motion of the figure with which an attempt is part of a solution; None if not found.

    >>> from quebra.families.tangram.sets import piece_set
    >>> square = piece_set("classic")
    >>> begun = Assembly(places=square.answer("square").places[:3])
    >>> figure_motion_in_solution(square.puzzle("square"), begun, Budget()) is None
    False
    """
    classes = Classes(puzzle)
    own = classes.landmarks(attempt.pieces)
    for solution in islice(tilings(puzzle, budget), MAX_SOLUTIONS):
        other = classes.landmarks(solution.pieces)
        home = judge(puzzle, solution).motion
        for whole in _motions_between(puzzle, solution, attempt):
            if is_subset(own, moved_landmarks(other, whole), classes.tolerance):
                for symmetry in classes.figure_symmetries:
                    motion = symmetry.then(home).then(whole)
                    if puzzle.mirror or not motion.flip:
                        return motion
    return None


def _motions_between(puzzle: Tangram, solution: Assembly, attempt: Assembly) -> Iterator[Motion]:
    """The motions that move a piece of the solution onto the first piece of the attempt."""
    first = attempt.places[0]
    for place in solution.places:
        if place.piece == first.piece:
            piece = puzzle.pieces[place.piece]
            for symmetry in outline_symmetries(piece.outline, piece.colours or ()):
                yield place.motion.inverse().then(symmetry).then(first.motion)
