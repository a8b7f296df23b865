"""Shuffle and repair: boards that can be cleared, with the proof.

The tiles of a shuffled board are paired by threshold accepting, so that few pairs are stuck. These
tiles are then dealt anew among their own cells, which leaves the other pairs as they are, and so on
until no pair is stuck. The last pairing is the proof; it is replayed by the rules.

Tiles can also be dealt in pairs that go one after the other, which never fails: two tiles with no
tile above them are joined by a path around, and neighbours of a column by a straight one. A board
of such pairs is easy. So the share of tiles that are dealt in this way decides how hard it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

import msgspec

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.rules import check
from quebra.families.shisen.solve import pairing
from quebra.families.shisen.solve.board import (
    MAX_LINE_LENGTH,
    PAIRING_KERNELS,
    answer_of,
    new_runner,
)
from quebra.families.shisen.solve.pairing import STUCK, UNLIMITED
from quebra.families.shisen.solve.schedule import Pair, TileLines, clearing
from quebra.families.shisen.solve.state import BEST, RANDOM, VALUE
from quebra.grid.cells import Cell, as_rows, neighbours

PASSES = 60
"""Passes of pairing and dealing; the largest boards with four tiles a kind take about ten."""
SLACKS = (2 * STUCK, 2 * STUCK, 0, 0)
"""Thresholds by which an exchange of mates may raise the value of a pairing, in turn."""
SLICES, SLICE = 15, 200
"""Slices of exchanges with each threshold, and exchanges of a slice."""
MAX_LENGTH, MAX_TILES, MAX_PAIRS = MAX_LINE_LENGTH - 2, 2_000, 200_000
"""A board with longer lines, more tiles or more pairs of equal ones is dealt in pairs."""
FEW, MORE, EVERY = 8, 3, 3
"""Where fewer tiles than `FEW` are stuck, and in one of `EVERY` passes, so many other pairs are
dealt anew with them."""
SAMPLES = 30
"""Pairs of cells that are tried before the first two of the top are joined."""


def make_clearable(
    puzzle: Shisen, fixed: Collection[Cell], share: float, source: Source, budget: Budget
) -> Shisen | None:
    """A board of the same tiles that can be cleared; None if none is found.

    The tiles of `fixed` cells stay. Without fixed tiles, a board is always found, and this share of
    the tiles is dealt in pairs that can go one after the other.

    >>> make_clearable(Shisen(board=(("A", "B"), ("B", "A"))), (), 1, Source(1), Budget()).board
    (('B', 'B'), ('A', 'A'))
    """
    if fixed:
        share = 0
    elif is_large(puzzle.size, puzzle.tiles.values()):
        share = 1
    for number in range(PASSES):
        budget.pause()
        moves = [] if share == 1 else _pair_up(puzzle, source, budget)
        count = len(puzzle.tiles) - 2 * len(moves)
        if count == 0 and share == 0:
            return _proved(puzzle, moves)
        if not fixed and (number == PASSES - 1 or count <= share * len(puzzle.tiles)):
            return _deal_in_pairs(puzzle, moves[: _kept_moves(puzzle, share)], source)
        if count < FEW or number % EVERY == EVERY - 1:
            moves = source.shuffled(moves)[MORE:]
        puzzle = _deal_at_random(puzzle, moves, fixed, source)
    return None


def is_large(size: tuple[int, int], tiles: Iterable[str]) -> bool:
    """Whether all tiles of a board are dealt in pairs, because pairing them would take long.

    >>> is_large((16, 30), "ABCDEFGHIJKLMNOP" * 30), is_large((1, 70), "AA" * 35)
    (False, True)
    """
    counts = Counter(tiles).values()
    pairs = sum(count * (count - 1) // 2 for count in counts)
    return max(size) > MAX_LENGTH or sum(counts) > MAX_TILES or pairs > MAX_PAIRS


def _proved(puzzle: Shisen, pairs: Iterable[Pair]) -> Shisen | None:
    """The board, if these pairs clear it by the rules."""
    return None if check(puzzle, clearing(puzzle, pairs)) else puzzle


def _kept_moves(puzzle: Shisen, share: float) -> int:
    return round((1 - share) * len(puzzle.tiles) / 2)


def _pair_up(puzzle: Shisen, source: Source, budget: Budget) -> list[Pair]:
    """The pairs that go in a good pairing, in an order in which they can go."""
    runner = new_runner(puzzle, budget, PAIRING_KERNELS)
    runner.run(pairing.pick_pairing)
    runner.parts[0].at[RANDOM] = source.below(1 << 31)
    value = runner.run(pairing.evaluate, UNLIMITED)
    at = runner.parts[0].at  # another one once the kernels are compiled
    at[VALUE] = at[BEST] = value
    for slack in SLACKS:
        for _ in range(SLICES):
            if runner.parts[0].at[VALUE] < STUCK:
                break
            budget.pause()
            runner.run(pairing.exchange_at_random, SLICE, slack)
    return [move.pair for _, move in answer_of(puzzle, runner.parts[0]).moves]


def _deal_at_random(
    puzzle: Shisen, kept: Iterable[Pair], fixed: Collection[Cell], source: Source
) -> Shisen:
    """The board with the tiles that are neither kept nor fixed dealt anew."""
    cells = _other_cells(puzzle, kept, fixed)
    names = source.shuffled([puzzle.tiles[cell] for cell in cells])
    return _with_tiles(puzzle, dict(zip(cells, names, strict=True)))


def _deal_in_pairs(puzzle: Shisen, kept: Sequence[Pair], source: Source) -> Shisen | None:
    """The board with the other tiles dealt in pairs that can go after those kept."""
    cells = _other_cells(puzzle, kept, ())
    counts = Counter(puzzle.tiles[cell] for cell in cells)
    names = source.shuffled([n for n, count in counts.items() for _ in range(count // 2)])
    lines = TileLines(puzzle)
    lines.remove(chain.from_iterable(kept))
    pairs = list(_free_pairs(puzzle.size, lines, cells, source))
    dealt = {cell: name for pair, name in zip(pairs, names, strict=True) for cell in pair}
    return _proved(_with_tiles(puzzle, dealt), [*kept, *pairs])


def _free_pairs(
    size: tuple[int, int], lines: TileLines, cells: Sequence[Cell], source: Source
) -> Iterator[Pair]:
    """Random pairs of cells that can go one after the other, until none is left."""
    left = set(cells)
    # Cells that touch no free one are joined only with their neighbours, so these come later.
    open_cells = [cell for cell in cells if _is_open(cell, left, size)]
    known = set(open_cells)
    while left:
        pair = _free_pair(lines, open_cells, left, source)
        yield pair
        lines.remove(pair)
        left.difference_update(pair)
        for cell in pair:
            open_cells.remove(cell)
            for other in neighbours(cell, *size):
                if other in left and other not in known:
                    known.add(other)
                    open_cells.append(other)


def _is_open(cell: Cell, left: Collection[Cell], size: tuple[int, int]) -> bool:
    around = list(neighbours(cell, *size))
    return len(around) < 4 or not all(other in left for other in around)


def _free_pair(
    lines: TileLines, open_cells: Sequence[Cell], left: Collection[Cell], source: Source
) -> Pair:
    for _ in range(SAMPLES):
        one, two = source.choice(open_cells), source.choice(open_cells)
        if one != two and lines.free_path(one, two):
            return one, two
    tops = {c: (r, c) for r, c in sorted(left, reverse=True)}
    one, two = (list(tops.values()) if len(tops) > 1 else sorted(left))[:2]
    return one, two


def _other_cells(puzzle: Shisen, kept: Iterable[Pair], fixed: Collection[Cell]) -> list[Cell]:
    stay = {*chain.from_iterable(kept), *fixed}
    return [cell for cell in puzzle.tiles if cell not in stay]


def _with_tiles(puzzle: Shisen, tiles: dict[Cell, str]) -> Shisen:
    board = as_rows(
        (tiles.get((r, c), name) for c, name in enumerate(row))
        for r, row in enumerate(puzzle.board)
    )
    return msgspec.structs.replace(puzzle, board=board)
