"""The engine `portfolio`: quick proofs first, then backtracking and CP-SAT in parallel."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, count

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.engine.background import Background, search_in_background
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import matched_seams
from quebra.families.edges.solve.backtracker import Backtracker
from quebra.families.edges.solve.best_effort import BestEffort
from quebra.families.edges.solve.bound import most_matches
from quebra.families.edges.solve.cpsat import all_boards as cpsat_boards
from quebra.families.edges.solve.cpsat import cpsat
from quebra.families.edges.solve.domains import (
    Candidates,
    Domains,
    consistent_domains,
    frame_domains,
)
from quebra.families.edges.solve.exhaustive import improve_exhaustively
from quebra.families.edges.solve.infeasibility import fits_at_all
from quebra.families.edges.solve.order import row_scan, usual_order
from quebra.families.edges.solve.parallel import enumerate_boards
from quebra.families.edges.solve.repair_tables import Placements, start_board
from quebra.families.edges.solve.stack import stacks
from quebra.families.edges.solve.symmetry import Symmetry, image, one_of_each

FIRST_NODES = 50_000
"""Pieces that the backtracker places before anything else: enough for small boards."""
WHOLE_NODES = 200_000
"""Pieces placed to find a board without mismatches, before mismatches are allowed."""
ROUND_NODES = 2_000_000
"""Pieces placed in a round of the backtracker; every second round is a restart."""
LAST_TURN, MOST_NODES = 150, 1e13
"""Rounds after which only the backtracker continues, in all threads, if it is expected to place
fewer pieces than this."""
LONG_ROUND_NODES, EFFORT = 25_000_000, 1.0
"""With a seed: pieces placed in the first round, and deterministic time of CP-SAT; seconds."""
MOST_VARIABLES = 600_000
"""CP-SAT takes too long to load models with more variables."""
MOST_TO_PROVE = 10_000
"""CP-SAT does not prove the best board with more variables."""
REMEMBERED = 10_000
"""Boards that are kept to detect repetitions; with more, only the backtracker continues."""


def all_boards(puzzle: Edges, budget: Budget, seed: int | None) -> Iterator[Filling]:
    """All boards, from whichever search finds them first; ends with the first proof.

    >>> pieces = ((0, 1, 0, 0), (0, 2, 0, 1), (0, 0, 0, 2))
    >>> puzzle = Edges(rows=1, cols=3, pieces=pieces, frame=0, rotate=True)
    >>> len(list(all_boards(puzzle, Budget(), None)))
    2
    """
    candidates = Candidates(puzzle)
    domains = consistent_domains(candidates)
    if not all(domains) or not fits_at_all(candidates, domains):
        return
    domains, rotations = one_of_each(candidates, domains)
    if not all(domains):
        return
    steady = Backtracker(candidates, domains, usual_order(puzzle, domains), _source(seed))
    boards = _Boards(steady, rotations)
    while (ended := steady.go(budget, FIRST_NODES)) == Ended.FOUND:
        yield from boards.new(steady.board())
    if ended != Ended.EXHAUSTED:
        race = _in_parallel if seed is None else _in_turn
        yield from race(puzzle, budget, seed or 0, domains, boards)


class _Boards:
    """The boards found so far, and the search that enumerates one image of each in the end."""

    def __init__(self, steady: Backtracker, rotations: Sequence[Symmetry]) -> None:
        self.steady = steady
        self.rotations = rotations
        self.seen: set[Filling] = set()

    def new(self, board: Filling) -> Iterator[Filling]:
        """The board and its images, if they were not found before."""
        remembered = not self.many
        others = (image(self.steady.candidates, board, each) for each in self.rotations)
        for rotated in chain((board,), others):
            if rotated not in self.seen:
                if remembered:
                    self.seen.add(rotated)
                yield rotated

    @property
    def can_end(self) -> bool:
        """Whether all boards can be tried in a day or so."""
        return self.steady.expected_nodes(Source(0)) < MOST_NODES

    @property
    def many(self) -> bool:
        """Whether there are too many boards to detect repetitions."""
        return len(self.seen) >= REMEMBERED


def _in_parallel(
    puzzle: Edges, budget: Budget, seed: int, domains: Domains, boards: _Boards
) -> Iterator[Filling]:
    """Rounds of the backtracker, continued and restarted in turn, in parallel with CP-SAT."""
    model = partial(cpsat, puzzle, goal="any", seed=None)
    other = search_in_background(model, budget) if _fits_cpsat(domains) else None
    try:
        for turn in count():
            if turn % 2 and not boards.seen:
                fresh = _fresh(puzzle, boards.steady.candidates, domains, seed, turn)
                if fresh.go(budget, ROUND_NODES * (1 + turn // 8)) == Ended.FOUND:
                    yield from boards.new(fresh.board())
            ended = boards.steady.go(budget, ROUND_NODES)
            if ended == Ended.FOUND:
                yield from boards.new(boards.steady.board())
            if ended == Ended.EXHAUSTED:
                return
            for board in other.ready() if other else ():
                if boards.many:
                    break
                yield from boards.new(board)
            if boards.many or (turn == LAST_TURN and not boards.seen and boards.can_end):
                break
            if other and other.ended:
                return
    finally:
        if other:
            other.stop()
    for board in enumerate_boards(boards.steady, budget, ordered=False):
        yield from boards.new(board)


def _in_turn(
    puzzle: Edges, budget: Budget, seed: int, domains: Domains, boards: _Boards
) -> Iterator[Filling]:
    """The same searches one after the other, each round with twice the work.

    Slower than in parallel, but the result does not depend on the machine.
    """
    for turn in count():
        nodes = LONG_ROUND_NODES << turn
        if not boards.seen:
            fresh = _fresh(puzzle, boards.steady.candidates, domains, seed, 2 * turn + 1)
            if fresh.go(budget, nodes) == Ended.FOUND:
                yield from boards.new(fresh.board())
        while (ended := boards.steady.go(budget, nodes)) == Ended.FOUND:
            yield from boards.new(boards.steady.board())
        if ended == Ended.EXHAUSTED:
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


def _fits_cpsat(domains: Domains) -> bool:
    return sum(domain.bit_count() for domain in domains) <= MOST_VARIABLES


def _fresh(
    puzzle: Edges, candidates: Candidates, domains: Domains, seed: int, turn: int
) -> Backtracker:
    """A search with shuffled candidates, every other time in another order of the cells."""
    source = Source(seed * 1_000_003 + turn)
    order = usual_order(puzzle, domains, source) if turn % 4 == 1 else row_scan(puzzle)
    return Backtracker(candidates, domains, order, source)


def _source(seed: int | None) -> Source | None:
    return None if seed is None else Source(seed)


def most_matched(puzzle: Edges, budget: Budget, seed: int | None) -> Iterator[Filling]:
    """Full boards with more and more matched seams.

    CP-SAT runs in parallel with the best effort where its model is small, and may prove the best
    board; elsewhere a second best effort does, if there are two processors.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 2)), frame=0)
    >>> len(list(most_matched(puzzle, Budget(), None)))
    1
    """
    candidates = Candidates(puzzle)
    domains = frame_domains(candidates)
    if not all(domains) or not fits_at_all(candidates, domains):
        return
    budget.bound = most_matches(candidates, domains)
    best = start_board(candidates, budget)
    first = budget.share(FIRST_NODES)
    better = improve_exhaustively(candidates, domains, first, Source(seed or 0), best)
    yield candidates.filling(best := next(better))
    if whole := _whole_board(candidates, budget, best, seed):
        yield whole
        return
    try:
        while _matches(candidates, best) != budget.bound and (placed := next(better, None)):
            yield candidates.filling(best := placed)
    except Cut:
        yield from _improve_by_best_effort(puzzle, candidates, domains, budget, seed, best)


def _matches(candidates: Candidates, placed: Placements) -> int:
    return matched_seams(candidates.puzzle, candidates.filling(placed))


def _whole_board(
    candidates: Candidates, budget: Budget, best: Placements, seed: int | None
) -> Filling | None:
    """A board with all seams matched if one is found soon; lowers the bound if there is none."""
    if _matches(candidates, best) == budget.bound:
        return None
    domains = consistent_domains(candidates)
    ended = Ended.EXHAUSTED
    if all(domains):
        order = usual_order(candidates.puzzle, domains)
        search = Backtracker(candidates, domains, order, _source(seed))
        ended = search.go(budget.share(WHOLE_NODES), WHOLE_NODES)
        if ended == Ended.FOUND:
            return search.board()
    if ended == Ended.EXHAUSTED:
        budget.bound = min(budget.bound or 0, len(candidates.puzzle.layout.seams) - 1)
    return None


def _improve_by_best_effort(
    puzzle: Edges,
    candidates: Candidates,
    domains: Domains,
    budget: Budget,
    seed: int | None,
    start: Placements,
) -> Iterator[Filling]:
    """Boards with more matches than the start, by best effort and background searches."""
    seams, limit = len(puzzle.layout.seams), budget.bound or 0
    most = _matches(candidates, start)
    effort = BestEffort(candidates, domains, budget, Source(seed or 0), start)
    others = _background_searches(puzzle, candidates, domains, budget, seed, start)
    try:
        for placed in effort.boards():
            boards = [board for other in others for board in other.ready()]
            for board in [*boards, candidates.filling(placed)] if placed else boards:
                if (matched := matched_seams(puzzle, board)) > most:
                    most = matched
                    effort.least, effort.best = seams - most, candidates.placements(board)
                    yield board
            bounds = [other.budget.bound for other in others]
            budget.bound = min([limit, *(bound for bound in bounds if bound is not None)])
            if most >= budget.bound or any(other.ended for other in others):
                return
    finally:
        for other in others:
            other.stop()


def _background_searches(
    puzzle: Edges,
    candidates: Candidates,
    domains: Domains,
    budget: Budget,
    seed: int | None,
    start: Placements | None,
) -> list[Background[Filling]]:
    """The searches that run in parallel with the best effort."""
    if sum(domain.bit_count() for domain in domains) <= MOST_TO_PROVE:
        return [search_in_background(partial(cpsat, puzzle, goal="matched", seed=seed), budget)]
    if (os.cpu_count() or 1) < 2:
        return []

    def second_effort(budget: Budget) -> Iterator[Filling]:
        source = Source((seed or 0) + 1_000_003)
        effort = BestEffort(candidates, domains, budget, source, start)
        return (candidates.filling(placed) for placed in effort.boards() if placed)

    return [search_in_background(second_effort, budget)]


def portfolio(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """All boards, or boards with more and more matched seams, by several searches."""
    if puzzle.shape == "stack":
        return stacks(puzzle, budget, goal=goal, seed=seed)
    if goal != "any" and puzzle.layout.own_seams:
        return cpsat(puzzle, budget, goal=goal, seed=seed)
    search = all_boards if goal == "any" else most_matched
    return search(puzzle, budget, seed)
