"""Optional. Squares are equivalent if they are turned, mirrored, or have other numbers.

Exchanging rows also gives an equivalent square, but testing for that takes much longer. Such
squares count as different: a bank may store a square twice, but never discards one by mistake.
"""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.symmetry import Symmetries
from quebra.families._template.model import Latin
from quebra.grid.cells import GridAnswer, cells
from quebra.grid.entries import replaced
from quebra.grid.symmetries import board_images, renamed


def images(puzzle: Latin) -> Iterator[Latin]:
    """The equivalent puzzles, with which `check_family` tests `canonical`."""
    for givens in board_images(puzzle.givens):
        yield Latin(givens=renamed(givens, kept=[0]))


def canonical(puzzle: Latin) -> Latin:
    """The first of all images in lexicographic order."""
    return min(images(puzzle), key=lambda image: image.givens)


def split(puzzle: Latin) -> tuple[Latin, ...]:
    """The puzzle with each number in its first empty cell; empty if there is no such cell.

    >>> [part.givens for part in split(Latin(givens=((1, 2), (2, 0))))]
    [((1, 2), (2, 1)), ((1, 2), (2, 2))]
    """
    n, _ = puzzle.size
    empty = next(((r, c) for r, c in cells(n, n) if not puzzle.givens[r][c]), None)
    if empty is None:
        return ()
    return tuple(Latin(replaced(puzzle.givens, empty, number)) for number in range(1, n + 1))


SYMMETRY: Symmetries[Latin, GridAnswer] = Symmetries(canonical=canonical, split=split)
