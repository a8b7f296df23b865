"""Planted tiles: deadlocks that a player can fall into, and dead ends.

A block AB/BA of two kinds can never go: every path between the two A runs over a B, and every path
between the two B over an A. The other two A and the other two B of a deadlock lie side by side
elsewhere: to take both of these pairs loses the game. A block CBA/ACB does the same with three
kinds. Where the kinds have no other tiles, the block is a dead end: no game can be won.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from quebra.contract.random import Source
from quebra.families.shisen.model import Shisen
from quebra.grid.cells import Cell, as_rows
from quebra.grid.cells import cells as all_cells

BLOCKS = (("AB", "BA"), ("CBA", "ACB"))
"""The blocks of two and of three kinds, which may also be mirrored at the diagonal."""
DOMINO = ("AA",)
LAYOUTS, PLACES = 30, 50
"""Layouts that are tried, and places for one block in each."""

Planted = dict[Cell, str]
Part = tuple[tuple[str, ...], list[str]]
"""A pattern of letters, and the kinds that these stand for."""


def plant_deadlocks(
    tiles: Sequence[str],
    cells: Sequence[Cell],
    number: int,
    source: Source,
    kinds: int | None = None,
    *,
    whole: bool = True,
) -> Planted | None:
    """Random places for the tiles of a number of deadlocks; None if they do not fit.

    The kinds of a deadlock have four tiles each. `kinds` is their number, 2 or 3; by default it is
    random. Of a deadlock that is not whole, only one pair lies side by side, and the other tiles
    outside the block are not planted: players fall into it less often.

    >>> board = [(r, c) for r in range(3) for c in range(4)]
    >>> planted = plant_deadlocks("AAAABBBBCCCC", board, 1, Source(1), kinds=2)
    >>> print(*("".join(planted.get((r, c), ".") for c in range(4)) for r in range(3)))
    C... CBCB .CBB
    """
    four = kinds_of(tiles, 4)
    layouts = (_deadlocks(four, cells, number, kinds, whole, source) for _ in range(LAYOUTS))
    return next((layout for layout in layouts if layout is not None), None)


def plant_dead_end(tiles: Sequence[str], cells: Sequence[Cell], source: Source) -> Planted | None:
    """A random place for a block of kinds with two tiles each; None if there is none.

    >>> plant_dead_end("AABB", [(r, c) for r in range(2) for c in range(2)], Source(1))
    {(0, 0): 'A', (0, 1): 'B', (1, 0): 'B', (1, 1): 'A'}
    """
    two = source.shuffled(kinds_of(tiles, 2))
    blocks = [block for block in BLOCKS if len(block[0]) <= len(two)]
    if not blocks:
        return None
    for _ in range(LAYOUTS):
        planted: Planted = {}
        block = source.choice(blocks)
        if _place(planted, (block, two[: len(block[0])]), cells, source):
            return planted
    return None


def kinds_of(tiles: Sequence[str], count: int) -> list[str]:
    """The kinds with this number of tiles.

    >>> kinds_of("AABBBBCC", 2)
    ['A', 'C']
    """
    return [name for name, found in Counter(tiles).items() if found == count]


def shuffled_board(
    size: tuple[int, int],
    cells: Collection[Cell],
    tiles: Sequence[str],
    planted: Mapping[Cell, str],
    source: Source,
) -> Shisen:
    """A board with planted tiles, and the others in random order in the other cells.

    >>> shuffled_board((1, 3), [(0, 0), (0, 2)], "AA", {}, Source(1)).board
    (('A', None, 'A'),)
    """
    left = list(tiles)
    for name in planted.values():
        left.remove(name)
    rest = iter(source.shuffled(left))
    board = {cell: planted[cell] if cell in planted else next(rest) for cell in sorted(cells)}
    rows, cols = size
    return Shisen(board=as_rows([board.get((r, c)) for c in range(cols)] for r in range(rows)))


def _deadlocks(
    four: list[str],
    cells: Sequence[Cell],
    number: int,
    kinds: int | None,
    whole: bool,
    source: Source,
) -> Planted | None:
    """Random places for the tiles of deadlocks; None if some of them do not fit."""
    planted: Planted = {}
    names = source.shuffled(four) if number else []
    for more in reversed(range(number)):
        enough = len(names) >= 2 * more + 3
        block = source.choice(BLOCKS[: 1 + enough]) if kinds is None else BLOCKS[kinds - 2]
        chosen = [names.pop() for _ in block[0] if names]
        near = chosen if whole else chosen[:1]
        parts: list[Part] = [(block, chosen), *((DOMINO, [name]) for name in near)]
        if len(chosen) < len(block[0]) or not all(
            _place(planted, part, cells, source) for part in parts
        ):
            return None
    return planted


def _place(planted: Planted, part: Part, cells: Sequence[Cell], source: Source) -> bool:
    """Put a pattern of kinds at a random place where it fits; whether there is one."""
    pattern, names = part
    free = set(cells) - planted.keys()
    for _ in range(PLACES):
        lines = list(zip(*pattern, strict=True)) if source.choice((True, False)) else pattern
        top, left = source.choice(cells)
        found = {
            (top + r, left + c): names["ABC".index(lines[r][c])]
            for r, c in all_cells(len(lines), len(lines[0]))
        }
        if found.keys() <= free:
            planted |= found
            return True
    return False
