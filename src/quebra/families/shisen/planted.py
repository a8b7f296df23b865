"""Boards with planted deadlocks: pairs side by side that leave tiles which block one another.

A block AB/BA of two kinds can never go: every path between the two A runs over a B, and every path
between the two B over an A. The other two A and the other two B lie side by side elsewhere. To take
both of these pairs loses the game. A block CBA/ACB does the same with three kinds.
"""

from __future__ import annotations

from collections import Counter

from quebra.contract.random import Source
from quebra.families.shisen.model import Shisen
from quebra.grid.cells import Cell, as_rows, cells

Names = list[str | None]

BLOCKS = (("AB", "BA"), ("CBA", "ACB"))
"""The blocks of two and of three kinds, which may also be mirrored at the diagonal."""
DOMINO = ("AA",)
LAYOUTS, PLACES = 30, 50
"""Layouts that are tried, and places for one block in each."""


def planted(
    tiles: Names, rows: int, cols: int, deadlocks: int, source: Source, kinds: int | None = None
) -> Shisen | None:
    """A shuffled board of these tiles with a number of planted deadlocks; None if they do not fit.

    The kinds of a deadlock have four tiles each. `kinds` is their number, 2 or 3; by default it is
    random. The board may be one that cannot be cleared.

    >>> from quebra.contract.random import Source
    >>> board = planted([*"AAAABBBBCCCC"], 3, 4, 1, Source(1), kinds=2)
    >>> print("\\n".join("".join(row) for row in board.board))
    CBCA
    CCBA
    ABBA
    """
    four = [name for name, count in Counter(tiles).items() if name is not None and count == 4]
    layouts = (_layout(four, (rows, cols), deadlocks, kinds, source) for _ in range(LAYOUTS))
    board = next((layout for layout in layouts if layout is not None), None)
    if board is None:
        return None
    left = list(tiles)
    for name in board.values():
        left.remove(name)
    rest = iter(source.shuffled(left))
    return Shisen(
        board=as_rows(
            [board[r, c] if (r, c) in board else next(rest) for c in range(cols)]
            for r in range(rows)
        )
    )


def _layout(
    four: list[str], size: tuple[int, int], deadlocks: int, kinds: int | None, source: Source
) -> dict[Cell, str] | None:
    """Random places for the tiles of the deadlocks; None if some of them do not fit."""
    board: dict[Cell, str] = {}
    names = source.shuffled(four) if deadlocks else []
    for more in reversed(range(deadlocks)):
        enough = len(names) >= 2 * more + 3
        block = source.choice(BLOCKS[: 1 + enough]) if kinds is None else BLOCKS[kinds - 2]
        chosen = [names.pop() for _ in block[0] if names]
        parts = [(block, chosen), *((DOMINO, [name]) for name in chosen)]
        if len(chosen) < len(block[0]) or not all(
            _place(board, pattern, of, size, source) for pattern, of in parts
        ):
            return None
    return board


def _place(
    board: dict[Cell, str],
    pattern: tuple[str, ...],
    names: list[str],
    size: tuple[int, int],
    source: Source,
) -> bool:
    """Put a pattern of these names at a random place where it fits; whether there is one."""
    rows, cols = size
    for _ in range(PLACES):
        lines = list(zip(*pattern, strict=True)) if source.choice((True, False)) else pattern
        tall, wide = len(lines), len(lines[0])
        if tall > rows or wide > cols:
            continue
        top, left = source.below(rows - tall + 1), source.below(cols - wide + 1)
        cells_of = {
            (top + r, left + c): names["ABC".index(lines[r][c])] for r, c in cells(tall, wide)
        }
        if not board.keys() & cells_of.keys():
            board |= cells_of
            return True
    return False
