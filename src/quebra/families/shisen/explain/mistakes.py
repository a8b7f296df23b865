"""The mistake in a lost game: the move after which the board cannot be cleared."""

from __future__ import annotations

from quebra.contract.results import MAX_WHERE, Step, Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.deadlocks import Deadlock, deadlocks
from quebra.families.shisen.explain.phrases import tiles_in_words
from quebra.families.shisen.model import Move, Shisen
from quebra.families.shisen.position import Position, losing_move, remaining
from quebra.families.shisen.standing import StandingTiles
from quebra.i18n.text import Text, sentences

MISTAKE = Technique(
    Text("mistake"), 0, Text("A move breaks a rule, or the board cannot be cleared after it.")
)
DEAD_END = Technique(Text("dead end"), 0, Text("The board could not be cleared from the start."))
TECHNIQUES = (MISTAKE, DEAD_END)

BY_SEARCH = Text("A search proves it.")


def lost_game(puzzle: Shisen, moves: list[Move], budget: Budget) -> Step:
    """The step for a lost game: the move that lost it, and a deadlock if there is one.

    It has no changes: what follows from it is to take moves back.
    """
    last = losing_move(puzzle, moves, budget)
    assert last is not None
    why = _deadlock(puzzle, moves[: last + 1], budget)
    if last < 0:
        return _dead_end(puzzle, why)
    lost = Text(
        "After move {n}, {tiles}, the board could no longer be cleared.",
        n=last + 1,
        tiles=tiles_in_words(_kind(puzzle, moves[: last + 1]), moves[last].pair),
    )
    if why:
        text = Text(
            "Move {n} lost the game: since then, {deadlock}.", n=last + 1, deadlock=why.clause
        )
        return _step(MISTAKE, text, sentences(lost, why.text), moves[last].pair, why)
    text = Text("Move {n} lost the game: after it, no order clears the board.", n=last + 1)
    return _step(MISTAKE, text, sentences(lost, BY_SEARCH), moves[last].pair, None)


def _dead_end(puzzle: Shisen, why: Deadlock | None) -> Step:
    if why:
        text = Text("The board cannot be cleared: {deadlock}.", deadlock=why.clause)
        return _step(DEAD_END, text, why.text, why.cells, why)
    text = Text("The board cannot be cleared: a search proves it.")
    return _step(DEAD_END, text, Text(), tuple(puzzle.tiles)[:1], None)


def _step(
    technique: Technique,
    text: Text,
    reason: Text,
    where: tuple[tuple[int, int], ...],
    why: Deadlock | None,
) -> Step:
    cells = tuple(dict.fromkeys((*where, *(why.cells if why else ()))))
    strong = cells[:MAX_WHERE] if why is None or why.is_small else where[:2]
    others = tuple(cell for cell in cells if cell not in strong)
    return Step(technique.name, strong, (), text, reason, others, why.arrows if why else ())


def _kind(puzzle: Shisen, moves: list[Move]) -> str:
    """The kind of the tiles that the last of these moves takes."""
    return StandingTiles(puzzle, moves[:-1]).kind(moves[-1].pair[0])


def _deadlock(puzzle: Shisen, moves: list[Move], budget: Budget) -> Deadlock | None:
    """A deadlock after these moves; with gravity none is known, because tiles move."""
    if puzzle.gravity:
        return None
    board = remaining(puzzle, moves)
    return next(deadlocks(Position(board, budget)), None) if board else None
