"""One search shared out among threads, which take the ways to fill the first cells in turn."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from time import sleep

from quebra.engine.budget import Budget
from quebra.families.edges.model import Filling
from quebra.families.edges.solve.beside import TICK, Beside
from quebra.families.edges.solve.scan import EXHAUSTED, FOUND
from quebra.families.edges.solve.tracker import Backtracker, show

THREADS = min(2, os.cpu_count() or 1)
ALONE = 5_000_000
"""Pieces that one thread places before it is worth sharing."""
SHARES = 500
"""Ways to fill the first cells, at least, so that no thread is out of work for long."""
AHEAD = 1_000
"""Boards that a thread may be ahead of whoever asks for them."""

Boards = Beside[Filling | None]
"""The boards of a thread, and None at the end of each share."""


def boards_of(search: Backtracker, budget: Budget, *, ordered: bool) -> Iterator[Filling]:
    """All boards of a search: alone at first, and then in two threads where that can be.

    In order, boards come just as they would from one thread.
    """
    depth = 0
    while not depth or search.depth < depth:
        ended = search.go(budget, ALONE)
        if ended == FOUND:
            yield search.board()
        if ended == EXHAUSTED:
            return
        if not depth and THREADS > 1 and search.compiled and search.placed > ALONE:
            depth = _division(search)
    yield from _shared(search, depth, budget, ordered)


def _division(search: Backtracker) -> int:
    """How many cells to fill so that there are enough ways to do it."""
    half = len(search.order) // 2
    for depth in range(1, half):
        first, ways = search.beginnings(depth), 0
        while ways < SHARES and first.go(Budget()) == FOUND:
            ways += 1
        if ways == SHARES:
            return depth
    return half


def _shared(search: Backtracker, depth: int, budget: Budget, ordered: bool) -> Iterator[Filling]:
    firsts = [search.beginnings(depth) for _ in range(THREADS)]
    search.keep(depth)
    threads = [
        Beside(partial(_shares, search, first, number), budget, AHEAD)
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
    """Keeps the budget while threads work, and tells it what they do."""

    def __init__(self, threads: Sequence[Boards], budget: Budget) -> None:
        self.threads = threads
        self.budget = budget
        self.before = budget.stats.get("nodes", 0)

    def __call__(self) -> None:
        self.count()
        self.budget.pause()
        for thread in self.threads:
            show(thread.budget.best, self.budget)
            if thread.cut:
                raise thread.cut

    def count(self) -> None:
        nodes = sum(thread.budget.stats.get("nodes", 0) for thread in self.threads)
        self.budget.stats["nodes"] = self.before + nodes


def _shares(
    search: Backtracker, first: Backtracker, thread: int, budget: Budget
) -> Iterator[Filling | None]:
    """The boards of every share whose turn it is; the first share is what the search is at."""
    counted = budget if thread == 0 else Budget(cancel=budget.cancel)
    for number in count():
        if number and first.go(counted) != FOUND:
            return
        if number % THREADS == thread:
            share = search.below(first) if number else search
            while share.go(budget) == FOUND:
                yield share.board()
            yield None


def _in_turn(threads: Sequence[Boards], watch: _Watch) -> Iterator[Filling]:
    for number in count():
        thread, over = threads[number % THREADS], False
        while not over:
            watch()
            if thread.ended:
                return
            for board in thread.found():
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
            for board in thread.found():
                idle = False
                if board is not None:
                    yield board
        if idle:
            sleep(TICK)
