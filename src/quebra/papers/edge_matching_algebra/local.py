"""Polynomials in the unknowns of one piece, with exact arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import add

from quebra.papers.edge_matching_algebra.gaussian import Number

Exponents = tuple[int, ...]
ONE, ZERO = Fraction(1), Fraction(0)


@dataclass(frozen=True)
class Local:
    """A polynomial as the coefficients of products of powers; powers may be negative.

    >>> x, y = unknowns(2)
    >>> ((x + y) * (x - y)).terms
    {(2, 0): Fraction(1, 1), (0, 2): Fraction(-1, 1)}
    """

    terms: dict[Exponents, Number]
    size: int
    """The number of unknowns."""

    def __add__(self, other: Local | Number) -> Local:
        there = other if isinstance(other, Local) else self.constant(other)
        found = dict(self.terms)
        for exponents, factor in there.terms.items():
            if exponents not in found:
                found[exponents] = factor
            elif total := found[exponents] + factor:
                found[exponents] = total
            else:
                del found[exponents]
        return Local(found, self.size)

    def __neg__(self) -> Local:
        return Local({key: -factor for key, factor in self.terms.items()}, self.size)

    def __sub__(self, other: Local | Number) -> Local:
        return self + -other

    def __mul__(self, other: Local | Number) -> Local:
        if not isinstance(other, Local):
            return self._times(other)
        if len(other.terms) == 1:
            return self._shifted(*next(iter(other.terms.items())))
        found: dict[Exponents, Number] = {}
        for one, factor in self.terms.items():
            for two, times in other.terms.items():
                exponents = tuple(map(add, one, two))
                part = factor if times == 1 else factor * times
                found[exponents] = found[exponents] + part if exponents in found else part
        return Local({key: factor for key, factor in found.items() if factor}, self.size)

    def _times(self, value: Number) -> Local:
        if not value:
            return Local({}, self.size)
        return Local({key: factor * value for key, factor in self.terms.items()}, self.size)

    def _shifted(self, exponents: Exponents, value: Number) -> Local:
        """This polynomial times a product of powers with one coefficient."""
        by = self if value == 1 else self._times(value)
        moved = ((tuple(map(add, key, exponents)), factor) for key, factor in by.terms.items())
        return Local(dict(moved), self.size)

    def __bool__(self) -> bool:
        return bool(self.terms)

    def constant(self, value: Number) -> Local:
        """A constant polynomial in the same unknowns."""
        return Local({(0,) * self.size: value} if value else {}, self.size)

    def integrated(self) -> Local:
        """The integral from 0 to 1 over the last unknown."""
        found = Local({}, self.size)
        for exponents, factor in self.terms.items():
            share = factor * Fraction(1, exponents[-1] + 1)
            found += Local({(*exponents[:-1], 0): share}, self.size)
        return found


def unknowns(size: int) -> list[Local]:
    """Each unknown as a polynomial."""
    return [Local({tuple(int(a == b) for b in range(size)): ONE}, size) for a in range(size)]
