"""Board layouts: cells, the seams between their sides, and the turns of a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product

from quebra.contract.results import Place

Turn = tuple[int, ...]
"""For each side of a cell, the edge of the turned piece there."""
Seam = tuple[int, int, int, int]
"""A cell, a side of it, and the cell and side that it touches."""
LONG_SIDES = 4
"""The number of visible long sides of a stack: up, right, down and left of each cube."""


@dataclass(frozen=True)
class Layout:
    """Cells with sides, the seams between them, the sides at the rim, and the turns of a piece.

    Solvers use only this, so that they work for all shapes of cells. `all_different` are groups of
    sides whose colours must all differ, which a stack of cubes has.
    """

    cells: tuple[Place, ...]
    sides: int
    seams: tuple[Seam, ...]
    rim: tuple[tuple[int, int], ...]
    turns: tuple[Turn, ...]
    all_different: tuple[tuple[tuple[int, int], ...], ...] = ()

    @cached_property
    def neighbours(self) -> list[list[tuple[int, int, int]]]:
        """For each cell its sides at seams, each with the cell and side that it touches."""
        found: list[list[tuple[int, int, int]]] = [[] for _ in self.cells]
        for a, side, b, other in self.seams:
            found[a].append((side, b, other))
            found[b].append((other, a, side))
        return found

    @cached_property
    def own_seams(self) -> tuple[Seam, ...]:
        """The seams between two sides of one cell, which an irregular board may have."""
        return tuple(seam for seam in self.seams if seam[0] == seam[2])


@lru_cache(maxsize=32)
def grid_layout(shape: str, size: tuple[int, ...]) -> Layout:
    """The layout of a regular board.

    >>> squares = grid_layout("square", (2, 3))
    >>> len(squares.cells), len(squares.seams), len(squares.rim), len(squares.turns)
    (6, 7, 10, 4)
    """
    cells, sides, beyond, turns = _REGULAR[shape](*size)
    number = {cell: i for i, cell in enumerate(cells)}
    seams = []
    for cell, side in product(cells, range(sides)):
        other, other_side = beyond(cell, side)
        if other in number and (number[cell], side) < (number[other], other_side):
            seams.append((number[cell], side, number[other], other_side))
    return _with_rim(cells, sides, seams, turns)


@lru_cache(maxsize=32)
def stack_layout(height: int) -> Layout:
    """A stack of cubes, whose four long sides must each show no colour twice.

    >>> stack_layout(2).all_different[0]
    ((0, 0), (1, 0))
    """
    cells: list[Place] = [(i,) for i in range(height)]
    plain = _with_rim(cells, 6, [], tuple(_cube_turns()))
    long = (tuple((i, side) for i in range(height)) for side in range(LONG_SIDES))
    return replace(plain, all_different=tuple(long))


def free_layout(cells: int, sides: int, seams: Iterable[Seam]) -> Layout:
    """A layout given by its seams; pieces with n sides have n turns."""
    turns = _rotations(sides)
    return _with_rim([(i,) for i in range(cells)], sides, list(seams), turns)


def _with_rim(cells: list[Place], sides: int, seams: list[Seam], turns: tuple[Turn, ...]) -> Layout:
    touching = {(a, s) for a, s, _, _ in seams} | {(b, s) for _, _, b, s in seams}
    every = product(range(len(cells)), range(sides))
    rim = tuple(place for place in every if place not in touching)
    return Layout(tuple(cells), sides, tuple(seams), rim, turns)


Beyond = Callable[[Place, int], tuple[Place, int]]
Regular = tuple[list[Place], int, Beyond, tuple[Turn, ...]]


def _rotations(sides: int) -> tuple[Turn, ...]:
    """Clockwise turns of a regular polygon with edges in clockwise order."""
    return tuple(tuple((side - k) % sides for side in range(sides)) for k in range(sides))


def _steps(*steps: tuple[int, ...]) -> Beyond:
    """The neighbour function of a grid, with one step for each side."""

    def beyond(cell: Place, side: int) -> tuple[Place, int]:
        there = tuple(x + d for x, d in zip(cell, steps[side], strict=True))
        back = tuple(-d for d in steps[side])
        return there, steps.index(back)

    return beyond


def _squares(rows: int, cols: int) -> Regular:
    """Sides up, right, down and left."""
    cells: list[Place] = list(product(range(rows), range(cols)))
    return cells, 4, _steps((-1, 0), (0, 1), (1, 0), (0, -1)), _rotations(4)


def _hexagons(rows: int, cols: int) -> Regular:
    """Rows, each shifted right by half a cell; sides clockwise from the upper right."""
    cells: list[Place] = list(product(range(rows), range(cols)))
    steps = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))
    return cells, 6, _steps(*steps), _rotations(6)


def _cubes(layers: int, rows: int, cols: int) -> Regular:
    """Faces up, right, down, left, front and back."""
    cells: list[Place] = list(product(range(layers), range(rows), range(cols)))
    steps = ((0, -1, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1), (-1, 0, 0), (1, 0, 0))
    return cells, 6, _steps(*steps), tuple(_cube_turns())


def _cube_turns() -> Iterator[Turn]:
    """The 24 rotations of a cube, those about the front-back axis first."""
    about, over = (3, 0, 1, 2, 4, 5), (4, 1, 5, 3, 2, 0)
    known: dict[Turn, None] = {(0, 1, 2, 3, 4, 5): None}
    open_turns = list(known)
    while open_turns:
        turn = open_turns.pop(0)
        for quarter in (about, over):
            after = tuple(turn[edge] for edge in quarter)
            if after not in known:
                known[after] = None
                open_turns.append(after)
    quarters: list[Turn] = [(*turn, 4, 5) for turn in _rotations(4)]
    yield from quarters
    yield from (turn for turn in known if turn not in quarters)


def _triangles(rows: int) -> Regular:
    """A triangle of triangles: row r has 2 r + 1, of which those with odd numbers point down.

    The sides are right, below and left; if they point down, left, above and right.
    """
    cells: list[Place] = [(r, i) for r in range(rows) for i in range(2 * r + 1)]

    def beyond(cell: Place, side: int) -> tuple[Place, int]:
        r, i = cell
        points_down = i % 2
        if side == 1:
            return ((r - 1, i - 1) if points_down else (r + 1, i + 1)), 1
        right = (side == 0) != bool(points_down)
        return (r, i + 1 if right else i - 1), side

    return cells, 3, beyond, _rotations(3)


_REGULAR: dict[str, Callable[..., Regular]] = {
    "square": _squares,
    "triangle": _triangles,
    "hexagon": _hexagons,
    "cube": _cubes,
}
