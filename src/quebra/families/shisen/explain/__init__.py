"""The steps from any position: mistakes, hints and the moves of a tile; and the grade."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import Cut
from quebra.contract.family import Explain
from quebra.contract.results import Place, Step
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import falling, ladder, mistakes, tile_moves
from quebra.families.shisen.explain.deadlocks import Deadlock, deadlocks
from quebra.families.shisen.explain.grade import estimate_score, grade, grade_by_games
from quebra.families.shisen.explain.planning import Planner
from quebra.families.shisen.explain.quick import harmless_step, open_move, proved_move
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.position import Position, clearing_of, remaining
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
    steps = _falling_steps if puzzle.gravity else _steps
    yield from steps(puzzle, made, board, budget, near)


def _falling_steps(
    puzzle: Shisen, made: list[Move], board: Shisen, budget: Budget, near: Place | None
) -> Iterator[Step]:
    """The steps on a board with gravity."""
    try:
        plan = falling.plan_after(puzzle, made, budget)
    except Cut as cut:
        yield from _open_move(board, near, cut)
        raise
    if plan is None:
        yield mistakes.lost_game(puzzle, made, budget)
    else:
        yield from falling.steps(puzzle, made, plan)


def _steps(
    puzzle: Shisen, made: list[Move], board: Shisen, budget: Budget, near: Place | None
) -> Iterator[Step]:
    """The steps on a board without gravity.

    A clearing is found first: that is much faster than a plan, which most hints do not need. If the
    time ends before the first step, that takes a whole kind if one can go, since nothing is lost.
    Otherwise it is a move of the clearing, and without one any move.
    """
    try:
        clearing = clearing_of(board, budget)
    except Cut as cut:
        if cut.reason == "time" and (step := harmless_step(board, near)):
            yield step
        else:
            yield from _open_move(board, near, cut)
        raise
    if clearing is None:
        yield mistakes.lost_game(puzzle, made, budget)
        return
    is_first = True
    try:
        position, planner = Position(board, budget), Planner(puzzle, budget)
        for hint in ladder.Ladder(position, planner, budget, near).hints():
            yield hint.step(position)
            is_first = False
    except Cut as cut:
        if is_first and cut.reason == "time":
            yield harmless_step(board, near) or proved_move(board, clearing, near)
        raise


def _open_move(board: Shisen, near: Place | None, cut: Cut) -> Iterator[Step]:
    """A move that may lose the game, if the time has ended and there is a move."""
    if cut.reason == "time" and (step := open_move(board, near)):
        yield step


EXPLAIN: Explain[Shisen, Clearing] = Explain(
    techniques=TECHNIQUES, steps=explain, change_agrees=change_agrees, grade=grade
)
