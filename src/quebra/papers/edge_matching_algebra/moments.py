"""Path integrals over the sides of shapes, as equations in the positions of the shapes.

If translated shapes fill a figure, each stretch of a side coincides with one of opposite direction,
or with the figure's outline. So for each direction and colour, and for any function, the signed
integrals over all sides of the shapes add up to those over the outline, however the sides meet.
With monomials these are equations in the moments x^i y^j of the places.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, degrees, prod

import numpy as np
import numpy.typing as npt

from quebra.geometry.edges import Point
from quebra.geometry.motion import angle_of

Numbers = npt.NDArray[np.float64]
Order = tuple[int, ...]
"""The exponents of the coordinates."""

SAME_DIRECTION = 1.0
"""Directions closer than this, in degrees, count as equal, as drawn outlines are not exact."""


@dataclass(frozen=True)
class Stroke:
    """A straight side, with the inside to its left, and its colour."""

    start: Point
    end: Point
    colour: int = 0

    def integrals(self, top: int) -> Numbers:
        """The integrals of x^p y^q along it, for p and q up to `top`.

        >>> Stroke(0, 2).integrals(1).tolist()
        [[2.0, 0.0], [2.0, 0.0]]
        """
        nodes, weights = np.polynomial.legendre.leggauss(top + 1)
        points = self.start + (self.end - self.start) * (nodes + 1) / 2
        powers = np.arange(top + 1)[:, None]
        length = abs(self.end - self.start)
        xs, ys = points.real**powers, points.imag**powers
        found: Numbers = np.einsum("pn,qn,n->pq", xs, ys, weights * length / 2)
        return found


@dataclass(frozen=True)
class Equations:
    """`sum over shapes of factors[shape] @ moments[shape] = right`, a row for each type and order.

    The moments are those of `orders`, (0, 0) first.
    """

    orders: tuple[Order, ...]
    factors: tuple[Numbers, ...]
    right: Numbers

    def residual(self, places: Sequence[Point]) -> Numbers:
        """The error of each equation with the shapes at these places."""
        total = -self.right
        for factors, place in zip(self.factors, places, strict=True):
            total = total + factors @ moments((place.real, place.imag), self.orders)
        return total


def moments(place: Sequence[float] | Numbers, orders: Sequence[Order]) -> Numbers:
    """The moments of one point, for the given orders.

    >>> moments((2, 3), [(0, 0), (1, 0), (1, 1)]).tolist()
    [1.0, 2.0, 6.0]
    """
    exponents = np.array(orders, float).reshape(len(orders), len(place))
    return np.asarray(np.prod(np.asarray(place, float) ** exponents, axis=1))


def powers_of(k: int, dimensions: int = 2) -> tuple[Order, ...]:
    """The monomials 1, x..x^k, y..y^k and so on, which index a moment matrix.

    >>> powers_of(1)
    ((0, 0), (1, 0), (0, 1))
    """
    alone = (
        (*(0,) * axis, n, *(0,) * (dimensions - axis - 1))
        for axis in range(dimensions)
        for n in range(1, k + 1)
    )
    return ((0,) * dimensions, *alone)


@cache
def orders_up_to(k: int, dimensions: int = 2) -> tuple[Order, ...]:
    """The monomials in the products of 1, x..x^k, y..y^k.

    >>> orders_up_to(1)
    ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0))
    """
    return tuple(sorted({added(a, b) for a, b in product(powers_of(k, dimensions), repeat=2)}))


def added(one: Order, other: Order) -> Order:
    """The order of the product of two monomials."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def equations(
    shapes: Sequence[Sequence[Stroke]], figure: Sequence[Stroke], orders: Sequence[Order]
) -> Equations:
    """The equations of shapes that fill a figure.

    >>> square = [Stroke(0, 1), Stroke(1, 1 + 1j), Stroke(1 + 1j, 1j), Stroke(1j, 0)]
    >>> alone = equations([square], square, orders_up_to(1))
    >>> [round(float(abs(alone.residual([place])).max()), 9) for place in (0, 1)]
    [0.0, 2.0]
    """
    kinds = Kinds([stroke for shape in (*shapes, figure) for stroke in shape])
    count, top = kinds.count, max(max(order) for order in orders)
    right = np.zeros((count, len(orders)))
    for stroke in figure:
        kind, sign = kinds.of(stroke)
        sums = stroke.integrals(top)
        right[kind] += [sign * sums[order] for order in orders]
    factors = []
    for shape in shapes:
        block = np.zeros((count, len(orders), len(orders)))
        for stroke in shape:
            kind, sign = kinds.of(stroke)
            block[kind] += sign * _moved(stroke.integrals(top), orders)
        factors.append(block.reshape(count * len(orders), len(orders)))
    return Equations(tuple(orders), tuple(factors), right.reshape(-1))


def _moved(sums: Numbers, orders: Sequence[Order]) -> Numbers:
    """The integrals of the monomials after a translation, as factors of its moments."""
    found = np.zeros((len(orders), len(orders)))
    for row, whole in enumerate(orders):
        for column, part in enumerate(orders):
            if all(i <= a for i, a in zip(part, whole, strict=True)):
                rest = tuple(a - i for i, a in zip(part, whole, strict=True))
                ways = prod(comb(a, i) for i, a in zip(part, whole, strict=True))
                found[row, column] = ways * sums[rest]
    return found


def moved_point(place: Sequence[float] | Numbers, orders: Sequence[Order]) -> Numbers:
    """The monomials at a point after a translation, as factors of the moments of that.

    >>> moved_point((3.0,), [(0,), (1,)]).tolist()
    [[1.0, 0.0], [3.0, 1.0]]
    """
    top = 1 + max(max(order, default=0) for order in orders)
    sums = np.ones(())
    for coordinate in place:
        sums = np.multiply.outer(sums, float(coordinate) ** np.arange(top))
    return _moved(sums, orders)


class Kinds:
    """The types of strokes: a colour and an undirected direction."""

    def __init__(self, strokes: Sequence[Stroke]) -> None:
        self.cut = _largest_gap([_angle(stroke) % 180 for stroke in strokes])
        self.last: dict[int, list[float]] = {}
        """For each colour, the largest heading of each type, in degrees."""
        for colour in {stroke.colour for stroke in strokes}:
            headings = sorted(self._heading(s)[0] for s in strokes if s.colour == colour)
            after = [*headings[1:], 360.0]
            pairs = zip(headings, after, strict=True)
            self.last[colour] = [a for a, b in pairs if b - a > SAME_DIRECTION]
        self.first: dict[int, int] = {}
        self.count = 0
        for colour, lasts in sorted(self.last.items()):
            self.first[colour] = self.count
            self.count += len(lasts)

    def of(self, stroke: Stroke) -> tuple[int, int]:
        """The number of a stroke's type, and the sign of its direction."""
        heading, sign = self._heading(stroke)
        return self.first[stroke.colour] + bisect_left(self.last[stroke.colour], heading), sign

    def _heading(self, stroke: Stroke) -> tuple[float, int]:
        turned = (_angle(stroke) - self.cut) % 360
        return (turned, 1) if turned < 180 else (turned - 180, -1)


def _angle(stroke: Stroke) -> float:
    return degrees(angle_of(stroke.end - stroke.start))


def _largest_gap(angles: list[float]) -> float:
    """The middle of the largest gap between angles of lines, which are equal modulo 180 degrees."""
    angles = sorted(angles)
    after = [*angles[1:], angles[0] + 180]
    start, end = max(zip(angles, after, strict=True), key=lambda pair: pair[1] - pair[0])
    return (start + end) / 2
