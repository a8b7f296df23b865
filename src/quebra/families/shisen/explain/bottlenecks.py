"""Bottlenecks: moments of a game at which only one move is safe."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.plan_search import Plan
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.position import MAX_NODES, Pair, Position, clearing_of


def bottlenecks(puzzle: Shisen, plan: Plan, budget: Budget) -> Iterator[Pair]:
    """The moves of a plan before which every other move provably loses; not the last one.

    All free pairs of the plan are safe, so that a search is needed only where one of them is free.

    >>> from quebra.families.shisen.explain.plan_search import plan_of
    >>> board = Shisen(board=((*"DCAB",), (*"BACB",), (*"ADAB",)))
    >>> len(list(bottlenecks(board, plan_of(board, Budget()), Budget())))
    4
    """
    position = Position(puzzle, budget)
    moves = plan.moves_from(position) or []
    for number, move in enumerate(moves[:-1]):
        others = [pair for pair in position.moves() if pair != move]
        is_narrow = not any(pair in moves[number + 1 :] for pair in others)
        if is_narrow and all(_loses(position, pair, budget) for pair in others):
            yield move
        position.take(move)


def _loses(position: Position, pair: Pair, budget: Budget) -> bool:
    """Whether the board provably cannot be cleared after a move."""
    if position.deadlocked_by(pair):
        return True
    after = position.copy()
    after.take(pair)
    try:
        return clearing_of(after.board(), budget.share(MAX_NODES)) is None
    except Cut:
        budget.pause()
        return False
