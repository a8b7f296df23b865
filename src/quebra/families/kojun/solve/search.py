"""Guessing, where propagation is at its end: depth first, led by what failed before."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun.solve.propagate import State, bits

PATIENCE = 10
"""Failures before the first restart; each run may fail half as often again as the one before."""


def solutions(state: State, budget: Budget, source: Source | None = None) -> Iterator[list[int]]:
    """All solutions within the domains of the state, each as one value a cell.

    The state is worked upon; hand over a copy to keep it. With a source, the order is random.

    >>> from quebra.families.kojun.solve.board import Board
    >>> from quebra.families.kojun.model import Kojun
    >>> board = Board(Kojun(regions=((0, 0), (1, 1)), givens=((0, 0), (0, 0))))
    >>> sorted(board.answer(found).grid for found in solutions(State(board), Budget()))
    [((1, 2), (2, 1)), ((2, 1), (1, 2))]
    """
    state.budget = budget
    search = _Search(state, source)
    alive = search.begin()
    while alive:
        cell = search.choose()
        if cell is None:
            yield state.values()
            search.settle()
            alive = False
        else:
            alive = search.guess(cell)
        while not alive and search.guesses:
            alive = search.retreat()


class _Search:
    """The guesses made so far, and what their failures teach about where to guess next.

    A region weighs more with each failure, and the region that failed last comes first: a
    contradiction is then met again at once, and not after guesses that have no part in it. Else
    the search stays where the last guesses had effects, so that parts of the board that do not
    depend on each other are settled one after the other. As long as there is no solution, it
    starts anew from time to time with the weights it has learnt.
    """

    def __init__(self, state: State, source: Source | None) -> None:
        self.state = state
        self.source = source
        self.guesses: list[tuple[int, int, int]] = []
        self.cells: list[int] = []
        self.weights = [1] * len(state.board.regions)
        self.failed = -1
        self.failures = 0
        self.patience: float = PATIENCE
        self.root = 0

    def begin(self) -> bool:
        """Propagate, and once more with tables if that does not settle everything."""
        state = self.state
        state.budget.spend()
        if state.propagate() >= 0:
            return False
        self.cells = [i for i, d in enumerate(state.dom) if d & (d - 1)]
        if not self.cells:
            return True
        state.strengthen()
        if state.propagate() >= 0:
            return False
        self.root = len(state.trail)
        if self.source is not None:
            self.source.shuffle(self.cells)
        return True

    def choose(self) -> int | None:
        """An open cell with few candidates for its weight, in the first place that has any."""
        dom, region, weights = self.state.dom, self.state.board.region, self.weights
        for cells in self._places():
            best, least = -1, math.inf
            for i in cells:
                d = dom[i]
                if d & (d - 1) and (cost := d.bit_count() / weights[region[i]]) < least:
                    best, least = i, cost
            if best >= 0:
                return best
        return None

    def _places(self) -> Iterator[Iterable[int]]:
        if self.failed >= 0:
            yield self.state.board.regions[self.failed]
        trail = self.state.trail
        end = len(trail)
        for mark, _, _ in reversed(self.guesses):
            yield [i for i, _ in trail[mark:end] if i >= 0]
            end = mark
        yield self.cells

    def guess(self, cell: int) -> bool:
        """Try a value; whether nothing speaks against it so far."""
        dom = self.state.dom[cell]
        bit = 1 << dom.bit_length() - 1
        if self.source is not None:
            bit = self.source.choice(list(bits(dom)))
        self.guesses.append((len(self.state.trail), cell, bit))
        return self._try(cell, bit)

    def retreat(self) -> bool:
        """Take the last guess back and rule it out; or all of them, when patience is over."""
        mark, cell, bit = self.guesses.pop()
        self.state.back(mark)
        alive = self._try(cell, ~bit)
        if not self.guesses:
            self.root = len(self.state.trail)
        elif alive and self.failures > self.patience:
            self.patience *= 1.5
            self.failures = 0
            self.guesses.clear()
            self.state.back(self.root)
        return alive

    def settle(self) -> None:
        """After a solution there is no starting anew: it would be found again."""
        self.patience = math.inf

    def _try(self, cell: int, mask: int) -> bool:
        state = self.state
        state.budget.spend()
        failed = state.propagate() if state.keep(cell, mask) else state.board.region[cell]
        if failed < 0:
            return True
        self.failed = failed
        self.failures += 1
        self.weights[failed] += 1
        return False
