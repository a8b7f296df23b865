"""The steps by which a person can solve a puzzle, and the grade that follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from quebra.contract.family import Explain, filter_by_place
from quebra.contract.results import Change, Grade, Step, Technique
from quebra.engine.budget import Budget
from quebra.families._template.model import Latin
from quebra.families._template.solve import backtrack, candidates
from quebra.grid.cells import Cell, GridAnswer, Rows, cells, in_words
from quebra.grid.entries import replaced
from quebra.grid.ladder import AMBIGUOUS, UNSOLVABLE
from quebra.grid.rules import change_agrees

TECHNIQUES = (
    Technique("single", 1, "only one number fits a cell"),
    Technique("trial", 2, "all other numbers lead nowhere"),
)


@filter_by_place
def explain(puzzle: Latin, answer: GridAnswer | None, budget: Budget) -> Iterator[Step]:
    """The steps from the givens, or from an attempt: singles first, then trials."""
    grid = answer.grid if answer else puzzle.givens
    while step := _next_step(grid, budget):
        yield step
        ((r, c),) = step.where
        grid = replaced(grid, (r, c), step.changes[0].value)


def grade(puzzle: Latin, budget: Budget) -> Grade:
    """The grade of a puzzle: easy if singles suffice, else medium."""
    found = len(list(islice(_solutions(puzzle.givens, budget), 2)))
    if found != 1:
        return AMBIGUOUS if found else UNSOLVABLE
    counts = Counter(step.technique for step in explain(puzzle, None, budget))
    name = "medium" if counts["trial"] else "easy"
    score = counts["single"] + 5 * counts["trial"]
    return Grade(name, score, tuple(counts.items()), f"{name.capitalize()}: {score} points.")


def _next_step(grid: Rows[int], budget: Budget) -> Step | None:
    size = len(grid)
    choices = {(r, c): candidates(grid, (r, c)) for r, c in cells(size, size) if not grid[r][c]}
    for cell, numbers in choices.items():
        if len(numbers) == 1:
            text = f"Only {numbers[0]} fits {in_words(cell)}: its row and column hold the others."
            return _place("single", cell, numbers[0], text)
    for cell, numbers in choices.items():
        possible = [n for n in numbers if any(_solutions(replaced(grid, cell, n), budget))]
        if len(possible) == 1:
            text = f"At {in_words(cell)}, every number but {possible[0]} leads nowhere."
            return _place("trial", cell, possible[0], text)
    return None


def _solutions(grid: Rows[int], budget: Budget) -> Iterator[GridAnswer]:
    return backtrack(Latin(givens=grid), budget, goal="any", seed=None)


def _place(technique: str, cell: Cell, number: int, text: str) -> Step:
    return Step(technique, (cell,), (Change("place", cell, number),), text)


EXPLAIN: Explain[Latin, GridAnswer] = Explain(
    techniques=TECHNIQUES, steps=explain, change_agrees=change_agrees, grade=grade
)
