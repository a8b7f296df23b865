"""The goals of the engine `own`: every pairing, the smallest sum, the fewest rounds."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import count
from math import inf
from time import thread_time

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.solve import kernel, pairing
from quebra.families.shisen.solve.best_first import BestFirst
from quebra.families.shisen.solve.board import answer_of
from quebra.families.shisen.solve.local import LocalSearch
from quebra.families.shisen.solve.pairing import ROUND
from quebra.families.shisen.solve.search import Search
from quebra.families.shisen.solve.state import BOUND, CAP, MOST, WEIGHT

LOCAL_SEARCH_NODES = 100
"""Nodes between two attempts to improve the best pairing by exchanges."""
DEPTH_FIRST_SECONDS = 5.0
"""Time after which the search for the smallest sum goes on best first, and with annealing."""
FIRST_EXCHANGES, MOST_EXCHANGES = 20_000, 320_000
"""Exchanges that are tried by annealing the first time, and at most; their number doubles."""
FREE_KINDS, FREE_SECONDS = 12, 0.1
"""Kinds that are paired anew while all others keep their pairs, and the time for that."""


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
    for low in _smaller_sums(search, local):
        if low is None:
            yield answer_of(puzzle, search.state)
        else:
            budget.bound = max(budget.bound, min(low, local.value))


def _smaller_sums(search: Search, local: LocalSearch) -> Iterator[int | None]:
    """What `_descent` yields, from a search that begins depth first and goes on best first."""
    finished = yield from _descent(search, local, until=thread_time() + DEPTH_FIRST_SECONDS)
    if not finished:
        yield from _best_first(search, local)


def _best_first(search: Search, local: LocalSearch) -> Iterator[int | None]:
    """Half of the time search best first for the bound, and else for better pairings."""
    tree = BestFirst(search)
    exchanges = FIRST_EXCHANGES
    finished = False
    while not finished:
        started = thread_time()
        tree.return_to_root()
        if local.anneal(exchanges) and local.clears:
            local.restore_best()
            yield None
            _demand_less(search, local, None)
        exchanges = min(2 * exchanges, MOST_EXCHANGES)
        annealed = thread_time() - started
        yield from _free_some(tree, local, until=thread_time() + annealed)
        finished = yield from _visit(tree, local, until=thread_time() + 2 * annealed)
    yield local.value


def _free_some(tree: BestFirst, local: LocalSearch, until: float) -> Iterator[None]:
    """Search for pairings that differ from the best one in some kinds only.

    This is large neighbourhood search (Shaw, Using Constraint Programming and Local Search Methods
    to Solve Vehicle Routing Problems, 1998). Yields for a clearing.
    """
    while local.clears and thread_time() < until:
        if tree.fix(local.pairs_except(FREE_KINDS)):
            for low in _descent(tree.search, local, until=thread_time() + FREE_SECONDS):
                if low is None:
                    yield
        tree.return_to_root()


def _visit(tree: BestFirst, local: LocalSearch, until: float) -> Generator[int | None, None, bool]:
    """Visit nodes until the thread has worked so long; whether there are no more.

    Yields None for a clearing, which is then the current pairing, and else the lower bound.
    """
    search = tree.search
    while tree.advance():
        yield tree.lower_bound()
        if search.narrow():
            if local.offer() and local.clears:
                yield None
                _demand_less(search, local, None)
            tree.branch()
        if thread_time() >= until:
            return False
    return True


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


def _descent(
    search: Search, local: LocalSearch, cap: int | None = None, until: float = inf
) -> Generator[int | None, None, bool]:
    """Search for pairings that are better than the best one so far.

    Yields None for a clearing, which is then the current pairing, and else the lower bound. Returns
    whether it has finished before the thread has worked so long.
    """
    _demand_less(search, local, cap)
    alive = bool(search.run(kernel.propagate)) and search.probe_all()
    for node in count():
        if not alive:
            break
        if thread_time() >= until:
            return False
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
    return True


def _demand_less(search: Search, local: LocalSearch, cap: int | None) -> None:
    if local.clears and (cap is None or local.rounds == cap):
        search.state.at[MOST] = local.value % ROUND - 2
