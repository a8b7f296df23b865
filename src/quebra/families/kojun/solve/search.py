"""Depth-first search on a Kojun board, guided by earlier failures.

Cells are chosen by the size of their domain over the failures of their region (dom/wdeg:
Boussemart, Hemery, Lecoutre and Sais, Boosting Systematic Search by Weighting Constraints, 2004),
starting in the region that failed last (Lecoutre, Sais, Tabary and Vidal, Reasoning from Last
Conflict(s), 2009).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun.solve.propagate import KojunState, single_bits

FIRST_RESTART = 10
"""Failures before the first restart; the number grows by half with each restart."""


def solutions(
    state: KojunState, budget: Budget, source: Source | None = None
) -> Iterator[list[int]]:
    """All solutions within the domains of the state, each as a list of values.

    The search changes the state. With a source, the order is random.

    >>> from quebra.families.kojun.solve.board import KojunBoard
    >>> from quebra.families.kojun.model import Kojun
    >>> board = KojunBoard(Kojun(regions=((0, 0), (1, 1)), givens=((0, 0), (0, 0))))
    >>> sorted(board.answer(found).grid for found in solutions(KojunState(board), Budget()))
    [((1, 2), (2, 1)), ((2, 1), (1, 2))]
    """
    state.budget = budget
    search = _Search(state, source)
    alive = search.begin()
    while alive:
        cell = search.choose()
        if cell is None:
            yield state.values()
            search.stop_restarting()
            alive = False
        else:
            alive = search.guess(cell)
        while not alive and search.guesses:
            alive = search.backtrack()


class _Search:
    """The current guesses, and the weights of regions by their failures.

    The region that failed last comes first, so that a contradiction is met again at once. Then
    come the cells that the last guesses changed, so that independent parts of the board are
    solved one after the other. Until there is a solution, the search restarts at intervals.
    """

    def __init__(self, state: KojunState, source: Source | None) -> None:
        self.state = state
        self.source = source
        self.guesses: list[tuple[int, int, int]] = []
        self.cells: list[int] = []
        self.weights = [1] * len(state.board.regions)
        self.failed = -1
        self.failures = 0
        self.restart_after: float = FIRST_RESTART
        self.root = 0

    def begin(self) -> bool:
        """Propagate, with tables if that does not solve the board; False on failure."""
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
        """The open cell with the fewest candidates by weight, in the first group that has any."""
        dom, region, weights = self.state.dom, self.state.board.region, self.weights
        for cells in self._cell_groups():
            best, least = -1, math.inf
            for i in cells:
                d = dom[i]
                if d & (d - 1) and (cost := d.bit_count() / weights[region[i]]) < least:
                    best, least = i, cost
            if best >= 0:
                return best
        return None

    def _cell_groups(self) -> Iterator[Iterable[int]]:
        """The region that failed last, the cells that each guess changed, and all cells."""
        if self.failed >= 0:
            yield self.state.board.regions[self.failed]
        trail = self.state.trail
        end = len(trail)
        for mark, _, _ in reversed(self.guesses):
            yield [i for i, _ in trail[mark:end] if i >= 0]
            end = mark
        yield self.cells

    def guess(self, cell: int) -> bool:
        """Guess a value of a cell; False if that fails at once."""
        dom = self.state.dom[cell]
        bit = 1 << dom.bit_length() - 1
        if self.source is not None:
            bit = self.source.choice(list(single_bits(dom)))
        self.guesses.append((len(self.state.trail), cell, bit))
        return self._try(cell, bit)

    def backtrack(self) -> bool:
        """Undo the last guess and rule it out, or restart; False if that fails at once."""
        mark, cell, bit = self.guesses.pop()
        self.state.undo(mark)
        alive = self._try(cell, ~bit)
        if not self.guesses:
            self.root = len(self.state.trail)
        elif alive and self.failures > self.restart_after:
            self.restart_after *= 1.5
            self.failures = 0
            self.guesses.clear()
            self.state.undo(self.root)
        return alive

    def stop_restarting(self) -> None:
        """Stop restarting: the same solution would be found again."""
        self.restart_after = math.inf

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
