"""The steps from any position: mistakes, hints and the moves of a tile; and the grade."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.family import Explain
from quebra.contract.results import Place, Step
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import falling, ladder, mistakes, tile_moves
from quebra.families.shisen.explain.deadlocks import Deadlock, deadlocks
from quebra.families.shisen.explain.grade import estimate_score, grade, grade_by_games
from quebra.families.shisen.explain.planning import Planner
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.position import Position, remaining
from quebra.families.shisen.rules import change_agrees, check
from quebra.grid.ladder import broken_rule

__all__ = [
    "EXPLAIN",
    "TECHNIQUES",
    "Deadlock",
    "deadlocks",
    "estimate_score",
    "explain",
    "grade",
    "grade_by_games",
]

TECHNIQUES = (*mistakes.TECHNIQUES, *tile_moves.TECHNIQUES, falling.ON_TOP, *ladder.TECHNIQUES)


def explain(
    puzzle: Shisen,
    answer: Clearing | None,
    budget: Budget,
    at: Place | None = None,
    near: Place | None = None,
) -> Iterator[Step]:
    """The steps from the full board, or from a game in progress, up to the clear board.

    The pairs of each step are removed before the next. A lost game has one step, the move that
    lost it. With a place, the steps are instead all current moves of the tile there.

    >>> board = Shisen(board=(("A", "B"), ("A", "B")))
    >>> for step in explain(board, None, Budget()):
    ...     print(step.text)
    The last two A, at column 1, rows 1 and 2, lie side by side: take them, nothing is lost.
    The last two B, at column 2, rows 1 and 2, lie side by side: take them, nothing is lost.
    """
    if answer and (mistake := broken_rule(check(puzzle, answer), unfinished="left")):
        yield mistake
        return
    made = [move for _, move in answer.moves] if answer else []
    board = remaining(puzzle, made)
    if at is not None:
        yield from tile_moves.moves_at(puzzle, board, at, budget, len(made))
        return
    if board is None:
        return
    if puzzle.gravity:
        plan = falling.plan_after(puzzle, made, budget)
        if plan is None:
            yield mistakes.lost_game(puzzle, answer, budget)
        else:
            yield from falling.steps(puzzle, made, plan)
        return
    position, planner = Position(board, budget), Planner(puzzle, budget)
    if planner.moves(position) is None:
        yield mistakes.lost_game(puzzle, answer, budget)
        return
    for hint in ladder.Ladder(position, planner, budget, near).hints():
        yield hint.step(position)


EXPLAIN: Explain[Shisen, Clearing] = Explain(
    techniques=TECHNIQUES, steps=explain, change_agrees=change_agrees, grade=grade
)
