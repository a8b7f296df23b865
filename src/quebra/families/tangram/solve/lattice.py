"""Puzzles on a lattice: all vertices of a tiling are elements of a ring, times one complex number.

The ring is that of the Gaussian integers (squares) or the Eisenstein integers (triangles). Both
have greatest common divisors, so the sides of an outline are multiples of one number, its unit, by
elements of the ring. A piece lies on the lattice if its unit is turned into an element of the ring
times the unit of the lattice.

If the lattice is `rigid`, no piece can lie off it, for this reason. Every corner of the uncovered
region is taken by a corner of a piece with a side along the boundary. So all sides have directions
of ring elements, and the unit of a piece is turned to an element times the square root of an
integer. If that root is irrational, the piece belongs to another class. Lengths along a direction
are sums of square roots of integers. Stretching those of one class keeps lines straight, sides
together and the figure unchanged, and would change only the area of the pieces of that class
although the total stays the same. So that class is empty. What remains are turns by fractions of
the ring, such as that of the triangle with sides 3, 4 and 5: `piece_turns` follows the others until
there are no more, and gives up at a fraction, which `fractional_turns` may exclude.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import isqrt, lcm, sqrt

from quebra.contract.errors import BadInput
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.solve.ring import Element, Polygon, Ring, directions, shortest
from quebra.geometry.edges import Line, Point
from quebra.geometry.outline import Contour
from quebra.geometry.region import area_of, merged, size_of
from quebra.i18n.text import Text

EPSILON = 1e-6
"""The largest distance of vertices from the lattice, as a share of the figure's size."""
MAX_UNIT_NORM = 1000
"""The largest norm of a unit."""
MAX_CELLS = 4000
"""The largest figure, in cells of the lattice."""
MAX_BOX_CELLS = 10 * MAX_CELLS
"""The largest box around the figure or a piece, in cells."""
MAX_DIRECTIONS = 500
MIN_CORNERS = 3


@dataclass(frozen=True)
class Shape:
    """An outline as ring elements: vertices are `start` plus `unit` times those of `polygon`."""

    start: Point
    unit: Point
    polygon: Polygon


@dataclass(frozen=True)
class Lattice:
    """A puzzle on a lattice whose `unit` stands for the ring element 1.

    `figure` has the figure's vertices relative to `origin`. For each kind of piece, `flips` says
    whether it may be flipped, and `turns` has the elements that its unit can be turned to; if the
    lattice is `rigid`, there are no others. Vertices are at most `inexactness` off the lattice.
    """

    ring: Ring
    unit: Point
    origin: Point
    figure: Polygon
    shapes: tuple[Shape, ...]
    flips: tuple[bool, ...]
    turns: tuple[tuple[Element, ...], ...]
    rigid: bool
    inexactness: float

    @cached_property
    def directions(self) -> set[Element]:
        """The directions of all sides in all orientations, as shortest elements."""
        oriented = [
            self.moved(shape.polygon, turn, flip)
            for shape, turns in zip(self.shapes, self.turns, strict=True)
            for turn in turns
            for flip in (False, True)
        ]
        return {d for polygon in (self.figure, *oriented) for d in directions(polygon)}

    def is_coarse(self, puzzle: Tangram) -> bool:
        """Whether the inexactness is small against the tolerance, and that against the lattice.

        Then, if no piece can lie off the lattice, every correct assembly is a slightly shifted
        tiling on the lattice, as the shifts of all pieces together are small against the lattice.
        """
        tolerance = puzzle.tolerance_used
        return self.inexactness <= tolerance / 4 and tolerance <= self.largest_tolerance(puzzle)

    def largest_tolerance(self, puzzle: Tangram) -> float:
        """The largest tolerance at which shifts of all pieces add up to less than the lattice.

        With sides in other directions than those of the units, pieces may nearly fit off the
        lattice. In a figure of L units, lengths a * sqrt(m) and b * sqrt(n) that differ do so by
        about 1 / (2 * L) units or more. Where corners are sharp, gaps are narrower than that.
        """
        share = 1 / 32
        if any(self.ring.norm(direction) > 1 for direction in self.directions):
            length = size_of(puzzle.target) / abs(self.unit)
            share = min(share, self._least_sine / (4 * length))
        return share * abs(self.unit) / puzzle.extent

    @cached_property
    def _least_sine(self) -> float:
        """The least sine of the angle of a corner, of the figure or a piece."""
        outlines = self.figure, *(shape.polygon for shape in self.shapes)
        return min(
            self._sine(before, here, after)
            for outline in outlines
            for contour in outline
            for before, here, after in zip(
                (contour[-1], *contour), contour, (*contour[1:], contour[0]), strict=False
            )
        )

    def _sine(self, before: Element, here: Element, after: Element) -> float:
        """The sine of the angle of a corner with the corners before and after it."""
        a, b = here[0] - before[0], here[1] - before[1]
        c, d = after[0] - here[0], after[1] - here[1]
        lengths = sqrt(self.ring.norm((a, b)) * self.ring.norm((c, d)))
        return self.ring.root.imag * abs(a * d - b * c) / lengths

    def moved(self, polygon: Polygon, turn: Element, flip: bool) -> Polygon:
        """A piece's vertices after a flip and a turn, relative to the first vertex."""
        ring = self.ring
        return tuple(
            tuple(ring.times(turn, ring.conjugate(v) if flip else v) for v in contour)
            for contour in polygon
        )


@lru_cache(maxsize=16)
def lattice_of(puzzle: Tangram) -> Lattice:
    """The lattice of a puzzle; raises `BadInput` if there is none.

    >>> from quebra.families.tangram.sets import piece_set
    >>> lattice_of(piece_set("pentominoes").puzzle()).rigid
    True
    >>> lattice_of(piece_set("egg").puzzle())
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Not on a lattice: there are sides that are not straight.
    """
    outlines = [puzzle.target, *puzzle.shapes]
    if any(not isinstance(edge, Line) for shape in outlines for c in shape for edge in c):
        raise BadInput(Text("Not on a lattice: there are sides that are not straight."))
    if any(piece.angles is not None for piece in puzzle.pieces):
        raise BadInput(Text("Not on a lattice: there are pieces with angles of their own."))
    for ring in (Ring(square=True), Ring(square=False)):
        if (found := _on_ring(puzzle, ring)) is not None:
            return found
    raise BadInput(Text("Not on a lattice: sides have no common measure."))


def _on_ring(puzzle: Tangram, ring: Ring) -> Lattice | None:
    tolerance = EPSILON * size_of(puzzle.target)
    outlines = [_shape(outline, ring, tolerance) for outline in (puzzle.target, *puzzle.shapes)]
    shapes = [shape for shape in outlines if shape is not None]
    if len(shapes) < len(outlines):
        return None
    norms = _norms([abs(shape.unit) ** 2 for shape in shapes], ring)
    if norms is None:
        return None
    if any(
        _cells_around(s.polygon) * n > MAX_BOX_CELLS for s, n in zip(shapes, norms, strict=True)
    ):
        return None
    figure = shapes[0]
    cell = abs(figure.unit) ** 2 / norms[0] * ring.root.imag
    if area_of(puzzle.target) > MAX_CELLS * cell:
        return None
    lattices = []
    for turn in ring.of_norm(norms[0]):
        if turn[0] > 0 and turn[1] >= 0:
            polygon = tuple(tuple(ring.times(turn, v) for v in c) for c in figure.polygon)
            flips = tuple(piece.flip for piece in puzzle.pieces)
            found = piece_turns(ring, polygon, shapes[1:], norms[1:], flips)
            rigid = found is not None
            every = tuple(tuple(ring.of_norm(norm)) for norm in norms[1:])
            unit = figure.unit / ring.point(turn)
            lattices.append(
                Lattice(
                    ring=ring,
                    unit=unit,
                    origin=figure.start,
                    figure=polygon,
                    shapes=tuple(shapes[1:]),
                    flips=flips,
                    turns=found or every,
                    rigid=rigid,
                    inexactness=tolerance,
                )
            )
    return max(lattices, key=lambda lattice: lattice.rigid)


def _shape(outline: Sequence[Contour], ring: Ring, tolerance: float) -> Shape | None:
    contours = [[edge.start for edge in merged(contour, tolerance)] for contour in outline]
    start = contours[0][0]
    vectors = [corner - start for contour in contours for corner in contour if corner != start]
    longest = max(vectors, key=abs)
    unit = ring.divisor(vectors, 10 * tolerance)
    if unit == 0:
        return None
    times = ring.nearest(longest / unit)
    unit = longest / ring.point(times)
    polygon = [
        [ring.nearest((corner - start) / unit) for corner in contour] for contour in contours
    ]
    error = max(
        abs(start + ring.point(v) * unit - corner)
        for whole, contour in zip(polygon, contours, strict=True)
        for v, corner in zip(whole, contour, strict=True)
    )
    corners = tuple(tuple(_without_repeats(contour)) for contour in polygon)
    if error > tolerance or min(map(len, corners)) < MIN_CORNERS:
        return None
    return Shape(start, unit, corners)


def _without_repeats(contour: Sequence[Element]) -> Iterator[Element]:
    """The vertices of a contour without consecutive duplicates."""
    return (here for before, here in pairwise((contour[-1], *contour)) if here != before)


def _cells_around(polygon: Polygon) -> int:
    """The number of cells in the bounding box of an outline."""
    corners = [corner for contour in polygon for corner in contour]
    columns, rows = [a for a, _ in corners], [b for _, b in corners]
    return (max(columns) - min(columns)) * (max(rows) - min(rows))


def _norms(squares: list[float], ring: Ring) -> list[int] | None:
    """The smallest norms of ring elements in the same proportion as these squared lengths."""
    ratios = [Fraction(square / squares[0]).limit_denominator(MAX_UNIT_NORM) for square in squares]
    if any(
        abs(square / squares[0] / float(ratio or 1) - 1) > EPSILON
        for square, ratio in zip(squares, ratios, strict=True)
    ):
        return None
    least = lcm(*(ratio.denominator for ratio in ratios))
    for norm in range(least, MAX_UNIT_NORM * least, least):
        norms = [int(norm * ratio) for ratio in ratios]
        if max(norms) > MAX_UNIT_NORM**2:
            return None
        if all(map(ring.is_norm, norms)):
            return norms
    return None


def piece_turns(
    ring: Ring,
    figure: Polygon,
    shapes: Sequence[Shape],
    norms: Sequence[int],
    flips: Sequence[bool],
) -> tuple[tuple[Element, ...], ...] | None:
    """The possible turns of each piece; None if a piece can leave the lattice.

    A side of a piece lies along a side of the figure or of another piece. So each known direction
    gives turns, and each turn gives new directions, until there are no more.
    """
    sides = [
        {
            side
            for polygon in (shape.polygon, _mirrored(shape.polygon, ring))[: 1 + may_flip]
            for side in directions(polygon)
        }
        for shape, may_flip in zip(shapes, flips, strict=True)
    ]
    known = set(directions(figure))
    found: list[set[Element]] = [set() for _ in shapes]
    open_directions = list(known)
    while open_directions:
        if len(known) > MAX_DIRECTIONS:
            return None
        direction = open_directions.pop()
        for number, own_sides in enumerate(sides):
            for side in own_sides:
                turn = _turn(ring, direction, side, norms[number])
                if turn is None:
                    return None
                if turn == (0, 0) or turn in found[number]:
                    continue
                found[number].add(turn)
                new = {shortest(ring.times(turn, other)) for other in own_sides} - known
                known |= new
                open_directions += new
    return tuple(tuple(sorted(each)) for each in found)


def _turn(ring: Ring, direction: Element, side: Element, norm: int) -> Element | None:
    """The element of a norm that turns a side to a direction: 0 if none, None if a fraction."""
    product = ring.times(direction, ring.conjugate(side))
    square = Fraction(norm, ring.norm(product))
    up, down = isqrt(square.numerator), isqrt(square.denominator)
    if up * up != square.numerator or down * down != square.denominator:
        return 0, 0
    a, b = product[0] * up, product[1] * up
    return None if a % down or b % down else (a // down, b // down)


def _mirrored(polygon: Polygon, ring: Ring) -> Polygon:
    return tuple(tuple(map(ring.conjugate, contour)) for contour in polygon)
