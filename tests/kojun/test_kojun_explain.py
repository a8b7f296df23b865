"""Steps are true, complete, and worded for people; grades follow from them."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from one_idea import assert_one_idea
from quebra.contract.errors import BadInput, Cut
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.contract.results import Step
from quebra.engine.budget import Budget
from quebra.families.kojun.explain import TECHNIQUES, explain, grade, hardest_level
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.rules import check
from quebra.families.kojun.solve import own
from quebra.grid.cells import GridAnswer, as_rows
from quebra.grid.rules import change_agrees
from shared_data import counted, shared_json
from strategies import kojuns

LEVELS: dict[str, int] = {technique.name: technique.level for technique in TECHNIQUES}

# One board for each technique: the regions, the givens, and how its first step is worded.
BOARDS = {
    "last cell": (
        "aab cbb ccb",
        "..3 ..2 ..1",
        "Row 2, column 2 is the last open cell of its region, and only 4 is missing there.",
    ),
    "hidden single": (
        "abb acc ddd",
        "212 121 ...",
        "In its region, only row 3, column 2 can be 1.",
    ),
    "single": (
        "aab aab bbb",
        "... 3.2 .4.",
        "Only 1 fits row 2, column 2: its region has 3 already and it touches 2 and 4.",
    ),
    "order": (
        "aab aab abb",
        "... ... ...",
        "Row 2, column 1 has 1 cell of its region below it, so it is at least 2.",
    ),
    "bounds": (
        "aab cbb ccc",
        "123 .12 .4.",
        "Row 2, column 1 is at most 3, so row 3, column 1 below it is at most 2.",
    ),
    "pair": (
        "aabbc dabec ddeec ffecc",
        "13235 321.3 21..2 12.41",
        "Row 3, column 4 and row 4, column 3 use up 1 and 3, so row 3, column 3 cannot be 3.",
    ),
    "confined": (
        "abb aab ccc",
        "... ... ..3",
        "Wherever the 3 of the region at row 1, column 1 goes, row 1, column 2 cannot be 3.",
    ),
    "hidden pair": (
        "aab bbb ccb dcb dcb",
        "127 ..6 14. 23. 12.",
        "2 and 4 fit only 2 cells of the region, so row 2, column 1 cannot be 3 or 5.",
    ),
    "triple": (
        "abcc abbc bbcc ddcc ddcc",
        "23.. 1245 51.. 246. 13.1",
        "3 cells of one region use up 2, 3 and 4, so row 1, column 3 cannot be 2.",
    ),
    "hidden triple": (
        "aabccd ebbfdd eeefdd eedddd",
        "212125 6312.. 34.16. 12....",
        "7, 8 and 9 fit only 3 cells of the region, so row 4, column 4 cannot be 2, 3 or 4.",
    ),
    "fillings": (
        "abb abb aaa",
        "542 .31 ...",
        "Each of the 4 ways to fill the region at row 1, column 1 rules out 4 in row 3, column 3.",
    ),
    "chain": (
        "aaa bbc ccc",
        ".3. ... ..1",
        "Either row 1, column 3 is 2 or row 2, column 2 is 2, so row 2, column 3 cannot be 2.",
    ),
    "contradiction": (
        "aaaab acabb acccb",
        "7.6.4 5...3 .21..",
        "If row 1, column 2 were 3, no number would fit row 2, column 4.",
    ),
    "search": (
        "aaa bba ccc",
        ".43 ... ...",
        "Row 3, column 2 cannot be 3: trying all cases with it finds no solution.",
    ),
}

# The complete argument of the first step on some of the boards.
REASONS = {
    "hidden single": "In its region, only row 3, column 2 can be 1. A 1 touches row 3, columns 1 "
    "and 3.",
    "order": "Inside a region, numbers decrease downwards. Row 2, column 1 has 1 cell of its "
    "region below it, so it is at least 2. So row 2, column 1 cannot be 1.",
    "confined": "In the region at row 1, column 1, the number 3 fits only row 1, column 1 and row "
    "2, column 2. Each of these rules the same out. So row 1, column 2 cannot be 3.",
    "fillings": "The open cells of the region at row 1, column 1 can be filled in these ways only. "
    "Row by row, they are 2-1-4-3, 4-1-2-3, 4-2-1-3 or 4-3-1-2. Each of the 4 ways to fill the "
    "region at row 1, column 1 rules out 4 in row 3, column 3.",
    "chain": "Suppose row 1, column 3 is not 2. Then the 2 of its region is in row 1, column 1. So "
    "row 2, column 1 is not 2. Then the 2 of its region is in row 2, column 2. In any case, row "
    "1, column 3 is 2 or row 2, column 2 is 2. So row 2, column 3 cannot be 2.",
    "contradiction": "Suppose row 1, column 2 is 3. Then row 2, column 2 is 4. Then row 2, column "
    "3 is 2. Then row 1, column 4 is 1. Then no number would fit row 2, column 4. So row 1, "
    "column 2 is not 3.",
}

UNIQUE = ("aab cbb ccb", "2.. ... ...")
SOLUTION = GridAnswer(((2, 1, 3), (3, 4, 2), (1, 2, 1)))
MANY = ("aab cbb ccb", "... ... ...")


def board(regions: str, givens: str) -> Kojun:
    return Kojun(
        regions=tuple(tuple(row) for row in regions.split()),
        givens=as_rows([0 if x == "." else int(x) for x in row] for row in givens.split()),
    )


def attempt(text: str) -> GridAnswer:
    return GridAnswer(as_rows([0 if x == "." else int(x) for x in row] for row in text.split()))


def steps_of(puzzle: Kojun, answer: GridAnswer | None = None) -> list[Step]:
    return list(explain(puzzle, answer, Budget()))


def solutions_of(puzzle: Kojun, most: int) -> list[GridAnswer]:
    return list(islice(own(puzzle, Budget(), goal="any", seed=None), most))


def filled(puzzle: Kojun, steps: list[Step]) -> GridAnswer:
    """The givens and what the steps place."""
    grid = [list(row) for row in puzzle.givens]
    for change in (change for step in steps for change in step.changes):
        if change.action == "place" and isinstance(change.value, int):
            grid[change.where[0]][change.where[1]] = change.value
    return GridAnswer(as_rows(grid))


@pytest.mark.parametrize("technique", BOARDS)
def test_technique(technique: str) -> None:
    regions, givens, text = BOARDS[technique]
    steps = steps_of(board(regions, givens))
    index = [str(step.technique) for step in steps].index(technique)
    assert steps[index].text == text
    assert steps[index].reason == REASONS.get(technique, steps[index].reason)
    assert all(LEVELS[step.technique] <= LEVELS[technique] for step in steps[:index])
    pointed_out = set(steps[index].where)
    assert {change.where for change in steps[index].changes} <= pointed_out


def test_each_technique_has_a_board() -> None:
    assert set(BOARDS) == set(LEVELS) - {"mistake", "dead end"}
    assert list(LEVELS.values()) == sorted(LEVELS.values())


@given(kojuns(max_side=5, max_region=6, orders=("adjacent", "column")))
@settings(max_examples=100)
def test_any_board_is_told_truly(puzzle: Kojun) -> None:
    _assert_told_truly(puzzle)


@given(
    kojuns(max_side=5, max_region=6, orders=("adjacent", "column")),
    st.integers(0, 2**32),
    st.floats(0, 0.5),
)
@settings(max_examples=100)
def test_solvable_boards_are_told_truly(puzzle: Kojun, seed: int, kept: float) -> None:
    empty = puzzle.with_givens(tuple(tuple(0 for _ in row) for row in puzzle.givens))
    answer = next(own(empty, Budget(), goal="any", seed=seed), None)
    if answer is None:
        return
    source = Source(seed)
    givens = tuple(tuple(x if source.chance(kept) else 0 for x in row) for row in answer.grid)
    _assert_told_truly(empty.with_givens(givens))


def _assert_told_truly(puzzle: Kojun) -> None:
    """Every step holds in every solution, and the last one shows how many solutions there are."""
    solutions, steps = solutions_of(puzzle, 100), steps_of(puzzle)
    for step in steps:
        assert_one_idea(step)
        assert all(
            change_agrees(answer, change) for answer in solutions for change in step.changes
        ), step
    assert (not solutions) == bool(steps and steps[-1].technique == "dead end")
    grid = filled(puzzle, steps)
    if len(solutions) == 1:
        assert grid == solutions[0]
    assert (not check(puzzle, grid)) == (len(solutions) == 1)
    assert (grade(puzzle, Budget()).name in GRADES) == (len(solutions) == 1)
    assert (hardest_level(puzzle, Budget()) is not None) == (len(solutions) == 1)


def test_a_step_by_order_in_a_column_with_a_gap() -> None:
    regions, givens = (("a", "a"), ("b", "a"), ("a", "a")), ((0, 0), (0, 0), (0, 0))
    apart = Kojun(regions=regions, givens=givens, order="column")
    touching = Kojun(regions=regions, givens=givens)
    assert ((0, 0), (2, 0)) in {step.where for step in steps_of(apart)}
    assert all(step.where != ((0, 0), (2, 0)) for step in steps_of(touching))


def test_an_attempt_is_continued() -> None:
    puzzle = board(*UNIQUE)
    steps = steps_of(puzzle, attempt("213 .42 ..."))
    assert steps
    changed = {change.where for step in steps for change in step.changes}
    assert changed.isdisjoint({(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)})
    assert steps_of(puzzle, SOLUTION) == []


def test_a_blank_given_counts_as_given() -> None:
    puzzle = board(*UNIQUE)
    assert steps_of(puzzle, attempt("... ... ...")) == steps_of(puzzle)


@pytest.mark.parametrize(
    ("entries", "removed", "text", "reason"),
    [
        (
            "22. ... ...",
            (0, 1),
            "The 2 in row 1, column 2 breaks a rule.",
            "One region holds 2 at row 1, columns 1 and 2.",
        ),
        (
            "1.. ... ...",
            (0, 0),
            "The 1 in row 1, column 1 breaks a rule.",
            "Row 1, column 1: 2 is given, not 1.",
        ),
        (
            "2.9 ... ...",
            (0, 2),
            "The 9 in row 1, column 3 breaks a rule.",
            "Row 1, column 3: 9, but the region holds 1 to 4.",
        ),
        (
            "2.4 3.. .1.",
            (0, 2),
            "The 4 in row 1, column 3 is not part of the solution.",
            "No rule is broken yet, but the only solution has something else there.",
        ),
    ],
)
def test_a_mistake_is_the_only_step(
    entries: str, removed: tuple[int, int], text: str, reason: str
) -> None:
    (step,) = steps_of(board(*UNIQUE), attempt(entries))
    assert (step.technique, step.text, step.reason) == ("mistake", text, reason)
    (change,) = step.changes
    assert (change.action, change.where) == ("remove", removed)
    assert step.where[0] == removed
    assert change_agrees(SOLUTION, change)


def test_a_mistake_without_a_unique_solution_blames_entries_and_no_givens() -> None:
    puzzle = board("aab cbb ccb", "..3 ... ...")
    assert len(solutions_of(puzzle, 2)) == 2
    (step,) = steps_of(puzzle, attempt(".33 ... ..."))
    assert step.technique == "mistake"
    assert {change.where for change in step.changes} == {(0, 1)}


def test_an_attempt_of_another_size_is_refused() -> None:
    with pytest.raises(BadInput, match="rows"):
        steps_of(board(*UNIQUE), attempt("2.. ..."))


def test_several_solutions_end_without_a_verdict() -> None:
    puzzle = board(*MANY)
    solutions = solutions_of(puzzle, 50)
    steps = steps_of(puzzle)
    assert len(solutions) > 1
    assert steps[-1].technique not in ("dead end", "mistake")
    assert check(puzzle, filled(puzzle, steps))
    told = grade(puzzle, Budget())
    assert (told.name, told.text) == (None, "Several solutions, so no grade.")


def test_entries_that_lead_nowhere_end_in_a_dead_end() -> None:
    puzzle = board("aabb", "....")
    assert len(solutions_of(puzzle, 3)) == 2
    steps = steps_of(puzzle, attempt("12.1"))
    assert steps[-1].technique == "dead end"
    assert steps[-1].text.startswith("These entries lead to no solution: ")


@pytest.mark.parametrize(
    ("regions", "givens", "text"),
    [
        (
            "ab ab",
            ".. ..",
            "There is no solution: column 2, rows 1 and 2 would have to be 1 and 2.",
        ),
        ("aab bbb", "1.2 ...", "There is no solution: no number fits row 1, column 2."),
        (
            "aab ccb",
            "1.. ..1",
            "There is no solution: no cell of the region at row 2, column 1 can be 1.",
        ),
        ("aa bb", "1. 1.", "There is no solution: the givens break a rule."),
    ],
)
def test_no_solution_ends_in_a_dead_end(regions: str, givens: str, text: str) -> None:
    puzzle = board(regions, givens)
    last = steps_of(puzzle)[-1]
    assert (last.technique, last.changes, last.text) == ("dead end", (), text)
    assert grade(puzzle, Budget()).text == "No solution, so no grade."
    assert hardest_level(puzzle, Budget()) is None


def test_the_budget_is_kept() -> None:
    with pytest.raises(Cut):
        list(explain(board(*UNIQUE), None, Budget(seconds=0)))
    with pytest.raises(Cut):
        grade(board(*UNIQUE), Budget(seconds=0))


def test_a_grade_tells_what_it_is_made_of() -> None:
    puzzle = board(*UNIQUE)
    told, steps = grade(puzzle, Budget()), steps_of(puzzle)
    # The grade counts every step that is open; `explain` leaves out those that are not needed.
    assert Counter(step.technique for step in steps) <= Counter(dict(told.techniques))
    hardest = max(LEVELS[step.technique] for step in steps)
    assert hardest_level(puzzle, Budget()) == hardest
    assert hardest_level(puzzle, Budget(), limit=hardest - 1) is None


JANKO = "kojun/janko-60.json"


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_published_boards_need_no_guess(step: int) -> None:
    names = set()
    for record in counted(JANKO, shared_json(JANKO)[::step]):
        puzzle = Kojun(regions=as_rows(record["regions"]), givens=as_rows(record["givens"]))
        steps = steps_of(puzzle)
        assert filled(puzzle, steps) == GridAnswer(as_rows(record["solution"])), record["id"]
        assert not {"contradiction", "search"} & {step.technique for step in steps}, record["id"]
        names.add(grade(puzzle, Budget()).name)
    assert names == {"easy", "medium", "hard"}
