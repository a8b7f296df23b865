"""The best clearing by a pairing: every pair goes as soon as it has a free path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.paths import shortest
from quebra.families.shisen.solve.lines import crossings
from quebra.grid.cells import Cell

Pair = tuple[Cell, Cell]


def pairs(puzzle: Shisen) -> Iterator[Pair]:
    """All pairs of tiles of one kind."""
    return (pair for group in puzzle.groups for pair in combinations(group, 2))


def clearing(puzzle: Shisen, pairs: Iterable[Pair]) -> Clearing:
    """The rounds of these pairs, each as early as possible, without pairs that never have a path.

    Removing tiles only frees paths, so that no pair gains by waiting: for a given pairing this is
    best for every tile. All engines answer in this form, so that equal pairings are equal answers.

    >>> board = Shisen(board=(("A", "B", "A", "B"),))
    >>> [len(moves) for moves in clearing(board, [((0, 0), (0, 2)), ((0, 1), (0, 3))]).rounds]
    [2]
    """
    waiting = sorted(_ordered(pair) for pair in pairs)
    standing = TileLines(puzzle)
    rounds = []
    while waiting:
        paths = {pair: standing.free_path(*pair) for pair in waiting}
        moves = tuple(Move(pair=pair, path=path) for pair, path in paths.items() if path)
        if not moves:
            break
        rounds.append(moves)
        for move in moves:
            standing.remove(move.pair)
        waiting = [pair for pair, path in paths.items() if not path]
    return Clearing(rounds=tuple(rounds))


class TileLines:
    """The tiles of each row and column, with the margin, as bits."""

    def __init__(self, puzzle: Shisen) -> None:
        rows, cols = puzzle.size
        self.rows, self.cols = [0] * (rows + 2), [0] * (cols + 2)
        for r, c in puzzle.tiles:
            self.rows[r + 1] |= 1 << c + 1
            self.cols[c + 1] |= 1 << r + 1

    def remove(self, cells: Iterable[Cell]) -> None:
        """Remove tiles from the board."""
        for r, c in cells:
            self.rows[r + 1] &= ~(1 << c + 1)
            self.cols[c + 1] &= ~(1 << r + 1)

    def without(self, cells: Iterable[Cell]) -> TileLines:
        """A copy in which these tiles are removed."""
        twin = object.__new__(TileLines)
        twin.rows, twin.cols = list(self.rows), list(self.cols)
        twin.remove(cells)
        return twin

    def free_path(self, start: Cell, end: Cell) -> tuple[Cell, ...]:
        """The path over no tile with the fewest turns, then the shortest; empty if there is none.

        >>> TileLines(Shisen(board=(("A", "B", "A"), ("B", None, None)))).free_path((0, 1), (1, 0))
        ((0, 1), (1, 1), (1, 0))
        """
        (r, c), (to_r, to_c) = start, end
        place, to_place = (r + 1, c + 1), (to_r + 1, to_c + 1)
        across = crossings(self.rows, *place, *to_place, len(self.cols))
        down = crossings(self.cols, *place[::-1], *to_place[::-1], len(self.rows))
        return shortest(
            chain(
                ((start, (r, m), (to_r, m), end) for m in _nearest(across, c, to_c)),
                ((start, (m, c), (m, to_c), end) for m in _nearest(down, r, to_r)),
            )
        )


def _nearest(places: int, one: int, two: int) -> Iterator[int]:
    """The places, of those given as bits, that the middle segment of a shortest path can have.

    These are the ends, the first place between them, and the nearest place beyond either.
    """
    low, high = sorted((one + 1, two + 1))
    before, behind = places & ((1 << low) - 1), places >> low
    if before:
        yield before.bit_length() - 2
    if behind:
        yield low + _lowest(behind) - 1
    for at in (high, high + 1):
        if beyond := places >> at:
            yield at + _lowest(beyond) - 1


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _ordered(pair: Pair) -> Pair:
    first, second = sorted(pair)
    return first, second
