"""One search divided among threads by the fillings of the first cells."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from time import sleep

from quebra.engine.background import TICK, Background, search_in_background
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.edges.model import Filling
from quebra.families.edges.solve.backtracker import Backtracker, show_if_fuller

THREADS = min(2, os.cpu_count() or 1)
ALONE = 5_000_000
"""Pieces that one thread places before a division is worth it."""
SHARES = 500
"""Least number of fillings of the first cells, so that no thread is idle for long."""
BUFFERED = 1_000
"""Boards of a thread that are kept until the caller asks for them."""

Boards = Background[Filling | None]
"""The boards that a thread finds, and None at the end of each share."""


def enumerate_boards(search: Backtracker, budget: Budget, *, ordered: bool) -> Iterator[Filling]:
    """All boards of a search: in one thread at first; when it takes long, divided among threads.

    A search that is shown stays in one thread, so that it has one current position. If `ordered`,
    the boards come in the same order as from one thread.
    """
    depth, divides = 0, budget.trace is None
    while not depth or search.depth < depth:
        ended = search.go(budget, ALONE)
        if ended == Ended.FOUND:
            yield search.board()
        if ended == Ended.EXHAUSTED:
            return
        if not depth and divides and search.is_compiled and search.nodes > ALONE:
            depth = _division(search)
    yield from _shared(search, depth, budget, ordered)


def _division(search: Backtracker) -> int:
    """A number of first cells that have enough fillings."""
    half = len(search.order) // 2
    for depth in range(1, half):
        first, fillings = search.first_part(depth), 0
        while fillings < SHARES and first.go(Budget()) == Ended.FOUND:
            fillings += 1
        if fillings == SHARES:
            return depth
    return half


def _shared(search: Backtracker, depth: int, budget: Budget, ordered: bool) -> Iterator[Filling]:
    firsts = [search.first_part(depth) for _ in range(THREADS)]
    search.fix(depth)
    threads = [
        search_in_background(partial(_shares, search, first, number), budget, BUFFERED)
        for number, first in enumerate(firsts)
    ]
    watch = _Watch(threads, budget)
    try:
        yield from (_in_turn if ordered else _as_found)(threads, watch)
        watch.count()
    finally:
        for thread in threads:
            thread.stop()


class _Watch:
    """Checks the budget while threads work, and copies their statistics to it."""

    def __init__(self, threads: Sequence[Boards], budget: Budget) -> None:
        self.threads = threads
        self.budget = budget
        self.before = budget.stats.get("nodes", 0)

    def __call__(self) -> None:
        self.count()
        self.budget.pause()
        for thread in self.threads:
            show_if_fuller(thread.budget.best, self.budget)
            if thread.error:
                raise thread.error

    def count(self) -> None:
        nodes = sum(thread.budget.stats.get("nodes", 0) for thread in self.threads)
        self.budget.stats["nodes"] = self.before + nodes


def _shares(
    search: Backtracker, first: Backtracker, thread: int, budget: Budget
) -> Iterator[Filling | None]:
    """The boards of the shares of one thread; the first share is the current one of the search."""
    counted = budget if thread == 0 else Budget(cancel=budget.cancel)
    for number in count():
        if number and first.go(counted) != Ended.FOUND:
            return
        if number % THREADS == thread:
            share = search.second_part(first) if number else search
            while share.go(budget) == Ended.FOUND:
                yield share.board()
            yield None


def _in_turn(threads: Sequence[Boards], watch: _Watch) -> Iterator[Filling]:
    for number in count():
        thread, over = threads[number % THREADS], False
        while not over:
            watch()
            if thread.ended:
                return
            for board in thread.ready():
                over = board is None
                if board is None:
                    break
                yield board
            else:
                sleep(TICK)


def _as_found(threads: Sequence[Boards], watch: _Watch) -> Iterator[Filling]:
    while not all(thread.ended for thread in threads):
        watch()
        idle = True
        for thread in threads:
            for board in thread.ready():
                idle = False
                if board is not None:
                    yield board
        if idle:
            sleep(TICK)
