"""Classic puzzles defined by a rule: MacMahon's squares and triangles, stacks of cubes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from quebra.families.edges.layout import Seam
from quebra.families.edges.model import Edges, Hint

Colours = tuple[int, ...]


def all_pieces(sides: int, colours: int) -> tuple[Colours, ...]:
    """All pieces with this number of sides and colours, distinct up to rotation.

    >>> len(all_pieces(4, 3)), len(all_pieces(3, 4)), len(all_pieces(4, 2))
    (24, 24, 6)
    """
    every = product(range(colours), repeat=sides)
    return tuple(piece for piece in every if piece == min(_turned(piece)))


def _turned(piece: Colours) -> list[Colours]:
    return [piece[k:] + piece[:k] for k in range(len(piece))]


def macmahon_squares(frame: int = 0) -> Edges:
    """MacMahon's 24 squares of three colours, on a board of 4 x 6 with one colour all around.

    >>> puzzle = macmahon_squares()
    >>> puzzle.rows, puzzle.cols, len(puzzle.pieces)
    (4, 6, 24)
    """
    return Edges(rows=4, cols=6, pieces=all_pieces(4, 3), frame=frame, rotate=True)


def macmahon_triangles(frame: int = 0) -> Edges:
    """MacMahon's 24 triangles of four colours, on a hexagon with one colour all around.

    >>> puzzle = macmahon_triangles()
    >>> len(puzzle.layout.cells), len(puzzle.layout.seams), len(puzzle.layout.rim)
    (24, 30, 12)
    """
    return Edges(
        shape="free", pieces=all_pieces(3, 4), frame=frame, rotate=True, seams=hexagon_seams(2)
    )


def instant_insanity(cubes: Sequence[Sequence[int]]) -> Edges:
    """Cubes to be stacked so that each of the four long sides shows no colour twice.

    The colours of a cube are up, right, down, left, front and back. The order of the cubes does not
    matter, so each has a hint with its cell, and only the turns are unknown.

    >>> puzzle = instant_insanity([(1, 1, 1, 1, 2, 2), (2, 2, 2, 2, 1, 1)])
    >>> len(puzzle.layout.cells), len(puzzle.layout.turns), puzzle.layout.seams
    (2, 24, ())
    """
    hints = tuple(Hint(cell=(i,), piece=i) for i in range(len(cubes)))
    pieces = tuple(tuple(cube) for cube in cubes)
    return Edges(shape="stack", rows=len(cubes), pieces=pieces, rotate=True, hints=hints)


def hexagon_seams(size: int) -> tuple[Seam, ...]:
    """The seams of a hexagon of triangles, row by row, with `size` triangles along each side.

    The sides of a triangle are right, below and left; if it points down, left, above and right.

    >>> len(hexagon_seams(1))
    6
    """
    cells = [
        (r, i) for r in range(2 * size) for i in range(2 * min(size + r, 3 * size - 1 - r) + 1)
    ]
    number = {cell: n for n, cell in enumerate(cells)}
    seams: list[Seam] = []
    for (r, i), here in number.items():
        points_down = _points_down(size, r, i)
        if (r, i + 1) in number:
            seams.append(
                (here, 2, number[r, i + 1], 2) if points_down else (here, 0, number[r, i + 1], 0)
            )
        below = _below(size, r, i)
        if not points_down and below in number:
            seams.append((here, 1, number[below], 1))
    return tuple(seams)


def _points_down(size: int, row: int, i: int) -> bool:
    """Whether a triangle points down; rows of the upper half begin with one that points up."""
    return bool(i % 2) if row < size else not i % 2


def _below(size: int, row: int, i: int) -> tuple[int, int]:
    """The triangle below one that points up; rows grow to the middle, then shrink."""
    if row < size - 1:
        return row + 1, i + 1
    return row + 1, i if row == size - 1 else i - 1
