"""Delta functions as polynomials in the places of pieces, with few terms.

A delta function is 1 at one place of the board and 0 at the others. So at an edge of a piece it is
1 if the piece lies at the one spot, a cell with a turn, whose edge is there. The polynomials that
vanish at all spots form an ideal. Modulo this ideal each function of a piece has at most as many
terms as there are spots, whatever turns the piece has. The generators of the ideal are equations of
the system, so it has the same solutions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod

from quebra.papers.edge_matching_algebra.coordinates import Coordinates, Polynomial
from quebra.papers.edge_matching_algebra.local import Exponents, Local
from quebra.papers.edge_matching_algebra.signed_edges import (
    FRAME,
    EdgeType,
    Matrix,
    SignedEdges,
    Vector,
    add,
    apply,
)

Terms = Mapping[Exponents, Fraction]
"""The coefficients of a polynomial in the unknowns of one piece."""
Counts = Mapping[tuple[int, int], int]
"""The coefficient of each pair of a piece and a spot; the frame has the spot 0."""


@dataclass(frozen=True)
class _Row:
    """A polynomial by its values at the places, and by its coefficients in the basis."""

    values: list[int]
    factors: list[int]
    pivot: int

    def reduced(self, other: _Row) -> _Row:
        """A multiple of this row plus one of another row, which is zero at the other's pivot."""
        times, by = other.values[other.pivot], self.values[other.pivot]
        if not by:
            return self
        values = [times * a - by * b for a, b in zip(self.values, other.values, strict=True)]
        factors = [times * a - by * b for a, b in zip(self.factors, other.factors, strict=True)]
        divisor = gcd(*values, *factors)
        return _Row([a // divisor for a in values], [a // divisor for a in factors], self.pivot)


class Spots:
    """Polynomials on finitely many places, by the algorithm of Buchberger and Möller.

    Monomials are taken by degree. One whose values at the places depend on those before gives a
    generator of `ideal`, and its multiples are left out; the others are the `basis`, with one
    monomial for each place. Elimination is exact, with integers.

    H. M. Möller, B. Buchberger: The construction of multivariate polynomials with preassigned
    zeros, 1982.

    >>> spots = Spots([(Fraction(0), Fraction(0)), (Fraction(1), Fraction(1))])
    >>> spots.basis
    [(0, 0), (0, 1)]
    >>> spots.indicators[1]
    {(0, 1): Fraction(1, 1)}
    >>> [list(generator) for generator in spots.ideal]
    [[(1, 0), (0, 1)], [(0, 2), (0, 1)]]
    """

    def __init__(self, places: Sequence[Vector]) -> None:
        self.scale = lcm(*(x.denominator for place in places for x in place))
        self.places = [[int(x * self.scale) for x in place] for place in places]
        self.basis: list[Exponents] = []
        self.ideal: list[Terms] = []
        rows = self._eliminated()
        for number in reversed(range(len(rows))):
            for above in range(number):
                rows[above] = rows[above].reduced(rows[number])
        found = {row.pivot: self._terms(row.factors, row.values[row.pivot]) for row in rows}
        self.indicators = [found[number] for number in range(len(places))]
        """For each place a polynomial that is 1 there and 0 at the others."""

    def _eliminated(self) -> list[_Row]:
        """A row for each monomial of the basis; fills `basis` and `ideal`."""
        rows: list[_Row] = []
        leading: list[Exponents] = []
        for monomial in self._monomials():
            if any(_divides(lead, monomial) for lead in leading):
                continue
            factors = [0] * (len(self.places) + 1)
            factors[len(rows)] = 1
            row = _Row([_power(place, monomial) for place in self.places], factors, 0)
            for other in rows:
                row = row.reduced(other)
            if any(row.values):
                self.basis.append(monomial)
                pivot = next(number for number, value in enumerate(row.values) if value)
                rows.append(_Row(row.values, row.factors, pivot))
            else:
                leading.append(monomial)
                lower = self._terms(row.factors, row.factors[len(rows)], sum(monomial))
                self.ideal.append({monomial: Fraction(1), **lower})
        return rows

    def _monomials(self) -> Iterator[Exponents]:
        """The products of powers by degree, up to a degree without any monomial of the basis."""
        for degree in range(len(self.places) + 1):
            known = len(self.basis)
            for powers in product(range(degree + 1), repeat=len(self.places[0])):
                if sum(powers) == degree:
                    yield powers
            if len(self.basis) == known:
                return

    def _terms(self, factors: Sequence[int], divisor: int, degree: int = 0) -> Terms:
        """A polynomial in coordinates that are not scaled.

        Scaled, its coefficients are the factors over the divisor; it is divided by the scale to the
        power of the degree.
        """
        return {
            monomial: Fraction(factor, divisor) * Fraction(self.scale) ** (sum(monomial) - degree)
            for monomial, factor in zip(self.basis, factors, strict=False)
            if factor
        }


def _divides(one: Exponents, other: Exponents) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True))


def _power(place: Sequence[int], exponents: Exponents) -> int:
    return prod(x**k for x, k in zip(place, exponents, strict=True))


class Deltas:
    """The sums of delta functions over the edges of each type."""

    def __init__(self, coordinates: Coordinates) -> None:
        self.coordinates, self.signed = coordinates, coordinates.signed
        self.spots = Spots(self.signed.spots)

    def equations(self) -> Iterator[Polynomial]:
        """That each piece lies at a spot, and that at each place the signed sum is zero.

        Each turned copy of the board has the same equations; these are written once.
        """
        for piece in range(1, self.signed.pieces + 1):
            for polynomial in self.spots.ideal:
                yield self._named({piece: polynomial})
        seen: set[frozenset[tuple[tuple[int, int], int]]] = set()
        for edge_type in self.signed.types:
            for counts in _counts(edge_type, self.signed.spots):
                same = [frozenset((key, sign * n) for key, n in counts.items()) for sign in (1, -1)]
                if counts and seen.isdisjoint(same):
                    seen.update(same)
                    if equation := self._equation(counts):
                        yield equation

    def _equation(self, counts: Counts) -> Polynomial:
        parts: dict[int, defaultdict[Exponents, Fraction]] = {}
        for (piece, spot), times in counts.items():
            part = parts.setdefault(piece, defaultdict(Fraction))
            if piece == FRAME:
                part[(0,) * self.signed.dimension] += times
                continue
            for monomial, factor in self.spots.indicators[spot].items():
                part[monomial] += factor * times
        return self._named(parts)

    def _named(self, parts: Mapping[int, Terms]) -> Polynomial:
        size = self.signed.dimension + 1  # the last unknown is the parameter of a path
        return self.coordinates.named(
            {
                piece: Local({(*monomial, 0): factor for monomial, factor in part.items()}, size)
                for piece, part in parts.items()
            }
        )


def _counts(edge_type: EdgeType, spots: Sequence[Vector]) -> Iterator[Counts]:
    """For each place that is not at the rim, which pieces at which spots have an edge there."""
    found: defaultdict[Vector, defaultdict[tuple[int, int], int]]
    found = defaultdict(lambda: defaultdict(int))
    turned: dict[Matrix, list[Vector]] = {}
    for edge in edge_type.edges:
        if edge.piece == FRAME:
            found[edge.at][FRAME, 0] += edge.sign
            continue
        if edge.turn not in turned:
            turned[edge.turn] = [apply(edge.turn, spot) for spot in spots]
        for number, spot in enumerate(turned[edge.turn]):
            found[add(spot, edge.at)][edge.piece, number] += edge.sign
    for place in sorted(found.keys() - edge_type.rim):
        yield {key: times for key, times in found[place].items() if times}


def delta_terms(signed: SignedEdges) -> int:
    """The most terms that the sums of delta functions can have, without writing them."""
    turns = {edge.turn for each in signed.types for edge in each.edges}
    sizes: dict[frozenset[tuple[Matrix, Vector]], int] = {}
    total = 0
    for each in signed.types:
        edges = [edge for edge in each.edges if edge.piece != FRAME]
        relative = frozenset((edge.turn, edge.at) for edge in edges)
        if relative not in sizes:
            places = {add(apply(turn, spot), at) for turn, at in relative for spot in signed.spots}
            sizes[relative] = len(places)
        pieces = {edge.piece for edge in edges}
        total += (sizes[relative] - len(each.rim)) * len(pieces) * len(signed.spots)
    return total // len(turns)
