"""Exact complex numbers with rational parts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Gaussian:
    """A complex number with rational real and imaginary part.

    >>> str(Gaussian(Fraction(1, 2), Fraction(-3)) * Fraction(2)), str(I * I)
    ('(1 - 6*I)', '-1')
    """

    real: Fraction
    imag: Fraction

    def __add__(self, other: Number) -> Gaussian:
        there = as_gaussian(other)
        return Gaussian(self.real + there.real, self.imag + there.imag)

    __radd__ = __add__

    def __neg__(self) -> Gaussian:
        return Gaussian(-self.real, -self.imag)

    def __sub__(self, other: Number) -> Gaussian:
        return self + -other

    def __rsub__(self, other: Number) -> Gaussian:
        return -self + other

    def __mul__(self, other: Number) -> Gaussian:
        if isinstance(other, Fraction):
            return Gaussian(self.real * other, self.imag * other)
        return Gaussian(
            self.real * other.real - self.imag * other.imag,
            self.real * other.imag + self.imag * other.real,
        )

    __rmul__ = __mul__

    def inverse(self) -> Gaussian:
        """1 divided by this number."""
        norm = self.real**2 + self.imag**2
        return Gaussian(self.real / norm, -self.imag / norm)

    def __pow__(self, power: int) -> Gaussian:
        found, factor = Gaussian(Fraction(1), Fraction(0)), self if power >= 0 else self.inverse()
        for _ in range(abs(power)):
            found = found * factor
        return found

    def __bool__(self) -> bool:
        return bool(self.real or self.imag)

    def __complex__(self) -> complex:
        return complex(self.real, self.imag)

    def __str__(self) -> str:
        if not self.imag:
            return str(self.real)
        return f"({self.real} {'-' if self.imag < 0 else '+'} {abs(self.imag)}*I)"


Number = Fraction | Gaussian
I = Gaussian(Fraction(0), Fraction(1))  # noqa: E741 - the usual name


def as_gaussian(number: Number) -> Gaussian:
    """The number as a complex one."""
    return number if isinstance(number, Gaussian) else Gaussian(number, Fraction(0))


def simplified(number: Number) -> Number:
    """The number as a fraction if it is real.

    >>> simplified(I * I)
    Fraction(-1, 1)
    """
    return number.real if isinstance(number, Gaussian) and not number.imag else number
