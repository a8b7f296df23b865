"""The portfolio: quick proofs first, then the backtracker and CP-SAT side by side."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import matched_seams
from quebra.families.edges.solve.beside import Beside
from quebra.families.edges.solve.board import Lying, start_of
from quebra.families.edges.solve.bound import most_matches
from quebra.families.edges.solve.cpsat import all_boards as cpsat_boards
from quebra.families.edges.solve.cpsat import cpsat
from quebra.families.edges.solve.divide import boards_of
from quebra.families.edges.solve.domains import Ways, consistent_domains, frame_domains
from quebra.families.edges.solve.infeasibility import fits_at_all
from quebra.families.edges.solve.matched import Hunt
from quebra.families.edges.solve.order import row_scan, usual_order
from quebra.families.edges.solve.proved import proved_best
from quebra.families.edges.solve.scan import EXHAUSTED, FOUND
from quebra.families.edges.solve.stack import stacks
from quebra.families.edges.solve.tracker import Backtracker

FIRST_NODES = 50_000
"""Pieces that the backtracker places alone: enough for small boards, which are done at once."""
WHOLE_NODES = 200_000
"""Pieces placed to see whether all seams can match, before mismatches are allowed."""
ROUND_NODES = 2_000_000
"""Pieces placed in a round of the backtracker; every second round is a new start."""
LONG_ROUND_NODES, EFFORT = 25_000_000, 1.0
"""Pieces placed in the first round of those in turn, and what CP-SAT may do then: some seconds."""
MOST_VARIABLES = 600_000
"""Larger models take CP-SAT too long to read."""
MOST_TO_PROVE = 10_000
"""Larger models do not lead CP-SAT to a proof of the best board."""
REMEMBERED = 10_000
"""Boards kept to see that none comes twice; beyond that the backtracker goes on alone."""


def all_boards(puzzle: Edges, budget: Budget, seed: int | None) -> Iterator[Filling]:
    """All boards, by whichever searcher finds them first; ends with the first proof.

    >>> pieces = ((0, 1, 0, 0), (0, 2, 0, 1), (0, 0, 0, 2))
    >>> puzzle = Edges(rows=1, cols=3, pieces=pieces, frame=0, rotate=True)
    >>> len(list(all_boards(puzzle, Budget(), None)))
    2
    """
    ways = Ways(puzzle)
    domains = consistent_domains(ways)
    if not all(domains) or not fits_at_all(ways, domains):
        return
    steady = Backtracker(ways, domains, usual_order(puzzle, domains), _source(seed))
    boards = _Boards(steady)
    while (ended := steady.go(budget, FIRST_NODES)) == FOUND:
        yield from boards.new(steady.board())
    if ended != EXHAUSTED:
        race = _side_by_side if seed is None else _in_turn
        yield from race(puzzle, budget, seed or 0, domains, boards)


class _Boards:
    """The boards found so far, and the search that sees them all in the end."""

    def __init__(self, steady: Backtracker) -> None:
        self.steady = steady
        self.seen: set[Filling] = set()

    def new(self, board: Filling) -> Iterator[Filling]:
        """The board, if it was not found before."""
        if board not in self.seen:
            if len(self.seen) < REMEMBERED:
                self.seen.add(board)
            yield board

    @property
    def many(self) -> bool:
        """Whether there are too many to compare with what others find."""
        return len(self.seen) >= REMEMBERED


def _side_by_side(
    puzzle: Edges, budget: Budget, seed: int, domains: Sequence[int], boards: _Boards
) -> Iterator[Filling]:
    """Rounds of the backtracker, from where it was and from new starts, against CP-SAT."""
    fits = _fits_cpsat(domains)
    other = Beside(partial(cpsat, puzzle, goal="any", seed=None), budget) if fits else None
    try:
        for turn in count():
            if turn % 2 and not boards.seen:
                fresh = _fresh(puzzle, boards.steady.ways, domains, seed, turn)
                if fresh.go(budget, ROUND_NODES * (1 + turn // 8)) == FOUND:
                    yield from boards.new(fresh.board())
            ended = boards.steady.go(budget, ROUND_NODES)
            if ended == FOUND:
                yield from boards.new(boards.steady.board())
            if ended == EXHAUSTED:
                return
            for board in other.found() if other else ():
                if boards.many:
                    break
                yield from boards.new(board)
            if boards.many:
                break
            if other and other.ended:
                return
    finally:
        if other:
            other.stop()
    for board in boards_of(boards.steady, budget, ordered=False):
        yield from boards.new(board)


def _in_turn(
    puzzle: Edges, budget: Budget, seed: int, domains: Sequence[int], boards: _Boards
) -> Iterator[Filling]:
    """The same one after the other, each twice as long as before, measured by work done.

    Slower than a race, but who wins does not depend on the machine.
    """
    for turn in count():
        nodes = LONG_ROUND_NODES << turn
        if not boards.seen:
            fresh = _fresh(puzzle, boards.steady.ways, domains, seed, 2 * turn + 1)
            if fresh.go(budget, nodes) == FOUND:
                yield from boards.new(fresh.board())
        while (ended := boards.steady.go(budget, nodes)) == FOUND:
            yield from boards.new(boards.steady.board())
        if ended == EXHAUSTED:
            return
        if boards.many or not _fits_cpsat(domains):
            continue
        try:
            for board in cpsat_boards(puzzle, budget, seed, EFFORT * 2**turn):
                if boards.many:
                    break
                yield from boards.new(board)
            else:
                return
        except Cut as cut:
            budget.pause()
            if cut.reason != "time":
                raise


def _fits_cpsat(domains: Sequence[int]) -> bool:
    return sum(domain.bit_count() for domain in domains) <= MOST_VARIABLES


def _fresh(puzzle: Edges, ways: Ways, domains: Sequence[int], seed: int, turn: int) -> Backtracker:
    """A search with other candidates first, and every other time in another order of the cells."""
    source = Source(seed * 1_000_003 + turn)
    order = usual_order(puzzle, domains, source) if turn % 4 == 1 else row_scan(puzzle)
    return Backtracker(ways, domains, order, source)


def _source(seed: int | None) -> Source | None:
    return None if seed is None else Source(seed)


def most_matched(puzzle: Edges, budget: Budget, seed: int | None) -> Iterator[Filling]:
    """Full boards with more and more matched seams.

    CP-SAT works beside the hunt where its model is small, and may prove the best; elsewhere
    another hunt does, where there is a processor for it.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 2)), frame=0)
    >>> len(list(most_matched(puzzle, Budget(), None)))
    1
    """
    ways = Ways(puzzle)
    domains = frame_domains(ways)
    if not all(domains) or not fits_at_all(ways, domains):
        return
    budget.bound = most_matches(ways, domains)
    best = start_of(ways, budget)
    few = budget.share(FIRST_NODES)
    better = proved_best(ways, domains, few, Source(seed or 0), best)
    yield ways.filling(best := next(better))
    if whole := _whole_board(ways, budget, best, seed):
        yield whole
        return
    try:
        while _matches(ways, best) != budget.bound and (lying := next(better, None)):
            yield ways.filling(best := lying)
    except Cut:
        yield from _hunted(puzzle, ways, domains, budget, seed, best)


def _matches(ways: Ways, lying: Lying) -> int:
    return matched_seams(ways.puzzle, ways.filling(lying))


def _whole_board(ways: Ways, budget: Budget, best: Lying, seed: int | None) -> Filling | None:
    """A better board, with all seams matched, if one is found soon; the bound, if there is none."""
    if _matches(ways, best) == budget.bound:
        return None
    domains = consistent_domains(ways)
    ended = EXHAUSTED
    if all(domains):
        search = Backtracker(ways, domains, usual_order(ways.puzzle, domains), _source(seed))
        ended = search.go(budget.share(WHOLE_NODES), WHOLE_NODES)
        if ended == FOUND:
            return search.board()
    if ended == EXHAUSTED:
        budget.bound = min(budget.bound or 0, len(ways.puzzle.layout.seams) - 1)
    return None


def _hunted(
    puzzle: Edges,
    ways: Ways,
    domains: Sequence[int],
    budget: Budget,
    seed: int | None,
    start: Lying,
) -> Iterator[Filling]:
    """Boards with more matches than the start, by the hunt and its helpers."""
    seams, limit = len(puzzle.layout.seams), budget.bound or 0
    most = _matches(ways, start)
    hunt = Hunt(ways, domains, budget, Source(seed or 0), start)
    helpers = _helpers(puzzle, ways, domains, budget, seed, start)
    try:
        for lying in hunt.boards():
            boards = [board for helper in helpers for board in helper.found()]
            for board in [*boards, ways.filling(lying)] if lying else boards:
                if (matched := matched_seams(puzzle, board)) > most:
                    most = matched
                    hunt.least, hunt.best = seams - most, ways.lying(board)
                    yield board
            bounds = [helper.budget.bound for helper in helpers]
            budget.bound = min([limit, *(bound for bound in bounds if bound is not None)])
            if most >= budget.bound or any(helper.ended for helper in helpers):
                return
    finally:
        for helper in helpers:
            helper.stop()


def _helpers(
    puzzle: Edges,
    ways: Ways,
    domains: Sequence[int],
    budget: Budget,
    seed: int | None,
    start: Lying | None,
) -> list[Beside[Filling]]:
    """Who works beside the hunt."""
    if sum(domain.bit_count() for domain in domains) <= MOST_TO_PROVE:
        return [Beside(partial(cpsat, puzzle, goal="matched", seed=seed), budget)]
    if (os.cpu_count() or 1) < 2:
        return []

    def hunt(budget: Budget) -> Iterator[Filling]:
        boards = Hunt(ways, domains, budget, Source((seed or 0) + 1_000_003), start).boards()
        return (ways.filling(lying) for lying in boards if lying)

    return [Beside(hunt, budget)]


def portfolio(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """Whatever suits the board, side by side."""
    if puzzle.shape == "stack":
        return stacks(puzzle, budget, goal=goal, seed=seed)
    search = all_boards if goal == "any" else most_matched
    return search(puzzle, budget, seed)
