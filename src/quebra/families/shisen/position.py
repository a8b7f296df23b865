"""A position in a game: the remaining tiles, the possible moves, and whether it can be won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from quebra.contract.errors import Cut
from quebra.engine.bisection import last_winnable
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.paths import needed_paths
from quebra.families.shisen.standing import StandingTiles
from quebra.grid.candidates import bits
from quebra.grid.cells import Cell

Pair = tuple[int, int]
"""Two tiles by their numbers, the smaller first."""

MAX_MATCHED = 8
"""Tiles of a kind up to which all its pairings are enumerated."""

MAX_NODES = 1_000
"""Nodes that a search may take for one question of many."""

MAX_BYTES = 1_000_000_000
"""Memory that the paths of all pairs may take."""


class Position:
    """A position: tiles are numbered in reading order, and sets of tiles are integers.

    `standing` is the set of tiles on the board, `mates` the set of possible mates of each tile.
    Tiles do not fall here: of a board with gravity, a position knows the moves of this turn only.
    With `groups`, it has only the pairs of these kinds, which takes less time.

    >>> position = Position(Shisen(board=(("A", "B"), ("B", "A"), ("C", "C"))), Budget())
    >>> [position.move(pair).pair for pair in position.moves()]
    [((2, 0), (2, 1))]
    >>> position.places(position.stuck(position.standing))
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """

    def __init__(
        self, puzzle: Shisen, budget: Budget, groups: Iterable[Iterable[Cell]] | None = None
    ) -> None:
        self.puzzle = puzzle
        self.cells = tuple(puzzle.tiles)
        self.names = tuple(puzzle.tiles.values())
        self.numbers = {cell: number for number, cell in enumerate(self.cells)}
        self.kinds = [
            _mask(self.numbers[cell] for cell in group)
            for group in (puzzle.groups if groups is None else groups)
        ]
        self.standing = (1 << len(self.cells)) - 1
        self.mates = [0] * len(self.cells)
        self.kind_of = [0] * len(self.cells)
        _admit_pairs(puzzle)
        self._routes: dict[Pair, list[tuple[Cell, ...]]] = {}
        self._masks: dict[Pair, list[int]] = {}
        for kind in self.kinds:
            for pair in combinations(bits(kind), 2):
                budget.pause()
                self._add_paths(pair)
            for tile in bits(kind):
                self.kind_of[tile] = kind
                self.mates[tile] = kind & ~(1 << tile)

    def copy(self) -> Position:
        """A copy that can be changed independently."""
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin.mates = list(self.mates)
        return twin

    def board(self) -> Shisen:
        """The board with the tiles that stand."""
        tiles = StandingTiles(self.puzzle)
        tiles.remove(frozenset(self.cells).difference(self.places(self.standing)))
        board = tiles.board()
        assert board is not None
        return board

    def places(self, tiles: int) -> tuple[Cell, ...]:
        """The cells of these tiles."""
        return tuple(self.cells[tile] for tile in bits(tiles))

    def moves(self) -> Iterator[Pair]:
        """The pairs that can go now."""
        return (pair for pair in self.pairs(self.standing) if self.is_free(pair))

    def pairs(self, tiles: int) -> Iterator[Pair]:
        """The pairs that may still go together and contain one of these tiles."""
        for kind in self.kinds:
            if kind & tiles:
                for i, j in combinations(bits(kind & self.standing), 2):
                    if self.mates[i] >> j & 1 and (tiles >> i | tiles >> j) & 1:
                        yield i, j

    def is_free(self, pair: Pair) -> bool:
        """Whether a path of the pair runs over no tile."""
        return self.is_free_among(pair, self.standing)

    def is_free_among(self, pair: Pair, tiles: int) -> bool:
        """Whether a path of the pair runs over none of these tiles."""
        return any(not mask & tiles for mask in self._masks[pair])

    def blockers(self, pair: Pair) -> list[int]:
        """The tiles that stand on each path of a pair."""
        return [mask & self.standing for mask in self._masks[pair]]

    def move(self, pair: Pair) -> Move:
        """The move of a pair that can go, by its shortest free path."""
        masks, routes = self._masks[pair], self._routes[pair]
        path = next(r for m, r in zip(masks, routes, strict=True) if not m & self.standing)
        return Move(pair=(self.cells[pair[0]], self.cells[pair[1]]), path=path)

    def pairing(self, clearing: Clearing) -> frozenset[Pair]:
        """The pairs that go together in a clearing."""
        pairs = (sorted(self.numbers[cell] for cell in move.pair) for _, move in clearing.moves)
        return frozenset((i, j) for i, j in pairs)

    def take(self, pair: Pair) -> None:
        """Remove a pair from the board."""
        self.bind(pair)
        self.standing &= ~_mask(pair)

    def bind(self, pair: Pair) -> None:
        """Fix a pair: both tiles go together, now or later."""
        both = _mask(pair)
        for tile in bits(self.kind_of[pair[0]] & self.standing):
            self.mates[tile] = both & ~(1 << tile) if tile in pair else self.mates[tile] & ~both
        self._narrow(pair[0])

    def forbid(self, pair: Pair) -> None:
        """Rule out that a pair goes together."""
        i, j = pair
        self.mates[i] &= ~(1 << j)
        self.mates[j] &= ~(1 << i)
        self._narrow(i)

    def stuck(self, tiles: int, pairs: Iterable[Pair] | None = None) -> int:
        """Those of these tiles that can never go, even if a tile may go with several others.

        All other tiles count as gone. For a pairing, in which each tile has one mate, the result is
        exact: all tiles can go if none is stuck.
        """
        left = tiles
        waiting = list(self.pairs(tiles) if pairs is None else pairs)
        while True:
            before, blocked = left, []
            for pair in waiting:
                both = 1 << pair[0] | 1 << pair[1]
                if not both & left:
                    continue
                for mask in self._masks[pair]:
                    if not mask & left:
                        left &= ~both
                        break
                else:
                    blocked.append(pair)
            if left == before:
                return left
            waiting = blocked

    def deadlocked_by(self, pair: Pair) -> int:
        """The tiles that can never go if this pair goes together."""
        trial = self.copy()
        trial.bind(pair)
        return trial.stuck(trial.standing)

    def _add_paths(self, pair: Pair) -> None:
        found = needed_paths(self.puzzle, self.cells[pair[0]], self.cells[pair[1]])
        self._routes[pair] = [path.corners for path in found]
        self._masks[pair] = [_mask(self.numbers[cell] for cell in path.tiles) for path in found]

    def _narrow(self, tile: int) -> None:
        """Rule out the pairs after which some other tile of the kind has no mate."""
        kind = self.kind_of[tile] & self.standing
        if kind.bit_count() > MAX_MATCHED:
            return
        for i, j in combinations(bits(kind), 2):
            if self.mates[i] >> j & 1 and not self._matchable(kind & ~_mask((i, j))):
                self.mates[i] &= ~(1 << j)
                self.mates[j] &= ~(1 << i)

    def _matchable(self, tiles: int) -> bool:
        if not tiles:
            return True
        first = tiles & -tiles
        return any(
            self._matchable(tiles & ~first & ~(1 << mate))
            for mate in bits(self.mates[first.bit_length() - 1] & tiles)
        )


def remaining(puzzle: Shisen, moves: Iterable[Move]) -> Shisen | None:
    """The board after these moves; None if it is clear.

    >>> board = Shisen(board=(("A", "B", "A", "B"),))
    >>> remaining(board, [Move(pair=((0, 0), (0, 2)))]).board
    ((None, 'B', None, 'B'),)
    """
    return StandingTiles(puzzle, moves).board()


def clearing_of(puzzle: Shisen | None, budget: Budget) -> Clearing | None:
    """A clearing of the board, or None where it is proved that there is none."""
    from quebra.families.shisen.solve import ENGINES

    if puzzle is None:
        return Clearing(rounds=())
    return next(iter(ENGINES["own"](puzzle, budget, goal="any", seed=None)), None)


def losing_move(puzzle: Shisen, moves: list[Move], budget: Budget) -> int | None:
    """The index of the move after which the board could no longer be cleared.

    None if it still can; -1 if it never could. Found by bisection: a lost board stays lost.
    """

    def is_winnable(count: int) -> bool:
        return clearing_of(remaining(puzzle, moves[:count]), budget) is not None

    return last_winnable(len(moves), is_winnable)


class Verdicts:
    """Proves for pairs that can go now whether the board can be cleared after them.

    It can if and only if some clearing of the board contains the pair, which then can go first. So
    each clearing that is found serves for all its pairs, and for pairings one exchange away.
    """

    def __init__(self, position: Position, budget: Budget) -> None:
        self.position = position
        self.clearing = clearing_of(position.puzzle, budget)
        self._known = [position.pairing(self.clearing)] if self.clearing else []

    def is_winnable_after(self, pair: Pair, budget: Budget) -> bool:
        """Whether the board can still be cleared after a pair goes."""
        if not self.clearing or self.position.deadlocked_by(pair):
            return False
        if any(pair in pairing for pairing in self._known) or self._one_change_away(pair, budget):
            return True
        rest = remaining(self.position.puzzle, [self.position.move(pair)])
        found = clearing_of(rest, budget)
        if found:
            self._known.append(self.position.pairing(found) | {pair})
        return found is not None

    def _one_change_away(self, pair: Pair, budget: Budget) -> bool:
        """Whether a known clearing with this pair, and its former mates as a pair, still clears."""
        for pairing in self._known:
            budget.pause()
            broken = [old for old in pairing if set(old) & set(pair)]
            i, j = sorted({tile for old in broken for tile in old} - set(pair))
            changed = pairing.difference(broken) | {pair, (i, j)}
            if not self.position.stuck(self.position.standing, changed):
                self._known.append(changed)
                return True
        return False


def _admit_pairs(puzzle: Shisen) -> None:
    """Raise `Cut` for a board whose paths do not fit into memory."""
    rows, cols = puzzle.size
    pairs = sum(len(group) * (len(group) - 1) // 2 for group in puzzle.groups)
    if pairs * (rows + cols + 2) * (len(puzzle.tiles) // 8 + 100) > MAX_BYTES:
        raise Cut("memory")


def _mask(tiles: Iterable[int]) -> int:
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask
