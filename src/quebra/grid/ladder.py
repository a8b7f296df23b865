"""What the ladders of all families share: mistakes of an attempt, dead ends, missing grades."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quebra.contract.results import (
    MAX_WHERE,
    Change,
    Grade,
    Step,
    Technique,
    Violation,
)
from quebra.grid.cells import Cell, GridAnswer, in_words
from quebra.i18n.text import Plural, Text, Value, sentences

DEAD_END = Text("dead end")
UNPROVED = Text("open move")
"""The technique of a step that may lose the game, where nothing better is found in time."""
MISTAKE = Technique(
    Text("mistake"), 0, Text("An entry of the attempt is not part of the solution.")
)
UNSOLVABLE = Grade(None, 0.0, (), Text("No solution, so no grade."))
AMBIGUOUS = Grade(None, 0.0, (), Text("Several solutions, so no grade."))


def no_solution(problem: Text) -> Text:
    """The sentence of a dead end of a puzzle.

    >>> no_solution(Text("no number fits {cell}", cell=in_words((0, 1))))
    'There is no solution: no number fits row 1, column 2.'
    """
    return Text("There is no solution: {problem}.", problem=problem)


def no_solution_with_entries(problem: Text) -> Text:
    """The sentence of a dead end that comes from the entries of an attempt."""
    return Text("These entries lead to no solution: {problem}.", problem=problem)


def wrong_cells(attempt: GridAnswer, solution: GridAnswer) -> list[Cell]:
    """The cells where an attempt has another entry than the solution.

    >>> wrong_cells(GridAnswer(grid=((1, 0, 3),)), GridAnswer(grid=((1, 2, 2),)))
    [(0, 2)]
    """
    return [
        (r, c)
        for r, (entries, right) in enumerate(zip(attempt.grid, solution.grid, strict=True))
        for c, entry in enumerate(entries)
        if entry and entry != right[c]
    ]


def mistake(
    attempt: GridAnswer, wrong: Cell, broken: Iterable[Violation], shown: Callable[[int], Value]
) -> Step:
    """The step that takes one wrong entry away; `shown` is how an entry is written.

    The reason is the rule that it breaks, if it breaks one, or else that the solution differs.

    >>> mistake(GridAnswer(grid=((3, 1),)), (0, 0), [], int).text
    'The 3 in row 1, column 1 is not part of the solution.'
    """
    rule = next((violation for violation in broken if wrong in violation.where), None)
    entry, cell = attempt.grid[wrong[0]][wrong[1]], in_words(wrong)
    if rule:
        text = Text("The {entry} in {cell} breaks a rule.", entry=shown(entry), cell=cell)
    else:
        text = Text(
            "The {entry} in {cell} is not part of the solution.", entry=shown(entry), cell=cell
        )
    return Step(
        MISTAKE.name,
        tuple(dict.fromkeys((wrong, *(rule.where if rule else ()))))[:MAX_WHERE],
        (Change("remove", wrong, entry),),
        text,
        rule.text
        if rule
        else Text("No rule is broken yet, but the only solution has something else there."),
    )


def broken_rule(violations: Iterable[Violation], unfinished: str) -> Step | None:
    """The step that names the first broken rule; violations with the code `unfinished` are none.

    >>> broken_rule([Violation("left", ((0, 0),), Text("A tile is left."))], unfinished="left")
    """
    broken = [violation for violation in violations if violation.code != unfinished]
    if not broken:
        return None
    text, more = broken[0].text, len(broken) - 1
    if more > 0:
        text = sentences(text, Plural("And {n} more fault.", "And {n} more faults.", n=more))
    return Step(MISTAKE.name, broken[0].where, (), text)
