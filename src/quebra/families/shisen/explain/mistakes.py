"""The mistake in a lost game: the move after which the board cannot be cleared."""

from __future__ import annotations

from quebra.contract.results import Step, Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.deadlocks import Deadlock, deadlocks
from quebra.families.shisen.explain.phrases import hyphenated
from quebra.families.shisen.model import Clearing, Move, Shisen, TilePair
from quebra.families.shisen.position import Position, losing_move, remaining

TECHNIQUES = (
    Technique("mistake", 0, "A move breaks a rule, or the board cannot be cleared after it."),
    Technique("dead end", 0, "The board could not be cleared from the start."),
)


def lost_game(puzzle: Shisen, answer: Clearing | None, budget: Budget) -> Step:
    """The step for a lost game: the move that lost it, and a deadlock if there is one."""
    played = list(answer.moves) if answer else []
    moves = [move for _, move in played]
    last = losing_move(puzzle, moves, budget)
    assert last is not None
    why = _deadlock(puzzle, moves[: last + 1], budget)
    reason = why.text if why else "a search proves it"
    if why is None and (why := _deadlock(puzzle, moves, budget)):
        reason = f"by now, {why.text}"
    cells = why.cells if why else ()
    if last < 0:
        where = cells or tuple(puzzle.tiles)
        return Step("dead end", where, (), f"The board cannot be cleared: {reason}.")
    number, move = played[last]
    kind = puzzle.tiles[move.pair[0]]
    text = f"After {kind} at {hyphenated(move.pair)} in round {number}"
    text = f"{text}, the board could no longer be cleared: {reason}."
    change = TilePair(kind, move.pair).change("remove")
    return Step("mistake", (*move.pair, *cells), (change,), text)


def _deadlock(puzzle: Shisen, moves: list[Move], budget: Budget) -> Deadlock | None:
    board = remaining(puzzle, moves)
    return next(deadlocks(Position(board, budget)), None) if board else None
