"""Random games, which end in deadlocks more or less often."""

from __future__ import annotations

from bisect import insort

from quebra.contract.random import Source
from quebra.families.shisen.position import Position
from quebra.grid.candidates import bits


class RandomGames:
    """Plays random games from a position.

    A blocked path is tested again only after the tile is gone that was last found on it.

    >>> from quebra.engine.budget import Budget
    >>> from quebra.families.shisen.model import Shisen
    >>> board = Shisen(board=(("A", "B", "C", "C"), ("B", "A", None, None)))
    >>> RandomGames(Position(board, Budget())).play(Source(0)).bit_count()
    4
    """

    def __init__(self, position: Position) -> None:
        self._standing = position.standing
        self._pairs: list[int] = []
        self._free: list[int] = []
        self._waiting: list[list[tuple[int, int]]] = [[] for _ in position.cells]
        for number, pair in enumerate(position.pairs(position.standing)):
            self._pairs.append(1 << pair[0] | 1 << pair[1])
            if position.is_free(pair):
                self._free.append(number)
            else:
                for tiles in position.blockers(pair):
                    self._waiting[_last(tiles)].append((number, tiles))

    def play(self, source: Source) -> int:
        """The remaining tiles after random moves until no move is possible."""
        left, free = self._standing, self._free
        waiting = [paths.copy() for paths in self._waiting]
        while free:
            both = self._pairs[source.choice(free)]
            left &= ~both
            free = [pair for pair in free if not self._pairs[pair] & both]
            for tile in bits(both):
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
