"""The goals of our own engine: every pairing, the smallest sum, the fewest rounds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.solve import kernel, pairing
from quebra.families.shisen.solve.board import answer_of
from quebra.families.shisen.solve.local import Polish
from quebra.families.shisen.solve.pairing import ROUND
from quebra.families.shisen.solve.search import Search
from quebra.families.shisen.solve.state import (
    BOUND,
    CAP,
    MOST,
    WEIGHT,
)

NODES = 100
"""Nodes between attempts to better the best pairing by exchanges."""


def every(puzzle: Shisen, budget: Budget, source: Source | None) -> Iterator[Clearing]:
    """All pairings that clear the board.

    >>> board = Shisen(board=(("A", "B", "A", "B"), ("B", "A", "B", "A")))
    >>> len(list(every(board, Budget(), None)))
    5
    """
    search = Search(puzzle, budget, source)
    if not search.run(kernel.settle):
        return
    polish = Polish(search)
    polish.start()
    if not _finds(search, polish):
        return
    yield answer_of(puzzle, search.state)
    search = Search(puzzle, budget, source)
    search.run(kernel.settle)
    for _ in _leaves(search):
        if list(search.state.mate) != polish.mate:
            yield answer_of(puzzle, search.state)


def _finds(search: Search, polish: Polish) -> bool:
    """Whether there is a clearing, which is then the pairing at hand.

    The search for a small sum rules out more than the one for every pairing.
    """
    return polish.clears or None in _descent(search, polish)


def _leaves(search: Search) -> Iterator[None]:
    """Stop wherever one pairing is left, which is then the one at hand."""
    alive = True
    while alive:
        if search.narrow():
            if search.settled:
                search.run(pairing.pick)
                yield
            else:
                search.branch()
        alive = search.advance()


def cheapest(puzzle: Shisen, budget: Budget, source: Source | None) -> Iterator[Clearing]:
    """Clearings of smaller and smaller sum of rounds.

    >>> board = Shisen(board=(("A", "B", "A", "B"), ("C", "A", "B", "C"), ("A", "C", "C", "B")))
    >>> [len(best.rounds) for best in cheapest(board, Budget(), None)][-1]
    2
    """
    search = Search(puzzle, budget, source)
    if not search.run(kernel.settle):
        return
    budget.bound = int(search.state.at[BOUND])
    polish = Polish(search)
    yield from _first(puzzle, polish)
    for low in _descent(search, polish):
        if low is None:
            yield answer_of(puzzle, search.state)
        else:
            budget.bound = max(budget.bound, min(low, polish.value))


def fewest(puzzle: Shisen, budget: Budget, source: Source | None) -> Iterator[Clearing]:
    """Clearings of fewer and fewer rounds, then of smaller sum.

    One round more after the other is allowed, beginning with as many as the bounds demand.

    >>> board = Shisen(board=(("A", "B", "A", "B"), ("C", "A", "B", "C"), ("A", "C", "C", "B")))
    >>> [len(best.rounds) for best in fewest(board, Budget(), None)][-1]
    2
    """
    search = Search(puzzle, budget, source)
    if not search.run(kernel.settle):
        return
    budget.bound = 1 + int(max(search.state.leave))
    search.state.at[WEIGHT] = ROUND
    polish = Polish(search)
    yield from _first(puzzle, polish)
    if not polish.clears:
        if not _finds(search, polish):
            return
        yield answer_of(puzzle, search.state)
    for cap in count(budget.bound):
        budget.bound = cap
        yield from _within(puzzle, cap, polish)
        if polish.rounds == cap:
            return


def _within(puzzle: Shisen, cap: int, polish: Polish) -> Iterator[Clearing]:
    """Better clearings of so many rounds."""
    old = polish.search
    budget = old.budget
    search = polish.search = Search(puzzle, budget, old.source)
    search.state.at[WEIGHT] = ROUND
    search.state.at[CAP] = cap
    if search.run(kernel.settle):
        for low in _descent(search, polish, cap):
            if low is None:
                yield answer_of(puzzle, search.state)
            else:
                budget.stats["sum_bound"] = low


def _first(puzzle: Shisen, polish: Polish) -> Iterator[Clearing]:
    """A clearing at once, and a better one soon."""
    polish.start()
    if polish.clears:
        yield answer_of(puzzle, polish.search.state)
    before = polish.value
    polish.climb()
    polish.wander()
    if polish.value < before and polish.clears:
        polish.show()
        yield answer_of(puzzle, polish.search.state)


def _descent(search: Search, polish: Polish, cap: int | None = None) -> Iterator[int | None]:
    """Search for what is better than the best that is known.

    Yields None when a clearing is found, which is then the pairing at hand, and else the bound.
    """
    _demand_less(search, polish, cap)
    alive = bool(search.run(kernel.settle)) and search.weigh_all()
    for node in count():
        if not alive:
            break
        yield search.low()
        if node % NODES == NODES - 1 and polish.wander() and polish.clears:
            polish.show()
            yield None
            _demand_less(search, polish, cap)
        if search.narrow():
            if polish.offer() and polish.clears:
                yield None
                _demand_less(search, polish, cap)
            if search.state.at[BOUND] <= search.state.at[MOST]:
                search.branch()
        alive = search.advance()
    yield polish.value if cap is None else polish.value % ROUND


def _demand_less(search: Search, polish: Polish, cap: int | None) -> None:
    if polish.clears and (cap is None or polish.rounds == cap):
        search.state.at[MOST] = polish.value % ROUND - 2
