"""Gaussian and Eisenstein integers, and polygons whose vertices are such numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import gcd, isqrt, sqrt

from quebra.geometry.edges import Point

Element = tuple[int, int]
"""An element a + b * root of a ring."""
Polygon = tuple[tuple[Element, ...], ...]
"""The vertices of each contour."""


@dataclass(frozen=True)
class Ring:
    """The Gaussian integers if `square`, else the Eisenstein integers."""

    square: bool

    @property
    def root(self) -> Point:
        """The second basis vector."""
        return 1j if self.square else complex(0.5, sqrt(3) / 2)

    def nearest(self, point: Point) -> Element:
        """An element nearest to a point."""
        b = point.imag / self.root.imag
        return round(point.real - b * self.root.real), round(b)

    def point(self, element: Element) -> Point:
        """An element as a complex number."""
        return element[0] + element[1] * self.root

    def times(self, x: Element, y: Element) -> Element:
        """The product of two elements.

        >>> Ring(square=True).times((1, 2), (3, 4)), Ring(square=False).times((0, 1), (0, 1))
        ((-5, 10), (-1, 1))
        """
        high = x[1] * y[1]
        return x[0] * y[0] - high, x[0] * y[1] + x[1] * y[0] + (0 if self.square else high)

    def conjugate(self, x: Element) -> Element:
        """The complex conjugate of an element."""
        return (x[0], -x[1]) if self.square else (x[0] + x[1], -x[1])

    def norm(self, x: Element) -> int:
        """The squared absolute value."""
        return x[0] * x[0] + x[1] * x[1] + (0 if self.square else x[0] * x[1])

    def of_norm(self, n: int) -> list[Element]:
        """All elements of norm `n`.

        >>> len(Ring(square=True).of_norm(25)), len(Ring(square=False).of_norm(1))
        (12, 6)
        """
        linear = 0 if self.square else 1
        found = set()
        for b in range(-isqrt(2 * n), isqrt(2 * n) + 1):
            # The integer roots a of a * a + linear * a * b + b * b = n.
            square = (linear * b) ** 2 - 4 * (b * b - n)
            root = isqrt(max(0, square))
            if root * root == square and (root - linear * b) % 2 == 0:
                found |= {((root - linear * b) // 2, b), ((-root - linear * b) // 2, b)}
        return sorted(found)

    def is_norm(self, n: int) -> bool:
        """Whether an element of norm `n` exists: inert primes must have even exponents.

        >>> [n for n in range(1, 14) if Ring(square=True).is_norm(n)]
        [1, 2, 4, 5, 8, 9, 10, 13]
        >>> [n for n in range(1, 14) if Ring(square=False).is_norm(n)]
        [1, 3, 4, 7, 9, 12, 13]
        """
        base, inert = (4, 3) if self.square else (3, 2)
        prime = 2
        while prime * prime <= n:
            times = 0
            while n % prime == 0:
                n, times = n // prime, times + 1
            if times % 2 and prime % base == inert:
                return False
            prime += 1
        return n % base != inert

    def divisor(self, vectors: Iterable[Point], least: float) -> Point:
        """The greatest common divisor by Euclid's algorithm; values below `least` count as 0."""
        found: Point = 0
        for vector in vectors:
            while abs(vector) > least:
                found, vector = vector, found - self.point(self.nearest(found / vector)) * vector
        return found


def sides(polygon: Polygon) -> Iterator[tuple[Element, Element]]:
    """The start and end of each side."""
    return (pair for contour in polygon for pair in pairwise((*contour, contour[0])))


def directions(polygon: Polygon) -> Iterator[Element]:
    """The directions of the sides and their opposites, as shortest elements."""
    for a, b in sides(polygon):
        there = shortest((b[0] - a[0], b[1] - a[1]))
        yield there
        yield -there[0], -there[1]


def shortest(x: Element) -> Element:
    """The shortest element with the direction of `x`.

    >>> shortest((4, -6))
    (2, -3)
    """
    times = gcd(*x)
    return x[0] // times, x[1] // times
