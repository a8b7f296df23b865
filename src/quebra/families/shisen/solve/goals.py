"""The goals of the engine `own`: every pairing, the smallest sum, the fewest rounds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.solve import kernel, pairing
from quebra.families.shisen.solve.board import answer_of
from quebra.families.shisen.solve.local import LocalSearch
from quebra.families.shisen.solve.pairing import ROUND
from quebra.families.shisen.solve.search import Search
from quebra.families.shisen.solve.state import BOUND, CAP, MOST, WEIGHT

LOCAL_SEARCH_NODES = 100
"""Nodes between two attempts to improve the best pairing by exchanges."""


def every(puzzle: Shisen, budget: Budget, source: Source | None) -> Iterator[Clearing]:
    """All pairings that clear the board.

    >>> board = Shisen(board=(("A", "B", "A", "B"), ("B", "A", "B", "A")))
    >>> len(list(every(board, Budget(), None)))
    5
    """
    search = Search(puzzle, budget, source)
    if not search.run(kernel.propagate):
        return
    local = LocalSearch(search)
    local.start()
    if not _finds(search, local):
        return
    yield answer_of(puzzle, search.state)
    search = Search(puzzle, budget, source)
    search.run(kernel.propagate)
    for _ in _leaves(search):
        if list(search.state.mate) != local.mate:
            yield answer_of(puzzle, search.state)


def _finds(search: Search, local: LocalSearch) -> bool:
    """Whether there is a clearing, which is then the current pairing.

    The search for a small sum prunes more than the one for every pairing.
    """
    return local.clears or None in _descent(search, local)


def _leaves(search: Search) -> Iterator[None]:
    """Visit the nodes with one allowed pairing, which is then the current one."""
    alive = True
    while alive:
        if search.narrow():
            if search.settled:
                search.run(pairing.pick_pairing)
                yield
            else:
                search.branch()
        alive = search.advance()


def cheapest(puzzle: Shisen, budget: Budget, source: Source | None) -> Iterator[Clearing]:
    """Clearings with smaller and smaller sums of rounds.

    >>> board = Shisen(board=(("A", "B", "A", "B"), ("C", "A", "B", "C"), ("A", "C", "C", "B")))
    >>> [len(best.rounds) for best in cheapest(board, Budget(), None)][-1]
    2
    """
    search = Search(puzzle, budget, source)
    if not search.run(kernel.propagate):
        return
    budget.bound = int(search.state.at[BOUND])
    local = LocalSearch(search)
    yield from _first(puzzle, local)
    for low in _descent(search, local):
        if low is None:
            yield answer_of(puzzle, search.state)
        else:
            budget.bound = max(budget.bound, min(low, local.value))


def fewest(puzzle: Shisen, budget: Budget, source: Source | None) -> Iterator[Clearing]:
    """Clearings with fewer and fewer rounds, then with smaller sums.

    The number of rounds allowed starts at the lower bound and grows by one at a time.

    >>> board = Shisen(board=(("A", "B", "A", "B"), ("C", "A", "B", "C"), ("A", "C", "C", "B")))
    >>> [len(best.rounds) for best in fewest(board, Budget(), None)][-1]
    2
    """
    search = Search(puzzle, budget, source)
    if not search.run(kernel.propagate):
        return
    budget.bound = 1 + int(max(search.state.leave))
    search.state.at[WEIGHT] = ROUND
    local = LocalSearch(search)
    yield from _first(puzzle, local)
    if not local.clears:
        if not _finds(search, local):
            return
        yield answer_of(puzzle, search.state)
    for cap in count(budget.bound):
        budget.bound = cap
        yield from _within(puzzle, cap, local)
        if local.rounds == cap:
            return


def _within(puzzle: Shisen, cap: int, local: LocalSearch) -> Iterator[Clearing]:
    """Better clearings of at most `cap` rounds."""
    old = local.search
    budget = old.budget
    search = local.search = Search(puzzle, budget, old.source)
    search.state.at[WEIGHT] = ROUND
    search.state.at[CAP] = cap
    if search.run(kernel.propagate):
        for low in _descent(search, local, cap):
            if low is None:
                yield answer_of(puzzle, search.state)
            else:
                budget.stats["sum_bound"] = low


def _first(puzzle: Shisen, local: LocalSearch) -> Iterator[Clearing]:
    """A first clearing, and a better one by local search."""
    local.start()
    if local.clears:
        yield answer_of(puzzle, local.search.state)
    before = local.value
    local.climb()
    local.perturb()
    if local.value < before and local.clears:
        local.restore_best()
        yield answer_of(puzzle, local.search.state)


def _descent(search: Search, local: LocalSearch, cap: int | None = None) -> Iterator[int | None]:
    """Search for pairings that are better than the best one so far.

    Yields None for a clearing, which is then the current pairing, and else the lower bound.
    """
    _demand_less(search, local, cap)
    alive = bool(search.run(kernel.propagate)) and search.probe_all()
    for node in count():
        if not alive:
            break
        yield search.lower_bound()
        if node % LOCAL_SEARCH_NODES == LOCAL_SEARCH_NODES - 1 and local.perturb() and local.clears:
            local.restore_best()
            yield None
            _demand_less(search, local, cap)
        if search.narrow():
            if local.offer() and local.clears:
                yield None
                _demand_less(search, local, cap)
            if search.state.at[BOUND] <= search.state.at[MOST]:
                search.branch()
        alive = search.advance()
    yield local.value if cap is None else local.value % ROUND


def _demand_less(search: Search, local: LocalSearch, cap: int | None) -> None:
    if local.clears and (cap is None or local.rounds == cap):
        search.state.at[MOST] = local.value % ROUND - 2
