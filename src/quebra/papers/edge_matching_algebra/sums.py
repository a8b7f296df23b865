"""The signed sums of test functions over the edges of one type."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import comb, prod
from typing import Literal

from quebra.papers.edge_matching_algebra.coordinates import Coordinates, Polynomial
from quebra.papers.edge_matching_algebra.gaussian import Number
from quebra.papers.edge_matching_algebra.local import ONE, ZERO, Local, unknowns
from quebra.papers.edge_matching_algebra.signed_edges import (
    FRAME,
    EdgeType,
    Matrix,
    SignedEdge,
    Vector,
    add,
)

Functions = Literal["delta", "exponential", "monomial", "chebyshev"]
Order = tuple[int, ...]

CONSTANT = Fraction(1, 10**9)
"""An exponential that changes by less than this share along a side is constant there."""


@dataclass(frozen=True)
class _Known:
    """The coordinates of an edge, and the functions there by order."""

    x: Sequence[Local]
    values: dict[Order, Local]


Rim = tuple[frozenset[Vector], frozenset[Vector]]
"""The places of the rim, and all other known places."""
Values = defaultdict[Rim, dict[SignedEdge, _Known]]
"""The functions at edges that were needed, which types of edges with the same rim share."""


def no_values() -> Values:
    """The values before any equation is written."""
    return defaultdict(dict)


class Sums:
    """The equations of one type of edges."""

    def __init__(
        self,
        edges: EdgeType,
        coordinates: Coordinates,
        functions: Functions,
        values: Values | None = None,
    ) -> None:
        self.type, self.coordinates, self.functions = edges, coordinates, functions
        shared = no_values() if values is None else values
        self.known = shared[edges.rim, edges.inner]
        along = edges.edges[0].along or ()
        self.main = max(range(len(along)), key=lambda axis: abs(along[axis]), default=0)

    def equations(self) -> Iterator[Polynomial]:
        """The equations, without those that are 0 = 0."""
        known = [None if edge.along else self._known(edge) for edge in self.type.edges]
        for order in self._orders():
            parts: dict[int, Local] = {}
            for edge, there in zip(self.type.edges, known, strict=True):
                part = self._at(there, order) if there else self._integral(edge, order)
                part = -part if edge.sign < 0 else part
                parts[edge.piece] = parts[edge.piece] + part if edge.piece in parts else part
            if equation := self.coordinates.named(parts):
                yield equation

    def predicted_terms(self) -> int:
        """About the number of terms of all equations, without writing them.

        An exponential has one term for each turn of a piece. A power k of a sum of m parts has the
        terms of the powers up to k of m - 1 of them; summed over all orders, these are a binomial
        coefficient. Terms that cancel are counted, and factors that vanish at the rim are not.
        """
        size = len(self.coordinates.letters)
        exponential = self.functions == "exponential"
        of_piece: dict[int, dict[Matrix, int]] = {}
        for edge in self.type.edges:
            if edge.piece != FRAME:
                rows = self.coordinates.turned(edge.turn)
                parts = size if exponential else min(2 * size, self._parts(edge, rows))
                terms = comb(self.type.order + parts, parts)
                known = of_piece.setdefault(edge.piece, {})
                known[edge.turn] = max(terms, known.get(edge.turn, 0))
        count = sum if exponential else max
        return sum(count(terms.values()) for terms in of_piece.values())

    def _parts(self, edge: SignedEdge, rows: Sequence[Sequence[Number]]) -> int:
        """The number of parts of all coordinates of an edge: unknowns, and constants but 0."""
        shifted = bool(edge.along) or self.functions == "chebyshev"
        pairs = zip(rows, self.coordinates.embed(edge.at), strict=True)
        return sum(sum(map(bool, row)) + (shifted or bool(x)) for row, x in pairs)

    def _orders(self) -> Iterator[Order]:
        top = self.type.order
        for order in product(range(top + 1), repeat=len(self.coordinates.letters)):
            if sum(order) <= top:
                yield order

    def _value(self, edge: SignedEdge, order: Order) -> Local:
        """The function of an order at an edge, times one that vanishes at the rim."""
        return self._at(self._known(edge), order)

    def _known(self, edge: SignedEdge) -> _Known:
        key = replace(edge, piece=min(edge.piece, 1), sign=1)
        if key not in self.known:
            x = self.coordinates.of(key)
            zero = (0,) * len(x)
            self.known[key] = _Known(self._scaled(x), {zero: self._weight(x)})
        return self.known[key]

    def _at(self, known: _Known, order: Order) -> Local:
        """The function of an order, from those of lower orders."""
        if order not in known.values:
            axis = max(a for a, k in enumerate(order) if k)
            found = self._at(known, _lower(order, axis, 1)) * known.x[axis]
            if self.functions == "chebyshev" and order[axis] > 1:
                found = found * Fraction(2) - self._at(known, _lower(order, axis, 2))
            known.values[order] = found
        return known.values[order]

    def _scaled(self, x: list[Local]) -> list[Local]:
        """The coordinates, from about -1 to 1 for Chebyshev polynomials."""
        if self.functions != "chebyshev":
            return x
        centres, widths = self.coordinates.middle
        return [
            (each - centre) * (1 / width)
            for each, centre, width in zip(x, centres, widths, strict=True)
        ]

    def _integral(self, edge: SignedEdge, order: Order) -> Local:
        """The integral of a function along a side, up to a factor that all sides of a type have."""
        along = edge.along or ()
        length = abs(along[self.main])
        if not self.coordinates.exponential:
            return self._value(edge, order).integrated() * length
        start = replace(edge, along=None)
        ratio = prod(
            (x**k for x, k in zip(self.coordinates.embed(along), order, strict=True)), start=ONE
        )
        if abs(complex(ratio) - 1) < CONSTANT:
            return self._value(start, order) * length
        end = replace(start, at=add(start.at, along))
        difference = self._value(end, order) - self._value(start, order)
        return difference * Fraction(edge.sign)

    def _weight(self, x: Sequence[Local]) -> Local:
        """A polynomial that vanishes at the rim, and at no other place of the board."""
        found = x[0].constant(ONE)
        for factor in self._factors:
            found *= factor.value(x)
        return found

    @cached_property
    def _factors(self) -> list[_Line | _Point]:
        """Lines through all places of the rim and no other, and points where there is no line."""
        rim, inner = (
            [self.coordinates.embed(place) for place in sorted(places)]
            for places in (self.type.rim, self.type.inner)
        )
        found: list[_Line | _Point] = []
        while rim:
            lines = [
                _Line(normal, rim[0], self.coordinates.exponential)
                for normal in _normals(len(rim[0]))
            ]
            allowed = [line for line in lines if not any(map(line.has, inner))]
            longest = max(allowed, key=lambda line: sum(map(line.has, rim)), default=None)
            found.append(longest or _Point(rim[0]))
            rim = [place for place in rim if not found[-1].has(place)]
        return found


def _lower(order: Order, axis: int, by: int) -> Order:
    return (*order[:axis], order[axis] - by, *order[axis + 1 :])


@dataclass(frozen=True)
class _Line:
    """The places where a linear function, or an exponential of it, is the same as at `through`."""

    normal: tuple[int, ...]
    through: tuple[Number, ...]
    exponential: bool

    def value(self, x: Sequence[Local]) -> Local:
        """A polynomial that vanishes there."""
        if not self.exponential:
            return self._sum([a - value for a, value in zip(x, self.through, strict=True)])
        one, other = x[0].constant(ONE), x[0].constant(ONE)
        for a, value, sign in zip(x, self.through, self.normal, strict=True):
            if sign > 0:
                one, other = one * a, other * value
            if sign < 0:
                one, other = one * value, other * a
        return one - other

    def _sum(self, differences: Sequence[Local]) -> Local:
        found = differences[0] * ZERO
        for difference, factor in zip(differences, self.normal, strict=True):
            found += difference * Fraction(factor)
        return found

    def has(self, place: Sequence[Number]) -> bool:
        """Whether a place lies there."""
        return not self.value(_constants(place))


@dataclass(frozen=True)
class _Point:
    """A single place."""

    place: tuple[Number, ...]

    def value(self, x: Sequence[Local]) -> Local:
        """A polynomial that vanishes only there, among real places."""
        differences = [a - value for a, value in zip(x, self.place, strict=True)]
        if len(differences) == 1:
            return differences[0]
        found = x[0] * ZERO
        for difference in differences:
            found += difference * difference
        return found

    def has(self, place: Sequence[Number]) -> bool:
        """Whether it is this place."""
        return tuple(place) == self.place


def _constants(values: Sequence[Number]) -> list[Local]:
    return [unknowns(1)[0].constant(value) for value in values]


def _normals(size: int) -> Iterator[tuple[int, ...]]:
    """Coordinates, and sums and differences of two of them."""
    for axis in range(size):
        yield tuple(int(axis == a) for a in range(size))
    for (one, other), sign in product(combinations(range(size), 2), (-1, 1)):
        yield tuple((a == one) + sign * (a == other) for a in range(size))
