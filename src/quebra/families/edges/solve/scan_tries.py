"""The entries of `scan` in tries over what their cells must show."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.contract.random import Source
from quebra.families.edges.solve.domains import Candidates, Domains
from quebra.families.edges.solve.scan import SECOND

Numbers = tuple[int, ...]
"""The cells that are filled at once, or the candidates in them: one or two."""
Ends = tuple[tuple[int, int], ...]
"""Sides of the cells of a step: which cell, and which of its sides."""


class Tries:
    """Tries of the entries of each step, by what earlier steps show."""

    def __init__(
        self, candidates: Candidates, domains: Domains, source: Source | None, widest: int
    ) -> None:
        self.all = candidates.all
        self.pieces = candidates.kinds
        self.domains = domains
        self.beyond = candidates.puzzle.layout.neighbours
        numbers = range(len(self.all))
        ranks = source.shuffled(list(numbers)) if source else numbers
        self.order = sorted(numbers, key=ranks.__getitem__, reverse=True)
        """The candidates, the last first."""
        number = {colour: i for i, colour in enumerate(candidates.colours)}
        self.colours = [[number[c] for c in candidate.colours] for candidate in self.all]
        self.most = len(number)
        self.bits = (self.most**widest - 1).bit_length()
        # Node 0 leads to itself and to no entries.
        self.tree = [0] * self.most**widest
        self.candidates: list[int] = []
        self.kinds: list[int] = []
        self.shows: list[list[int]] = []
        self.longest = 0
        """The most entries of a leaf."""
        self._roots: dict[tuple[Numbers, tuple[Ends, ...], tuple[Ends, ...], Ends], int] = {}

    def root_of(self, cells: Numbers, earlier: tuple[Ends, ...], later: tuple[Ends, ...]) -> int:
        """The root of the trie of these cells, given their sides at earlier and later steps."""
        first, *others = cells
        inner = tuple((side, there) for side, other, there in self.beyond[first] if other in others)
        key = (tuple(self.domains[cell] for cell in cells), earlier, later, inner)
        if key not in self._roots:
            branches = ((),) * (2 - len(earlier)) + earlier
            self._roots[key] = self._add_node([*self._entries(key[0], inner)], branches, later)
        return self._roots[key]

    def entries(self) -> tuple[int, list[int]]:
        """The bits of the number of an entry; the entries with what they show."""
        number = len(self.kinds).bit_length()
        return number, [
            k | sum(show << number + self.bits * i for i, show in enumerate(shows))
            for k, shows in enumerate(self.shows)
        ]

    def _entries(self, domains: Numbers, inner: Ends) -> Iterable[Numbers]:
        """The candidates of one cell, or of two that match between them, the last first."""
        lists = [[n for n in self.order if domain >> n & 1] for domain in domains]
        if len(lists) == 1:
            return ((n,) for n in lists[0])
        matching: dict[Numbers, list[int]] = {}
        for n in lists[1]:
            matching.setdefault(tuple(self.colours[n][side] for _, side in inner), []).append(n)
        return (
            (n, other)
            for n in lists[0]
            for other in matching.get(tuple(self.colours[n][side] for side, _ in inner), ())
            if self._are_two(n, other)
        )

    def _are_two(self, one: int, two: int) -> bool:
        """Whether there are pieces for both candidates."""
        kind = self.all[one].kind
        return kind != self.all[two].kind or len(self.pieces[kind]) > 1

    def _showing(self, entry: Numbers, ends: Ends) -> int:
        """The number that stands for the colours of an entry at these sides."""
        number = 0
        for which, side in ends:
            number = number * self.most + self.colours[entry[which]][side]
        return number

    def _add_node(
        self, entries: list[Numbers], branches: tuple[Ends, ...], later: tuple[Ends, ...]
    ) -> int:
        if not branches:
            return self._add_leaf(entries, later)
        ends, *others = branches
        node = len(self.tree)
        self.tree += [0] * self.most ** len(ends)
        fitting: dict[int, list[Numbers]] = {}
        for entry in entries:
            fitting.setdefault(self._showing(entry, ends), []).append(entry)
        for branch, some in fitting.items():
            self.tree[node + branch] = self._add_node(some, tuple(others), later)
        return node

    def _add_leaf(self, entries: list[Numbers], later: tuple[Ends, ...]) -> int:
        start = len(self.kinds)
        self.longest = max(self.longest, len(entries))
        for entry in entries:
            first, second, *_ = *(self.all[n].kind for n in entry), len(self.pieces)
            self.kinds.append(first | second << SECOND)
            self.candidates.append(entry[0] | entry[-1] << SECOND)
            self.shows.append([self._showing(entry, ends) for ends in later])
        return start | len(self.kinds) << SECOND
