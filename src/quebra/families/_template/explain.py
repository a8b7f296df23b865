"""The steps by which a person can solve a puzzle, and the grade that follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import dist

from quebra.contract.family import GRADE_NAMES, GRADES, Explain, filter_by_place
from quebra.contract.results import Change, Grade, Place, Step, Technique
from quebra.engine.budget import Budget
from quebra.families._template.model import Latin
from quebra.families._template.solve import backtrack, candidates
from quebra.grid.cells import Cell, GridAnswer, Rows, cells, in_words
from quebra.grid.entries import replaced
from quebra.grid.ladder import AMBIGUOUS, UNSOLVABLE
from quebra.grid.rules import change_agrees
from quebra.i18n.text import Plural, Text

SINGLE = Technique(Text("single"), 1, Text("Only one number fits a cell."))
TRIAL = Technique(Text("trial"), 2, Text("All other numbers lead to no solution."))


@filter_by_place
def explain(
    puzzle: Latin, answer: GridAnswer | None, budget: Budget, near: Place | None = None
) -> Iterator[Step]:
    """The steps from the givens, or from an attempt: singles first, then trials."""
    grid = answer.grid if answer else puzzle.givens
    while step := _next_step(grid, budget, near):
        yield step
        ((r, c),) = step.where
        near, grid = (r, c), replaced(grid, (r, c), step.changes[0].value)


def grade(puzzle: Latin, budget: Budget) -> Grade:
    """The grade of a puzzle: easy if singles suffice, else medium.

    An easy puzzle scores 0 to 100 points by its singles, and a medium one 100 to 200 by its trials.
    """
    found = len(list(islice(_solutions(puzzle.givens, budget), 2)))
    if found != 1:
        return AMBIGUOUS if found else UNSOLVABLE
    counts = Counter(step.technique for step in explain(puzzle, None, budget))
    name = "medium" if counts[TRIAL.name] else "easy"
    hardest = counts[TRIAL.name] or counts[SINGLE.name]
    score = 100 * GRADES.index(name) + 100 * hardest // (hardest + 10)
    text = Plural("{grade}: {n} point.", "{grade}: {n} points.", n=score, grade=GRADE_NAMES[name])
    return Grade(name, score, tuple(counts.items()), text)


def _next_step(grid: Rows[int], budget: Budget, near: Place | None) -> Step | None:
    """The easiest step; of equal ones, the nearest to a place."""
    size = len(grid)
    open_cells = [(r, c) for r, c in cells(size, size) if not grid[r][c]]
    if near is not None:
        open_cells.sort(key=lambda cell: dist(cell, near))
    choices = {cell: candidates(grid, cell) for cell in open_cells}
    for cell, numbers in choices.items():
        if len(numbers) == 1:
            text = Text(
                "Only {number} fits {cell}: its row and column hold the others.",
                number=numbers[0],
                cell=in_words(cell),
            )
            return _place(SINGLE, cell, numbers[0], text)
    for cell, numbers in choices.items():
        possible = [n for n in numbers if any(_solutions(replaced(grid, cell, n), budget))]
        if len(possible) == 1:
            text = Text(
                "In {cell}, every number but {number} leads to no solution.",
                cell=in_words(cell),
                number=possible[0],
            )
            return _place(TRIAL, cell, possible[0], text)
    return None


def _solutions(grid: Rows[int], budget: Budget) -> Iterator[GridAnswer]:
    return backtrack(Latin(givens=grid), budget, goal="any", seed=None)


def _place(technique: Technique, cell: Cell, number: int, text: Text) -> Step:
    return Step(technique.name, (cell,), (Change("place", cell, number),), text)


EXPLAIN: Explain[Latin, GridAnswer] = Explain(
    techniques=(SINGLE, TRIAL), steps=explain, change_agrees=change_agrees, grade=grade
)
