"""The signed edges of a board: those of pieces at unknown places, and those of the frame.

If pieces may be turned, the paper's construction is used: the board and its pieces are copied in
each orientation, and all copies are one puzzle without turns. The place of a turned copy of a piece
is the turned place of the piece. The copies of the board lie apart, so the place of a piece says in
which copy it lies, which gives its turn. Triangles that point down are turned by a half.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, product
from math import lcm

import numpy as np

from quebra.contract.errors import BadInput
from quebra.families.edges.model import Edges, Filling
from quebra.i18n.text import Text
from quebra.papers.edge_matching_algebra.places import free_steps, steps

Vector = tuple[Fraction, ...]
Matrix = tuple[tuple[Fraction, ...], ...]

FRAME = 0
"""The number of the frame; pieces are counted from 1."""


@dataclass(frozen=True)
class SignedEdge:
    """An edge at the place `turn @ x + at`, where x is the unknown place of its piece.

    Edges of one type with opposite signs face each other. An edge with `along` is a side of a
    polygon from that place to the place plus `along`, for path integrals.
    """

    piece: int
    turn: Matrix
    at: Vector
    sign: int
    along: Vector | None = None


@dataclass(frozen=True)
class EdgeType:
    """Edges whose signed sum vanishes for each function, or for those that vanish on `rim`.

    Functions up to `order` are enough for completeness. `inner` are all other known places.
    """

    edges: tuple[SignedEdge, ...]
    order: int
    rim: frozenset[Vector] = frozenset()
    inner: frozenset[Vector] = frozenset()


@dataclass(frozen=True)
class SignedEdges:
    """All types of edges of a puzzle, with the geometry of the unknown places.

    Coordinates of edges are multiples of 1 / `scale`, if there is a grid. `box` has the least and
    the largest value of each coordinate, and `spots` the possible places of pieces if these are
    known. A hint gives the places of a piece.
    """

    pieces: int
    scale: int
    types: tuple[EdgeType, ...]
    box: tuple[tuple[Fraction, Fraction], ...]
    spots: tuple[Vector, ...] = ()
    hints: tuple[tuple[int, tuple[Vector, ...]], ...] = ()

    @property
    def dimension(self) -> int:
        """The number of coordinates of a place."""
        return len(self.box)


class Board:
    """The geometry of a board, and the copies that turns need.

    >>> board = Board(Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), rotate=True))
    >>> len(board.group), [tuple(map(int, position)) for position, _ in board.cells]
    (4, [(0, 1), (0, 2)])
    """

    def __init__(self, puzzle: Edges) -> None:
        self.puzzle = puzzle
        if puzzle.layout.all_different or len(puzzle.pieces) != len(puzzle.layout.cells):
            raise BadInput(
                Text("The polynomial system needs a board with seams and as many pieces as cells.")
            )
        self.sides, self.cells = _geometry(puzzle)
        self.dimension = len(self.sides[0])
        self.unit = _unit(self.dimension)
        self.matrices = {turn: self._matrix(turn) for turn in self._turns()}
        self.bases = [puzzle.turns_of(piece)[0] for piece in range(len(puzzle.pieces))]
        self.group = self._group()
        if len(self.group) > 1:
            self.cells = self._moved_apart()

    def _turns(self) -> list[int]:
        pieces = range(len(self.puzzle.pieces))
        return sorted({turn for piece in pieces for turn in self.puzzle.turns_of(piece)})

    def _matrix(self, turn: int) -> Matrix:
        """The linear map of a turn, which takes edge `turn[side]` of a piece to the side."""
        edges = self.puzzle.layout.turns[turn]
        before = np.array([[float(x) for x in self.sides[edge]] for edge in edges])
        after = np.array([[float(x) for x in side] for side in self.sides])
        found = np.rint(np.linalg.lstsq(before, after, rcond=None)[0].T)
        matrix = tuple(tuple(Fraction(int(x)) for x in row) for row in found)
        if any(
            apply(matrix, self.sides[edge]) != self.sides[side] for side, edge in enumerate(edges)
        ):
            raise BadInput(
                Text("Turn {turn} of the pieces is no rotation of the board.", turn=turn)
            )
        return matrix

    def _group(self) -> list[Matrix]:
        """The orientations of pieces, relative to their first turn; they must form a group."""
        sets = set()
        for piece, base in enumerate(self.bases):
            back = inverse(self.matrices[base])
            turns = self.puzzle.turns_of(piece)
            sets.add(frozenset(compose(self.matrices[turn], back) for turn in turns))
        relative = {compose(o, m) for _, o in self.cells for each in sets for m in each}
        closed = all(compose(a, b) in relative for a, b in product(relative, repeat=2))
        if len(sets) > 1 or not closed:
            raise BadInput(
                Text(
                    "The polynomial system needs the same turns for all pieces, and with two turns "
                    "also one after the other."
                )
            )
        return sorted(relative, key=lambda matrix: (matrix != self.unit, matrix))

    def _moved_apart(self) -> list[tuple[Vector, Matrix]]:
        """The cells, moved so that the turned copies of the board have no edge in common."""
        places = [place for place, _, _ in self._sides()]
        for size in count(0):
            for offset in product(map(Fraction, range(size + 1)), repeat=self.dimension):
                if max(offset) < size:
                    continue
                moved = {add(place, offset) for place in places}
                copies = (
                    {apply(turn, place) for place in moved}
                    for turn in self.group
                    if turn != self.unit
                )
                if all(moved.isdisjoint(copy) for copy in copies):
                    return [(add(position, offset), o) for position, o in self.cells]
        raise AssertionError("some offset is large enough")

    def _sides(self) -> Iterator[tuple[Vector, Vector, bool]]:
        """The place and direction of each side of each cell, and whether it is at the rim."""
        rim = set(self.puzzle.layout.rim)
        for number, (position, orientation) in enumerate(self.cells):
            for side, relative in enumerate(self.sides):
                direction = apply(orientation, relative)
                yield add(position, direction), direction, (number, side) in rim

    def place(self, cell: int, piece: int, turn: int) -> Vector:
        """The unknown place of a piece that lies in a cell with a turn."""
        position, orientation = self.cells[cell]
        back = inverse(self.matrices[self.bases[piece]])
        turned = compose(orientation, compose(self.matrices[turn], back))
        return apply(inverse(turned), position)

    def places(self, filling: Filling) -> list[Vector]:
        """The unknown place of each piece of a filled board."""
        numbers = self.puzzle.cell_numbers
        found = {
            each.piece: self.place(numbers[each.cell], each.piece, each.turn)
            for each in filling.cells
        }
        return [found[piece] for piece in range(len(self.puzzle.pieces))]

    def signed_edges(self) -> SignedEdges:
        """The types of edges.

        With a frame there is a type for each colour and axis. Without one, all colours together
        have the outline of the board as a frame, which fills the board; each single colour has
        functions that vanish at the rim.
        """
        axes = _Axes()
        coloured: defaultdict[tuple[int, int], list[SignedEdge]] = defaultdict(list)
        rims: defaultdict[int, list[SignedEdge]] = defaultdict(list)
        inner: defaultdict[int, set[Vector]] = defaultdict(set)
        for turn in self.group:
            for piece, base in enumerate(self.bases):
                for side, colour in enumerate(self.puzzle.turned(piece, base)):
                    at = apply(turn, self.sides[side])
                    axis, sign = axes.of(at)
                    coloured[colour, axis].append(SignedEdge(piece + 1, turn, at, sign))
            for place, direction, at_rim in self._sides():
                axis, sign = axes.of(apply(turn, direction))
                if at_rim:
                    at = apply(turn, place)
                    rims[axis].append(SignedEdge(FRAME, self.unit, at, -sign))
                else:
                    inner[axis].add(apply(turn, place))
        spots = self._spots()
        return SignedEdges(
            pieces=len(self.bases),
            scale=lcm(*(x.denominator for side in self.sides for x in side), 2),
            types=tuple(self._types(coloured, rims, inner)),
            box=tuple((min(values), max(values)) for values in zip(*spots, strict=True)),
            spots=spots,
            hints=tuple(self._hints()),
        )

    def _types(
        self,
        coloured: dict[tuple[int, int], list[SignedEdge]],
        rims: dict[int, list[SignedEdge]],
        inner: dict[int, set[Vector]],
    ) -> Iterator[EdgeType]:
        frame = self.puzzle.frame
        if frame is not None:
            for axis, edges in rims.items():
                coloured.setdefault((frame, axis), []).extend(edges)
            for _, edges in sorted(coloured.items()):
                yield EdgeType(tuple(edges), _positive(edges))
            return
        for axis in sorted({axis for _, axis in coloured}):
            pieces = [edge for (_, a), edges in coloured.items() if a == axis for edge in edges]
            edges = [*pieces, *rims.get(axis, ())]
            yield EdgeType(tuple(edges), _positive(edges))
        for (_, axis), edges in sorted(coloured.items()):
            rim = frozenset(edge.at for edge in rims.get(axis, ()))
            yield EdgeType(tuple(edges), len(edges) - 1, rim, frozenset(inner.get(axis, ())))

    def _spots(self) -> tuple[Vector, ...]:
        """The places of pieces in cells, of all copies."""
        found = (apply(inverse(turn), at) for turn in self.group for at, _ in self.cells)
        return tuple(dict.fromkeys(found))

    def _hints(self) -> Iterator[tuple[int, tuple[Vector, ...]]]:
        for hint in self.puzzle.hints:
            cell = self.puzzle.cell_numbers[hint.cell]
            turns = self.puzzle.turns_of(hint.piece) if hint.turn is None else (hint.turn,)
            places = dict.fromkeys(self.place(cell, hint.piece, turn) for turn in turns)
            yield hint.piece + 1, tuple(places)


class _Axes:
    """The axes of directions: a direction and its opposite have one axis and opposite signs."""

    def __init__(self) -> None:
        self.known: dict[Vector, tuple[int, int]] = {}

    def of(self, direction: Vector) -> tuple[int, int]:
        if direction not in self.known:
            axis = len(self.known) // 2
            self.known[direction] = axis, 1
            self.known[tuple(-x for x in direction)] = axis, -1
        return self.known[direction]


def _geometry(puzzle: Edges) -> tuple[list[Vector], list[tuple[Vector, Matrix]]]:
    """The sides relative to a piece, and the position and orientation of each cell."""
    cells = puzzle.layout.cells
    if puzzle.shape == "triangle":
        sixths = ((-1, 1), (2, 1), (-1, -2))  # of two sides of a triangle, from its centre
        upright, turned = _unit(2), _unit(2, -1)
        found = []
        for row, index in cells:
            left, hangs = divmod(index, 2)
            centre = _vector((1, 2) if hangs else (2, 1), 3)
            corner = Fraction(row), Fraction(left)
            found.append((add(corner, centre), turned if hangs else upright))
        return [_vector(side, 6) for side in sixths], found
    if puzzle.shape == "free":
        directions, positions = free_steps(puzzle)
    else:
        directions, positions = list(steps(puzzle.shape)), list(cells)
    unit = _unit(len(directions[0]))
    return [_vector(step, 2) for step in directions], [(_vector(at), unit) for at in positions]


def _positive(edges: Sequence[SignedEdge]) -> int:
    """The number of edges that face one way; in a solution as many face the other way."""
    return max(sum(edge.sign == sign for edge in edges) for sign in (1, -1))


def _vector(numbers: Iterable[int], divisor: int = 1) -> Vector:
    return tuple(Fraction(number, divisor) for number in numbers)


def _unit(dimension: int, factor: int = 1) -> Matrix:
    return tuple(
        tuple(Fraction(factor if a == b else 0) for b in range(dimension)) for a in range(dimension)
    )


def add(one: Vector, other: Vector) -> Vector:
    """The sum of two vectors."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def apply(matrix: Matrix, vector: Vector) -> Vector:
    """The product of a matrix and a vector."""
    return tuple(
        sum((a * x for a, x in zip(row, vector, strict=True)), Fraction(0)) for row in matrix
    )


def compose(one: Matrix, other: Matrix) -> Matrix:
    """The product of two matrices: first `other`, then `one`."""
    columns = [apply(one, column) for column in zip(*other, strict=True)]
    return tuple(zip(*columns, strict=True))


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of an integer matrix with an integer inverse."""
    found = np.rint(np.linalg.inv(np.array(matrix, float)))
    return tuple(tuple(Fraction(int(x)) for x in row) for row in found)
