"""Which puzzles are the same: here those turned, mirrored, or with other names for the numbers.

Rows of a Latin square could change places too. To see that would take much longer, so such squares
count as different: a bank may then hold a square twice, but never loses one.
"""

from __future__ import annotations

from collections.abc import Iterator

from quebra.families._template.model import Latin
from quebra.grid.symmetries import board_images, renamed


def images(puzzle: Latin) -> Iterator[Latin]:
    """Puzzles that are the same as this one."""
    for givens in board_images(puzzle.givens):
        yield Latin(givens=renamed(givens, kept=[0]))


def canonical(puzzle: Latin) -> Latin:
    """The one that stands for them all."""
    return min(images(puzzle), key=lambda image: image.givens)
