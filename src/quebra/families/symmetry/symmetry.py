"""Equivalent puzzles: turned, mirrored, or with other shapes."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.symmetry import Symmetries
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.grid.cells import GridAnswer
from quebra.grid.symmetries import board_images, renamed


def images(puzzle: Symmetry) -> Iterator[Symmetry]:
    """The turned and mirrored boards of the same size, with shapes renumbered.

    >>> [image.clues for image in images(Symmetry(clues=((3, -1),)))][:2]
    [((1, -1),), ((-1, 1),)]
    """
    for clues in board_images(puzzle.clues):
        yield puzzle.with_clues(renamed(clues, kept=(EMPTY, STAYS_BLANK)))


def canonical(puzzle: Symmetry) -> Symmetry:
    """The first of all images in lexicographic order."""
    return min(images(puzzle), key=lambda image: image.clues)


SYMMETRY: Symmetries[Symmetry, GridAnswer] = Symmetries(canonical=canonical)
