"""Classic puzzles defined by a rule: MacMahon's squares and triangles, stacks of cubes."""

from __future__ import annotations

from collections.abc import Sequence

from quebra.families.edges.generate.sets import all_pieces, hexagon_seams
from quebra.families.edges.model import Edges, Hint


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
