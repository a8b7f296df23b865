"""Equivalent puzzles: turned, mirrored, or with other names for the kinds of tiles.

A board with gravity can only be mirrored left to right.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from quebra.contract.symmetry import Symmetries
from quebra.families.shisen.model import Clearing, Shisen
from quebra.grid.cells import Rows
from quebra.grid.symmetries import board_images, mirrored, renamed


def images(puzzle: Shisen) -> Iterator[Shisen]:
    """The turned and mirrored boards of the same size, with kinds renamed.

    >>> board = Shisen(board=(("X", "Y", "X", "Z"),), merged=(("Y", "Z"),))
    >>> next(images(board))
    Shisen(board=(('1', '2', '1', '2'),), merged=(), gravity=False)
    """
    rows, cols = puzzle.size
    kinds: Rows[str | None] = tuple(
        tuple(puzzle.tiles.get((r, c)) for c in range(cols)) for r in range(rows)
    )
    for image in (kinds, mirrored(kinds)) if puzzle.gravity else board_images(kinds):
        numbers = renamed(image, kept=[None])
        board = tuple(tuple(None if x is None else str(x) for x in row) for row in numbers)
        yield Shisen(board=board, gravity=puzzle.gravity)


def canonical(puzzle: Shisen) -> Shisen:
    """The first of all images in lexicographic order."""
    return min(images(puzzle), key=_rank)


def _rank(puzzle: Shisen) -> list[list[int]]:
    return [[int(name or 0) for name in row] for row in puzzle.board]


def transpose(puzzle: Shisen) -> Shisen | None:
    """The board with rows and columns swapped; None with gravity, since tiles fall downwards.

    >>> transpose(Shisen(board=(("A", "B"), ("A", "B")))).board
    (('A', 'A'), ('B', 'B'))
    """
    if puzzle.gravity:
        return None
    return msgspec.structs.replace(puzzle, board=tuple(zip(*puzzle.board, strict=True)))


SYMMETRY: Symmetries[Shisen, Clearing] = Symmetries(canonical=canonical, transpose=transpose)
