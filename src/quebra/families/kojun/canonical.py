"""Which boards are the same: one and its mirror image. Upside down, the order rule would break."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.families.kojun.model import Kojun
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
