"""The corner search for irregular pieces, whose sides and angles hardly agree by chance.

Where many pieces fit a corner, the right one betrays itself: its sides are just as long as those of
what is left, and its angle is just as wide. So a piece is laid at a price, how much it would
surprise if it were right; and what is left has a price too, how much its corners will surprise even
if each gets the piece that suits it best. A wrong piece leaves corners that nothing suits, so its
price shows at once and not only when the rest is full. The search is made within a limit, which is
raised as long as anything was dearer. So it is as exhaustive as the plain one.

It finds a first tiling sooner; the plain search proves sooner that there is none, or no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from quebra.families.tangram.solve.fitting import SURPRISES
from quebra.families.tangram.solve.search import Position, Search
from quebra.families.tangram.solve.variants import Variant

CLEAR_EVIDENCE = 2
"""With so many measures that agree, a corner is filled before one that fewer pieces fit."""


class _Node(NamedTuple):
    """A position: what was paid on the way, and the highest price, paid and to come, ever seen."""

    position: Position
    paid: int
    price: int


class Guided:
    """The search by prices."""

    def __init__(self, search: Search) -> None:
        self.search, self.fitting = search, search.fitting
        self.cheapest_cut = inf

    def steps(self, start: Position) -> Iterator[Position | None]:
        """All tilings, the least surprising first, with None for each node on the way."""
        root = _Node(start, 0, self._to_come(start))
        below, limit = -1, root.price
        while True:
            self.cheapest_cut = inf
            stack = [iter([root])]
            while stack:
                self.search.budget.spend()
                yield None
                node = next(stack[-1], None)
                if node is None:
                    stack.pop()
                elif not self.search.is_leaf(node.position):
                    if any(node.position.left):
                        stack.append(self._following(node, limit))
                elif node.price > below:
                    # Each tiling has its price, whatever the limit: cheaper ones have been told.
                    yield node.position
            if self.cheapest_cut == inf:
                return
            below, limit = limit, int(self.cheapest_cut) + (limit - root.price) // 3

    def _following(self, node: _Node, limit: int) -> Iterator[_Node]:
        """The positions after one more piece that are within the limit, the cheapest first."""
        position = node.position
        if not position.corners:
            for after in self.search.following(position):
                yield node._replace(position=after)
            return
        corner, choices = self._choices(position)
        others = self._to_come(position) - self._surprise(position, corner)
        found = []
        for surprise, variant in choices:
            paid = node.paid + surprise
            price = max(node.price, paid + others)
            if price > limit:
                self.cheapest_cut = min(self.cheapest_cut, price)
                break
            for after in self.search.laid_in(position, corner, variant):
                dear = max(price, paid + self._to_come(after))
                if dear > limit:
                    self.cheapest_cut = min(self.cheapest_cut, dear)
                else:
                    found.append(_Node(after, paid, dear))
        yield from sorted(found, key=lambda each: each.price)

    def _choices(self, position: Position) -> tuple[int, list[tuple[int, Variant]]]:
        """A corner, and what could lie there, the least surprising first."""
        (evidence, _), corner = max((self._evidence(position, i), i) for i in position.corners)
        if evidence < CLEAR_EVIDENCE:
            corner, fitting = self.search.tightest(position, position.corners)
        elif all(self._fits_something(position, i) for i in position.corners):
            fitting = list(self.search.fitting_at(position, corner))
        else:
            fitting = []
        if self.search.source:
            self.search.source.shuffle(fitting)
        found = [
            (SURPRISES[self.fitting.evidence(variant, corner, position.joints)], variant)
            for variant in fitting
        ]
        return corner, sorted(found, key=lambda each: each[0])

    def _fits_something(self, position: Position, i: int) -> bool:
        return next(self.search.fitting_at(position, i), None) is not None

    def _to_come(self, position: Position) -> int:
        return sum(self._surprise(position, i) for i in position.corners)

    def _surprise(self, position: Position, i: int) -> int:
        return SURPRISES[self._evidence(position, i)[0]]

    def _evidence(self, position: Position, i: int) -> tuple[int, int]:
        """The best evidence at a corner, and the fewer pieces have it, the better."""
        best, many = self.fitting.best_evidence(i, position.rest, position.joints, position.left)
        return best, -many
