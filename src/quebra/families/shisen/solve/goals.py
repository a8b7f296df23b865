"""The goals of the engine `own`: every pairing, the smallest sum, the fewest rounds."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import count
from math import inf
from time import thread_time

from quebra.contract.random import Source
from quebra.engine.background import search_in_background
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.solve import kernel, pairing
from quebra.families.shisen.solve.board import answer_of
from quebra.families.shisen.solve.clauses import Clauses, TooLarge
from quebra.families.shisen.solve.local import LocalSearch
from quebra.families.shisen.solve.pairing import ROUND
from quebra.families.shisen.solve.search import Search
from quebra.families.shisen.solve.state import BOUND, CAP, MOST, WEIGHT

LOCAL_SEARCH_NODES = 100
"""Nodes between two attempts to improve the best pairing by exchanges."""
DEPTH_FIRST_SECONDS = 5.0
"""Time after which a search goes on with clauses, and with annealing beside them."""
ADDED_ROUNDS = 3
"""Rounds that are added where clauses with fewer do not prove a sum."""
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
    for low in _smaller_sums(puzzle, search, local, None, thread_time() + DEPTH_FIRST_SECONDS):
        if low is None:
            yield answer_of(puzzle, search.state)
        else:
            budget.bound = max(budget.bound, min(low, local.value))


def _smaller_sums(
    puzzle: Shisen, search: Search, local: LocalSearch, cap: int | None, until: float
) -> Iterator[int | None]:
    """What `_descent` yields, from a search that begins depth first and goes on with clauses."""
    finished = yield from _descent(search, local, cap, until)
    if not finished:
        search.return_to_root()
        _demand_less(search, local, cap)
        finished = not (search.run(kernel.propagate) and search.probe_all())
        if finished:
            yield _sum(local)
    rounds = cap or _horizon(puzzle, search, local)
    while not finished:
        try:
            clauses = Clauses(puzzle, search.state, rounds, cap is not None, search.budget)
        except TooLarge:
            yield from _descent(search, local, cap)
            return
        finished = yield from _solve_clauses(clauses, search, local, cap)
        rounds += ADDED_ROUNDS


def _solve_clauses(
    clauses: Clauses, search: Search, local: LocalSearch, cap: int | None
) -> Generator[int | None, None, bool]:
    """Find the smallest sum by clauses, and improve pairings meanwhile; whether it is proved.

    Without a pairing of `cap` rounds, one is looked for first. Yields None for a clearing, which is
    then the current pairing, and else the lower bound.
    """
    if cap is not None and local.rounds > cap:
        for pairs in clauses.clearings(search.budget):
            if local.take(pairs):
                yield None
        if local.rounds > cap:
            return True
    clauses.minimise_sum()
    run = search_in_background(clauses.clearings, search.budget)
    improving = _improve(search, local, cap)
    low, solved, known = 0, False, local.value
    try:
        while not run.ended and low < _sum(local):
            for pairs in run.ready():
                solved = True
                local.take(pairs)
                local.restore_best()
            next(improving)
            if local.value < known:
                known = local.value
                local.restore_best()
                yield None
            low = int(run.budget.bound or 0)
            yield low
    finally:
        run.stop()
    if solved and cap is None and low < _sum(local):
        return False
    yield _sum(local)
    return True


def _horizon(puzzle: Shisen, search: Search, local: LocalSearch) -> int:
    """One round more than the best pairing has, and than the tiles need by their bounds."""
    local.restore_best()
    return 1 + max(len(answer_of(puzzle, search.state).rounds), 1 + int(max(search.state.leave)))


def _improve(search: Search, local: LocalSearch, cap: int | None) -> Iterator[None]:
    """Improve the best pairing in small steps, without end."""
    exchanges = FIRST_EXCHANGES
    while True:
        started = thread_time()
        for _ in local.anneal(exchanges):
            yield
        local.restore_best()
        yield
        exchanges = min(2 * exchanges, MOST_EXCHANGES)
        yield from _free_some(search, local, cap, 2 * thread_time() - started)


def _free_some(search: Search, local: LocalSearch, cap: int | None, until: float) -> Iterator[None]:
    """Search for pairings that differ from the best one in some kinds only.

    This is large neighbourhood search (Shaw, Using Constraint Programming and Local Search Methods
    to Solve Vehicle Routing Problems, 1998).
    """
    top = search.top
    while thread_time() < until:
        if search.fix(local.pairs_except(FREE_KINDS)):
            for _ in _descent(search, local, cap, until=thread_time() + FREE_SECONDS):
                pass
        search.return_to_root()
        search.run(kernel.undo, top)
        local.restore_best()
        yield


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
    until = thread_time() + DEPTH_FIRST_SECONDS
    for cap in count(budget.bound):
        budget.bound = cap
        yield from _within(puzzle, cap, local, until)
        if local.rounds == cap:
            return


def _within(puzzle: Shisen, cap: int, local: LocalSearch, until: float) -> Iterator[Clearing]:
    """Better clearings of at most `cap` rounds."""
    old = local.search
    budget = old.budget
    search = local.search = Search(puzzle, budget, old.source)
    search.state.at[WEIGHT] = ROUND
    search.state.at[CAP] = cap
    if search.run(kernel.propagate):
        for low in _smaller_sums(puzzle, search, local, cap, until):
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
        if local.clears and thread_time() >= until:
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
    yield _sum(local)
    return True


def _sum(local: LocalSearch) -> int:
    """The sum of rounds of the best pairing; more than any sum if that does not clear the board."""
    return local.value % ROUND if local.clears else local.value


def _demand_less(search: Search, local: LocalSearch, cap: int | None) -> None:
    if local.clears and (cap is None or local.rounds == cap):
        search.state.at[MOST] = local.value % ROUND - 2
