"""Puzzles on a lattice: all vertices of a tiling are whole numbers of a ring, times one number.

The ring is that of squares, whole numbers and i times whole numbers, or that of triangles, with a
sixth of a turn in place of i. In both there is a greatest common divisor, so the sides of an
outline are the multiples of one number, its unit, by elements of the ring. A piece lies on the
lattice when its unit is turned into an element of the ring times the unit of the lattice.

Why it is a proof that no piece can lie otherwise, where `rigid` says so. At a corner of what is
left of the figure lies a corner of a piece, with a side along that of the figure. Directions of
sides are therefore always those of elements of the ring, and a piece's unit is turned to an
element times the square root of a whole number. Where this root is not whole, the piece is of
another class. Lengths along a direction are sums of roots of whole numbers; stretch those of one
class, which keeps lines straight and sides together, and the figure as it is: only the pieces
of that class change their area, though the sum does not change. So there are none. What is left
are turns that are fractions of the ring, such as that of the triangle with sides 3, 4 and 5;
`turns` follows them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import isqrt, lcm

from quebra.contract.errors import BadInput
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.solve.ring import Element, Polygon, Ring, directions, shortest
from quebra.geometry.edges import Line, Point
from quebra.geometry.outline import Contour
from quebra.geometry.region import area_of, merged, size_of

EXACT = 1e-6
"""How far vertices may be from the lattice, as a share of the figure's size."""
FINEST = 1000
"""The largest norm of a unit that is looked for."""
MOST_CELLS = 4000
"""The largest figure, in cells of the lattice."""
MOST_AROUND = 10 * MOST_CELLS
"""The largest box around the figure or a piece, in cells."""
MOST_DIRECTIONS = 500
CORNERS = 3
"""The fewest corners of a contour."""


@dataclass(frozen=True)
class Shape:
    """An outline in whole numbers: its first vertex, its unit, and its vertices from the first."""

    start: Point
    unit: Point
    polygon: Polygon


@dataclass(frozen=True)
class Lattice:
    """A puzzle on a lattice of which `unit` is the number 1.

    `figure` are the figure's vertices, seen from `origin`. For each kind of piece, `turns` are the
    elements that its unit can turn to; all of them, where the lattice is `rigid`. Vertices are off
    by at most the `inexactness`.
    """

    ring: Ring
    unit: Point
    origin: Point
    figure: Polygon
    shapes: tuple[Shape, ...]
    turns: tuple[tuple[Element, ...], ...]
    rigid: bool
    inexactness: float

    @cached_property
    def directions(self) -> set[Element]:
        """The directions of all sides in all turns, each told by the shortest element."""
        flips = [
            self.moved(shape.polygon, turn, flip)
            for shape, turns in zip(self.shapes, self.turns, strict=True)
            for turn in turns
            for flip in (False, True)
        ]
        return {d for polygon in (self.figure, *flips) for d in directions(polygon)}

    def proves(self, puzzle: Tangram) -> bool:
        """Whether all that is right at the puzzle's tolerance is, but for small shifts, a tiling.

        So it is where no piece can lie off the lattice, all outlines are exact against the
        tolerance, and shifts of all pieces together are small against the lattice.
        """
        tolerance = puzzle.tolerance_used
        return (
            self.rigid
            and self.inexactness <= tolerance / 4
            and tolerance <= self.largest_tolerance(puzzle)
        )

    def largest_tolerance(self, puzzle: Tangram) -> float:
        """The largest tolerance at which all pieces together shift by little."""
        return abs(self.unit) / (32 * puzzle.extent)

    def moved(self, polygon: Polygon, turn: Element, flip: bool) -> Polygon:
        """A piece's vertices after a turn, seen from the first one."""
        ring = self.ring
        return tuple(
            tuple(ring.times(turn, ring.conjugate(v) if flip else v) for v in contour)
            for contour in polygon
        )


@lru_cache(maxsize=16)
def lattice_of(puzzle: Tangram) -> Lattice:
    """The lattice of a puzzle, or a sentence that tells why there is none.

    >>> from quebra.families.tangram.sets import piece_set
    >>> lattice_of(piece_set("pentominoes").puzzle()).rigid
    True
    >>> lattice_of(piece_set("egg").puzzle())
    Traceback (most recent call last):
    quebra.contract.errors.BadInput: Not on a lattice: there are sides that are not straight.
    """
    outlines = [puzzle.target, *puzzle.shapes]
    if any(not isinstance(edge, Line) for shape in outlines for c in shape for edge in c):
        raise BadInput("Not on a lattice: there are sides that are not straight.")
    if any(piece.angles is not None for piece in puzzle.pieces):
        raise BadInput("Not on a lattice: there are pieces with angles of their own.")
    for ring in (Ring(square=True), Ring(square=False)):
        if (found := _on_ring(puzzle, ring)) is not None:
            return found
    raise BadInput("Not on a lattice: sides have no common measure.")


def _on_ring(puzzle: Tangram, ring: Ring) -> Lattice | None:
    near = EXACT * size_of(puzzle.target)
    outlines = [_shape(outline, ring, near) for outline in (puzzle.target, *puzzle.shapes)]
    shapes = [shape for shape in outlines if shape is not None]
    if len(shapes) < len(outlines):
        return None
    norms = _norms([abs(shape.unit) ** 2 for shape in shapes], ring)
    if norms is None:
        return None
    if any(_cells_around(s.polygon) * n > MOST_AROUND for s, n in zip(shapes, norms, strict=True)):
        return None
    figure = shapes[0]
    cell = abs(figure.unit) ** 2 / norms[0] * ring.root.imag
    if area_of(puzzle.target) > MOST_CELLS * cell:
        return None
    ways = []
    for turn in ring.of_norm(norms[0]):
        if turn[0] > 0 and turn[1] >= 0:
            polygon = tuple(tuple(ring.times(turn, v) for v in c) for c in figure.polygon)
            flips = tuple(piece.flip for piece in puzzle.pieces)
            found = turns(ring, polygon, shapes[1:], norms[1:], flips)
            rigid = found is not None
            every = tuple(tuple(ring.of_norm(norm)) for norm in norms[1:])
            unit = figure.unit / ring.point(turn)
            ways.append(
                Lattice(
                    ring=ring,
                    unit=unit,
                    origin=figure.start,
                    figure=polygon,
                    shapes=tuple(shapes[1:]),
                    turns=found or every,
                    rigid=rigid,
                    inexactness=near,
                )
            )
    return max(ways, key=lambda way: way.rigid)


def _shape(outline: Sequence[Contour], ring: Ring, near: float) -> Shape | None:
    contours = [[edge.start for edge in merged(contour, near)] for contour in outline]
    start = contours[0][0]
    vectors = [corner - start for contour in contours for corner in contour if corner != start]
    longest = max(vectors, key=abs)
    unit = ring.divisor(vectors, 10 * near)
    if unit == 0:
        return None
    times = ring.nearest(longest / unit)
    unit = longest / ring.point(times)
    polygon = [
        [ring.nearest((corner - start) / unit) for corner in contour] for contour in contours
    ]
    off = max(
        abs(start + ring.point(v) * unit - corner)
        for whole, contour in zip(polygon, contours, strict=True)
        for v, corner in zip(whole, contour, strict=True)
    )
    corners = tuple(tuple(_without_repeats(contour)) for contour in polygon)
    if off > near or min(map(len, corners)) < CORNERS:
        return None
    return Shape(start, unit, corners)


def _without_repeats(contour: Sequence[Element]) -> Iterator[Element]:
    """The vertices of a contour; those of a side that is shorter than any of the lattice once."""
    return (here for before, here in pairwise((contour[-1], *contour)) if here != before)


def _cells_around(polygon: Polygon) -> int:
    """The cells of the box around an outline."""
    corners = [corner for contour in polygon for corner in contour]
    columns, rows = [a for a, _ in corners], [b for _, b in corners]
    return (max(columns) - min(columns)) * (max(rows) - min(rows))


def _norms(squares: list[float], ring: Ring) -> list[int] | None:
    """The smallest norms that are to one another as these squares of lengths."""
    ratios = [Fraction(square / squares[0]).limit_denominator(FINEST) for square in squares]
    if any(
        abs(square / squares[0] / float(ratio or 1) - 1) > EXACT
        for square, ratio in zip(squares, ratios, strict=True)
    ):
        return None
    least = lcm(*(ratio.denominator for ratio in ratios))
    for norm in range(least, FINEST * least, least):
        norms = [int(norm * ratio) for ratio in ratios]
        if max(norms) > FINEST**2:
            return None
        if all(map(ring.is_norm, norms)):
            return norms
    return None


def turns(
    ring: Ring,
    figure: Polygon,
    shapes: Sequence[Shape],
    norms: Sequence[int],
    flips: Sequence[bool],
) -> tuple[tuple[Element, ...], ...] | None:
    """The turns of each piece that follow from sides along sides; None if some leave the lattice.

    Begun with the directions of the figure, whatever a turned piece adds to the directions may turn
    another piece.
    """
    sides = [
        [
            sorted(set(directions(_mirrored(shape.polygon, ring) if flip else shape.polygon)))
            for flip in ((False, True) if may_flip else (False,))
        ]
        for shape, may_flip in zip(shapes, flips, strict=True)
    ]
    known = set(directions(figure))
    found: list[set[Element]] = [set() for _ in shapes]
    open_directions = list(known)
    while open_directions:
        if len(known) > MOST_DIRECTIONS:
            return None
        direction = open_directions.pop()
        for number, ways in enumerate(sides):
            for own in ways:
                for side in own:
                    turn = _turn(ring, direction, side, norms[number])
                    if turn is None:
                        return None
                    if turn == (0, 0) or turn in found[number]:
                        continue
                    found[number].add(turn)
                    for each in ways:
                        for other in each:
                            new = shortest(ring.times(turn, other))
                            if new not in known:
                                known.add(new)
                                open_directions.append(new)
    return tuple(tuple(sorted(each)) for each in found)


def _turn(ring: Ring, direction: Element, side: Element, norm: int) -> Element | None:
    """The element of a norm that turns a side to a direction; 0 for none, None for a fraction."""
    way = ring.times(direction, ring.conjugate(side))
    square = Fraction(norm, ring.norm(way))
    up, down = isqrt(square.numerator), isqrt(square.denominator)
    if up * up != square.numerator or down * down != square.denominator:
        return 0, 0
    a, b = way[0] * up, way[1] * up
    return None if a % down or b % down else (a // down, b // down)


def _mirrored(polygon: Polygon, ring: Ring) -> Polygon:
    return tuple(tuple(map(ring.conjugate, contour)) for contour in polygon)
