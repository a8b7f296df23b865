"""Equivalent puzzles, and the division of hard ones.

A puzzle and its mirror image are equivalent; upside down, the order rule would not hold.
"""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.symmetry import Symmetries
from quebra.families.kojun.model import Kojun
from quebra.grid.cells import Cell, GridAnswer, cells, neighbours
from quebra.grid.entries import replaced
from quebra.grid.symmetries import mirrored


def images(puzzle: Kojun) -> Iterator[Kojun]:
    """The puzzle and its mirror image, each with regions numbered in reading order.

    >>> board = Kojun(regions=((0, 0, 1),), givens=((2, 0, 0),))
    >>> [image.givens for image in images(board)]
    [((2, 0, 0),), ((0, 0, 2),)]
    """
    yield puzzle
    yield Kojun(mirrored(puzzle.regions), mirrored(puzzle.givens), puzzle.order)


def canonical(puzzle: Kojun) -> Kojun:
    """The first of all images in lexicographic order."""
    return min(images(puzzle), key=_rank)


def _rank(puzzle: Kojun) -> tuple[object, object]:
    labels = tuple(tuple(-1 if x is None else x for x in row) for row in puzzle.regions)
    return labels, puzzle.givens


def split(puzzle: Kojun) -> tuple[Kojun, ...]:
    """The puzzle with each candidate of the open cell that has the fewest; empty if none is open.

    >>> board = Kojun(regions=((0, 0, 0),), givens=((0, 0, 1),))
    >>> [part.givens for part in split(board)]
    [((2, 0, 1),), ((3, 0, 1),)]
    """
    choices = {
        cell: _candidates(puzzle, cell)
        for cell in cells(*puzzle.size)
        if puzzle.regions[cell[0]][cell[1]] is not None and not _given(puzzle, cell)
    }
    if not choices:
        return ()
    cell = min(choices, key=lambda cell: (len(choices[cell]), cell))
    return tuple(
        puzzle.with_givens(replaced(puzzle.givens, cell, value)) for value in choices[cell]
    )


def _candidates(puzzle: Kojun, cell: Cell) -> list[int]:
    """The values that are given neither in the region nor in a neighbouring cell."""
    label = puzzle.regions[cell[0]][cell[1]]
    assert isinstance(label, int)
    region = puzzle.region_cells[label]
    taken = {_given(puzzle, other) for other in (*region, *neighbours(cell, *puzzle.size))}
    return [value for value in range(1, len(region) + 1) if value not in taken]


def _given(puzzle: Kojun, cell: Cell) -> int:
    return puzzle.givens[cell[0]][cell[1]]


SYMMETRY: Symmetries[Kojun, GridAnswer] = Symmetries(canonical=canonical, split=split)
