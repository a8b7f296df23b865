"""Games played at random, which show how easily a board is lost."""

from __future__ import annotations

from bisect import insort

from quebra.contract.random import Source
from quebra.families.shisen.position import Position, members


class Games:
    """Plays a position again and again.

    A path that is blocked is looked at again only when the tile has gone that was last seen on it.

    >>> from quebra.engine.budget import Budget
    >>> from quebra.families.shisen.model import Shisen
    >>> board = Shisen(board=(("A", "B", "C", "C"), ("B", "A", None, None)))
    >>> Games(Position(board, Budget())).play(Source(0)).bit_count()
    4
    """

    def __init__(self, position: Position) -> None:
        self._standing = position.standing
        self._pairs: list[int] = []
        self._free: list[int] = []
        self._waiting: list[list[tuple[int, int]]] = [[] for _ in position.cells]
        for number, pair in enumerate(position.pairs(position.standing)):
            self._pairs.append(1 << pair[0] | 1 << pair[1])
            if position.free(pair):
                self._free.append(number)
            else:
                for tiles in position.blockers(pair):
                    self._waiting[_last(tiles)].append((number, tiles))

    def play(self, source: Source) -> int:
        """The tiles that are left when random moves are made until there are none."""
        left, free = self._standing, self._free
        waiting = [paths.copy() for paths in self._waiting]
        while free:
            both = self._pairs[source.choice(free)]
            left &= ~both
            free = [pair for pair in free if not self._pairs[pair] & both]
            for tile in members(both):
                for pair, tiles in waiting[tile]:
                    if self._pairs[pair] & ~left or pair in free:
                        continue
                    if tiles & left:
                        waiting[_last(tiles & left)].append((pair, tiles))
                    else:
                        insort(free, pair)
        return left


def _last(tiles: int) -> int:
    return tiles.bit_length() - 1
