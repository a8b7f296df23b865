"""The rules of Symmetry, the puzzle's own complaints, and the drawing."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import product
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quebra.contract.errors import BadInput
from quebra.contract.family import Look
from quebra.contract.results import Step
from quebra.families.symmetry.draw import draw
from quebra.families.symmetry.formats import read_answer, read_text
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.rules import (
    GOALS,
    VIOLATIONS,
    check,
    count_shapes,
    progress,
    reads_both_ways,
)
from quebra.grid.cells import GridAnswer, Rows, as_rows
from quebra.i18n.text import Text

CASES: list[dict[str, Any]] = tomllib.loads(
    (files("quebra.families.symmetry") / "cases.toml").read_text(encoding="utf-8")
)["case"]
JUDGED = [case for case in CASES if "violations" in case]

grids = st.integers(1, 4).flatmap(
    lambda cols: st.lists(
        st.lists(st.integers(-1, 4), min_size=cols, max_size=cols), min_size=1, max_size=4
    )
)


def answer(*rows: str) -> GridAnswer:
    return read_answer("\n".join(rows))


def blank(rows: int, cols: int) -> Symmetry:
    return Symmetry(clues=((0,) * cols,) * rows)


@pytest.mark.parametrize("case", JUDGED, ids=lambda case: case["about"])
def test_cases_are_judged_right(case: dict[str, Any]) -> None:
    puzzle, attempt = read_text(case["puzzle"]), read_answer(case["answer"])
    assert {violation.code for violation in check(puzzle, attempt)} == set(case["violations"])


def test_every_code_has_a_case() -> None:
    assert {code for case in JUDGED for code in case["violations"]} == set(VIOLATIONS)


@given(grids)
def test_a_board_is_right_when_every_line_is_its_own_mirror(rows: list[list[int]]) -> None:
    puzzle, attempt = blank(len(rows), len(rows[0])), GridAnswer(grid=as_rows(rows))
    lines = [*rows, *map(list, zip(*rows, strict=True))]
    mirrored = sum([x for x in line if x] == [x for x in line[::-1] if x] for line in lines)
    known = all(0 <= entry <= 3 for row in rows for entry in row)
    right = mirrored == len(lines) and known
    found = check(puzzle, attempt)
    assert right == (found == ())
    assert sum(v.code in ("row", "column") for v in found) == len(lines) - mirrored
    assert all(v.where and v.text.endswith(".") for v in found)
    assert (progress(puzzle, attempt).value == 1) == right
    assert 0 <= progress(puzzle, attempt).value <= 1


def test_a_line_says_what_it_reads() -> None:
    (violation,) = check(blank(1, 4), answer("s.tt"))
    assert violation.text == "Row 1 reads ■ ▲ ▲ one way and ▲ ▲ ■ the other."
    assert violation.where == ((0, 0), (0, 3))
    (violation,) = check(blank(3, 2), answer("s.", "..", "c."))
    assert violation.text == "Column 1 reads ■ ● one way and ● ■ the other."


def test_a_long_line_is_cut_in_the_sentence() -> None:
    (violation,) = check(blank(1, 100), answer("s" * 99 + "t"))
    assert len(violation.text) < 120
    assert "…" in violation.text


def test_clues_are_kept_and_blanks_stay_blank() -> None:
    puzzle = read_text("symmetry\ns_.")
    assert check(puzzle, answer("s..")) == ()
    texts = [v.text for v in check(puzzle, answer(".t."))]
    assert texts == [
        "Row 1, column 1: ■ is a clue, and it is missing.",
        "Row 1, column 2: stays blank, but ▲ is there.",
    ]
    assert check(puzzle, answer("t.t"))[0].text == "Row 1, column 1: ■ is a clue, but ▲ is there."


def test_progress_grows_with_each_fault_repaired() -> None:
    puzzle = read_text("symmetry\ns..\n...\n..s")
    attempts = [
        answer("t4.", "s.t", "..s"),
        answer("s4.", "s.t", "..s"),
        answer("s.s", "...", "s.s"),
    ]
    values = [progress(puzzle, attempt).value for attempt in attempts]
    assert values == sorted(values)
    assert values[-1] == 1 > values[-2] > values[0]


def test_an_answer_of_another_size_is_refused() -> None:
    with pytest.raises(BadInput, match=r"The answer has 1 row, not 2\."):
        check(blank(2, 2), answer(".."))
    with pytest.raises(BadInput, match=r"Row 1 of the answer has 3 cells, not 2\."):
        check(blank(1, 2), answer("..."))


def test_goals_count_shapes() -> None:
    assert count_shapes(blank(2, 3), answer("s.s", ".t.")) == 3
    assert {name: goal.better for name, goal in GOALS.items()} == {"fewest": "less", "most": "more"}


@pytest.mark.parametrize("line", list(product(range(3), repeat=4)))
def test_reading_both_ways(line: tuple[int, ...]) -> None:
    text = "".join(map(str, line)).replace("0", "")
    assert reads_both_ways(line) == (text == text[::-1])


@pytest.mark.parametrize(
    ("clues", "shapes", "words"),
    [
        ((), 3, "There are no cells in the board."),
        (((),), 3, "There are no cells in the board."),
        (((0, 0), (0,)), 3, "Row 2 of the board has 1 cell; row 1 has 2."),
        (((0, 4),), 3, "Row 1, column 2: 4 is not a shape; the shapes are 1 to 3."),
        (((0, -2),), 3, "Row 1, column 2: -2 is not a shape; the shapes are 1 to 3."),
        (((0, 2),), 1, "Row 1, column 2: 2 is not a shape; the only shape is 1."),
        (((0,),), 0, "There can be 1 to 9 kinds of shapes, not 0."),
        (((0, "s"),), 3, "Row 1, column 2: 's' is not a shape; the shapes are 1 to 3."),
        (((0, True),), 3, "Row 1, column 2: True is not a shape; the shapes are 1 to 3."),
        (((0,),), 10, "There can be 1 to 9 kinds of shapes, not 10."),
        (((0,) * 5000,) * 5000, 3, "The board of 5000 x 5000 cells is too large: at most 10000"),
    ],
)
def test_malformed_puzzles(clues: Any, shapes: int, words: str) -> None:
    with pytest.raises(BadInput) as error:
        Symmetry(clues=clues, shapes=shapes)
    assert words in str(error.value)


def test_the_drawing_numbers_rows_and_columns() -> None:
    puzzle = read_text("symmetry\n..t\n_.s")
    lines = draw(puzzle, None, Look()).text().splitlines()
    assert lines[1].split() == ["1", "2", "3"]
    assert lines[3].split() == ["1", "┃", "│", "│", "▲", "┃"]
    assert lines[5].split() == ["2", "┃", "×", "│", "│", "■", "┃"]
    wide = draw(blank(1, 28), None, Look()).text().splitlines()[1].split()
    assert wide[-3:] == ["26", "27", "28"]


def test_the_drawing_tells_clues_from_entries_and_marks_mirrored_lines() -> None:
    puzzle = read_text("symmetry\ns..\n...")
    text = draw(puzzle, answer("s.s", "t.."), Look()).text()
    rows = [line.split("┃") for line in text.splitlines() if "┃" in line]
    assert ("■" in rows[0][1], "□" in rows[0][1], "△" in rows[1][1]) == (True, True, True)
    assert [row[-1].strip() for row in rows] == ["↔", "↔"]
    assert text.splitlines()[-1].split() == ["↕", "↕"], "column 1 reads differently"


def test_the_drawing_points_at_the_right_cell() -> None:
    step = Step(Text("ends"), ((1, 0),), (), Text())
    text = draw(blank(2, 2), None, Look(broken=((0, 1),), step=step)).text().splitlines()
    assert text[3].split("│")[1].strip(" ┃") == "!"
    assert text[5].split("│")[0].strip(" 2┃") == "?"


def test_candidates_are_what_the_lines_allow() -> None:
    text = draw(read_text("symmetry\ns.\n.."), None, Look(candidates=True)).text()
    assert text.count("□") == 2 + 1
    assert text.count("·") == 3


def test_the_drawing_refuses_an_answer_of_another_size() -> None:
    with pytest.raises(BadInput, match=r"The answer has 1 row, not 2\."):
        draw(blank(2, 2), answer(".."), Look())


def test_lists_become_frozen_rows() -> None:
    assert Symmetry(clues=[[0, 1]]).clues == ((0, 1),)  # type: ignore[arg-type]


def test_all_shapes_and_strange_entries_can_be_drawn() -> None:
    puzzle = read_text("symmetry\nshapes 9\n123456789\n.........")
    for row in ("123456789", "987654321"):
        drawing = draw(puzzle, answer("0" * 9, row), Look(candidates=True))
        assert ElementTree.fromstring(drawing.svg()).tag.endswith("svg")
    strange = GridAnswer(grid=((44,) * 9, (-3,) * 9))
    assert "44" in draw(puzzle, strange, Look(candidates=True)).text()


@pytest.mark.parametrize(
    "attempt",
    [((1, -1, 0), (0, 0, 0)), ((1, -7, 0), (0, 0, 0)), ((1, 9, 0), (0, 0, 0))],
)
def test_candidates_say_nothing_beside_what_is_no_shape(attempt: Rows[int]) -> None:
    puzzle = Symmetry(clues=((1, 0, 0), (0, -1, 0)))
    assert marks(puzzle, GridAnswer(grid=attempt)) == 0


def test_candidates_say_nothing_where_a_clue_was_changed() -> None:
    puzzle = Symmetry(clues=((1, 0, 0), (0, -1, 0)))
    for wrong in (((1, 0, 0), (0, 2, 0)), ((2, 0, 0), (0, 0, 0))):
        assert marks(puzzle, GridAnswer(grid=wrong)) == 0
    assert marks(puzzle, GridAnswer(grid=((0, 2, 0), (0, 0, 0)))) > 0


def test_a_right_answer_has_no_candidates() -> None:
    puzzle = Symmetry(clues=((1, 0, 0), (0, -1, 0)))
    assert marks(puzzle, None) > 0
    assert marks(puzzle, GridAnswer(grid=((1, 0, 0), (1, 0, 0)))) == 0


def marks(puzzle: Symmetry, attempt: GridAnswer | None) -> int:
    """How many candidates are drawn."""
    plain, marked = (
        draw(puzzle, attempt, Look(candidates=candidates)) for candidates in (False, True)
    )
    return len(marked.shapes) - len(plain.shapes)
