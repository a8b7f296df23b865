"""The steps by which a person can solve a puzzle, and the grade that follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from quebra.contract.family import Explain, filter_by_place
from quebra.contract.results import Grade, Place, Step
from quebra.engine.budget import Budget
from quebra.families.symmetry.draw import pictures
from quebra.families.symmetry.explain.candidates import Candidates, SymmetryLayout
from quebra.families.symmetry.explain.ladder import LADDER
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.families.symmetry.rules import check
from quebra.families.symmetry.signs import figures
from quebra.families.symmetry.solve import solutions
from quebra.grid.cells import GridAnswer, as_rows
from quebra.grid.entries import overlaid
from quebra.grid.ladder import mistake, no_solution, no_solution_with_entries, wrong_cells
from quebra.grid.rules import change_agrees

TECHNIQUES = LADDER.techniques


@filter_by_place
def explain(
    puzzle: Symmetry, answer: GridAnswer | None, budget: Budget, near: Place | None = None
) -> Iterator[Step]:
    """The steps from the clues, or from an attempt, until no technique applies.

    A blank of an attempt is undecided, unless the attempt is right as it stands.

    >>> steps = explain(Symmetry(clues=((1, 0, -1, 2, 0),)), None, Budget())
    >>> next(steps).text
    'The outermost shapes of row 1 must match, so row 1, column 5 is ■.'
    """
    start, ending = puzzle.clues, no_solution
    if answer is not None:
        attempt = _with_clues(puzzle, answer)
        if not check(puzzle, attempt):
            return
        if any(entry for row in answer.grid for entry in row):
            known = list(islice(solutions(puzzle, budget), 2))
            if found := _mistake(puzzle, attempt, known):
                yield found
                return
            ending = no_solution_with_entries if known else ending
        start = overlaid(attempt.grid, puzzle.clues)
    layout = SymmetryLayout(puzzle)
    state = Candidates(layout, start, puzzle.shapes)
    yield from LADDER.steps(state, layout.places, budget, ending, near)


def grade(puzzle: Symmetry, budget: Budget) -> Grade:
    """The grade of a puzzle, by the steps that `explain` needs for it.

    >>> grade(Symmetry(clues=((1, 2), (0, 0))), Budget()).text
    'No solution, so no grade.'
    """
    layout = SymmetryLayout(puzzle)

    def start() -> Candidates:
        return Candidates(layout, puzzle.clues, puzzle.shapes)

    return LADDER.grade(start, layout.places, solutions(puzzle, budget), budget)


def is_at_most(grade: str | None, puzzle: Symmetry, budget: Budget) -> bool:
    """Whether logic solves a puzzle that is not harder than a grade, if one is given."""
    return LADDER.is_at_most(grade, _start(puzzle), budget)


def hardest_level(puzzle: Symmetry, budget: Budget, limit: int | None = None) -> int | None:
    """The level of the hardest technique needed; None if those up to the limit do not suffice.

    >>> hardest_level(Symmetry(clues=((1, 2, 0),)), Budget())
    1
    """
    return LADDER.hardest_level(_start(puzzle), budget, limit)


def _start(puzzle: Symmetry) -> Candidates:
    return Candidates(SymmetryLayout(puzzle), puzzle.clues, puzzle.shapes)


def _with_clues(puzzle: Symmetry, answer: GridAnswer) -> GridAnswer:
    """The attempt, with the shapes of clues where it is blank."""
    check(puzzle, answer)
    shapes = as_rows((max(clue, EMPTY) for clue in row) for row in puzzle.clues)
    return GridAnswer(grid=overlaid(answer.grid, shapes))


def _mistake(puzzle: Symmetry, attempt: GridAnswer, known: list[GridAnswer]) -> Step | None:
    """The step that removes a wrong entry of an attempt, if there is any.

    A line that does not read the same both ways is no mistake, because shapes may be missing.
    """
    broken = [found for found in check(puzzle, attempt) if found.code in ("clue", "shape")]
    suspects = {(r, c) for found in broken for r, c in found.where}
    if len(known) == 1:
        suspects.update(wrong_cells(attempt, known[0]))
    if not suspects:
        return None
    return mistake(attempt, min(suspects), broken, lambda entry: figures([entry]))


EXPLAIN: Explain[Symmetry, GridAnswer] = Explain(
    techniques=TECHNIQUES,
    steps=explain,
    change_agrees=change_agrees,
    grade=grade,
    pictures=pictures,
)
