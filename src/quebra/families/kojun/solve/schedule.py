"""All fillings of a large region, as schedules: the values are times, and the cells unit-time jobs.

The order rule divides the cells into chains, in which values increase upwards. The next value goes
to the released cell with the earliest deadline, which fails only if there is no filling at all:
Jackson's rule for one machine (Horn, Some Simple Scheduling Algorithms, 1974). That is exact where
the candidates of each cell are an interval. Where a number beside the region forbids a value inside
an interval, it can lead to a dead end; the longest prefix that still has a filling by intervals is
then found by bisection, and the search goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush

from quebra.contract.random import Source
from quebra.engine.budget import Budget

VALUES_A_PAUSE = 512
"""Values between two checks of the budget."""


class Schedules:
    """The fillings of a region.

    `chains` has the numbers of its cells, each chain from the lowest cell up, and `domains` the
    candidates of each cell: bit v - 1 stands for the value v. With a source, ties between cells are
    broken at random.

    >>> found = Schedules([[0], [2, 1]], {0: 0b111, 1: 0b110, 2: 0b011}, Budget()).fillings()
    >>> sorted(tuple(sorted(filling.items())) for filling in found)
    [((0, 1), (1, 3), (2, 2)), ((0, 2), (1, 3), (2, 1)), ((0, 3), (1, 2), (2, 1))]
    """

    def __init__(
        self,
        chains: Sequence[Sequence[int]],
        domains: dict[int, int],
        budget: Budget,
        source: Source | None = None,
    ) -> None:
        self.chains = chains
        self.domains = domains
        self.budget = budget
        self.rank = list(range(len(chains)))
        if source is not None:
            source.shuffle(self.rank)
        self.release: dict[int, int] = {}
        self.deadline: dict[int, int] = {}
        for chain in chains:
            self._bound(chain)
        self.choices: list[int] = []
        """The chain that each value goes to, from the value 1 on."""
        self.refused: list[set[int]] = []
        """For each choice the chains that have been tried in its place."""

    def fillings(self) -> Iterator[dict[int, int]]:
        """The value of each cell, for one filling after the other."""
        size = len(self.domains)
        if not all(self.domains.values()) or not self._is_feasible(0):
            return
        while True:
            for chain in self._greedy(self._taken(), len(self.choices), by_interval=False):
                self._choose(chain, set())
            if len(self.choices) == size:
                yield self._filling()
            else:
                self._shorten(self._longest_feasible() + 1)
            while self.choices and not self._change_last():
                pass
            if not self.choices:
                return

    def _bound(self, chain: Sequence[int]) -> None:
        """Set the first and the last time of each cell of a chain."""
        first, last = 0, len(self.domains)
        for i in chain:
            domain = self.domains[i]
            first = self.release[i] = max(first, (domain & -domain).bit_length() - 1)
            first += 1
        for i in reversed(chain):
            last = self.deadline[i] = min(last, self.domains[i].bit_length()) - 1

    def _taken(self, length: int | None = None) -> list[int]:
        """The number of cells of each chain that the first choices give values to."""
        taken = [0] * len(self.chains)
        for chain in self.choices[:length]:
            taken[chain] += 1
        return taken

    def _is_feasible(self, length: int) -> bool:
        """Whether the first choices can be completed to a filling by intervals."""
        rest = self._greedy(self._taken(length), length, by_interval=True)
        return length + sum(1 for _ in rest) == len(self.domains)

    def _greedy(self, taken: list[int], time: int, by_interval: bool) -> Iterator[int]:
        """The chain that comes next each time; ends early where there is none."""
        self.budget.pause()
        later: dict[int, list[int]] = {}
        ready: list[tuple[int, int, int]] = []
        for chain in range(len(self.chains)):
            self._admit(chain, taken, time, ready, later)
        heapify(ready)
        while ready or time in later:
            if time % VALUES_A_PAUSE == 0:
                self.budget.pause()
            for chain in later.pop(time, ()):
                self._admit(chain, taken, time, ready, later, sift=True)
            entry = self._first(ready, taken, time, by_interval)
            if entry is None:
                return
            chain = entry[2]
            yield chain
            taken[chain] += 1
            time += 1
            self._admit(chain, taken, time, ready, later, sift=True)

    def _admit(
        self,
        chain: int,
        taken: list[int],
        time: int,
        ready: list[tuple[int, int, int]],
        later: dict[int, list[int]],
        sift: bool = False,
    ) -> None:
        """Put the next cell of a chain among those that are ready, or among the later ones."""
        if taken[chain] == len(self.chains[chain]):
            return
        i = self.chains[chain][taken[chain]]
        if self.release[i] > time:
            later.setdefault(self.release[i], []).append(chain)
            return
        entry = (self.deadline[i], self.rank[chain], chain)
        if sift:
            heappush(ready, entry)
        else:
            ready.append(entry)

    def _first(
        self, ready: list[tuple[int, int, int]], taken: list[int], time: int, by_interval: bool
    ) -> tuple[int, int, int] | None:
        """Take the ready cell with the earliest deadline that may have the value; None if none."""
        passed, found = [], None
        while ready and ready[0][0] >= time:
            entry = heappop(ready)
            if by_interval or self._may_have(entry[2], taken, time):
                found = entry
                break
            passed.append(entry)
        for entry in passed:
            heappush(ready, entry)
        return found

    def _may_have(self, chain: int, taken: list[int], time: int) -> bool:
        return bool(self.domains[self.chains[chain][taken[chain]]] >> time & 1)

    def _longest_feasible(self) -> int:
        """The number of choices from the first one on that still have a filling by intervals."""
        low, high = 0, len(self.choices)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._is_feasible(middle) else (low, middle - 1)
        return low

    def _choose(self, chain: int, refused: set[int]) -> None:
        self.choices.append(chain)
        self.refused.append(refused)

    def _shorten(self, length: int) -> None:
        """Take back the choices after the first ones."""
        del self.choices[length:], self.refused[length:]

    def _change_last(self) -> bool:
        """Replace the last choice by another one with a filling by intervals, or take it back."""
        time = len(self.choices) - 1
        refused = self.refused[time] | {self.choices[time]}
        self._shorten(time)
        taken = self._taken()
        for chain, cells in enumerate(self.chains):
            if chain in refused or taken[chain] == len(cells):
                continue
            i = cells[taken[chain]]
            if self.release[i] <= time and self.domains[i] >> time & 1:
                self._choose(chain, refused)
                if self._is_feasible(time + 1):
                    return True
                refused.add(chain)
                self._shorten(time)
        return False

    def _filling(self) -> dict[int, int]:
        cells = [iter(chain) for chain in self.chains]
        return {next(cells[chain]): value for value, chain in enumerate(self.choices, 1)}
