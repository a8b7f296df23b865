"""The symmetries: a board and its mirror image are equivalent; a hard board is split by one cell.

Upside down, the order rule would break.
"""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.symmetry import Symmetries
from quebra.families.kojun.model import Kojun
from quebra.grid.cells import Cell, GridAnswer, cells, neighbours
from quebra.grid.entries import replaced
from quebra.grid.symmetries import mirrored


def images(puzzle: Kojun) -> Iterator[Kojun]:
    """The board and its mirror image; how regions are labelled makes no difference to either.

    >>> board = Kojun(regions=((0, 0, 1),), givens=((2, 0, 0),))
    >>> [image.givens for image in images(board)]
    [((2, 0, 0),), ((0, 0, 2),)]
    """
    yield puzzle
    yield Kojun(mirrored(puzzle.regions), mirrored(puzzle.givens), puzzle.order)


def canonical(puzzle: Kojun) -> Kojun:
    """The image that comes first."""
    return min(images(puzzle), key=_rank)


def _rank(puzzle: Kojun) -> tuple[object, object]:
    labels = tuple(tuple(-1 if x is None else x for x in row) for row in puzzle.regions)
    return labels, puzzle.givens


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
    return tuple(
        puzzle.with_givens(replaced(puzzle.givens, cell, value)) for value in choices[cell]
    )


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


SYMMETRY: Symmetries[Kojun, GridAnswer] = Symmetries(canonical=canonical, split=split)
