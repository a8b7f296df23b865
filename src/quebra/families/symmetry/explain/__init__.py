"""The steps by which a person can solve a puzzle, and the grade that follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from quebra.contract.family import Explain, filter_by_place
from quebra.contract.results import Grade, Place, Step
from quebra.engine.budget import Budget
from quebra.families.symmetry.explain.candidates import Candidates, SymmetryLayout
from quebra.families.symmetry.explain.ladder import LADDER
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.families.symmetry.rules import check
from quebra.families.symmetry.signs import column_name
from quebra.families.symmetry.solve import solutions
from quebra.grid.cells import Cell, GridAnswer, as_rows, cells_in_words
from quebra.grid.entries import overlaid
from quebra.grid.ladder import NO_SOLUTION, NO_SOLUTION_WITH_ENTRIES, mistake, wrong_cells
from quebra.grid.rules import change_agrees
from quebra.i18n.text import Plural, Text

TECHNIQUES = LADDER.techniques


@filter_by_place
def explain(
    puzzle: Symmetry, answer: GridAnswer | None, budget: Budget, near: Place | None = None
) -> Iterator[Step]:
    """The steps from the clues, or from an attempt, until no technique applies.

    A blank of an attempt is undecided, unless the attempt is right as it stands.

    >>> steps = explain(Symmetry(clues=((1, 0, -1, 2, 0),)), None, Budget())
    >>> print(next(steps).text)
    The outermost shapes of row 1 must match. One is the ■ in column A. Only column E can hold \
the other. So row 1, column E is ■.
    """
    start, ending = puzzle.clues, NO_SOLUTION
    if answer is not None:
        attempt = _with_clues(puzzle, answer)
        if not check(puzzle, attempt):
            return
        if any(entry for row in answer.grid for entry in row):
            known = list(islice(solutions(puzzle, budget), 2))
            if found := _mistake(puzzle, attempt, known):
                yield found
                return
            ending = NO_SOLUTION_WITH_ENTRIES if known else ending
        start = overlaid(attempt.grid, puzzle.clues)
    layout = SymmetryLayout(puzzle)
    yield from LADDER.steps(Candidates(layout, start, puzzle.shapes), layout.places, budget, ending)


def grade(puzzle: Symmetry, budget: Budget) -> Grade:
    """The grade of a puzzle, by the steps that `explain` needs for it.

    >>> grade(Symmetry(clues=((1, 2), (0, 0))), Budget()).text
    'No solution, so no grade.'
    """
    return LADDER.grade(_start(puzzle), solutions(puzzle, budget), budget)


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
    """The step that removes the wrong entries of an attempt, if there are any.

    A line that does not read the same both ways is no mistake, because shapes may be missing.
    """
    broken = [found for found in check(puzzle, attempt) if found.code in ("clue", "shape")]
    suspects = {(r, c) for found in broken for r, c in found.where}
    if len(known) == 1:
        suspects.update(wrong_cells(attempt, known[0]))
    if not suspects:
        return None
    wrong = sorted(suspects)
    return mistake(attempt, wrong, wrong, broken, _wrong_entries_text(wrong))


def _wrong_entries_text(wrong: list[Cell]) -> Text:
    return Plural(
        "The shape in {cells} does not lead to the solution.",
        "The shapes in {cells} do not lead to the solution.",
        n=len(wrong),
        cells=cells_in_words(wrong, column_name),
    )


EXPLAIN: Explain[Symmetry, GridAnswer] = Explain(
    techniques=TECHNIQUES, steps=explain, change_agrees=change_agrees, grade=grade
)
