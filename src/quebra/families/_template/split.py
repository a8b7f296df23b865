"""A hard puzzle as several: here by the numbers that the first empty cell can have.

This room is optional. No solution may belong to two of the parts, and none may be lost.
"""

from __future__ import annotations

from quebra.families._template.model import Latin
from quebra.grid.cells import cells


def split(puzzle: Latin) -> tuple[Latin, ...]:
    """The square with each number in its first empty cell; nothing if it is full.

    >>> [part.givens for part in split(Latin(givens=((1, 2), (2, 0))))]
    [((1, 2), (2, 1)), ((1, 2), (2, 2))]
    """
    for r, c in cells(*puzzle.size):
        if puzzle.givens[r][c] == 0:
            rows = [list(row) for row in puzzle.givens]
            parts = []
            for number in range(1, len(rows) + 1):
                rows[r][c] = number
                parts.append(Latin(givens=tuple(map(tuple, rows))))
            return tuple(parts)
    return ()
