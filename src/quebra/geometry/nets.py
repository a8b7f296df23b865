"""Nets of bodies of cubes: their surface unfolded on squares, with flaps to glue.

Cells are (x, y, z) with x to the right, y to the front and z up. A net is seen from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from quebra.contract.random import Source

Vector = tuple[int, int, int]
Spot = tuple[int, int]
"""A square of the sheet: its column and row."""
SIDES: tuple[Spot, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The squares above, to the right, below and to the left."""
TRIES = 60
"""Nets that are tried; the best one is taken."""


@dataclass(frozen=True)
class Square:
    """A square of the surface: the cube, and what points outwards, right and down on the sheet."""

    cell: Vector
    outwards: Vector
    right: Vector
    down: Vector

    @property
    def name(self) -> tuple[Vector, Vector]:
        """The square in space, however it lies on the sheet."""
        return self.cell, self.outwards

    def direction(self, side: Spot) -> Vector:
        """The direction in space of a side."""
        return _sum(_times(self.right, side[0]), _times(self.down, side[1]))


@dataclass(frozen=True)
class Net:
    """Squares on a sheet. `glued` gives each cut side the name of the square that it meets."""

    body: frozenset[Vector]
    squares: dict[Spot, Square]

    @property
    def size(self) -> Spot:
        """The number of columns and rows."""
        columns, rows = zip(*self.squares, strict=True)
        return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1

    def folds(self) -> Iterator[tuple[Spot, Spot, int]]:
        """Sides right of or below a square that are not cut.

        Each comes with 1 where the sheet is folded backwards, -1 forwards, and 0 if it stays flat.
        """
        for at, square in self.squares.items():
            for side in ((1, 0), (0, 1)):
                other = self.squares.get(_beside(at, side))
                if other and (met := rolled(self.body, square, side)) == other:
                    yield at, side, _fold(square, met, side)

    def cuts(self) -> Iterator[tuple[Spot, Spot]]:
        """The sides that are cut, by square and side."""
        for at, square in self.squares.items():
            for side in SIDES:
                if self.squares.get(_beside(at, side)) != rolled(self.body, square, side):
                    yield at, side

    def is_free(self, at: Spot, side: Spot) -> bool:
        """Whether no square lies beyond a side, so that there is room for a flap."""
        return _beside(at, side) not in self.squares


@dataclass(frozen=True)
class Seam:
    """Two sides to be glued: the net, square and side of each. `flap`: the first one has a flap."""

    first: tuple[int, Spot, Spot]
    second: tuple[int, Spot, Spot]
    flap: bool


def rolled(body: Collection[Vector], square: Square, side: Spot) -> Square:
    """The square that the surface goes on with beyond a side, unfolded beside it.

    Cubes that only share an edge are not joined there.
    """
    ahead = square.direction(side)
    beside = _sum(square.cell, ahead)
    above = _sum(beside, square.outwards)
    if beside not in body:
        return _turned(square, square.cell, side, ahead, _times(square.outwards, -1))
    if above in body:
        return _turned(square, above, side, _times(ahead, -1), square.outwards)
    return Square(beside, square.outwards, square.right, square.down)


def _turned(square: Square, cell: Vector, side: Spot, outwards: Vector, ahead: Vector) -> Square:
    """A square whose direction beyond a side of the last one is `ahead`."""
    along = _times(ahead, side[0] + side[1])
    if side[0]:
        return Square(cell, outwards, along, square.down)
    return Square(cell, outwards, square.right, along)


def _fold(square: Square, met: Square, side: Spot) -> int:
    if met.outwards == square.outwards:
        return 0
    return 1 if met.outwards == square.direction(side) else -1


def unfold(body: Iterable[Vector]) -> tuple[Net, ...]:
    """The surface of a body as few and compact nets; one where the tries find one.

    >>> nets = unfold([(0, 0, 0), (1, 0, 0), (0, 1, 0)])
    >>> [len(net.squares) for net in nets]
    [14]
    """
    cells = frozenset(body)
    source = Source(1)
    tries = (tuple(_nets(cells, source)) for _ in range(TRIES))
    return min(tries, key=_extent)


def _extent(nets: tuple[Net, ...]) -> tuple[int, int, int]:
    """The number of nets, their largest side, and their area with gaps."""
    sizes = [net.size for net in nets]
    return len(nets), max(map(max, sizes)), sum(width * height for width, height in sizes)


def _nets(body: frozenset[Vector], source: Source) -> Iterator[Net]:
    left = dict.fromkeys(each.name for each in _surface(body))
    starts = {each.name: each for each in _surface(body)}
    while left:
        start = starts[source.choice(list(left))]
        net = grown(body, start, lambda at: True, left, source)
        for square in net.squares.values():
            del left[square.name]
        yield net


def grown(
    body: frozenset[Vector],
    start: Square,
    allowed: Callable[[Spot], bool],
    left: Collection[tuple[Vector, Vector]] | None = None,
    source: Source | None = None,
) -> Net:
    """A net that grows from a square on allowed places, with squares that are `left`."""
    squares, used = {(0, 0): start}, {start.name}
    open_sides = [((0, 0), side) for side in SIDES]
    while open_sides:
        at, side = open_sides.pop(source.below(len(open_sides)) if source else 0)
        there, square = _beside(at, side), rolled(body, squares[at], side)
        if there in squares or square.name in used or not allowed(there):
            continue
        if left is None or square.name in left:
            squares[there] = square
            used.add(square.name)
            open_sides += [(there, side) for side in SIDES]
    return Net(body, squares)


def _surface(body: frozenset[Vector]) -> Iterator[Square]:
    for cell in sorted(body):
        for square in SQUARES:
            if _sum(cell, square.outwards) not in body:
                yield Square(cell, square.outwards, square.right, square.down)


def seams(nets: tuple[Net, ...]) -> Iterator[Seam]:
    """The pairs of sides that meet, with a flap at one of them where there is room."""
    places = {
        square.name: (number, at, square)
        for number, net in enumerate(nets)
        for at, square in net.squares.items()
    }
    seen = set()
    for number, net in enumerate(nets):
        for at, side in net.cuts():
            first = (number, at, side)
            if first in seen:
                continue
            other, spot, square = places[rolled(net.body, net.squares[at], side).name]
            back = next(
                each
                for each in SIDES
                if rolled(net.body, square, each).name == net.squares[at].name
            )
            second = (other, spot, back)
            seen.add(second)
            if net.is_free(at, side):
                yield Seam(first, second, flap=True)
            else:
                yield Seam(second, first, flap=nets[other].is_free(spot, back))


def _beside(at: Spot, side: Spot) -> Spot:
    return at[0] + side[0], at[1] + side[1]


def _sum(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _times(a: Vector, factor: int) -> Vector:
    return a[0] * factor, a[1] * factor, a[2] * factor


def _squares() -> Iterator[Square]:
    """The six squares of a cube, the top first; the others are met by rolling."""
    cube = frozenset({(0, 0, 0)})
    top = Square((0, 0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0))
    found = {top.name: top}
    waiting = [top]
    for square in waiting:
        for side in SIDES:
            met = rolled(cube, square, side)
            if met.name not in found:
                found[met.name] = met
                waiting.append(met)
    yield from found.values()


SQUARES = tuple(_squares())
"""The squares of a cube."""
