"""Where pieces may lie: cells, the seams between their sides, and the ways to turn a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from quebra.contract.results import Place

Turn = tuple[int, ...]
"""For each side of a cell, the edge of the piece that lies there."""
Seam = tuple[int, int, int, int]
"""A cell, a side of it, and the cell and side that it touches."""
LONG_SIDES = 4
"""The sides of a stack that are seen: up, right, down and left of each cube."""


@dataclass(frozen=True)
class Layout:
    """Cells with sides, the seams between them, the sides at the rim, and the turns of a piece.

    Squares, triangles, hexagons and cubes are all the same to whoever knows only this. In a stack
    no cubes match: sides that are `unlike` all have different colours.
    """

    cells: tuple[Place, ...]
    sides: int
    seams: tuple[Seam, ...]
    rim: tuple[tuple[int, int], ...]
    turns: tuple[Turn, ...]
    unlike: tuple[tuple[tuple[int, int], ...], ...] = ()


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
    return _finished(cells, sides, seams, turns)


@lru_cache(maxsize=32)
def stack_layout(height: int) -> Layout:
    """Cubes one behind the other: each of the four long sides of the stack shows no colour twice.

    >>> stack_layout(2).unlike[0]
    ((0, 0), (1, 0))
    """
    cells: list[Place] = [(i,) for i in range(height)]
    plain = _finished(cells, 6, [], tuple(_cube_turns()))
    long = (tuple((i, side) for i in range(height)) for side in range(LONG_SIDES))
    return replace(plain, unlike=tuple(long))


def free_layout(cells: int, sides: int, seams: Iterable[Seam]) -> Layout:
    """A layout by its seams alone; pieces of n sides have n turns."""
    turns = _rotations(sides)
    return _finished([(i,) for i in range(cells)], sides, list(seams), turns)


def _finished(cells: list[Place], sides: int, seams: list[Seam], turns: tuple[Turn, ...]) -> Layout:
    touching = {(a, s) for a, s, _, _ in seams} | {(b, s) for _, _, b, s in seams}
    every = product(range(len(cells)), range(sides))
    rim = tuple(place for place in every if place not in touching)
    return Layout(tuple(cells), sides, tuple(seams), rim, turns)


Beyond = Callable[[Place, int], tuple[Place, int]]
Regular = tuple[list[Place], int, Beyond, tuple[Turn, ...]]


def _rotations(sides: int) -> tuple[Turn, ...]:
    """Clockwise turns of a regular polygon whose edges are told clockwise."""
    return tuple(tuple((side - k) % sides for side in range(sides)) for k in range(sides))


def _steps(*steps: tuple[int, ...]) -> Beyond:
    """Sides that face away from each other, in pairs: each step leads to the opposite side."""

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
    """Rows that are each shifted by half a cell to the right; sides from the upper right on."""
    cells: list[Place] = list(product(range(rows), range(cols)))
    steps = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))
    return cells, 6, _steps(*steps), _rotations(6)


def _cubes(layers: int, rows: int, cols: int) -> Regular:
    """Faces up, right, down, left, front and back."""
    cells: list[Place] = list(product(range(layers), range(rows), range(cols)))
    steps = ((0, -1, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1), (-1, 0, 0), (1, 0, 0))
    return cells, 6, _steps(*steps), tuple(_cube_turns())


def _cube_turns() -> Iterator[Turn]:
    """The 24 turns of a cube, the quarter turns about the axis to the back first."""
    about, over = (3, 0, 1, 2, 4, 5), (4, 1, 5, 3, 2, 0)
    known: dict[Turn, None] = {(0, 1, 2, 3, 4, 5): None}
    waiting = list(known)
    while waiting:
        turn = waiting.pop(0)
        for quarter in (about, over):
            after = tuple(turn[edge] for edge in quarter)
            if after not in known:
                known[after] = None
                waiting.append(after)
    quarters: list[Turn] = [(*turn, 4, 5) for turn in _rotations(4)]
    yield from quarters
    yield from (turn for turn in known if turn not in quarters)


def _triangles(rows: int) -> Regular:
    """A triangle of triangles: row r has 2 r + 1, of which those with odd numbers hang.

    The sides are right, below and left; of those that hang, left, above and right.
    """
    cells: list[Place] = [(r, i) for r in range(rows) for i in range(2 * r + 1)]

    def beyond(cell: Place, side: int) -> tuple[Place, int]:
        r, i = cell
        hangs = i % 2
        if side == 1:
            return ((r - 1, i - 1) if hangs else (r + 1, i + 1)), 1
        right = (side == 0) != bool(hangs)
        return (r, i + 1 if right else i - 1), side

    return cells, 3, beyond, _rotations(3)


_REGULAR: dict[str, Callable[..., Regular]] = {
    "square": _squares,
    "triangle": _triangles,
    "hexagon": _hexagons,
    "cube": _cubes,
}
