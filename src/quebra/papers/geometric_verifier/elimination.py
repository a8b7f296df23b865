"""Applies the relations to all edges of all pieces, until none has an effect.

Every split creates new pairs, which the paper does not mention: they are queued like all others.
Pairs with disjoint boxes have relation 0 and are skipped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quebra.engine.budget import Budget
from quebra.geometry.edges import Arc, Curve, Edge, Line
from quebra.geometry.intersections import LineOrArc
from quebra.geometry.spatial_index import close_pairs
from quebra.papers.geometric_verifier.relations import (
    NULL,
    RELATIONS,
    Effect,
    Relation,
    code_of,
    effect_of,
    remaining_parts,
)


@dataclass(frozen=True)
class Side:
    """An edge, or a remaining part of one, and the number of its piece."""

    piece: int
    edge: Edge


@dataclass(frozen=True)
class Finding:
    """Two sides with a relation other than 0, its effect, and the remaining parts of each."""

    relation: Relation
    effect: Effect
    a: Side
    b: Side
    a_remaining: tuple[LineOrArc, ...]
    b_remaining: tuple[LineOrArc, ...]


class Elimination:
    """The sides of an assembly; those between two pieces are eliminated step by step.

    >>> lower = (Line(0, 2), Line(2, 2 + 1j), Line(2 + 1j, 1j), Line(1j, 0))
    >>> upper = tuple(Line(line.start + 1j, line.end + 1j) for line in lower)
    >>> work = Elimination([Side(i, line) for i, piece in enumerate((lower, upper))
    ...                     for line in piece], 1e-9)
    >>> [found.relation.name for found in work.findings() if found.effect != NULL]
    ['all along']
    >>> len(work.left)
    6
    """

    def __init__(self, sides: Sequence[Side], tolerance: float) -> None:
        self.tolerance = tolerance
        self._sides = dict(enumerate(sides))
        self._made = len(sides)
        self._neighbours: dict[int, set[int]] = {i: set() for i in self._sides}
        self._waiting: deque[tuple[int, int]] = deque()
        for i, j in sorted(close_pairs([side.edge.box for side in sides], tolerance)):
            if sides[i].piece != sides[j].piece:
                self._pair(i, j)

    @property
    def left(self) -> list[Side]:
        """The remaining sides, in the order of their pieces."""
        return sorted(self._sides.values(), key=lambda side: side.piece)

    def findings(self, budget: Budget | None = None) -> Iterator[Finding]:
        """Apply the relations one by one; each is yielded before it is applied."""
        while self._waiting:
            i, j = self._waiting.popleft()
            if budget:
                budget.spend()
            if i in self._sides and j in self._sides and (found := self._found(i, j)):
                yield found
                if found.effect != NULL:
                    self._replace(i, found.a_remaining)
                    self._replace(j, found.b_remaining)

    def _found(self, i: int, j: int) -> Finding | None:
        a, b = self._sides[i], self._sides[j]
        if isinstance(a.edge, Curve) or isinstance(b.edge, Curve):
            return None
        code = code_of(a.edge, b.edge, self.tolerance)
        if not code:
            return None
        effect = effect_of(code, a.edge, b.edge, self.tolerance)
        return Finding(RELATIONS[code], effect, a, b, *remaining_parts(effect, a.edge, b.edge))

    def _replace(self, i: int, parts: Sequence[Line | Arc]) -> None:
        """Replace a side by its parts; these can only meet the neighbours of the side."""
        side = self._sides[i]
        if parts == (side.edge,):
            return
        del self._sides[i]
        neighbours = self._neighbours.pop(i)
        for j in neighbours:
            self._neighbours[j].discard(i)
        for part in parts:
            self._sides[self._made] = Side(side.piece, part)
            self._neighbours[self._made] = set()
            for j in sorted(neighbours):
                self._pair(self._made, j)
            self._made += 1

    def _pair(self, i: int, j: int) -> None:
        """Add a pair of sides to the queue, that of the earlier piece as a."""
        self._neighbours[i].add(j)
        self._neighbours[j].add(i)
        first, second = sorted((i, j), key=lambda k: (self._sides[k].piece, k))
        self._waiting.append((first, second))
