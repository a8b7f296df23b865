"""Whether an attempt is part of a solution, wherever the figure lies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from quebra.engine.budget import Budget
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.solve.answers import symmetries
from quebra.families.tangram.solve.choice import tilings
from quebra.families.tangram.solve.classes import Classes
from quebra.geometry.landmarks import is_subset, moved_landmarks
from quebra.geometry.motion import Motion

MOST_SOLUTIONS = 60
"""Of so many solutions an attempt may be a part."""


def place_in_a_solution(puzzle: Tangram, attempt: Assembly, budget: Budget) -> Motion | None:
    """Where the figure lies if the attempt is part of a solution; None if of none that is found.

    >>> from quebra.families.tangram.sets import piece_set
    >>> square = piece_set("classic")
    >>> begun = Assembly(places=square.answer("square").places[:3])
    >>> place_in_a_solution(square.puzzle("square"), begun, Budget()) is None
    False
    """
    classes = Classes(puzzle)
    mine = classes.marks([(place.piece, place.motion) for place in attempt.places])
    for solution in islice(tilings(puzzle, budget), MOST_SOLUTIONS):
        theirs = classes.marks([(place.piece, place.motion) for place in solution.places])
        home = judge(puzzle, solution).motion
        for whole in _motions_between(puzzle, solution, attempt):
            if is_subset(mine, moved_landmarks(theirs, whole), classes.tolerance):
                ways = (each.then(home).then(whole) for each in classes.symmetries)
                found = next((way for way in ways if puzzle.mirror or not way.flip), None)
                if found:
                    return found
    return None


def _motions_between(puzzle: Tangram, solution: Assembly, attempt: Assembly) -> Iterator[Motion]:
    """The motions that bring a piece of the solution to where the first of the attempt lies."""
    first = attempt.places[0]
    for place in solution.places:
        if place.piece == first.piece:
            piece = puzzle.pieces[place.piece]
            for symmetry in symmetries(piece.outline, piece.colours or ()):
                yield place.motion.inverse().then(symmetry).then(first.motion)
