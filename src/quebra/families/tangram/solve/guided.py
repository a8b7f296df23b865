"""The corner search for irregular pieces, whose sides and angles hardly agree by chance.

Where many pieces fit a corner, the right one betrays itself: its sides are just as long as those of
what is left, and its angle is just as wide. So a piece is laid at a price, how much it would
surprise if it were right; and what is left has a price too, how much its corners will surprise even
if each gets the piece that suits it best. A wrong piece leaves corners that nothing suits, so its
price shows at once and not only when the rest is full. The search is made within a limit, which is
raised as long as anything was dearer. So it is as exhaustive as the plain one.

It finds a first tiling sooner; the plain search proves sooner that there is none, or no other. So
both take turns until one of them finds a tiling or ends, and the plain one finds the others.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from math import inf
from typing import NamedTuple

from quebra.families.tangram.solve.fitting import SURPRISES
from quebra.families.tangram.solve.search import Laid, Position, Search
from quebra.families.tangram.solve.variants import Variant
from quebra.geometry.edges import Point
from quebra.geometry.outline import Contour
from quebra.geometry.rest.corners import CLEAR

CLEAR_EVIDENCE = 2
"""With so many measures that agree, a corner is filled before one that fewer pieces fit."""
FIRST_TURN = 100
"""The nodes of each search's first turn; later ones are twice as long."""


def steps_of(search: Search, figure: Sequence[Contour]) -> Iterator[Position | None]:
    """Positions where all pieces lie and nothing is left, with None for each node on the way."""
    start = search.start(figure)
    if start is None:
        return iter(())
    if search.fitting.is_telling:
        return _in_turns(search, start)
    return search.steps(start, search.budget)


def _in_turns(search: Search, start: Position) -> Iterator[Position | None]:
    """All tilings by the plain search, but the first one by whichever search is sooner."""
    plain = search.steps(start, search.budget)
    first = yield from _first_of_any((plain, Guided(search).steps(start)))
    if first is None:
        return
    yield first
    for other in plain:
        if other is None or not are_same(first, other, CLEAR * search.near):
            yield other


def _first_of_any(
    searches: Sequence[Iterator[Position | None]],
) -> Generator[None, None, Position | None]:
    """The first tiling of any of several searches; None when one of them ends without."""
    turn = FIRST_TURN
    while True:
        for steps in searches:
            for _ in range(turn):
                try:
                    found = next(steps)
                except StopIteration:
                    return None
                if found is not None:
                    return found
                yield None
        turn *= 2


def are_same(one: Position, other: Position, near: float) -> bool:
    """Whether in two tilings the same kinds of pieces lie in the same places."""
    vertices = [_vertices(laid) for laid in other.laid]
    return all(
        any(
            laid.variant.kind == twin.variant.kind and _are_near(_vertices(laid), there, near)
            for twin, there in zip(other.laid, vertices, strict=True)
        )
        for laid in one.laid
    )


def _vertices(laid: Laid) -> list[Point]:
    return [stroke.start for stroke in laid.variant.laid(laid.corner, laid.heading)]


def _are_near(some: Sequence[Point], others: Sequence[Point], near: float) -> bool:
    return all(any(abs(one - other) <= near for other in others) for one in some)


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
                elif any(node.position.left):
                    stack.append(self._following(node, limit))
                elif not node.position.rest and node.price > below:
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
            corner, fitting = self.search.tightest(position)
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
