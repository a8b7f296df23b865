"""Rotations and reflections of a board, for families whose rules are symmetric."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

from quebra.grid.cells import Rows

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


def board_images(rows: Rows[T]) -> Iterator[Rows[T]]:
    """The images of a board that have its size, itself first: eight of a square, else four.

    >>> list(board_images(((1, 2),)))
    [((1, 2),), ((2, 1),), ((1, 2),), ((2, 1),)]
    >>> len(set(board_images(((1, 2), (3, 4)))))
    8
    """
    boards = [rows, tuple(zip(*rows, strict=True))] if len(rows) == len(rows[0]) else [rows]
    for board in boards:
        for image in (board, board[::-1]):
            yield image
            yield mirrored(image)


def mirrored(rows: Rows[T]) -> Rows[T]:
    """The board with left and right exchanged.

    >>> mirrored(((1, 2), (3, 4)))
    ((2, 1), (4, 3))
    """
    return tuple(row[::-1] for row in rows)


def renamed(rows: Rows[K], kept: Iterable[K] = ()) -> Rows[int | K]:
    """The board with names replaced by 1, 2, 3 … in reading order, except for those in `kept`.

    >>> renamed((("b", None), ("a", "b")), kept=[None])
    ((1, None), (2, 1))
    """
    names: dict[K, int | K] = {name: name for name in kept}
    first = 1 - len(names)
    return tuple(tuple(names.setdefault(x, first + len(names)) for x in row) for row in rows)
