"""Iterative deepening of the corner search by cost, for irregular pieces.

Sides and angles of irregular pieces rarely agree by chance, so agreement is evidence for a piece.
Placing a piece costs its surprise (low if sides and angle agree), and a position has a lower bound
of the cost still to come: the surprise of the best piece at each corner. A wrong piece leaves
corners without evidence, which raises the bound at once. The cost limit is raised until nothing
was cut, so the search is exhaustive.

It finds a first tiling sooner than the plain search, which proves sooner that there is no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from quebra.families.tangram.solve.corner_candidates import SURPRISES
from quebra.families.tangram.solve.position import Position
from quebra.families.tangram.solve.search import Search
from quebra.families.tangram.solve.variants import Variant

CLEAR_EVIDENCE = 2
"""A corner where this many measures agree is filled before the corner with fewest candidates."""


class _Node(NamedTuple):
    """A position, the cost paid so far, and the highest total estimate on the path to it."""

    position: Position
    paid: int
    cost: int


class Guided:
    """Corner search in order of cost."""

    def __init__(self, search: Search) -> None:
        self.search, self.candidates = search, search.candidates
        self.cheapest_pruned = inf

    def nodes(self, start: Position) -> Iterator[Position | None]:
        """All tilings in order of cost, with None for each node."""
        root = _Node(start, 0, self._to_come(start))
        below, limit = -1, root.cost
        while True:
            self.cheapest_pruned = inf
            stack = [iter([root])]
            while stack:
                self.search.budget.spend()
                yield None
                node = next(stack[-1], None)
                if node is None:
                    stack.pop()
                elif not self.search.is_complete(node.position):
                    if any(node.position.remaining):
                        stack.append(self._successors(node, limit))
                elif node.cost > below:
                    # The cost of a tiling does not depend on the limit: cheaper ones were yielded.
                    yield node.position
            if self.cheapest_pruned == inf:
                return
            below, limit = limit, int(self.cheapest_pruned) + (limit - root.cost) // 3

    def _successors(self, node: _Node, limit: int) -> Iterator[_Node]:
        """The positions with one more piece whose cost is within the limit, the cheapest first."""
        position = node.position
        if not position.corners:
            for after in self.search.successors(position):
                yield node._replace(position=after)
            return
        corner, choices = self._choices(position)
        others = self._to_come(position) - self._surprise(position, corner)
        found = []
        for surprise, variant in choices:
            paid = node.paid + surprise
            cost = max(node.cost, paid + others)
            if cost > limit:
                self.cheapest_pruned = min(self.cheapest_pruned, cost)
                break
            for after in self.search.place_in_corner(position, corner, variant):
                total = max(cost, paid + self._to_come(after))
                if total > limit:
                    self.cheapest_pruned = min(self.cheapest_pruned, total)
                else:
                    found.append(_Node(after, paid, total))
        yield from sorted(found, key=lambda each: each.cost)

    def _choices(self, position: Position) -> tuple[int, list[tuple[int, Variant]]]:
        """A corner to fill, and its candidates with their surprise, the least first."""
        (evidence, _), corner = max((self._evidence(position, i), i) for i in position.corners)
        if evidence < CLEAR_EVIDENCE:
            corner, candidates = self.search.most_constrained_corner(position, position.corners)
        elif all(self._fits_something(position, i) for i in position.corners):
            candidates = list(self.search.candidates_at(position, corner))
        else:
            candidates = []
        if self.search.source:
            self.search.source.shuffle(candidates)
        found = [
            (SURPRISES[self.candidates.evidence(variant, corner, position.joints)], variant)
            for variant in candidates
        ]
        return corner, sorted(found, key=lambda each: each[0])

    def _fits_something(self, position: Position, i: int) -> bool:
        return next(self.search.candidates_at(position, i), None) is not None

    def _to_come(self, position: Position) -> int:
        return sum(self._surprise(position, i) for i in position.corners)

    def _surprise(self, position: Position, i: int) -> int:
        return SURPRISES[self._evidence(position, i)[0]]

    def _evidence(self, position: Position, i: int) -> tuple[int, int]:
        """The best evidence at a corner, and minus the number of variants that have it."""
        best, count = self.candidates.best_evidence(
            i, position.remainder, position.joints, position.remaining
        )
        return best, -count
