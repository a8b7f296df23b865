"""Depth-first search on a Kojun board, guided by earlier failures.

Cells are chosen by the size of their domain over the failures of their region (dom/wdeg:
Boussemart, Hemery, Lecoutre and Sais, Boosting Systematic Search by Weighting Constraints, 2004),
starting in the region that failed last (Lecoutre, Sais, Tabary and Vidal, Reasoning from Last
Conflict(s), 2009). Very large regions are filled as schedules.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Protocol

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun.solve.board import KojunBoard
from quebra.families.kojun.solve.propagate import KojunState, region_chains, single_bits
from quebra.families.kojun.solve.schedule import Schedules
from quebra.families.kojun.solve.sweeps import Sweeps

MAX_GUESSED = 200
"""A region with more open cells is filled as a whole, since each guess takes time for all of it."""
FIRST_RESTART = 10
"""Failures before the first restart; the number grows by half with each restart."""


def board_solutions(
    board: KojunBoard, givens: Iterable[int], budget: Budget, source: Source | None = None
) -> Iterator[list[int]]:
    """All solutions of a board with a given or 0 for each cell, each as a list of values.

    With a source, the order is random.

    >>> from quebra.families.kojun.model import Kojun
    >>> board = KojunBoard(Kojun(regions=((0, 0), (1, 1)), givens=((0, 0), (0, 0))))
    >>> [board.answer(found).grid for found in board_solutions(board, [1, *[0] * 8], Budget())]
    [((1, 2), (2, 1))]
    """
    budget.spend()
    sweeps = Sweeps(board)
    if not sweeps.settle(givens, budget):
        return
    if sweeps.is_solved:
        yield list(map(int.bit_length, sweeps.dom))
    else:
        yield from solutions(KojunState(board, budget, sweeps.dom), budget, source)


def solutions(
    state: KojunState, budget: Budget, source: Source | None = None
) -> Iterator[list[int]]:
    """All solutions within the domains of the state, each as a list of values.

    The search changes the state. With a source, the order is random.

    >>> from quebra.families.kojun.model import Kojun
    >>> board = KojunBoard(Kojun(regions=((0, 0), (1, 1)), givens=((0, 0), (0, 0))))
    >>> sorted(board.answer(found).grid for found in solutions(KojunState(board), Budget()))
    [((1, 2), (2, 1)), ((2, 1), (1, 2))]
    """
    state.budget = budget
    if not _propagate_at_root(state):
        return
    weights = [1] * len(state.board.regions)
    searches: list[Part] = [
        _PartWithLargeRegions(state, cells, large, weights, source)
        if (large := _large_regions(state, cells))
        else _Search(state, cells, weights, source)
        for cells in _parts(state, source)
    ]
    if not all(search.advance() for search in searches):
        return
    first = _with_values(state.values(), searches, [search.values() for search in searches])
    yield first.copy()
    # The parts lie on the trail one after the other, so the last one is searched on first.
    others: list[list[list[int]]] = []
    for number in range(len(searches) - 1, -1, -1):
        search, ways = searches[number], [[first[i] for i in searches[number].cells]]
        while search.advance():
            way = search.values()
            for chosen in product([way], *others):
                yield _with_values(first, searches[number:], chosen)
            if number:
                ways.append(way)
        others.insert(0, ways)


def _with_values(first: list[int], parts: list[Part], chosen: Iterable[list[int]]) -> list[int]:
    """The first solution with these values in some parts."""
    found = first.copy()
    for part, values in zip(parts, chosen, strict=True):
        for i, value in zip(part.cells, values, strict=True):
            found[i] = value
    return found


def _propagate_at_root(state: KojunState) -> bool:
    """Propagate, then with tables for what is open; False on failure."""
    state.budget.pause()
    if state.propagate() >= 0:
        return False
    state.strengthen()
    return state.propagate() < 0


def _parts(state: KojunState, source: Source | None) -> list[list[int]]:
    """The open cells in parts that do not depend on each other."""
    dom, region, stride = state.dom, state.board.region, state.board.stride
    cells = state.open_cells()
    if source is not None:
        source.shuffle(cells)
    part_of: dict[int, int] = {}
    parts: list[list[int]] = []
    reached: set[int] = set()
    for start in cells:
        if start in part_of:
            continue
        pending = [start]
        while pending:
            i = pending.pop()
            if i in part_of or not dom[i] & (dom[i] - 1):
                continue
            part_of[i] = len(parts)
            pending += (i - 1, i + 1, i - stride, i + stride)
            if region[i] not in reached:
                reached.add(region[i])
                pending += state.board.regions[region[i]]
        parts.append([])
    for i in cells:
        parts[part_of[i]].append(i)
    return parts


def _large_regions(state: KojunState, cells: list[int]) -> list[int]:
    """The regions with many of these open cells."""
    region = state.board.region
    count = Counter(region[i] for i in cells)
    return [r for r in sorted(count) if count[r] > MAX_GUESSED]


class Part(Protocol):
    """The search in a part of the board."""

    cells: list[int]

    def advance(self) -> bool:
        """Search on for the next solution of the part; False if there is none."""

    def values(self) -> list[int]:
        """The values of the cells of the part."""


class _Search:
    """The current guesses in one part of the board, and the weights of regions by their failures.

    The region that failed last comes first, so that a contradiction is met again at once. Then
    come the cells that the last guesses changed, so that parts of the board that have become
    independent are solved one after the other. Until there is a solution, the search restarts at
    intervals.
    """

    def __init__(
        self, state: KojunState, cells: list[int], weights: list[int], source: Source | None
    ) -> None:
        self.state = state
        self.cells = cells
        self.weights = weights
        self.source = source
        self.guesses: list[tuple[int, int, int]] = []
        self.failed = -1
        self.failures = 0
        self.restart_after: float = FIRST_RESTART
        self.root = -1

    def advance(self) -> bool:
        """Search on for the next solution of the part; False if there is none."""
        alive = self.root < 0
        if alive:
            self.root = len(self.state.trail)
        while True:
            while not alive and self.guesses:
                alive = self.backtrack()
            if not alive:
                return False
            cell = self.choose()
            if cell is None:
                self.restart_after = math.inf  # the same solution would be found again
                return True
            alive = self.guess(cell)

    def values(self) -> list[int]:
        """The values of the cells of the part."""
        return [self.state.dom[i].bit_length() for i in self.cells]

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
        """The region that failed last, the cells that each guess changed, and all of the part."""
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


class _SmallRegions(_Search):
    """The search in a part of the board, except for its large regions."""

    def __init__(
        self,
        state: KojunState,
        cells: list[int],
        large: list[int],
        weights: list[int],
        source: Source | None,
    ) -> None:
        self.large = set(large)
        region = state.board.region
        small = [i for i in cells if region[i] not in self.large]
        super().__init__(state, small, weights, source)

    def _cell_groups(self) -> Iterator[Iterable[int]]:
        region = self.state.board.region
        for cells in super()._cell_groups():
            yield [i for i in cells if region[i] not in self.large]


class _PartWithLargeRegions:
    """A part of the board whose small regions are filled first, and then its large ones.

    Large regions are not propagated meanwhile. If that leads to no filling at first, the cells of
    the part are guessed one by one after all.
    """

    def __init__(
        self,
        state: KojunState,
        cells: list[int],
        large: list[int],
        weights: list[int],
        source: Source | None,
    ) -> None:
        self.state = state
        self.cells = cells
        self.large = large
        self.weights = weights
        self.source = source
        self.search: _Search = _SmallRegions(state, cells, large, weights, source)
        self.root = -1
        self.found: dict[int, int] | None = None
        self.fillings: Iterator[dict[int, int]] = iter(())

    def advance(self) -> bool:
        """Search on for the next solution of the part; False if there is none."""
        if self.root < 0:
            self.root = len(self.state.trail)
            for r in self.large:
                self.state.suspend(r)
        while (found := next(self.fillings, None)) is None:
            if self.found is None and self.search.cells and self.search.root >= 0 and self.large:
                self._guess_all()
            if not self.search.advance():
                return False
            self.fillings = self._fill(0, {})
        self.found = found
        return True

    def values(self) -> list[int]:
        """The values of the cells of the part."""
        dom, found = self.state.dom, self.found or {}
        return [found.get(i) or dom[i].bit_length() for i in self.cells]

    def _guess_all(self) -> None:
        """Start again, with guesses in large regions too."""
        self.state.undo(self.root)
        for r in self.large:
            self.state.resume(r)
        self.large = []
        self.search = _Search(self.state, self.cells, self.weights, self.source)

    def _fill(self, number: int, found: dict[int, int]) -> Iterator[dict[int, int]]:
        """The fillings of the large regions from this number on, with those found before."""
        if number == len(self.large):
            yield found
            return
        r = self.large[number]
        domains = {i: self._domain(i, found) for i in self.state.board.regions[r]}
        chains = region_chains(self.state.board, r)
        for filling in Schedules(chains, domains, self.state.budget, self.source).fillings():
            yield from self._fill(number + 1, {**found, **filling})

    def _domain(self, i: int, found: dict[int, int]) -> int:
        """The candidates of a cell, without the values found beside it."""
        domain, stride = self.state.dom[i], self.state.board.stride
        for j in (i - 1, i + 1, i - stride, i + stride):
            if j in found:
                domain &= ~(1 << found[j] - 1)
        return domain
