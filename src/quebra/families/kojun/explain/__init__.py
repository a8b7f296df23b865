"""The next steps a person could find, and the grade that follows from the steps needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from quebra.core.budget import Budget
from quebra.core.grid import Cell, GridAnswer, Rows, joined, listed, place_name
from quebra.core.results import Change, Grade, Step, Technique, Violation
from quebra.families.kojun.explain.candidates import Board, Candidates, Deduction
from quebra.families.kojun.explain.ladder import BY_LOGIC, HARDEST, LADDER, RUNGS, deductions
from quebra.families.kojun.model import Kojun, as_answer
from quebra.families.kojun.rules import check

TECHNIQUES: tuple[Technique, ...] = (
    Technique("mistake", 0, "An entry of the attempt is wrong."),
    *(rung.technique for rung in LADDER),
)

MOST = {"medium": ("bounds", 2), "hard": ("confined", 1)}
"""The hardest technique of a grade, and how often a puzzle of the grade may need it."""


def explain(puzzle: Kojun, answer: GridAnswer | None, budget: Budget) -> Iterator[Step]:
    """The steps from the givens, or from an attempt, as far as they lead.

    >>> puzzle = Kojun(regions=((1, 2, 2), (1, 1, 2)), givens=((0, 0, 3), (0, 0, 0)))
    >>> steps = list(explain(puzzle, None, Budget()))
    >>> steps[-1].text
    'Row 1, column 1 is the last open cell of its region, and only 2 is missing there.'
    """
    if broken := _broken(puzzle, as_answer(puzzle.givens)):
        yield Step("dead end", broken[0].where, (), f"{broken[0].text} So there is no solution.")
        return
    start = _with_givens(puzzle, answer) if answer else puzzle.givens
    ending = "so there is no solution"
    if start != puzzle.givens:
        solutions = _two_solutions(puzzle, budget)
        if mistake := _mistake(puzzle, as_answer(start), solutions):
            yield mistake
            return
        ending = "so these entries lead to no solution" if solutions else ending
    board = Board(puzzle)
    for found in deductions(Candidates(board, start, budget), budget):
        yield _step(board, found, ending)


def grade(puzzle: Kojun, budget: Budget) -> Grade:
    """How hard a puzzle is, by the steps that `explain` needs for it.

    >>> grade(Kojun(regions=((1, 2), (1, 2)), givens=((0, 0), (0, 0))), Budget()).text
    'No solution, so no grade.'
    """
    nothing = Grade(None, 0.0, (), "No solution, so no grade.")
    if _broken(puzzle, as_answer(puzzle.givens)):
        return nothing
    state = Candidates(Board(puzzle), puzzle.givens, budget)
    used = Counter(found.technique for found in deductions(state, budget, BY_LOGIC))
    if state.blank and "dead end" not in used:
        count = len(_two_solutions(puzzle, budget))
        if count == 2:
            return Grade(None, 0.0, (), "Several solutions, so no grade.")
        if count == 1:
            used.update(found.technique for found in deductions(state, budget))
    if state.blank or "dead end" in used:
        return nothing
    return _graded(used)


def pencil_marks(puzzle: Kojun, answer: GridAnswer | None) -> dict[Cell, list[int]]:
    """What each open cell may still hold, judged by the numbers in place alone.

    >>> pencil_marks(Kojun(regions=((1, 1, 1),), givens=((0, 2, 0),)), None)
    {(0, 0): [1, 3], (0, 2): [1, 3]}
    """
    board = Board(puzzle)
    numbers = _with_givens(puzzle, answer) if answer else puzzle.givens
    sizes = {board.places[cell]: board.size(cell) for cell in range(len(board.places))}
    sensible = tuple(
        tuple(n if 0 < n <= sizes.get((r, c), 0) else 0 for c, n in enumerate(row))
        for r, row in enumerate(numbers)
    )
    state = Candidates(board, sensible)
    return {
        place: state.values_of(cell)
        for cell, place in enumerate(board.places)
        if not state.values[cell]
    }


def hardest_level(puzzle: Kojun, budget: Budget, limit: int = HARDEST) -> int | None:
    """The level of the hardest technique needed; None if techniques up to the limit do not do.

    >>> hardest_level(Kojun(regions=((1,), (1,)), givens=((0,), (0,))), Budget())
    2
    """
    if _broken(puzzle, as_answer(puzzle.givens)):
        return None
    state = Candidates(Board(puzzle), puzzle.givens, budget)
    level = 0
    for found in deductions(state, budget, limit):
        if found.technique == "dead end":
            return None
        level = max(level, RUNGS[found.technique].technique.level)
    return None if state.blank else level


def _graded(used: Counter[str]) -> Grade:
    ordered = [rung for rung in LADDER if used[rung.technique.name]]
    level = max((rung.technique.level for rung in ordered), default=0)
    name = "easy" if level <= 2 else "expert"
    for grade, (technique, most) in reversed(MOST.items()):
        if 2 < level <= RUNGS[technique].technique.level and used[technique] <= most:
            name = grade
    score = float(sum(rung.weight * used[rung.technique.name] for rung in ordered))
    counts = tuple((rung.technique.name, used[rung.technique.name]) for rung in ordered)
    return Grade(name, score, counts, _grade_text(name, used))


def _grade_text(name: str, used: Counter[str]) -> str:
    ordered = [rung for rung in LADDER if used[rung.technique.name]]
    hard = [
        f"{rung.plural} ({_times(used[rung.technique.name])})"
        for rung in reversed(ordered)
        if rung.technique.level > 2
    ]
    plain = [rung.plural for rung in ordered if rung.technique.level == 2] or ["singles"]
    needs = joined(hard) if hard else f"no more than {joined(plain)}"
    return f"{name.capitalize()}: needs {needs}."


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _step(board: Board, found: Deduction, ending: str) -> Step:
    text = found.words()
    if found.technique == "dead end":
        text = f"{text[0].upper()}{text[1:]}, {ending}."
    return Step(
        found.technique,
        tuple(board.places[cell] for cell in found.where),
        (
            *(Change("place", board.places[cell], value) for cell, value in found.places),
            *(Change("remove", board.places[cell], value) for cell, value in found.removes),
        ),
        text,
    )


def _with_givens(puzzle: Kojun, answer: GridAnswer) -> Rows[int]:
    """The attempt, with givens where it is blank: nobody has to copy them."""
    check(puzzle, answer)
    return tuple(
        tuple(entry or given for entry, given in zip(entries, givens, strict=True))
        for entries, givens in zip(answer.grid, puzzle.givens, strict=True)
    )


def _broken(puzzle: Kojun, answer: GridAnswer) -> list[Violation]:
    return [violation for violation in check(puzzle, answer) if violation.code != "blank"]


def _two_solutions(puzzle: Kojun, budget: Budget) -> list[GridAnswer]:
    """Up to two solutions: enough to know whether there is exactly one."""
    from quebra.families.kojun.solve import ENGINES

    return list(islice(ENGINES["own"](puzzle, budget, goal="any", seed=None), 2))


def _mistake(puzzle: Kojun, answer: GridAnswer, solutions: list[GridAnswer]) -> Step | None:
    """What is wrong with an attempt, if anything is."""
    broken = _broken(puzzle, answer)
    suspects = dict.fromkeys(place for violation in broken for place in violation.where)
    if len(solutions) == 1:
        wrong = _differences(answer, solutions[0])
    else:
        wrong = [(r, c) for r, c in sorted(suspects) if answer.grid[r][c] != puzzle.givens[r][c]]
    if not wrong:
        return None
    text = broken[0].text if broken else _astray(answer, wrong)
    if len(broken) > 1:
        more = len(broken) - 1
        text += f" {more} more {'rule is' if more == 1 else 'rules are'} broken."
    changes = tuple(Change("remove", (r, c), answer.grid[r][c]) for r, c in wrong)
    return Step("mistake", tuple(dict.fromkeys((*suspects, *wrong))), changes, text)


def _differences(answer: GridAnswer, solution: GridAnswer) -> list[Cell]:
    return [
        (r, c)
        for r, (entries, right) in enumerate(zip(answer.grid, solution.grid, strict=True))
        for c, entry in enumerate(entries)
        if entry and entry != right[c]
    ]


def _astray(answer: GridAnswer, wrong: list[Cell]) -> str:
    if len(wrong) == 1:
        (r, c) = wrong[0]
        return f"{place_name((r, c))}: {answer.grid[r][c]} does not lead to the solution."
    return f"The numbers at {listed(wrong)} do not lead to the solution."
