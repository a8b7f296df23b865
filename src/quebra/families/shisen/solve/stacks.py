"""Boards with gravity as stacks of tiles: moves, and moves that cannot lose.

After the first move every column is a stack: no empty cell lies below a tile. So the heights of the
columns say which cells are empty, and a path is found without looking at its cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

Stacks = tuple[str, ...]
"""The kinds of the tiles in each column from the bottom to the top, one character each."""
StackMove = tuple[tuple[int, int], tuple[int, int]]
"""The column and the height of two tiles; the bottom has the height 0."""


class _Tile(NamedTuple):
    """A tile with an exit: the columns that its row reaches, and whether it is on top.

    The columns from `left` to `right` have no tile at this height, except for the tile's own. The
    margins are columns, too.
    """

    col: int
    height: int
    left: int
    right: int
    top: bool


def moves(stacks: Stacks) -> list[StackMove]:
    """All pairs that can go now.

    >>> moves(("AB", "BA"))
    []
    >>> moves(("AB", "AC", "CB"))
    [((0, 0), (1, 0)), ((0, 1), (2, 1))]
    """
    found = list(_neighbours(stacks))
    by_kind: dict[str, list[_Tile]] = {}
    for tile in _tiles_with_exits(stacks):
        by_kind.setdefault(stacks[tile.col][tile.height], []).append(tile)
    for tiles in by_kind.values():
        for one, two in combinations(tiles, 2):
            apart = two.col - one.col + abs(two.height - one.height) > 1
            if apart and _are_joined(one, two):
                found.append((one[:2], two[:2]))
    return found


def after(stacks: Stacks, move: StackMove) -> Stacks:
    """The stacks after a move: the tiles above those that go have fallen.

    >>> after(("AB", "AC", "CB"), ((0, 0), (1, 0)))
    ('B', 'C', 'CB')
    """
    left = list(stacks)
    for col, height in sorted(move, reverse=True):
        left[col] = left[col][:height] + left[col][height + 1 :]
    return tuple(left)


def safe_move(stacks: Stacks) -> StackMove | None:
    """A pair of a kind of which all tiles are on top of columns, apart from their own kind.

    No other tile falls when such tiles go, and fewer tiles only free paths. So the other moves that
    clear the board stay possible, in the same order: the move cannot lose. Two tiles on top are
    always joined over the top margin.

    >>> safe_move(("AB", "CB", "AC"))
    ((0, 1), (1, 1))
    """
    tops: dict[str, list[int]] = {}
    for col, stack in enumerate(stacks):
        if stack:
            tops.setdefault(stack[-1], []).append(col)
    for kind, cols in tops.items():
        on_top = sum(len(stacks[col]) - len(stacks[col].rstrip(kind)) for col in cols)
        if on_top > 1 and sum(stack.count(kind) for stack in stacks) == on_top:
            one, two = cols[0], cols[-1]
            highest = len(stacks[one]) - 1
            return (one, highest - (one == two)), (two, len(stacks[two]) - 1)
    return None


def key(stacks: Stacks) -> Stacks:
    """The same for stacks with the same games: two empty columns side by side are like one.

    >>> key(("", "A", "", "", "A", ""))
    ('A', '', 'A')
    """
    found: list[str] = []
    for stack in stacks:
        if stack or (found and found[-1]):
            found.append(stack)
    return tuple(found if found and found[-1] else found[:-1])


def tiles_above(stacks: Stacks, move: StackMove) -> int:
    """The number of tiles above those of a move; a tile above both counts twice."""
    return sum(len(stacks[col]) - 1 - height for col, height in move)


def _neighbours(stacks: Stacks) -> Iterator[StackMove]:
    """The pairs of tiles of one kind that lie side by side."""
    for col, stack in enumerate(stacks):
        for height in range(len(stack) - 1):
            if stack[height] == stack[height + 1]:
                yield (col, height), (col, height + 1)
        for height, kinds in enumerate(zip(stack, *stacks[col + 1 : col + 2], strict=False)):
            if len(kinds) == 2 and kinds[0] == kinds[1]:
                yield (col, height), (col + 1, height)


def _tiles_with_exits(stacks: Stacks) -> Iterator[_Tile]:
    """The tiles with an empty cell, or the margin, beside them, above or below."""
    heights = [0, *map(len, stacks), 0]
    for col, stack in enumerate(stacks):
        lowest = min(heights[col], heights[col + 2])
        for height in range(len(stack)):
            top = height == len(stack) - 1
            if height == 0 or top or height >= lowest:
                left = _last_empty(heights, range(col, -1, -1), height) - 1
                right = _last_empty(heights, range(col + 2, len(heights)), height) - 1
                yield _Tile(
                    col, height, col if left < -1 else left, col if right < -1 else right, top
                )


def _last_empty(heights: list[int], cols: Iterable[int], height: int) -> int:
    """The last of these columns before the first one with a tile at this height; -1 if none."""
    last = -1
    for col in cols:
        if heights[col] > height:
            break
        last = col
    return last


def _are_joined(one: _Tile, two: _Tile) -> bool:
    """Whether a free path joins two tiles that are not side by side; `two` is not to the left.

    Two tiles on top are joined over the top margin, and two at the bottom below the board. Else the
    path has a middle segment up or down some column: one that the rows of both tiles reach, where
    all cells above the lower row are empty; or the column of a tile on top.
    """
    low, high = max(one.left, two.left), min(one.right, two.right)
    columns = {one.col, two.col}
    common = high - low + 1 - sum(low <= col <= high for col in columns)
    if common > 0:
        return True
    if one.col == two.col:
        return False
    if (one.top and two.top) or one.height == two.height == 0:
        return True
    if one.height == two.height:
        return one.right >= two.col - 1
    if one.height < two.height:
        return one.top and two.left <= one.col
    return two.top and one.right >= two.col
