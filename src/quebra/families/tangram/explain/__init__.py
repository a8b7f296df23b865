"""Explanations: the next piece to place, with the reason."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.family import Explain, filter_by_place
from quebra.contract.results import Change, Place, Step
from quebra.engine.budget import Budget
from quebra.families.tangram.explain import techniques, walk
from quebra.families.tangram.explain.grade import grade
from quebra.families.tangram.explain.hints import is_same
from quebra.families.tangram.model import Assembly, Placement, Tangram, admit_places

__all__ = ["EXPLAIN", "TECHNIQUES", "change_agrees", "explain", "grade"]

TECHNIQUES = (*walk.TECHNIQUES, *techniques.TECHNIQUES)


@filter_by_place
def explain(
    puzzle: Tangram, answer: Assembly | None, budget: Budget, near: Place | None = None
) -> Iterator[Step]:
    """The next pieces to place, from an attempt or from nothing, until the figure is filled.

    Correct pieces of an attempt stay. From an attempt, which is a hint in a game, a puzzle of many
    pieces is searched only for a short time.

    >>> from quebra.families.tangram.sets import piece_set
    >>> next(explain(piece_set("classic").puzzle("house"), None, Budget())).technique
    'either way'
    """
    if answer is None:
        return walk.steps(puzzle, Assembly(places=()), budget, near)
    admit_places(puzzle, answer)
    return walk.quick_steps(puzzle, answer, budget, near)


def change_agrees(answer: Assembly, change: Change[Placement]) -> bool:
    """Whether an answer agrees with a change: has the piece placed, or lacks the one removed."""
    there = any(is_same(change.value, other) for other in answer.places)
    return there == (change.action == "place")


EXPLAIN: Explain[Tangram, Assembly] = Explain(
    techniques=TECHNIQUES, steps=explain, change_agrees=change_agrees, grade=grade
)
