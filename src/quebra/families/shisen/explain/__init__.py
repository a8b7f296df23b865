"""From any position: what went wrong, what to do next, and why; and how hard a board is."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.family import Explain
from quebra.contract.results import Place, Step
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import hints, mistakes, tile
from quebra.families.shisen.explain.deadlocks import Deadlock, deadlocks
from quebra.families.shisen.explain.grade import grade, may_be
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.position import Position, clearing_of, remaining
from quebra.families.shisen.rules import change_agrees, check
from quebra.grid.ladder import broken_rule

__all__ = ["EXPLAIN", "TECHNIQUES", "Deadlock", "deadlocks", "explain", "grade", "may_be"]

TECHNIQUES = (*mistakes.TECHNIQUES, *tile.TECHNIQUES, *hints.TECHNIQUES)


def explain(
    puzzle: Shisen, answer: Clearing | None, budget: Budget, at: Place | None = None
) -> Iterator[Step]:
    """The steps from the full board, or from a game in progress, up to the clear board.

    Each step's pairs have gone before the next. A game that is lost has one step: what lost it.
    With a place, the steps are instead all moves that the tile there has now.

    >>> board = Shisen(board=(("A", "B"), ("A", "B")))
    >>> for step in explain(board, None, Budget()):
    ...     print(step.text)
    The last two A, at r1c1-r2c1, lie side by side: they can go, and nothing is lost by it.
    The last two B, at r1c2-r2c2, lie side by side: they can go, and nothing is lost by it.
    """
    if answer and (mistake := broken_rule(check(puzzle, answer), unfinished="left")):
        yield mistake
        return
    rest = remaining(puzzle, (move for _, move in answer.moves) if answer else ())
    if at is not None:
        yield from tile.moves_at(puzzle, rest, at, budget)
        return
    if rest is None:
        return
    solution = clearing_of(rest, budget)
    if solution is None:
        yield mistakes.lost_game(puzzle, answer, budget)
        return
    position = Position(rest, budget)
    for hint in hints.Guide(position, position.pairing(solution), budget).hints():
        yield hint.step(position)


EXPLAIN: Explain[Shisen, Clearing] = Explain(
    techniques=TECHNIQUES, steps=explain, change_agrees=change_agrees, grade=grade
)
