"""The mistake in a lost game: the move after which the board cannot be cleared."""

from __future__ import annotations

from quebra.contract.results import Step, Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.deadlocks import Deadlock, deadlocks
from quebra.families.shisen.explain.phrases import BY_SEARCH, tiles_in_words
from quebra.families.shisen.model import Clearing, Move, Shisen, TilePair
from quebra.families.shisen.position import Position, losing_move, remaining
from quebra.i18n.text import Text, sentences

MISTAKE = Technique(
    Text("mistake"), 0, Text("A move breaks a rule, or the board cannot be cleared after it.")
)
DEAD_END = Technique(Text("dead end"), 0, Text("The board could not be cleared from the start."))
TECHNIQUES = (MISTAKE, DEAD_END)


def lost_game(puzzle: Shisen, answer: Clearing | None, budget: Budget) -> Step:
    """The step for a lost game: the move that lost it, and a deadlock if there is one."""
    played = list(answer.moves) if answer else []
    moves = [move for _, move in played]
    last = losing_move(puzzle, moves, budget)
    assert last is not None
    why = _deadlock(puzzle, moves[: last + 1], budget)
    reason = why.text if why else BY_SEARCH
    if why is None and (why := _deadlock(puzzle, moves, budget)):
        reason = sentences(Text("By now there is a deadlock."), why.text)
    cells = why.cells if why else ()
    if last < 0:
        text = sentences(Text("The board cannot be cleared."), reason)
        return Step(DEAD_END.name, cells or tuple(puzzle.tiles), (), text)
    number, move = played[last]
    pair = TilePair(puzzle.tiles[move.pair[0]], move.pair)
    lost = Text(
        "After {tiles} in round {n}, the board could no longer be cleared.",
        tiles=tiles_in_words(pair.kind, pair.cells),
        n=number,
    )
    where = (*move.pair, *cells)
    return Step(MISTAKE.name, where, (pair.change("remove"),), sentences(lost, reason))


def _deadlock(puzzle: Shisen, moves: list[Move], budget: Budget) -> Deadlock | None:
    board = remaining(puzzle, moves)
    return next(deadlocks(Position(board, budget)), None) if board else None
