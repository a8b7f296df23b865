"""The rings of squares and triangles, and polygons in their elements."""

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
    """Sums of whole numbers and whole multiples of a root of 1; `square` is whether that is i."""

    square: bool

    @property
    def root(self) -> Point:
        """The second basis vector."""
        return 1j if self.square else complex(0.5, sqrt(3) / 2)

    def nearest(self, point: Point) -> Element:
        """The element nearest to a point, or one of those."""
        b = point.imag / self.root.imag
        return round(point.real - b * self.root.real), round(b)

    def point(self, element: Element) -> Point:
        """An element as a point."""
        return element[0] + element[1] * self.root

    def times(self, x: Element, y: Element) -> Element:
        """The product of two elements.

        >>> Ring(square=True).times((1, 2), (3, 4)), Ring(square=False).times((0, 1), (0, 1))
        ((-5, 10), (-1, 1))
        """
        high = x[1] * y[1]
        return x[0] * y[0] - high, x[0] * y[1] + x[1] * y[0] + (0 if self.square else high)

    def conjugate(self, x: Element) -> Element:
        """The element mirrored in the real line."""
        return (x[0], -x[1]) if self.square else (x[0] + x[1], -x[1])

    def norm(self, x: Element) -> int:
        """The square of the distance from 0."""
        return x[0] * x[0] + x[1] * x[1] + (0 if self.square else x[0] * x[1])

    def of_norm(self, n: int) -> list[Element]:
        """All elements of a norm.

        >>> len(Ring(square=True).of_norm(25)), len(Ring(square=False).of_norm(1))
        (12, 6)
        """
        linear = 0 if self.square else 1
        found = set()
        for b in range(-isqrt(2 * n), isqrt(2 * n) + 1):
            # The whole roots a of a * a + linear * a * b + b * b = n.
            square = (linear * b) ** 2 - 4 * (b * b - n)
            root = isqrt(max(0, square))
            if root * root == square and (root - linear * b) % 2 == 0:
                found |= {((root - linear * b) // 2, b), ((-root - linear * b) // 2, b)}
        return sorted(found)

    def is_norm(self, n: int) -> bool:
        """Whether there is an element of a norm: primes that do not split occur in pairs.

        >>> [n for n in range(1, 14) if Ring(square=True).is_norm(n)]
        [1, 2, 4, 5, 8, 9, 10, 13]
        >>> [n for n in range(1, 14) if Ring(square=False).is_norm(n)]
        [1, 3, 4, 7, 9, 12, 13]
        """
        base, rest = (4, 3) if self.square else (3, 2)
        prime = 2
        while prime * prime <= n:
            times = 0
            while n % prime == 0:
                n, times = n // prime, times + 1
            if times % 2 and prime % base == rest:
                return False
            prime += 1
        return n % base != rest

    def divisor(self, vectors: Iterable[Point], least: float) -> Point:
        """The greatest common divisor of vectors, by Euclid; what is below `least` is 0."""
        found: Point = 0
        for vector in vectors:
            while abs(vector) > least:
                found, vector = vector, found - self.point(self.nearest(found / vector)) * vector
        return found


def steps(polygon: Polygon) -> Iterator[tuple[Element, Element]]:
    """The sides, each from its start to its end."""
    return (pair for contour in polygon for pair in pairwise((*contour, contour[0])))


def directions(polygon: Polygon) -> Iterator[Element]:
    """The directions of the sides, there and back."""
    for a, b in steps(polygon):
        there = shortest((b[0] - a[0], b[1] - a[1]))
        yield there
        yield -there[0], -there[1]


def shortest(x: Element) -> Element:
    """The shortest element in a direction.

    >>> shortest((4, -6))
    (2, -3)
    """
    times = gcd(*x)
    return x[0] // times, x[1] // times
