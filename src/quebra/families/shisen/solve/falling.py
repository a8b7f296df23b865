"""Clearings of boards with gravity: a depth-first search over moves, with restarts.

Positions that are proved lost are stored by the kinds in their columns, also across restarts. A
search that ends without a clearing, and was not cut, is the proof that there is none. The first
search tries moves with few tiles above them first; later ones have random orders and more nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.paths import free_path
from quebra.families.shisen.solve.schedule import Pair, TileLines, pairs
from quebra.families.shisen.solve.stacks import (
    StackMove,
    Stacks,
    after,
    key,
    moves,
    safe_move,
    tiles_above,
)
from quebra.families.shisen.standing import StandingTiles
from quebra.grid.cells import Cell

Children = Iterator[tuple[Pair, Stacks]]
"""The moves of a position, by their cells, and the stacks after each."""
Pairing = frozenset[frozenset[Cell]]
"""Tiles that go together, by their cells at the start."""

NODES_PER_TILE = 4
"""Nodes of the first search for each tile of the board."""
GROWTH = 1.2
"""The factor by which each search may be longer than the one before."""
MAX_POSITIONS = 5_000_000
"""Positions that are stored, which bounds the memory."""


def every(puzzle: Shisen, budget: Budget, source: Source | None) -> Iterator[Clearing]:
    """A clearing for each pairing of the tiles that clears the board.

    >>> len(list(every(Shisen(board=(("A", "A"), ("A", "A")), gravity=True), Budget(), None)))
    2
    >>> list(every(Shisen(board=(("A", "B"), ("B", "A")), gravity=True), Budget(), None))
    []
    """
    search = FallingSearch(puzzle, budget, source)
    first = search.clearing(())
    if first is not None:
        yield _answer(puzzle, first)
        for pairs in _other_pairings(search, first):
            yield _answer(puzzle, pairs)


class FallingSearch:
    """The search for clearings of one board, with the positions known to be lost."""

    def __init__(self, puzzle: Shisen, budget: Budget, source: Source | None) -> None:
        self.puzzle = puzzle
        self.budget = budget
        self._source = source or Source(0)
        self._is_random = source is not None
        self._signs = {kind: chr(n) for n, kind in enumerate(dict.fromkeys(puzzle.tiles.values()))}
        self._lost: set[Stacks | None] = set()

    def clearing(self, played: Iterable[Pair]) -> list[Pair] | None:
        """Moves that clear the board after those played; None if it is proved that none do.

        Each move is a pair of cells at the time of the move.
        """
        tiles = tiles_after(self.puzzle, played)
        nodes = NODES_PER_TILE * len(tiles.cells)
        while True:
            try:
                return self._descend(tiles, nodes) if tiles.cells else []
            except _TooLong:
                nodes = int(nodes * GROWTH)
                self._is_random = True

    def is_lost(self, tiles: StandingTiles) -> bool:
        """Whether this position is known to be lost."""
        return self._position(tiles) in self._lost

    def pairs(self, tiles: StandingTiles) -> list[Pair]:
        """Moves with which every pairing that clears a position can begin."""
        if not _have_fallen(tiles):
            return [pair for pair, _ in self._openings()]
        stacks = self._stacks(tiles)
        safe = safe_move(stacks)
        if safe and "".join(stacks).count(stacks[safe[0][0]][safe[0][1]]) == 2:
            return [self._pair(safe)]
        return [self._pair(move) for move in moves(stacks)]

    def starts(self) -> list[Stacks]:
        """The stacks of the board, or those after each first move if tiles have yet to fall."""
        tiles = StandingTiles(self.puzzle)
        if _have_fallen(tiles):
            return [self._stacks(tiles)]
        return [stacks for _, stacks in self._openings()]

    def number_of_moves(self, tiles: StandingTiles) -> int:
        """The number of pairs that can go now."""
        if _have_fallen(tiles):
            return len(moves(self._stacks(tiles)))
        return len(list(self._openings()))

    def _descend(self, tiles: StandingTiles, nodes: int) -> list[Pair] | None:
        """Search below a position; None if it is lost."""
        root = self._position(tiles)
        openings = self._openings() if root is None else self._children(self._stacks(tiles))
        branches = [] if root in self._lost else [(root, openings)]
        path: list[Pair] = []
        while branches:
            position, children = branches[-1]
            for pair, stacks in children:
                if not any(stacks):
                    return [*path, pair]
                if (below := key(stacks)) not in self._lost:
                    self.budget.spend()
                    nodes -= 1
                    if nodes < 0:
                        raise _TooLong
                    path.append(pair)
                    branches.append((below, self._children(stacks)))
                    break
            else:
                self._add_lost(position)
                branches.pop()
                del path[-1:]
        return None

    def _children(self, stacks: Stacks) -> Children:
        """The moves of a position, those with the fewest tiles above them first."""
        safe = safe_move(stacks)
        found = [safe] if safe else moves(stacks)
        if self._is_random:
            self._source.shuffle(found)
        found.sort(key=lambda move: tiles_above(stacks, move))
        return ((self._pair(move), after(stacks, move)) for move in found)

    def _openings(self) -> Children:
        """The first moves of a board with tiles above empty cells."""
        lines = TileLines(self.puzzle)
        for pair in pairs(self.puzzle):
            self.budget.pause()
            if lines.free_path(*pair):
                yield pair, self._stacks(tiles_after(self.puzzle, [pair]))

    def _position(self, tiles: StandingTiles) -> Stacks | None:
        """By what a position is stored; None is a board with tiles above empty cells."""
        return key(self._stacks(tiles)) if _have_fallen(tiles) else None

    def _stacks(self, tiles: StandingTiles) -> Stacks:
        rows, cols = self.puzzle.size
        upwards = range(rows - 1, -1, -1)
        return tuple(
            "".join(self._signs[tiles.kind((r, c))] for r in upwards if (r, c) in tiles.cells)
            for c in range(cols)
        )

    def _pair(self, move: StackMove) -> Pair:
        bottom = self.puzzle.size[0] - 1
        (col, height), (to_col, to_height) = move
        return (bottom - height, col), (bottom - to_height, to_col)

    def _add_lost(self, position: Stacks | None) -> None:
        if len(self._lost) >= MAX_POSITIONS:
            raise Cut("memory")
        self._lost.add(position)


class _TooLong(Exception):
    """A search has used its nodes."""


def tiles_after(puzzle: Shisen, played: Iterable[Pair]) -> StandingTiles:
    """The tiles that stand after these moves."""
    return StandingTiles(puzzle, (Move(pair=pair) for pair in played))


def _have_fallen(tiles: StandingTiles) -> bool:
    """Whether no tile stands above an empty cell."""
    rows = tiles.puzzle.size[0]
    return all(r == rows - 1 or (r + 1, c) in tiles.cells for r, c in tiles.cells)


def _other_pairings(search: FallingSearch, first: list[Pair]) -> Iterator[list[Pair]]:
    """Moves for each other pairing that clears the board."""
    puzzle = search.puzzle
    found = {_pairing(puzzle, first)}
    seen: set[Pairing] = set()
    games: list[list[Pair]] = [[]]
    while games:
        search.budget.pause()
        game = games.pop()
        pairing, tiles = _pairing(puzzle, game), tiles_after(puzzle, game)
        if pairing in seen or search.is_lost(tiles):
            continue
        if len(seen) >= MAX_POSITIONS:
            raise Cut("memory")
        seen.add(pairing)
        if max(Counter(map(tiles.kind, tiles.cells)).values(), default=0) > 2:
            games += ([*game, pair] for pair in search.pairs(tiles))
            continue
        # Two tiles of each kind are left, so that one pairing is possible.
        whole = [*game, *rest] if (rest := search.clearing(game)) is not None else []
        if whole and (pairing := _pairing(puzzle, whole)) not in found:
            found.add(pairing)
            yield whole


def _pairing(puzzle: Shisen, played: Iterable[Pair]) -> Pairing:
    tiles = StandingTiles(puzzle)
    together = set()
    for pair in played:
        together.add(frozenset(tiles.origins[cell] for cell in pair))
        tiles.remove(pair)
    return frozenset(together)


def _answer(puzzle: Shisen, played: Iterable[Pair]) -> Clearing:
    """The moves in rounds of their own, each with its shortest free path."""
    tiles = StandingTiles(puzzle)
    rounds = []
    for pair in played:
        rounds.append((Move(pair=pair, path=free_path(puzzle, *pair, tiles.cells)),))
        tiles.remove(pair)
    return Clearing(rounds=tuple(rounds))
