"""The best-first search over the pairings of each kind, for large boards.

A depth-first search leaves the other choices at the root open, so that its lower bound hardly
rises. Here the open node with the least lower bound comes next (A*: Hart, Nilsson and Raphael, A
Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968). A node is stored as its
pairs, which are fixed anew when its turn comes.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

from quebra.families.shisen.solve import kernel, trials
from quebra.families.shisen.solve.search import Search
from quebra.families.shisen.solve.state import BOUND, MOST

PAIRS_PROBED = 80
"""Pairs that are probed at a node, about: with large kinds, more nodes gain more than that."""
MAX_OPEN = 500_000
"""With more open nodes, which take some 100 MB, the latest one comes next."""


class _Node(NamedTuple):
    """A pair, and the node above it."""

    pair: int
    above: _Node | None


class BestFirst:
    """The open nodes of a search, which begins anew at its root."""

    def __init__(self, search: Search) -> None:
        self.search = search
        search.return_to_root()
        kinds = PAIRS_PROBED * len(search.state.cost) // max(1, len(search.state.time))
        search.kinds_probed = min(search.kinds_probed, max(1, kinds))
        self._root = search.top
        self._node: _Node | None = None
        self._bound = 0
        self._numbers = count()
        self._open: list[tuple[int, int, _Node | None]] = []
        if search.run(kernel.propagate) and search.probe_all():
            self._root = search.top
            self._push(int(search.state.at[BOUND]), None)

    def return_to_root(self) -> None:
        """Undo all choices."""
        self.search.return_to_root()
        self.search.run(kernel.undo, self._root)

    def advance(self) -> bool:
        """Move to the next node that may have a clearing; False if there is none."""
        while self._open and self._open[0][0] <= self.search.state.at[MOST]:
            self._bound, _, self._node = self._pop()
            self.search.budget.spend()
            if self.fix(_pairs(self._node)):
                return True
        return False

    def lower_bound(self) -> int:
        """A lower bound on the sum over the current node and all open ones."""
        return min([self._node_bound(), *(bound for bound, _, _ in self._open[:1])])

    def branch(self) -> None:
        """Open the nodes below the current one."""
        low = self._node_bound()
        for bound, pair in self.search.choices():
            self._push(max(bound, low), _Node(pair, self._node))

    def _node_bound(self) -> int:
        """The lower bound of the current node: now, or when it was opened."""
        return max(self._bound, int(self.search.state.at[BOUND]))

    def _push(self, bound: int, node: _Node | None) -> None:
        if bound <= self.search.state.at[MOST]:
            heapq.heappush(self._open, (bound, -next(self._numbers), node))

    def _pop(self) -> tuple[int, int, _Node | None]:
        if len(self._open) > MAX_OPEN:
            return self._open.pop()
        return heapq.heappop(self._open)

    def fix(self, pairs: Iterable[int]) -> bool:
        """Fix these pairs and no others; False if there is no clearing."""
        self.return_to_root()
        length = 0
        for length, pair in enumerate(pairs, 1):
            self.search.state.queue[length - 1] = pair
        return bool(self.search.run(trials.choose_queued, 0, length))


def _pairs(node: _Node | None) -> Iterator[int]:
    """The pairs of a node and of all above it."""
    while node:
        yield node.pair
        node = node.above
