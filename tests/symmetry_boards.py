"""Symmetry boards for tests, and their solutions by engine and by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.families.symmetry import rules
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.solve import solutions
from quebra.grid.cells import GridAnswer, Rows, as_rows, cells

ENGINES = get_family("symmetry").solve.engines
ENGINE_NAMES = list(ENGINES)
GOAL_NAMES = list(rules.GOALS)


def solve(
    puzzle: Symmetry, engine: str = "own", count: int | None = None, seed: int | None = None
) -> list[GridAnswer]:
    return list(islice(ENGINES[engine](puzzle, Budget(), goal="any", seed=seed), count))


def counts(puzzle: Symmetry, engine: str, goal: str, seed: int | None = None) -> list[int]:
    """The numbers of shapes of the answers, each of which must be right."""
    found = []
    for answer in ENGINES[engine](puzzle, Budget(), goal=goal, seed=seed):
        assert rules.check(puzzle, answer) == ()
        found.append(rules.count_shapes(puzzle, answer))
    assert found == sorted(set(found), reverse=goal == "fewest"), "each better than the last"
    return found


def blank(rows: int, cols: int, shapes: int = 3) -> Symmetry:
    return Symmetry(clues=((0,) * cols,) * rows, shapes=shapes)


def random_board(source: Source, rows: int, cols: int, shapes: int, density: float) -> Symmetry:
    """Clues at random, most of them shapes; they need not fit."""
    clues = [[0] * cols for _ in range(rows)]
    for r, c in cells(rows, cols):
        if source.chance(density):
            clues[r][c] = -1 if source.chance(0.2) else 1 + source.below(shapes)
    return Symmetry(clues=as_rows(clues), shapes=shapes)


def random_boards(seed: int, count: int, side: int, densities: list[float]) -> Iterator[Symmetry]:
    source = Source(seed)
    for _ in range(count):
        rows, cols, shapes = (1 + source.below(most) for most in (side, side, 4))
        yield random_board(source, rows, cols, shapes, source.choice(densities))


def planted(side: int, density: float, seed: int) -> Symmetry:
    """A board with a solution: each cell of a random one is kept with that probability."""
    source = Source(seed)
    answer = next(solutions(blank(side, side), Budget(), source))
    return Symmetry(
        clues=as_rows((entry * source.chance(density) for entry in row) for row in answer.grid)
    )


def brute_force(puzzle: Symmetry) -> set[Rows[int]] | None:
    """All solutions, by trying all rows that are right by themselves; None where that is long."""
    options = []
    ways = 1
    for row in puzzle.clues:
        free = [range(puzzle.shapes + 1) if clue == 0 else (max(clue, 0),) for clue in row]
        options.append([line for line in product(*free) if rules.reads_both_ways(line)])
        ways *= len(options[-1])
    if ways > 3_000:
        return None
    return {
        grid
        for grid in product(*options)
        if all(rules.reads_both_ways(column) for column in zip(*grid, strict=True))
    }
