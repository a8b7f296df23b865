"""The steps by which a person can solve a puzzle, and the grade that follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from quebra.contract.family import Explain, filter_by_place
from quebra.contract.results import MAX_WHERE, Grade, Place, Step, Violation
from quebra.engine.budget import Budget
from quebra.families.kojun.explain.candidates import Candidates, KojunLayout
from quebra.families.kojun.explain.ladder import LADDER
from quebra.families.kojun.explain.pictures import pictures
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.rules import check
from quebra.families.kojun.solve import own
from quebra.grid.cells import Cell, GridAnswer, Rows
from quebra.grid.entries import overlaid
from quebra.grid.ladder import (
    DEAD_END,
    UNSOLVABLE,
    mistake,
    no_solution,
    no_solution_with_entries,
    wrong_cells,
)
from quebra.grid.rules import change_agrees
from quebra.i18n.text import Text

TECHNIQUES = LADDER.techniques


@filter_by_place
def explain(
    puzzle: Kojun, answer: GridAnswer | None, budget: Budget, near: Place | None = None
) -> Iterator[Step]:
    """The steps from the givens, or from an attempt, until no technique applies.

    >>> puzzle = Kojun(regions=((1, 2, 2), (1, 1, 2)), givens=((0, 0, 3), (0, 0, 0)))
    >>> steps = list(explain(puzzle, None, Budget()))
    >>> steps[-1].text
    'Row 1, column 2 is the last open cell of its region, and only 1 is missing there.'
    """
    if broken := _broken_rules(puzzle, GridAnswer(puzzle.givens)):
        text = no_solution(Text("the givens break a rule"))
        yield Step(DEAD_END, broken[0].where[:MAX_WHERE], (), text, broken[0].text)
        return
    start = _with_givens(puzzle, answer) if answer else puzzle.givens
    ending = no_solution
    if start != puzzle.givens:
        solutions = list(islice(_solutions(puzzle, budget), 2))
        if found := _mistake(puzzle, GridAnswer(start), solutions):
            yield found
            return
        ending = no_solution_with_entries if solutions else ending
    layout = KojunLayout(puzzle)
    state = Candidates(layout, start, budget)
    yield from LADDER.steps(state, layout.places, budget, ending, near)


def grade(puzzle: Kojun, budget: Budget) -> Grade:
    """The grade of a puzzle, by the steps that `explain` needs for it.

    >>> grade(Kojun(regions=((1, 2), (1, 2)), givens=((0, 0), (0, 0))), Budget()).text
    'No solution, so no grade.'
    """
    if _broken_rules(puzzle, GridAnswer(puzzle.givens)):
        return UNSOLVABLE
    layout = KojunLayout(puzzle)

    def start() -> Candidates:
        return Candidates(layout, puzzle.givens, budget)

    return LADDER.grade(start, layout.places, _solutions(puzzle, budget), budget)


def is_at_most(grade: str | None, puzzle: Kojun, budget: Budget) -> bool:
    """Whether logic solves a puzzle that is not harder than a grade, if one is given."""
    return LADDER.is_at_most(grade, _start(puzzle, budget), budget)


def pencil_marks(puzzle: Kojun, answer: GridAnswer | None) -> dict[Cell, list[int]]:
    """The candidates of each open cell, from the numbers in place alone.

    >>> pencil_marks(Kojun(regions=((1, 1, 1),), givens=((0, 2, 0),)), None)
    {(0, 0): [1, 3], (0, 2): [1, 3]}
    """
    layout = KojunLayout(puzzle)
    numbers = _with_givens(puzzle, answer) if answer else puzzle.givens
    sizes = {place: layout.size(cell) for cell, place in enumerate(layout.places)}
    in_range = tuple(
        tuple(n if 0 < n <= sizes.get((r, c), 0) else 0 for c, n in enumerate(row))
        for r, row in enumerate(numbers)
    )
    state = Candidates(layout, in_range)

    return {
        place: state.values_of(cell)
        for cell, place in enumerate(layout.places)
        if not state.values[cell]
    }


def hardest_level(puzzle: Kojun, budget: Budget, limit: int | None = None) -> int | None:
    """The level of the hardest technique needed; None if those up to the limit do not suffice.

    >>> hardest_level(Kojun(regions=((1,), (1,)), givens=((0,), (0,))), Budget())
    2
    """
    if _broken_rules(puzzle, GridAnswer(puzzle.givens)):
        return None
    return LADDER.hardest_level(_start(puzzle, budget), budget, limit)


def _start(puzzle: Kojun, budget: Budget) -> Candidates:
    return Candidates(KojunLayout(puzzle), puzzle.givens, budget)


def _solutions(puzzle: Kojun, budget: Budget) -> Iterator[GridAnswer]:
    return own(puzzle, budget, goal="any", seed=None)


def _with_givens(puzzle: Kojun, answer: GridAnswer) -> Rows[int]:
    """The entries of an attempt, with the givens where it is blank."""
    check(puzzle, answer)
    return overlaid(answer.grid, puzzle.givens)


def _broken_rules(puzzle: Kojun, answer: GridAnswer) -> list[Violation]:
    return [violation for violation in check(puzzle, answer) if violation.code != "blank"]


def _mistake(puzzle: Kojun, answer: GridAnswer, solutions: list[GridAnswer]) -> Step | None:
    """The step that removes a wrong entry of an attempt, if there is any."""
    broken = _broken_rules(puzzle, answer)
    suspects = dict.fromkeys(place for violation in broken for place in violation.where)
    if len(solutions) == 1:
        wrong = wrong_cells(answer, solutions[0])
    else:
        wrong = [(r, c) for r, c in sorted(suspects) if answer.grid[r][c] != puzzle.givens[r][c]]
    if not wrong:
        return None
    first = next((place for place in wrong if place in suspects), wrong[0])
    return mistake(answer, first, broken, int)


EXPLAIN: Explain[Kojun, GridAnswer] = Explain(
    techniques=TECHNIQUES,
    steps=explain,
    change_agrees=change_agrees,
    grade=grade,
    pictures=pictures,
)
