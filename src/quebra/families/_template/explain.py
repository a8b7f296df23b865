"""The steps a person could find, from easy to hard, and the grade that follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from quebra.contract.family import Explain, filter_by_place
from quebra.contract.results import Change, Grade, Step, Technique
from quebra.engine.budget import Budget
from quebra.families._template.model import Latin
from quebra.families._template.solve import backtrack, candidates
from quebra.grid.cells import Cell, GridAnswer, at, cells
from quebra.grid.ladder import AMBIGUOUS, UNSOLVABLE
from quebra.grid.rules import change_agrees

TECHNIQUES = (
    Technique("single", 1, "only one number fits a cell"),
    Technique("trial", 2, "all other numbers lead nowhere"),
)


@filter_by_place
def explain(puzzle: Latin, answer: GridAnswer | None, budget: Budget) -> Iterator[Step]:
    """Singles while there are any, else a cell that is settled by trial."""
    grid = [list(row) for row in (answer.grid if answer else puzzle.givens)]
    while step := _single(grid) or _trial(grid, budget):
        yield step
        for change in step.changes:
            r, c = change.where
            grid[r][c] = change.value


def grade(puzzle: Latin, budget: Budget) -> Grade:
    """Easy with singles alone, else medium."""
    found = len(list(islice(_solutions(puzzle, budget), 2)))
    if found != 1:
        return AMBIGUOUS if found else UNSOLVABLE
    counts = Counter(step.technique for step in explain(puzzle, None, budget))
    name = "medium" if counts["trial"] else "easy"
    score = counts["single"] + 5 * counts["trial"]
    return Grade(name, score, tuple(counts.items()), f"{name.capitalize()}: {score} points.")


def _solutions(puzzle: Latin, budget: Budget) -> Iterator[GridAnswer]:
    return backtrack(puzzle, budget, goal="any", seed=None)


def _open(grid: list[list[int]]) -> Iterator[Cell]:
    return ((r, c) for r, c in cells(len(grid), len(grid)) if not grid[r][c])


def _single(grid: list[list[int]]) -> Step | None:
    for cell in _open(grid):
        numbers = candidates(grid, cell)
        if len(numbers) == 1:
            text = f"Only {numbers[0]} fits {at(cell)}: its row and column hold the others."
            return _place("single", cell, numbers[0], text)
    return None


def _trial(grid: list[list[int]], budget: Budget) -> Step | None:
    for r, c in _open(grid):
        fits = [n for n in candidates(grid, (r, c)) if _can_be(grid, (r, c), n, budget)]
        if len(fits) == 1:
            text = f"At {at((r, c))}, every number but {fits[0]} leads nowhere."
            return _place("trial", (r, c), fits[0], text)
    return None


def _can_be(grid: list[list[int]], cell: Cell, number: int, budget: Budget) -> bool:
    r, c = cell
    tried = [list(row) for row in grid]
    tried[r][c] = number
    puzzle = Latin(givens=tuple(map(tuple, tried)))
    return next(_solutions(puzzle, budget), None) is not None


def _place(technique: str, cell: Cell, number: int, text: str) -> Step:
    return Step(technique, (cell,), (Change("place", cell, number),), text)


EXPLAIN: Explain[Latin, GridAnswer] = Explain(
    techniques=TECHNIQUES, steps=explain, change_agrees=change_agrees, grade=grade
)
