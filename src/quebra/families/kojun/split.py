"""A hard board as several, by the values that one cell can have."""

from __future__ import annotations

from quebra.families.kojun.model import Kojun
from quebra.grid.cells import Cell, cells, neighbours


def split(puzzle: Kojun) -> tuple[Kojun, ...]:
    """The board with each possible value in the open cell that has the fewest; none if all is set.

    >>> board = Kojun(regions=((0, 0, 0),), givens=((0, 0, 1),))
    >>> [part.givens for part in split(board)]
    [((2, 0, 1),), ((3, 0, 1),)]
    """
    choices = {
        cell: _possible(puzzle, cell)
        for cell in cells(*puzzle.size)
        if puzzle.regions[cell[0]][cell[1]] is not None and not _given(puzzle, cell)
    }
    if not choices:
        return ()
    cell = min(choices, key=lambda cell: (len(choices[cell]), cell))
    return tuple(_with(puzzle, cell, value) for value in choices[cell])


def _possible(puzzle: Kojun, cell: Cell) -> list[int]:
    """The values that neither the region nor a neighbour has."""
    label = puzzle.regions[cell[0]][cell[1]]
    assert isinstance(label, int)
    region = puzzle.region_cells[label]
    near = [*region, *neighbours(cell, *puzzle.size)]
    taken = {_given(puzzle, other) for other in near}
    return [value for value in range(1, len(region) + 1) if value not in taken]


def _given(puzzle: Kojun, cell: Cell) -> int:
    return puzzle.givens[cell[0]][cell[1]]


def _with(puzzle: Kojun, cell: Cell, value: int) -> Kojun:
    rows = [list(row) for row in puzzle.givens]
    rows[cell[0]][cell[1]] = value
    return puzzle.with_givens(tuple(map(tuple, rows)))
