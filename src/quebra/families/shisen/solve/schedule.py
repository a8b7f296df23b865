"""The best clearing for a pairing: every pair goes as soon as it can, which helps all others."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.core.grid import Cell
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.paths import Path, needed_paths

Pair = tuple[Cell, Cell]


def clearing(puzzle: Shisen, pairs: Iterable[Pair]) -> Clearing:
    """The rounds in which these pairs go, each as early as can be; pairs that never can are left.

    Removal only empties cells, so no pair gains by waiting: for a fixed pairing this is best for
    every tile at once. All engines answer in this form, so that equal pairings are equal answers.

    >>> board = Shisen(board=(("A", "B", "A", "B"),))
    >>> [len(moves) for moves in clearing(board, [((0, 0), (0, 2)), ((0, 1), (0, 3))]).rounds]
    [2]
    """
    waiting = {pair: needed_paths(puzzle, *pair) for pair in sorted(_ordered(p) for p in pairs)}
    standing = set(puzzle.tiles)
    rounds = []
    while moves := _ready(waiting, standing):
        rounds.append(moves)
        for move in moves:
            del waiting[move.pair]
            standing.difference_update(move.pair)
    return Clearing(rounds=tuple(rounds))


def _ready(waiting: dict[Pair, tuple[Path, ...]], standing: set[Cell]) -> tuple[Move, ...]:
    free = ((pair, _first_free(paths, standing)) for pair, paths in waiting.items())
    return tuple(Move(pair=pair, path=path.corners) for pair, path in free if path)


def _first_free(paths: tuple[Path, ...], standing: set[Cell]) -> Path | None:
    return next((path for path in paths if standing.isdisjoint(path.tiles)), None)


def _ordered(pair: Pair) -> Pair:
    first, second = sorted(pair)
    return first, second
