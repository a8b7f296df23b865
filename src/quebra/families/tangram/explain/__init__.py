"""What to lay next and why; or, of an attempt with all pieces, how the paper's verifier judges."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.results import Change, Step
from quebra.engine.budget import Budget
from quebra.families.tangram.explain import hints, verifier, walk
from quebra.families.tangram.explain.hints import is_same
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import Assembly, Placement, Tangram, admit_places

__all__ = ["TECHNIQUES", "explain", "holds", "place_of"]

TECHNIQUES = (*walk.TECHNIQUES, *hints.TECHNIQUES, *verifier.TECHNIQUES)


def explain(puzzle: Tangram, answer: Assembly | None, budget: Budget) -> Iterator[Step]:
    """The next pieces to lay, from nothing or from an attempt, until the figure is done.

    What is right of an attempt stays. One that uses all pieces is put to the paper's verifier,
    which knows no colours: sides that meet in different ones are told before.

    >>> from quebra.families.tangram.sets import piece_set
    >>> next(explain(piece_set("egg").puzzle(), None, Budget())).text
    'The flank fits the corner at (-1, 0) in 2 ways; this one leads to a tiling.'
    """
    if answer is None:
        return walk.steps(puzzle, Assembly(places=()), budget)
    admit_places(puzzle, answer)
    is_begun = len(answer.places) < sum(piece.count for piece in puzzle.pieces)
    if is_begun or judge(puzzle, answer).mismatches:
        return walk.steps(puzzle, answer, budget)
    return verifier.trace(puzzle, answer, budget)


def holds(answer: Assembly, change: Change) -> bool:
    """Whether an assembly has a piece of that kind there, or none, where one is taken away."""
    place = place_of(change)
    return any(is_same(place, other) for other in answer.places) == (change.action == "place")


def place_of(change: Change) -> Placement:
    """The place that a change tells.

    >>> place_of(Change("place", (2, 0), "1.0 0.5 90.0 flip"))
    Placement(piece=2, x=1.0, y=0.5, angle=90.0, flip=True)
    """
    x, y, angle, *flip = str(change.value).split()
    return Placement(change.where[0], float(x), float(y), float(angle), bool(flip))
