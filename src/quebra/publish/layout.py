"""Where pictures stand: slots of equal size on pages, and rows that are filled one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from quebra.publish.pictures import Picture, largest_scale
from quebra.render import Drawing

GAP = 7.0
"""The space between slots and between pictures in a row, in millimetres."""
T = TypeVar("T")


@dataclass(frozen=True)
class Slots:
    """A grid of slots on a page, each with room for a picture below its caption."""

    columns: int
    rows: int
    room: tuple[float, float]

    @property
    def count(self) -> int:
        """The number of slots."""
        return self.columns * self.rows


def slots(
    count: int, area: tuple[float, float], caption: float, drawings: Sequence[Drawing], most: float
) -> Slots:
    """The grid of at least `count` slots in which the smallest picture is largest.

    `caption` is the height above each picture, and `most` the largest size of a cell. Of equal
    grids, the one with the most square room is taken.

    >>> from quebra.i18n.text import Text
    >>> board = Drawing(6, 6, Text("a board"), ())
    >>> [slots(n, (170, 250), 8, [board], 15).columns for n in (1, 2, 4, 6, 12)]
    [1, 1, 2, 2, 3]
    """
    return max(
        (_grid(columns, count, area, caption) for columns in range(1, count + 1)),
        key=lambda grid: (
            min(most, *(largest_scale(drawing, grid.room) for drawing in drawings)),
            min(grid.room),
        ),
    )


def _grid(columns: int, count: int, area: tuple[float, float], caption: float) -> Slots:
    rows = ceil(count / columns)
    width = (area[0] + GAP) / columns - GAP
    height = (area[1] + GAP) / rows - GAP - caption
    return Slots(columns, rows, (max(width, 1.0), max(height, 1.0)))


def pages_of(items: Sequence[T], count: int) -> list[Sequence[T]]:
    """The items in groups of `count`."""
    return [items[first : first + count] for first in range(0, len(items), count)]


def filled_rows(pictures: Sequence[Picture], width: float) -> list[list[int]]:
    """The indices of pictures in rows, each as full as the width allows.

    >>> filled_rows([Picture("", wide, 10, "") for wide in (40, 40, 40, 90)], 100)
    [[0, 1], [2], [3]]
    """
    rows: list[list[int]] = []
    used = 0.0
    for index, picture in enumerate(pictures):
        if not rows or used + GAP + picture.width > width + 0.01:
            rows.append([])
            used = -GAP
        rows[-1].append(index)
        used += GAP + picture.width
    return rows
