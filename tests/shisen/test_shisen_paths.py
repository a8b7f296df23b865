"""The paths between tiles, against a walk over all simple ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.paths import free_path, joined_tiles, needed_paths, path_cells, paths
from quebra.families.shisen.rules import check
from quebra.families.shisen.solve.schedule import TileLines
from quebra.grid.cells import Cell

WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))
SEEDS = range(60)


def random_board(seed: int) -> Shisen:
    """A small board with a few kinds and some empty cells."""
    rng = random.Random(seed)
    rows, cols = rng.randint(1, 4), rng.randint(2, 4)
    tiles: list[str | None] = []
    while len(tiles) + 2 <= rows * cols and (not tiles or rng.random() < 0.9):
        tiles += [rng.choice("ABC")] * 2
    tiles += [None] * (rows * cols - len(tiles))
    rng.shuffle(tiles)
    return Shisen(board=tuple(tuple(tiles[r * cols : (r + 1) * cols]) for r in range(rows)))


def walks(puzzle: Shisen, start: Cell, end: Cell) -> Iterator[tuple[Cell, ...]]:
    """All simple ways from cell to cell, one step at a time, that turn twice at most."""
    rows, cols = puzzle.size

    def onward(way: list[Cell], heading: Cell | None, turns: int) -> Iterator[tuple[Cell, ...]]:
        r, c = way[-1]
        if (r, c) == end:
            yield tuple(way)
            return
        for down, right in WAYS:
            turned = turns + (heading not in (None, (down, right)))
            to = (r + down, c + right)
            inside = -1 <= to[0] <= rows and -1 <= to[1] <= cols
            if inside and turned <= 2 and to not in way:
                yield from onward([*way, to], (down, right), turned)

    return onward([start], None, 0)


def pairs(puzzle: Shisen) -> Iterator[tuple[Cell, Cell]]:
    cells = list(puzzle.tiles)
    return ((a, b) for i, a in enumerate(cells) for b in cells[i + 1 :])


@pytest.mark.parametrize("seed", SEEDS)
def test_paths_are_all_simple_ways_of_three_segments(seed: int) -> None:
    puzzle = random_board(seed)
    for start, end in pairs(puzzle):
        found = paths(puzzle, start, end)
        assert {tuple(path_cells(path.corners)) for path in found} == set(walks(puzzle, start, end))
        assert len({path.corners for path in found}) == len(found) <= sum(puzzle.size) + 2
        for path in found:
            on = [cell for cell in path_cells(path.corners) if cell in puzzle.tiles]
            assert sorted([*path.tiles, start, end]) == sorted(on)
            assert len(path.corners) <= 4


@pytest.mark.parametrize("seed", SEEDS)
def test_a_dominated_path_is_never_needed(seed: int) -> None:
    puzzle = random_board(seed)
    for start, end in pairs(puzzle):
        found, needed = paths(puzzle, start, end), needed_paths(puzzle, start, end)
        assert set(needed) == {path for path in found if not path.dominated}
        for path in found:
            better = [each for each in needed if each.tiles <= path.tiles]
            assert better and (path.dominated or better == [path])


def test_a_board_needs_few_of_its_paths() -> None:
    """On a full board the paths of neighbours are dominated by the one between them."""
    puzzle = Shisen(board=(("A", "A", "B"), ("B", "C", "C")))
    found = paths(puzzle, (0, 0), (0, 1))
    assert len(found) == 4
    assert [path.corners for path in found if not path.dominated] == [((0, 0), (0, 1))]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_free_in_a_position(seed: int) -> None:
    """The judge's own search, the path finder and the reach of a tile tell the same."""
    puzzle, rng = random_board(seed), random.Random(seed)
    removed = [cell for cell in list(puzzle.tiles)[2:] if rng.random() < 0.3]
    standing = set(puzzle.tiles) - set(removed)
    assert len(standing) > 1
    for start in standing:
        reached = joined_tiles(puzzle, start, standing)
        for end in standing - {start}:
            free = [
                path.corners
                for path in paths(puzzle, start, end)
                if standing.isdisjoint(path.tiles)
            ]
            assert free_path(puzzle, start, end, standing) == (free[0] if free else ())
            assert (end in reached) == bool(free)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_judge_finds_a_path_where_there_is_one(seed: int) -> None:
    puzzle = random_board(seed)
    for start, end in pairs(puzzle):
        if puzzle.tiles[start] == puzzle.tiles[end]:
            answer = Clearing(rounds=((Move(pair=(start, end)),),))
            blocked = "blocked" in {violation.code for violation in check(puzzle, answer)}
            free = any(not path.tiles for path in paths(puzzle, start, end))
            assert blocked != free


def test_answers_take_the_straightest_and_shortest_path() -> None:
    for seed in range(150):
        source = random.Random(seed)
        rows, cols = source.randint(1, 6), source.randint(2, 7)
        cells = [(r, c) for r in range(rows) for c in range(cols)]
        count = 2 * source.randint(1, len(cells) // 2)
        tiles = set(source.sample(cells, count))
        puzzle = Shisen(
            board=tuple(
                tuple("A" if (r, c) in tiles else None for c in range(cols)) for r in range(rows)
            )
        )
        lines = TileLines(puzzle)
        for start, end in combinations(sorted(tiles), 2):
            assert lines.free_path(start, end) == free_path(puzzle, start, end, tiles)
