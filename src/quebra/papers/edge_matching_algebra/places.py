"""The coordinates and directions of the edges of a board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

from quebra.contract.errors import BadInput
from quebra.contract.results import Place
from quebra.families.edges.layout import grid_layout
from quebra.families.edges.model import Edges
from quebra.i18n.text import Text


@dataclass(frozen=True)
class EdgePlace:
    """The position of a side of a cell.

    `at` has coordinates in halves of a cell, or only a number on a board without geometry. Two
    sides that meet have one place, one `axis`, and opposite signs. `rim` is true where nothing lies
    beyond.
    """

    at: Place
    axis: int
    sign: int
    rim: bool


def edge_places(puzzle: Edges) -> dict[tuple[int, int], EdgePlace]:
    """The place of each side of each cell.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)))
    >>> edge_places(board)[0, 1]
    EdgePlace(at=(0, 1), axis=1, sign=1, rim=False)
    >>> edge_places(board)[1, 3]
    EdgePlace(at=(0, 1), axis=1, sign=-1, rim=False)
    """
    if puzzle.layout.all_different:
        raise BadInput(Text("A stack has no seams, so it is no system of equations."))
    rim = set(puzzle.layout.rim)
    if puzzle.shape == "free":
        found: dict[tuple[int, int], EdgePlace] = {}
        for number, (a, side, b, other) in enumerate(puzzle.layout.seams):
            found[a, side] = EdgePlace((number,), 0, 1, False)
            found[b, other] = EdgePlace((number,), 0, -1, False)
        for number, place in enumerate(puzzle.layout.rim, start=len(puzzle.layout.seams)):
            found[place] = EdgePlace((number,), 0, 1, True)
        return found
    locate = _triangle_spot if puzzle.shape == "triangle" else _spot
    return {
        (number, side): EdgePlace(*locate(puzzle.shape, cell, side), (number, side) in rim)
        for (number, cell), side in product(
            enumerate(puzzle.layout.cells), range(puzzle.layout.sides)
        )
    }


@cache
def steps(shape: str) -> tuple[Place, ...]:
    """The step from a cell to its neighbour at each side, on boards with equally oriented cells.

    >>> steps("square")
    ((-1, 0), (0, 1), (1, 0), (0, -1))
    """
    layout = grid_layout(shape, (2, 2, 2) if shape == "cube" else (2, 2))
    found = {}
    for a, side, b, other in layout.seams:
        pairs = list(zip(layout.cells[a], layout.cells[b], strict=True))
        found[side] = tuple(there - here for here, there in pairs)
        found[other] = tuple(here - there for here, there in pairs)
    return tuple(found[side] for side in range(layout.sides))


def free_steps(puzzle: Edges) -> tuple[list[Place], list[Place]]:
    """The steps and cells of a board that is given by seams, as a part of a grid of any dimension.

    Sides that meet are opposite; those that meet none are paired in their order. Each pair has an
    axis.

    >>> pieces = ((0, 1, 0, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0, 0, 0))
    >>> board = Edges(shape="free", pieces=pieces, seams=((0, 1, 1, 0),))
    >>> free_steps(board)[1]
    [(0, 0, 0, 0), (1, 0, 0, 0)]
    """
    layout = puzzle.layout
    opposite = {side: other for _, side, _, other in layout.seams}
    opposite |= {other: side for side, other in opposite.items()}
    alone = [side for side in range(layout.sides) if side not in opposite]
    pairs = list(zip(alone[::2], alone[1::2], strict=False))
    opposite |= {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    firsts = [side for side in range(layout.sides) if opposite.get(side, side) >= side]
    directions: list[Place] = []
    for side in range(layout.sides):
        sign, first = (-1, side) if side in firsts else (1, opposite[side])
        directions.append(tuple(sign * (axis == first) for axis in firsts))
    return directions, _free_cells(puzzle, directions)


def _free_cells(puzzle: Edges, directions: list[Place]) -> list[Place]:
    """The place of each cell, from seam to seam."""
    layout = puzzle.layout
    found: dict[int, Place] = {0: (0,) * len(directions[0])}
    pending = [0]
    while pending:
        cell = pending.pop()
        for side, other, _ in layout.neighbours[cell]:
            if other not in found:
                found[other] = _step(found[cell], directions[side])
                pending.append(other)
    taken = {place: cell for cell, place in found.items()}
    touching = {
        (cell, side): other
        for cell, each in enumerate(layout.neighbours)
        for side, other, _ in each
    }
    beyond = {
        (cell, side): taken.get(_step(place, directions[side]))
        for cell, place in found.items()
        for side in range(layout.sides)
    }
    if len(taken) < len(layout.cells) or any(
        touching.get(place) != other for place, other in beyond.items()
    ):
        raise BadInput(Text("The seams are not those of a connected part of a grid."))
    low = [min(column) for column in zip(*taken, strict=True)]
    return [
        tuple(x - least for x, least in zip(found[cell], low, strict=True))
        for cell in range(len(layout.cells))
    ]


def _step(place: Place, direction: Place) -> Place:
    return tuple(x + d for x, d in zip(place, direction, strict=True))


def _spot(shape: str, cell: Place, side: int) -> tuple[Place, int, int]:
    step = steps(shape)[side]
    at = tuple(2 * x + d for x, d in zip(cell, step, strict=True))
    opposite = steps(shape).index(tuple(-d for d in step))
    return at, min(side, opposite), 1 if side < opposite else -1


def _triangle_spot(_shape: str, cell: Place, side: int) -> tuple[Place, int, int]:
    """Corners have a row and a place in the row; the midpoint of a side is half their sum."""
    row, index = cell
    left, hangs = divmod(index, 2)
    if hangs:
        at = ((2 * row + 1, 2 * left + 1), (2 * row, 2 * left + 1), (2 * row + 1, 2 * left + 2))
    else:
        at = ((2 * row + 1, 2 * left + 1), (2 * row + 2, 2 * left + 1), (2 * row + 1, 2 * left))
    return at[side], side, -1 if hangs else 1
