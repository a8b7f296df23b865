"""The next steps a person could find, and the grade that follows from the steps needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from quebra.core.budget import Budget
from quebra.core.grid import Cell, GridAnswer, Rows, as_rows, joined
from quebra.core.results import Change, Grade, Step, Technique, Violation
from quebra.families.symmetry.explain.ladder import BY_LOGIC, HARDEST, LADDER, RUNGS, deductions
from quebra.families.symmetry.explain.marks import Board, Deduction, Marks
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.rules import check
from quebra.families.symmetry.signs import letters, place, shown

TECHNIQUES: tuple[Technique, ...] = (
    Technique("mistake", 0, "An entry of the attempt is wrong."),
    *(rung.technique for rung in LADDER),
)

EASY = 2
"""The hardest level of an easy puzzle."""

FEW_WAYS = 3
"""How often a medium puzzle may need its hardest technique, `few ways`."""


def explain(puzzle: Symmetry, answer: GridAnswer | None, budget: Budget) -> Iterator[Step]:
    """The steps from the clues, or from an attempt, as far as they lead.

    A blank of an attempt is undecided, unless the attempt is right as it stands.

    >>> steps = explain(Symmetry(clues=((1, 0, -1, 2, 0),)), None, Budget())
    >>> print(next(steps).text)
    The outermost shapes of row 1 must match, and the ■ in column A is one; only column E can \
be the other, so column E is ■.
    """
    start, ending = puzzle.clues, "so there is no solution"
    if answer is not None:
        attempt = _with_clues(puzzle, answer)
        if not check(puzzle, attempt):
            return
        if any(entry for row in answer.grid for entry in row):
            solutions = _two_solutions(puzzle, budget)
            if mistake := _mistake(puzzle, attempt, solutions):
                yield mistake
                return
            ending = "so these entries lead to no solution" if solutions else ending
        start = _undecided(puzzle, attempt)
    board = Board(puzzle)
    for found in deductions(Marks(board, start, puzzle.shapes), budget):
        yield _step(board, found, ending)


def grade(puzzle: Symmetry, budget: Budget) -> Grade:
    """How hard a puzzle is, by the steps that `explain` needs for it.

    >>> grade(Symmetry(clues=((1, 2), (0, 0))), Budget()).text
    'No solution, so no grade.'
    """
    state = Marks(Board(puzzle), puzzle.clues, puzzle.shapes)
    used = Counter(found.technique for found in deductions(state, budget, BY_LOGIC))
    if state.open and "dead end" not in used:
        count = len(_two_solutions(puzzle, budget))
        if count == 2:
            return Grade(None, 0.0, (), "Several solutions, so no grade.")
        if count == 1:
            used.update(found.technique for found in deductions(state, budget))
    if state.open or "dead end" in used:
        return Grade(None, 0.0, (), "No solution, so no grade.")
    return _graded(used)


def hardest_level(puzzle: Symmetry, budget: Budget, limit: int = HARDEST) -> int | None:
    """The level of the hardest technique needed; None if techniques up to the limit do not do.

    >>> hardest_level(Symmetry(clues=((1, 2, 0),)), Budget())
    1
    """
    state = Marks(Board(puzzle), puzzle.clues, puzzle.shapes)
    level = 0
    for found in deductions(state, budget, limit):
        if found.technique == "dead end":
            return None
        level = max(level, RUNGS[found.technique].technique.level)
    return None if state.open else level


def _graded(used: Counter[str]) -> Grade:
    ordered = [rung for rung in LADDER if used[rung.technique.name]]
    level = max((rung.technique.level for rung in ordered), default=0)
    if level <= EASY:
        name = "easy"
    elif level == RUNGS["few ways"].technique.level and used["few ways"] <= FEW_WAYS:
        name = "medium"
    else:
        name = "hard" if level <= BY_LOGIC else "expert"
    score = float(sum(rung.weight * used[rung.technique.name] for rung in ordered))
    counts = tuple((rung.technique.name, used[rung.technique.name]) for rung in ordered)
    return Grade(name, score, counts, _grade_text(name, used))


def _grade_text(name: str, used: Counter[str]) -> str:
    ordered = [rung for rung in LADDER if used[rung.technique.name]]
    hard = [
        f"{rung.plural} ({_times(used[rung.technique.name])})"
        for rung in reversed(ordered)
        if rung.technique.level > EASY
    ]
    plain = [rung.plural for rung in ordered if rung.technique.level == EASY]
    needs = joined(hard) if hard else f"no more than {joined(plain or ['outermost shapes'])}"
    return f"{name.capitalize()}: needs {needs}."


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _step(board: Board, found: Deduction, ending: str) -> Step:
    text = found.words()
    if found.technique == "dead end":
        text = f"{text[0].upper()}{text[1:]}, {ending}."
    where = tuple(board.places[cell] for cell in found.where)
    return Step(found.technique, where, found.changes(board), text)


def _with_clues(puzzle: Symmetry, answer: GridAnswer) -> GridAnswer:
    """The attempt, with clues where it is blank: nobody has to copy them."""
    check(puzzle, answer)
    grid = as_rows(
        (entry or max(clue, 0) for entry, clue in zip(*rows, strict=True))
        for rows in zip(answer.grid, puzzle.clues, strict=True)
    )
    return GridAnswer(grid=grid)


def _undecided(puzzle: Symmetry, attempt: GridAnswer) -> Rows[int]:
    """An attempt as clues: its blanks are open unless a clue says that they stay."""
    return as_rows(
        (entry or min(clue, 0) for entry, clue in zip(*rows, strict=True))
        for rows in zip(attempt.grid, puzzle.clues, strict=True)
    )


def _two_solutions(puzzle: Symmetry, budget: Budget) -> list[GridAnswer]:
    """Up to two solutions: enough to know whether there is exactly one."""
    from quebra.families.symmetry.solve import ENGINES

    return list(islice(ENGINES["own"](puzzle, budget, goal="any", seed=None), 2))


def _mistake(puzzle: Symmetry, attempt: GridAnswer, solutions: list[GridAnswer]) -> Step | None:
    """What is wrong with an attempt, if anything is.

    A line that does not read the same both ways is no mistake: shapes may be missing.
    """
    broken = [found for found in check(puzzle, attempt) if found.code in ("clue", "shape")]
    suspects = {(r, c) for found in broken for r, c in found.where}
    if len(solutions) == 1:
        suspects |= _differences(attempt, solutions[0])
    if not suspects:
        return None
    wrong = sorted(suspects)
    changes = tuple(Change("remove", cell, attempt.grid[cell[0]][cell[1]]) for cell in wrong)
    return Step("mistake", tuple(wrong), changes, _mistake_text(attempt, broken, wrong))


def _differences(attempt: GridAnswer, solution: GridAnswer) -> set[Cell]:
    return {
        (r, c)
        for r, (entries, right) in enumerate(zip(attempt.grid, solution.grid, strict=True))
        for c, entry in enumerate(entries)
        if entry and entry != right[c]
    }


def _mistake_text(attempt: GridAnswer, broken: list[Violation], wrong: list[Cell]) -> str:
    if broken:
        more = len(broken) - 1
        rules = f" {more} more {'rule is' if more == 1 else 'rules are'} broken." if more else ""
        return f"{broken[0].text}{rules}"
    if len(wrong) == 1:
        entry = attempt.grid[wrong[0][0]][wrong[0][1]]
        return f"{place(wrong[0])}: {shown([entry])} does not lead to the solution."
    names = joined([f"{letters(c)}{r + 1}" for r, c in wrong])
    return f"The shapes at {names} do not lead to the solution."
