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
