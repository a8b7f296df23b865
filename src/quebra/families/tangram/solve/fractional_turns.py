"""Proves for lattice puzzles that no piece is turned by a fraction of the ring.

`Lattice` shows that each piece is turned by an element of the ring or by a fraction of elements.
Take a prime of the ring whose norm p is a prime number, so that its conjugate is another prime. The
*slant* of an element is the exponent of the prime in it minus that of the conjugate. It depends on
the direction only, and a turn adds its own slant. Here no side has a slant beyond 1 as drawn.

Suppose the prime is in denominators of turns. Let R be all pieces with its highest power there. The
turns of other pieces have slants greater by two or more. So where a side of R meets another piece
or the outline of the figure, it has slant 1 as drawn, and the other side -1. It follows:

- Such sides line the boundary of R within and without. A piece is either in R or not, so they add
  up to twice the perimeter at least. Area and perimeter obey the isoperimetric inequality.
- Pieces on both sides of a line begin at one point, and all lengths in a direction are multiples of
  one that have no p in their denominators. So the vertices of a connected part of R are elements
  of one ring (up to denominators without p), its sides lie in it as multiples of the prime, and
  twice its area, in cells, is a multiple of p.
- If no other prime is in denominators, and sides of slant 1 have the directions of the prime and
  its associates only, the contours of a connected part consist of sides of squares with the prime
  as side. It lies in a rectangle of such squares whose perimeter is no longer than that of R.

If no area is possible, R is empty. Otherwise pieces and empty squares would fill the rectangle,
which exact cover may exclude.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from math import isqrt, pi, sqrt
from typing import NamedTuple

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.solve.lattice import Lattice, Shape, lattice_of
from quebra.families.tangram.solve.lattice_symmetry import Option
from quebra.families.tangram.solve.ring import Element, Polygon, Ring, shortest, sides
from quebra.families.tangram.solve.sampling import (
    covered_points,
    options_within,
    point_covers,
    sampled,
    side_chain,
    sides_cancel,
)

MAX_NODES = 5_000
"""The most nodes of all exact covers together."""
MAX_CELLS = 400
"""The largest rectangle, in cells of the lattice."""
ROUNDING = 1e-9


def proves(puzzle: Tangram, budget: Budget) -> bool:
    """Whether every assembly correct at the tolerance is a slightly shifted tiling on the lattice.

    >>> from quebra.families.tangram.sets import piece_set
    >>> proves(piece_set("classic").puzzle("square"), Budget())
    True
    """
    lattice = lattice_of(puzzle)
    return lattice.is_coarse(puzzle) and (lattice.rigid or _exclusion(puzzle).succeeds(budget))


@lru_cache(maxsize=16)
def _exclusion(puzzle: Tangram) -> FractionalTurns:
    return FractionalTurns(lattice_of(puzzle), [piece.count for piece in puzzle.pieces])


class _Outline(NamedTuple):
    """The sides of an outline as elements, the norm of the turns it may have, and its copies."""

    sides: list[Element]
    norm: int
    copies: int


class FractionalTurns:
    """The attempt to prove that no piece of a lattice is turned by a fraction."""

    def __init__(self, lattice: Lattice, counts: Sequence[int]) -> None:
        self.lattice, self.counts, self.ring = lattice, counts, lattice.ring
        self.pieces = [
            _Outline(_vectors(shape.polygon), self.ring.norm(turns[0]), count)
            for shape, turns, count in zip(lattice.shapes, lattice.turns, counts, strict=True)
        ]
        self.figure = _Outline(_vectors(lattice.figure), 1, 1)
        self._result: bool | None = None

    def succeeds(self, budget: Budget) -> bool:
        """Whether the proof succeeds; computed once."""
        if self._result is None:
            self._result = self._is_proof(budget)
        return self._result

    def _is_proof(self, budget: Budget) -> bool:
        outlines = (self.figure, *self.pieces)
        norms = {self.ring.norm(shortest(side)) for each in outlines for side in each.sides}
        primes = sorted({p for norm in norms for p in _split_primes(norm, self.ring)})
        if any(True for each in self.pieces for _ in _split_primes(each.norm, self.ring)):
            return False
        regions = [_Region(self, prime) for p in primes for prime in self._primes_of(p)]
        if any(not region.has_small_slants for region in regions):
            return False
        doubtful = [region for region in regions if region.areas]
        if len({self.ring.norm(region.prime) for region in doubtful}) > 1:
            return False
        share = budget.share(MAX_NODES)
        try:
            return all(region.is_square and region.is_empty(share) for region in doubtful)
        except Cut:
            budget.pause()
            return False

    def _primes_of(self, p: int) -> list[Element]:
        """A prime of norm `p`, and its conjugate unless mirror images behave like each other."""
        prime = self.ring.of_norm(p)[0]
        return [prime] if all(self.lattice.flips) else [prime, self.ring.conjugate(prime)]


class _Region:
    """The pieces whose turns have the highest power of a prime in their denominators."""

    def __init__(self, turns: FractionalTurns, prime: Element) -> None:
        self.turns, self.prime, self.ring = turns, prime, turns.ring

    def _slant(self, side: Element) -> int:
        conjugate = self.ring.conjugate(self.prime)
        return _exponent(side, self.prime, self.ring) - _exponent(side, conjugate, self.ring)

    @property
    def has_small_slants(self) -> bool:
        outlines = (self.turns.figure, *self.turns.pieces)
        return all(abs(self._slant(side)) <= 1 for each in outlines for side in each.sides)

    @cached_property
    def perimeter(self) -> float:
        """An upper bound of the perimeter: half the length of the sides that may line it."""
        total = 0.0
        for each in (self.turns.figure, *self.turns.pieces):
            lengths = {-1: 0.0, 0: 0.0, 1: 0.0}
            for side in each.sides:
                lengths[self._slant(side)] += sqrt(each.norm * self.ring.norm(side))
            total += each.copies * max(lengths[-1], lengths[1])
        return total / 2

    @cached_property
    def areas(self) -> list[int]:
        """The possible areas, in half cells."""
        p, cell = self.ring.norm(self.prime), self.ring.root.imag
        most = int(self.perimeter**2 / (2 * pi * cell) + ROUNDING)
        sums, whole = 1, (1 << most + 1) - 1
        for piece in self.turns.pieces:
            for _ in range(piece.copies):
                sums |= sums << _doubled_area(piece.sides) * piece.norm & whole
        return [area for area in range(p, most + 1, p) if sums >> area & 1]

    @property
    def is_square(self) -> bool:
        """Whether its sides have the directions of the prime and its associates only."""
        p, turns = self.ring.norm(self.prime), self.turns.lattice.turns
        return self.ring.square and all(
            self.ring.norm(shortest(self.ring.times(turn, side))) == p
            for each, own in zip(self.turns.pieces, turns, strict=True)
            for side in each.sides
            for turn in own
            if self._slant(side)
        )

    def is_empty(self, budget: Budget) -> bool:
        """Whether no pieces fill a square polygon; the perimeter bounds the rectangle around it."""
        p = self.ring.norm(self.prime)
        length = int(self.perimeter / (2 * sqrt(p)) + ROUNDING)
        boxes = [(width, length - width) for width in range(1, length // 2 + 1)]
        if any(width * height * p > MAX_CELLS for width, height in boxes):
            return False
        return not any(
            self._can_be_filled(width, height, area // (2 * p), budget)
            for width, height in boxes
            for area in self.areas
            if area % (2 * p) == 0 and area <= 2 * p * width * height
        )

    def _can_be_filled(self, width: int, height: int, full: int, budget: Budget) -> bool:
        """Whether pieces fill as many squares' worth of a rectangle, and empty squares the rest."""
        lattice, counts = self._with_squares(width, height), self.turns.counts
        points, oriented = sampled(lattice, budget)
        options: list[Option | None] = [
            *options_within(points, oriented, range(len(oriented)), budget)
        ]
        rows = [
            (oriented[option.oriented].kind, covered_points(oriented, option))
            for option in options
            if option
        ]
        unused = [kind for kind, count in enumerate(counts) for _ in range(count)]
        options += [None] * len(unused)
        rows += [(kind, []) for kind in unused]
        outline = side_chain(lattice.figure)
        found = point_covers(points, rows, [*counts, width * height - full], budget)
        return any(
            sides_cancel(oriented, filter(None, (options[n] for n in numbers)), outline)
            for numbers in found
        )

    def _with_squares(self, width: int, height: int) -> Lattice:
        """The lattice with a rectangle as figure, and with squares as the last kind of piece."""
        lattice = self.turns.lattice
        square = Shape(0, lattice.unit, self._rectangle(1, 1))
        return replace(
            lattice,
            figure=self._rectangle(width, height),
            shapes=(*lattice.shapes, square),
            flips=(*lattice.flips, False),
            turns=(*lattice.turns, ((1, 0),)),
        )

    def _rectangle(self, width: int, height: int) -> Polygon:
        corners = ((0, 0), (width, 0), (width, height), (0, height))
        return (tuple(self.ring.times(self.prime, corner) for corner in corners),)


def _vectors(polygon: Polygon) -> list[Element]:
    return [(c - a, d - b) for (a, b), (c, d) in sides(polygon)]


def _doubled_area(vectors: Sequence[Element]) -> int:
    """Twice the area inside closed contours with these sides, in cells of their own lattice."""
    a = b = area = 0
    for x, y in vectors:
        area += a * y - b * x
        a, b = a + x, b + y
    return abs(area)


def _exponent(element: Element, prime: Element, ring: Ring) -> int:
    """How often a prime divides an element other than 0.

    >>> _exponent((3, 4), (2, 1), Ring(square=True))
    2
    """
    p, times = ring.norm(prime), 0
    while True:
        a, b = ring.times(element, ring.conjugate(prime))
        if a % p or b % p:
            return times
        element, times = (a // p, b // p), times + 1


def _split_primes(norm: int, ring: Ring) -> Iterator[int]:
    """The prime factors that are the norms of two primes of the ring which are no associates.

    >>> [*_split_primes(2 * 3 * 3 * 5 * 13, Ring(square=True))]
    [5, 13]
    """
    base = 4 if ring.square else 3
    for p in range(2, isqrt(norm) + 1):
        if norm % p == 0:
            while norm % p == 0:
                norm //= p
            if p % base == 1:
                yield p
    if norm > 1 and norm % base == 1:
        yield norm
