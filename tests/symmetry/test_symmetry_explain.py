"""Steps are true, complete, and worded for people; grades follow from them."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from one_idea import assert_one_idea
from quebra.contract.errors import BadInput, Cut
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.contract.results import Step
from quebra.engine.budget import Budget
from quebra.families.symmetry.explain import TECHNIQUES, explain, grade, hardest_level
from quebra.families.symmetry.explain.lines import Masks, fillings, narrowed
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.rules import reads_both_ways
from quebra.families.symmetry.solve import ENGINES
from quebra.grid.candidates import bits
from quebra.grid.cells import GridAnswer, Rows, as_rows, cells
from quebra.grid.rules import change_agrees
from shared_data import counted, shared_json

LEVELS: dict[str, int] = {technique.name: technique.level for technique in TECHNIQUES}
SIGNS = {".": 0, "s": 1, "t": 2, "c": 3, "-": -1}

# One board for each technique: the clues, how its first step is worded, and the argument.
BOARDS = {
    "last cell": (
        ".ct ... ..-",
        "Row 1 has one open cell and must read the same both ways, so row 1, column 1 is ▲.",
        "",
    ),
    "outermost": (
        "... ... t.t",
        "The outermost shapes of column 1 must match, so row 1, column 1 is not ■ or ●.",
        "The outermost shapes of column 1 must match. One is the ▲ in row 3. So row 1, column 1 is"
        " not ■ or ●.",
    ),
    "no partner": (
        "csc. .t.t ..c.",
        "In row 3, ▲ would have no partner on the other side, so row 3, column 4 stays blank.",
        "The shapes of row 3 on the two sides of the middle (■ in column 2) must match each other."
        " ▲ would have no partner. So row 3, column 4 stays blank.",
    ),
    "ends": (
        "... sts ..s",
        "The outermost shapes of column 1 must match, so row 1, column 1 is not ▲ or ●.",
        "The outermost shapes of column 1 must match. They can be ■, ▲ or ● above and ■ below. So "
        "row 1, column 1 is not ▲ or ●.",
    ),
    "counting": (
        "s.-- .tc. .t.s",
        "Both sides of row 2 need equally many ●, so row 2, column 1 is ●.",
        "The shapes of row 2 on the two sides of the middle (▲ in column 2) must match each other."
        " There are 0 to 1 ● on the left and 1 on the right. So row 2, column 1 is ●.",
    ),
    "middle": (
        ".... ..ss ....",
        "Row 2, column 2 is not ▲: otherwise a ▲ would be the middle of row 2, which is "
        "impossible.",
        "A ▲ in column 2 has no partner in row 2. So it would be the middle. The ■ left and right "
        "of it cannot be equally many. So row 2, column 2 is not ▲.",
    ),
    "few ways": (
        ".... .cs. ....",
        "None of the 2 ways to complete row 2 has ▲ or ● in column 1.",
        "Row 2 can only be ·●■● or ■●■·. So row 2, column 1 is not ▲ or ●.",
    ),
    "partner": (
        "..... ...cs .c... ...-.",
        "A ▲ in column 2 would have no partner in row 2 that works, so row 2, column 2 is not ▲.",
        "A ▲ in column 2 cannot be the middle of row 2. With a partner in column 3, the shapes "
        "outside the two cannot match. So row 2, column 2 is not ▲.",
    ),
    "one line": (
        "..s... ...-.. .t..s. ...... ....s.",
        "Row 3 can read the same both ways only if row 3, column 1 is not ▲.",
        "Row 3 has more than 8 ways to complete it. In each of them, row 3, column 1 is not ▲.",
    ),
    "contradiction": (
        "..s. .... .cs.",
        "If row 1, column 1 were ▲, row 3 could not read the same both ways.",
        "Suppose row 1, column 1 is ▲. Then row 1, column 4 is ▲ (by row 1). Then row 3, column 1 "
        "stays blank (by column 1). Then row 3, column 4 stays blank (by column 4). Then row 3 "
        "cannot read the same both ways. So row 1, column 1 is not ▲.",
    ),
    "search": (
        "s.c... cs.ssc ....t. --ct.. s....s",
        "Trying all cases with ● there finds no solution, so row 5, column 3 stays blank.",
        "",
    ),
}


def rows(text: str) -> Rows[int]:
    return as_rows([SIGNS[sign] for sign in row] for row in text.split())


def board(text: str) -> Symmetry:
    return Symmetry(clues=rows(text))


def attempt(text: str) -> GridAnswer:
    return GridAnswer(grid=rows(text))


UNIQUE = board("..sc t.tt ts.. .t..")
SOLUTION = attempt("c.sc tttt tsst ct.c")


def steps_of(puzzle: Symmetry, answer: GridAnswer | None = None) -> list[Step]:
    return list(explain(puzzle, answer, Budget()))


def solutions_of(puzzle: Symmetry, most: int, seed: int | None = None) -> list[GridAnswer]:
    return list(islice(ENGINES["own"](puzzle, Budget(), goal="any", seed=seed), most))


def replayed(puzzle: Symmetry, steps: list[Step]) -> Rows[int] | None:
    """The clues and what the steps place, once every cell is settled."""
    grid = {
        (r, c): max(clue, 0)
        for r, row in enumerate(puzzle.clues)
        for c, clue in enumerate(row)
        if clue
    }
    for change in (change for step in steps for change in step.changes):
        if change.action == "place" and isinstance(change.value, int):
            r, c = change.where
            assert (r, c) not in grid
            grid[r, c] = change.value
    height, width = puzzle.size
    if len(grid) < height * width:
        return None
    return as_rows([grid[r, c] for c in range(width)] for r in range(height))


@st.composite
def boards(draw: st.DrawFn, solvable: bool) -> Symmetry:
    """A small board; a solvable one keeps some cells of a random solution."""
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    shapes = draw(st.integers(1, 4))
    empty = Symmetry(clues=((0,) * width,) * height, shapes=shapes)
    source = Source(draw(st.integers(0, 2**32)))
    kept, blanks = draw(st.floats(0.1, 0.9)), draw(st.sampled_from((0.0, 0.3)))
    (solution,) = solutions_of(empty, 1, seed=source.below(2**32))

    def clue(entry: int) -> int:
        if not solvable and source.chance(0.1):
            return source.below(shapes + 1)
        if not source.chance(kept if entry else blanks):
            return 0
        return entry or -1

    return empty.with_clues(as_rows([clue(entry) for entry in row] for row in solution.grid))


@given(st.lists(st.integers(1, 15), min_size=1, max_size=6).map(tuple))
@settings(max_examples=300)
def test_one_line_is_known_exactly(line: Masks) -> None:
    right = [way for way in product(*map(bits, line)) if reads_both_ways(way)]
    assert sorted(fillings(line)) == right
    left = [set(column) for column in zip(*right, strict=True)]
    found = narrowed(line)
    assert ([set(bits(mask)) for mask in found] if found else []) == left


def test_long_lines_are_known_too() -> None:
    line = (2, *(15,) * 997, 4, 13)
    assert narrowed(line) is None
    found = narrowed((2, *(15,) * 997, 4, 15))
    assert found is not None and found[-1] == 2 and found[500] == 15
    assert len(next(fillings((15,) * 1000))) == 1000


@pytest.mark.parametrize("technique", BOARDS)
def test_technique(technique: str) -> None:
    clues, text, reason = BOARDS[technique]
    steps = steps_of(board(clues))
    index = [str(step.technique) for step in steps].index(technique)
    assert (steps[index].text, steps[index].reason) == (text, reason)
    assert all(LEVELS[step.technique] <= LEVELS[technique] for step in steps[:index])
    assert {change.where for change in steps[index].changes} <= set(steps[index].where)


def test_each_technique_has_a_board() -> None:
    assert set(BOARDS) == set(LEVELS) - {"mistake", "dead end"}
    assert list(LEVELS.values()) == sorted(LEVELS.values())


@given(boards(solvable=True))
@settings(max_examples=120)
def test_solvable_boards_are_told_truly(puzzle: Symmetry) -> None:
    _assert_told_truly(puzzle)


@given(boards(solvable=False))
@settings(max_examples=80)
def test_any_board_is_told_truly(puzzle: Symmetry) -> None:
    _assert_told_truly(puzzle)


@pytest.mark.parametrize("seed", range(20))
def test_unique_boards_are_explained_to_the_end(seed: int) -> None:
    puzzle = unique_board(4 + seed % 4, 4 + seed // 10, Source(seed))
    assert replayed(puzzle, steps_of(puzzle)) is not None
    _assert_told_truly(puzzle)


def unique_board(height: int, width: int, source: Source) -> Symmetry:
    """A random solution, without the clues that it does not need to be the only one."""
    empty = Symmetry(clues=((0,) * width,) * height)
    (solution,) = solutions_of(empty, 1, seed=source.below(2**32))
    clues = [[entry or -1 for entry in row] for row in solution.grid]
    for r, c in source.shuffled(list(cells(height, width))):
        clue, clues[r][c] = clues[r][c], 0
        if len(solutions_of(empty.with_clues(as_rows(clues)), 2)) > 1:
            clues[r][c] = clue
    return empty.with_clues(as_rows(clues))


def _assert_told_truly(puzzle: Symmetry) -> None:
    """Every step holds in every solution, and the last one shows how many solutions there are."""
    solutions, steps = solutions_of(puzzle, 300), steps_of(puzzle)
    for step in steps:
        assert_one_idea(step)
        assert {change.where for change in step.changes} <= set(step.where)
        assert all(
            change_agrees(answer, change) for answer in solutions for change in step.changes
        ), step
    assert (not solutions) == bool(steps and steps[-1].technique == "dead end")
    if solutions:
        only = solutions[0].grid if len(solutions) == 1 else None
        assert replayed(puzzle, steps) == only
    assert (grade(puzzle, Budget()).name in GRADES) == (len(solutions) == 1)
    assert (hardest_level(puzzle, Budget()) is not None) == (len(solutions) == 1)


def test_an_attempt_is_continued() -> None:
    steps = steps_of(UNIQUE, attempt("c..c .... ...t ...."))
    assert steps
    changed = {change.where for step in steps for change in step.changes}
    assert changed.isdisjoint({(0, 0), (2, 3)})
    assert all(change_agrees(SOLUTION, change) for step in steps for change in step.changes)


def test_an_attempt_that_is_right_is_complete() -> None:
    assert any(entry == 0 for row in SOLUTION.grid for entry in row)
    assert steps_of(UNIQUE, SOLUTION) == []
    assert steps_of(board("... ... ..."), attempt("s.s ... s.s")) == []


def test_a_blank_clue_counts_as_there() -> None:
    assert steps_of(UNIQUE, attempt(".... .... .... ....")) == steps_of(UNIQUE)
    with_blank = board("cs-. .... .... ....")
    assert steps_of(with_blank, attempt("cs.. .... .... ....")) == steps_of(with_blank)


@pytest.mark.parametrize(
    ("entries", "removed", "text", "reason"),
    [
        (
            "s... .... ...c ....",
            (0, 0),
            "The ■ in row 1, column 1 is not part of the solution.",
            "No rule is broken yet, but the only solution has something else there.",
        ),
        (
            "..tt .... .... ....",
            (0, 2),
            "The ▲ in row 1, column 3 breaks a rule.",
            "Row 1, column 3: ■ is a clue, but ▲ is there.",
        ),
        (
            ".c.. .... .... ....",
            (0, 1),
            "The ● in row 1, column 2 is not part of the solution.",
            "No rule is broken yet, but the only solution has something else there.",
        ),
    ],
)
def test_a_mistake_is_the_only_step(
    entries: str, removed: tuple[int, int], text: str, reason: str
) -> None:
    (step,) = steps_of(UNIQUE, attempt(entries))
    assert (step.technique, step.text, step.reason) == ("mistake", text, reason)
    (change,) = step.changes
    assert (change.action, change.where, step.where) == ("remove", removed, (removed,))
    assert change_agrees(SOLUTION, change)


def test_a_mistake_is_found_without_a_unique_solution() -> None:
    puzzle = board("-.. ... ...")
    (step,) = steps_of(puzzle, attempt("s.. .c. ..."))
    assert (step.technique, step.where) == ("mistake", ((0, 0),))
    assert step.reason == "Row 1, column 1: stays blank, but ■ is there."
    (step,) = steps_of(puzzle, GridAnswer(grid=((0, 0, 0), (0, 7, 0), (0, 0, 0))))
    assert (step.technique, step.where) == ("mistake", ((1, 1),))


def test_an_attempt_of_another_size_is_refused() -> None:
    with pytest.raises(BadInput, match="rows"):
        steps_of(UNIQUE, attempt(".... ...."))


def test_several_solutions_end_without_a_verdict() -> None:
    puzzle = board("ts.. .... ....")
    assert len(solutions_of(puzzle, 2)) == 2
    steps = steps_of(puzzle)
    assert steps and steps[-1].technique not in ("dead end", "mistake")
    assert replayed(puzzle, steps) is None
    told = grade(puzzle, Budget())
    assert (told.name, told.text) == (None, "Several solutions, so no grade.")


def test_entries_that_lead_nowhere_end_in_a_dead_end() -> None:
    puzzle = board("-.. ... ...")
    last = steps_of(puzzle, attempt(".st ... ..."))[-1]
    assert (last.technique, last.changes) == ("dead end", ())
    assert last.text.startswith("These entries lead to no solution: ")


@pytest.mark.parametrize(
    ("clues", "reason"),
    [
        ("sc ..", "The outermost shapes of row 1 cannot match."),
        (
            "scts ....",
            "The outermost shapes of row 1 inside the ■ in columns 1 and 4 cannot match.",
        ),
        ("cst. ....", ""),
    ],
)
def test_no_solution_ends_in_a_dead_end(clues: str, reason: str) -> None:
    puzzle = board(clues)
    last = steps_of(puzzle)[-1]
    assert (last.technique, last.changes, last.reason) == ("dead end", (), reason)
    assert last.text == "There is no solution: row 1 cannot read the same both ways."
    assert grade(puzzle, Budget()).text == "No solution, so no grade."
    assert hardest_level(puzzle, Budget()) is None


def test_the_budget_is_kept() -> None:
    with pytest.raises(Cut):
        list(explain(UNIQUE, None, Budget(seconds=0)))
    with pytest.raises(Cut):
        grade(UNIQUE, Budget(seconds=0))


def test_a_grade_tells_what_it_is_made_of() -> None:
    told, steps = grade(UNIQUE, Budget()), steps_of(UNIQUE)
    # The grade counts every step that is open; `explain` leaves out those that are not needed.
    assert Counter(step.technique for step in steps) <= Counter(dict(told.techniques))
    hardest = max(LEVELS[step.technique] for step in steps)
    assert hardest_level(UNIQUE, Budget()) == hardest
    assert hardest_level(UNIQUE, Budget(), limit=hardest - 1) is None


@pytest.mark.parametrize("name", ["friedman-published-20", "generated-unique-15"])
def test_known_boards_are_explained_to_the_end(name: str) -> None:
    names = set()
    name = f"symmetry/{name}.json"
    small = [each for each in shared_json(name) if len(each["clues"]) <= 10]
    for record in counted(name, small):
        puzzle = board(" ".join(record["clues"]))
        assert replayed(puzzle, steps_of(puzzle)) == rows(" ".join(record["solution"])), record
        names.add(grade(puzzle, Budget()).name)
    assert names == set(GRADES)
