"""The turns and mirror images of a board, for families whose rules look the same from all sides."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

from quebra.grid.cells import Rows

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


def board_images(rows: Rows[T]) -> Iterator[Rows[T]]:
    """A board as it looks turned and mirrored, itself first: eight of a square, four of others.

    Only those of the same size: a wide board is no tall one.

    >>> list(board_images(((1, 2),)))
    [((1, 2),), ((2, 1),), ((1, 2),), ((2, 1),)]
    >>> len(set(board_images(((1, 2), (3, 4)))))
    8
    """
    ways = [rows, tuple(zip(*rows, strict=True))] if len(rows) == len(rows[0]) else [rows]
    for way in ways:
        for image in (way, way[::-1]):
            yield image
            yield mirrored(image)


def mirrored(rows: Rows[T]) -> Rows[T]:
    """The board with left and right exchanged.

    >>> mirrored(((1, 2), (3, 4)))
    ((2, 1), (4, 3))
    """
    return tuple(row[::-1] for row in rows)


def renamed(rows: Rows[K], kept: Iterable[K] = ()) -> Rows[int | K]:
    """The same board with other names: 1, 2, 3 in the order of reading, but for those kept.

    >>> renamed((("b", None), ("a", "b")), kept=[None])
    ((1, None), (2, 1))
    """
    names: dict[K, int | K] = {name: name for name in kept}
    first = 1 - len(names)
    return tuple(tuple(names.setdefault(x, first + len(names)) for x in row) for row in rows)
