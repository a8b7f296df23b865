"""The unknowns of the polynomial systems, and the coordinates of edges as polynomials in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

from quebra.contract.errors import BadInput
from quebra.i18n.text import Text
from quebra.papers.edge_matching_algebra.gaussian import Gaussian, I, Number, simplified
from quebra.papers.edge_matching_algebra.local import ONE, ZERO, Local, unknowns
from quebra.papers.edge_matching_algebra.signed_edges import (
    FRAME,
    Matrix,
    SignedEdge,
    SignedEdges,
    Vector,
)

Monomial = tuple[tuple[str, int], ...]
"""Unknowns and their powers."""
Polynomial = dict[Monomial, Number]
"""The coefficient of each term; the polynomial must be zero."""

BASE = 2
"""The base of exponentials for one unit of the scale, an integer so that values are rational."""
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)
LETTERS = "stuvwzyx"
"""The letters of the unknowns; in the plane y is the row and x the column."""
RECIPROCAL = "r"
"""The prefix of an unknown that is 1 divided by another one."""


class Coordinates:
    """An unknown for each coordinate of each piece: its value, or an exponential of it."""

    def __init__(self, signed: SignedEdges, exponential: bool) -> None:
        if signed.dimension > len(LETTERS):
            raise BadInput(
                Text("The polynomial system has at most {most} dimensions.", most=len(LETTERS))
            )
        self.signed, self.exponential = signed, exponential
        self.letters = LETTERS[-signed.dimension :]
        self.negative: set[str] = set()
        """The unknowns with negative powers."""

    def embed(self, place: Vector) -> tuple[Number, ...]:
        """The coordinates of a place, as functions and unknowns have them."""
        if not self.exponential:
            return place
        return tuple(power(BASE, x * self.signed.scale) for x in place)

    def turned(self, turn: Matrix) -> Sequence[Sequence[Number]]:
        """A turn as a matrix of these coordinates."""
        return turn

    def of(self, edge: SignedEdge) -> list[Local]:
        """The coordinates of an edge; the last unknown is the parameter of its path."""
        *pieces, path = unknowns(len(self.letters) + 1)
        nothing = path - path
        found = [nothing + value for value in self.embed(edge.at)]
        if edge.piece != FRAME:
            rows = self.turned(edge.turn)
            found = [self._moved(x, row, pieces) for x, row in zip(found, rows, strict=True)]
        if edge.along and not self.exponential:
            slopes = self.embed(edge.along)
            found = [x + path * slope for x, slope in zip(found, slopes, strict=True)]
        return found

    def _moved(self, x: Local, row: Sequence[Number], pieces: Sequence[Local]) -> Local:
        if self.exponential:
            powers = (*(int(factor.real) for factor in row), 0)
            return x * Local({powers: ONE}, x.size)
        for factor, unknown in zip(row, pieces, strict=True):
            x += unknown * factor
        return x

    @property
    def middle(self) -> tuple[Sequence[Number], Sequence[Fraction]]:
        """The centre of the board, and half of its extent and a cell."""
        low, high = zip(*self.signed.box, strict=True)
        widths = [(b - a) / 2 + 1 for a, b in self.signed.box]
        pairs = zip(self.embed(low), self.embed(high), strict=True)
        return [(a + b) * Fraction(1, 2) for a, b in pairs], widths

    def named(self, parts: dict[int, Local]) -> Polynomial:
        """The sum of the polynomials of pieces and the frame, with the names of unknowns."""
        total: defaultdict[Monomial, Number] = defaultdict(Fraction)
        for piece, local in parts.items():
            for exponents, factor in local.terms.items():
                total[self._monomial(piece, exponents)] += factor
        return {key: simplified(factor) for key, factor in total.items() if factor}

    def _monomial(self, piece: int, exponents: Sequence[int]) -> Monomial:
        found = []
        for letter, power in zip(self.letters[::-1], exponents[-2::-1], strict=True):
            name = f"{letter}{piece}"
            if power < 0:
                self.negative.add(name)
            if power:
                found.append((name if power > 0 else f"{RECIPROCAL}{name}", abs(power)))
        return tuple(found)

    def at_one_of(self, piece: int, places: Sequence[Vector]) -> Iterator[Polynomial]:
        """Equations that a piece lies at one of the places."""
        *pieces, path = unknowns(len(self.letters) + 1)
        found = [
            [unknown - value for unknown, value in zip(pieces, self.embed(place), strict=True)]
            for place in places
        ]
        if len(found) == 1:
            yield from (self.named({piece: difference}) for difference in found[0])
            return
        total = path.constant(ONE)
        for differences in found:
            squares = path - path
            for difference in differences:
                squares += difference * difference
            total *= squares if len(differences) > 1 else differences[0]
        yield self.named({piece: total})

    def reciprocals(self) -> Iterator[Polynomial]:
        """The equations of the unknowns that are 1 divided by another one."""
        for name in sorted(self.negative, key=lambda name: (int(name[1:]), name)):
            yield {((name, 1), (f"{RECIPROCAL}{name}", 1)): ONE, (): -ONE}

    def values(self, places: Sequence[Vector]) -> dict[str, Number]:
        """The unknowns with the pieces at these places."""
        found: dict[str, Number] = {}
        for piece, place in enumerate(places, start=1):
            for letter, value in zip(self.letters, self.embed(place), strict=True):
                found[f"{letter}{piece}"] = value
                if self.exponential:
                    found[f"{RECIPROCAL}{letter}{piece}"] = value**-1
        return found


class Projected(Coordinates):
    """One unknown for each piece: in the plane a complex number, else one for places of a grid."""

    def __init__(self, signed: SignedEdges, exponential: bool) -> None:
        super().__init__(signed, exponential)
        self.letters = "z"
        size = max(abs(x) for ends in signed.box for x in ends)
        self.size = int(2 * size + 2) * signed.scale

    def embed(self, place: Vector) -> tuple[Number, ...]:
        if self.signed.dimension == 2:
            y, x = place
            return (self._complex_power(x, y) if self.exponential else simplified(x + I * y),)
        scale = self.signed.scale
        if self.exponential:
            return (prod((power(p, x * scale) for p, x in zip(PRIMES, place)), start=ONE),)  # noqa: B905
        return (sum((x * self.size**axis for axis, x in enumerate(place)), ZERO),)

    def _complex_power(self, x: Fraction, y: Fraction) -> Number:
        """An exponential of x + i y, up to a scale of y.

        The angle of a unit is so small that the board lies within one period.
        """
        n, units = Fraction(self.size), y * self.signed.scale
        if units.denominator > 1:
            raise BadInput(Text("The minimal system of exponentials needs rows on a grid."))
        turn = Gaussian((n**2 - 1) / (n**2 + 1), 2 * n / (n**2 + 1))
        return turn ** int(units) * power(BASE, x * self.signed.scale)

    def turned(self, turn: Matrix) -> Sequence[Sequence[Number]]:
        """A turn as a factor of the unknown."""
        size = range(len(turn))
        for sign in (ONE, -ONE):
            if all(turn[a][b] == sign * (a == b) for a in size for b in size):
                return ((sign,),)
        if len(turn) == 2 and not self.exponential:
            (a, b), (c, d) = turn
            if (a, c) == (d, -b):
                return ((a + I * b,),)
        raise BadInput(Text("The minimal system cannot have these turns; the redundant one can."))

    @property
    def middle(self) -> tuple[Sequence[Number], Sequence[Fraction]]:
        """The centre of the board, and half of its largest extent and a cell."""
        (centre,), widths = super().middle
        factor = 1 if self.signed.dimension == 2 else self.size ** (self.signed.dimension - 1)
        return [centre], [max(widths) * factor]


def power(base: int, exponent: Fraction) -> Fraction:
    """A power, exact if the exponent is whole."""
    if exponent.denominator == 1:
        return Fraction(base) ** int(exponent)
    return Fraction(repr(base ** float(exponent)))
