"""Shisen-Sho by brute force, independent of the package, to test its claims."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from quebra.contract.random import Source
from quebra.contract.results import MAX_WHERE, MAX_WORDS, Step
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.grid.cells import Cell

Pair = tuple[Cell, Cell]
Standing = frozenset[Cell]
Falling = frozenset[tuple[Cell, Cell]]
"""The cell of each tile, and its cell at the start."""


def board(text: str) -> Shisen:
    """A board from rows of tiles, one character each; a dot is empty."""
    return Shisen(board=tuple(tuple(None if x == "." else x for x in row) for row in text.split()))


def shuffled(rows: int, cols: int, sizes: tuple[int, ...], source: Source) -> Shisen:
    """A random board with given numbers of tiles of each kind; other cells are empty."""
    tiles = [kind for kind, size in zip("ABCDEFGHIJKL", sizes, strict=False) for _ in range(size)]
    tiles += ["."] * (rows * cols - len(tiles))
    source.shuffle(tiles)
    return board(" ".join("".join(tiles[r * cols : (r + 1) * cols]) for r in range(rows)))


def game(*pairs: Pair) -> Clearing:
    """An attempt in the classic game: one move a round."""
    return Clearing(rounds=tuple((Move(pair=pair),) for pair in pairs))


def is_one_idea(step: Step) -> None:
    """A step highlights few places, and each of its sentences is short."""
    assert 0 < len(step.where) <= MAX_WHERE, step
    assert step.text.endswith(".") and ". " not in step.text, step.text
    for sentence in (step.text, *step.reason.split(". ")):
        assert len(sentence.split()) <= MAX_WORDS, sentence


def joins(size: tuple[int, int], standing: Standing, pair: Pair) -> bool:
    """Whether a path with at most two turns connects two tiles, by depth-first search."""
    rows, cols = size
    start, end = pair
    rays = [(start, heading, 2) for heading in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    while rays:
        (r, c), (down, right), turns = rays.pop()
        at = (r + down, c + right)
        if at == end:
            return True
        if at in standing or not (-1 <= at[0] <= rows and -1 <= at[1] <= cols):
            continue
        rays.append((at, (down, right), turns))
        if turns:
            rays += [(at, (right, down), turns - 1), (at, (-right, -down), turns - 1)]
    return False


class BruteForce:
    """All games on a small board."""

    def __init__(self, puzzle: Shisen) -> None:
        self.puzzle = puzzle
        self.start: Standing = frozenset(puzzle.tiles)
        self.winnable = cache(self._winnable)

    def moves(self, standing: Standing) -> Iterator[Pair]:
        """The pairs that can be removed now."""
        for pair in combinations(sorted(standing), 2):
            same = self.puzzle.tiles[pair[0]] == self.puzzle.tiles[pair[1]]
            if same and joins(self.puzzle.size, standing, pair):
                yield pair

    def _winnable(self, standing: Standing) -> bool:
        return not standing or any(
            self.winnable(standing.difference(pair)) for pair in self.moves(standing)
        )

    def pairings(self) -> set[frozenset[Pair]]:
        """The pairings that clear the board."""

        @cache
        def from_here(standing: Standing) -> frozenset[frozenset[Pair]]:
            if not standing:
                return frozenset([frozenset()])
            return frozenset(
                rest | {pair}
                for pair in self.moves(standing)
                for rest in from_here(standing.difference(pair))
            )

        return set(from_here(self.start))

    def ever_gone(self) -> Standing:
        """The tiles that can be removed in some game, finished or not."""
        seen, frontier, gone = {self.start}, [self.start], frozenset[Cell]()
        while frontier:
            standing = frontier.pop()
            gone |= self.start - standing
            for pair in self.moves(standing):
                after = standing.difference(pair)
                if after not in seen:
                    seen.add(after)
                    frontier.append(after)
        return gone


class FallingForce:
    """All games on a small board with gravity; a position is the kind in each cell with a tile."""

    def __init__(self, puzzle: Shisen) -> None:
        self.puzzle = puzzle
        self.start = frozenset((cell, cell) for cell in puzzle.tiles)
        self.winnable = cache(self._winnable)

    def moves(self, tiles: Falling) -> Iterator[tuple[Pair, Falling]]:
        """The pairs of cells that can be emptied now, and the tiles after each."""
        standing = frozenset(cell for cell, _ in tiles)
        for (one, origin), (other, its_origin) in combinations(sorted(tiles), 2):
            kinds = self.puzzle.tiles[origin], self.puzzle.tiles[its_origin]
            if kinds[0] == kinds[1] and joins(self.puzzle.size, standing, (one, other)):
                yield (one, other), self.fallen(tiles - {(one, origin), (other, its_origin)})

    def fallen(self, tiles: Falling) -> Falling:
        """The tiles after they fell one cell at a time."""
        standing = dict(tiles)
        loose = True
        while loose:
            below = {(r, c): (r + 1, c) for r, c in standing if r + 1 < self.puzzle.size[0]}
            loose_cells = [cell for cell, to in below.items() if to not in standing]
            loose = bool(loose_cells)
            for cell in loose_cells:
                standing[below[cell]] = standing.pop(cell)
        return frozenset(standing.items())

    def _winnable(self, tiles: Falling) -> bool:
        return not tiles or any(self.winnable(after) for _, after in self.moves(tiles))

    def pairings(self) -> set[frozenset[frozenset[Cell]]]:
        """The pairings that clear the board, by the cells of tiles at the start."""

        @cache
        def from_here(tiles: Falling) -> frozenset[frozenset[frozenset[Cell]]]:
            if not tiles:
                return frozenset([frozenset()])
            found = set()
            for _, after in self.moves(tiles):
                origins = {origin for _, origin in tiles} - {origin for _, origin in after}
                found |= {rest | {frozenset(origins)} for rest in from_here(after)}
            return frozenset(found)

        return set(from_here(self.start))


def small_boards(count: int) -> list[Shisen]:
    """Random boards of many shapes, with kinds of 2, 4 and 6 tiles, and holes."""
    shapes = [
        (2, 3, (2, 2, 2)),
        (3, 3, (2, 2, 2)),
        (3, 3, (4, 2, 2)),
        (2, 5, (4, 4, 2)),
        (3, 4, (4, 4, 4)),
        (3, 4, (4, 4, 2, 2)),
        (3, 4, (6, 4, 2)),
        (3, 4, (2, 2, 2, 2, 2, 2)),
        (1, 8, (4, 2, 2)),
        (4, 4, (4, 4, 2, 2, 2, 2)),
        (4, 4, (4, 4, 2, 2, 2, 2)),
        (4, 4, (4, 4, 4, 2, 2)),
    ]
    source = Source(4)
    return [shuffled(*shapes[n % len(shapes)], source) for n in range(count)]
