"""The judge: each broken rule by its code, its place and a sentence; progress; the goal."""

from __future__ import annotations

import pytest
from fillings import fillings

from quebra.contract.errors import BadInput
from quebra.contract.results import Change
from quebra.families.edges.formats.answers import read_answer
from quebra.families.edges.formats.pieces import read_text
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.families.edges.names import cell_name
from quebra.families.edges.rules import (
    GOALS,
    change_agrees,
    check,
    matched_seams,
    progress,
)
from quebra.grid.rules import FILLED

BOARD = read_text(
    "edges\n3 3\nfixed\n1 1 0 0\n0 1 5 2\n0 2 1 0\n1 0 2 5\n0 0 1 1\n"
    "1 3 1 0\n3 2 0 1\n2 0 0 2\n5 5 3 3"
)
RIGHT = "3 2 5\n6 9 4\n1 7 8"


def told(puzzle: Edges, answer: str) -> list[tuple[str, str]]:
    return [(found.code, found.text) for found in check(puzzle, read_answer(answer))]


def test_a_right_answer_breaks_nothing() -> None:
    assert told(BOARD, RIGHT) == []
    assert progress(BOARD, read_answer(RIGHT)).value == 1
    assert list(fillings(BOARD)) == [read_answer(RIGHT)]


def test_a_seam_is_named_with_both_colours() -> None:
    line = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 2)), frame=0)
    assert told(line, "1 2") == [
        (
            "seam",
            "Between row 1, column 1 and row 1, column 2: blue disc meets red square.",
        )
    ]


def test_a_missing_piece_is_one_violation_with_all_cells() -> None:
    (found,) = check(BOARD, read_answer("3 2 5\n6 . .\n1 7 8"))
    assert (found.code, found.where) == ("empty", ((1, 1), (1, 2)))


def test_pieces_and_cells_are_used_once() -> None:
    twice = Filling(cells=(Placed((0, 0), 2), Placed((0, 1), 2), Placed((0, 1), 1)))
    texts = [found.text for found in check(BOARD, twice) if found.code == "twice"]
    assert texts == [
        "Piece 3 is used twice: in row 1, column 1 and in row 1, column 2.",
        "Row 1, column 2 has two pieces.",
    ]


def test_turns_only_where_they_are_allowed() -> None:
    answer = read_answer("3/1 2 5\n6 9 4\n1 7 8")
    assert "turn" in {found.code for found in check(BOARD, answer)}
    loose = Edges(rows=3, cols=3, pieces=BOARD.pieces, frame=0, rotate=True)
    assert "turn" not in {found.code for found in check(loose, answer)}


def test_hints_are_kept() -> None:
    hinted = read_text("edges\n1 2\nhint r1c2 1/2\n0 1 0 0\n0 0 0 1")
    assert told(hinted, "1 2") == [("hint", "Row 1, column 2: piece 1 with turn 2 is given.")]
    assert told(hinted, "2/2 1/2") == []
    assert told(hinted, "2/2 .") == [("empty", "1 cell is empty.")]


def test_progress_grows_with_the_seams() -> None:
    steps = ["3 . .", "3 2 .", "3 2 5", "3 2 5\n6 . .", "3 2 5\n6 9 .", "3 2 5\n6 9 4"]
    values = [progress(BOARD, read_answer(step)).value for step in steps]
    assert values == sorted(values) and values[0] == 0 and values[-1] < 1
    wrong = progress(BOARD, read_answer("3 6 5\n2 9 4\n1 7 8"))
    assert 0 < wrong.value < 1 and (FILLED, 1) in wrong.parts


def test_a_wrong_frame_is_never_complete() -> None:
    line = read_text("edges\n1 2\n0 1 0 0\n0 0 0 1")
    upside_down = read_answer("1/1 2/1")
    assert {found.code for found in check(line, upside_down)} == {"frame"}
    assert progress(line, upside_down).value < 1


def test_the_goal_counts_seams_and_allows_mismatches() -> None:
    goal = GOALS["matched"]
    swapped = read_answer("3 6 5\n2 9 4\n1 7 8")
    assert goal.measure(BOARD, read_answer(RIGHT)) == len(BOARD.layout.seams) == 12
    assert goal.measure(BOARD, swapped) == matched_seams(BOARD, swapped) < 12
    assert goal.allowed_violations == ("seam",) and goal.better == "more"


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("3 2 5 1", "Place 4: there is no cell [0, 3]."),
        ("10", "Place 1: there is no piece 10, which is 9 in JSON; they are 1 to 9."),
        ("1/4", "Place 1: there is no turn 4; they are 0 to 3."),
        ("cells\n1", "Place 1: there is no cell [0]."),
    ],
)
def test_what_is_no_answer_to_the_board(answer: str, complaint: str) -> None:
    with pytest.raises(BadInput) as told:
        check(BOARD, read_answer(answer))
    assert str(told.value) == complaint


def test_changes_agree_with_answers() -> None:
    answer = read_answer(RIGHT)
    assert change_agrees(answer, Change("place", (0, 0), Placed((0, 0), 2)))
    assert not change_agrees(answer, Change("place", (0, 0), Placed((0, 0), 1)))
    assert change_agrees(answer, Change("remove", (0, 0), Placed((0, 0), 1)))
    assert not change_agrees(answer, Change("remove", (0, 0), Placed((0, 0), 2)))


def test_cells_have_names_in_every_dimension() -> None:
    assert cell_name((1, 0, 2)) == "layer 2, row 1, column 3"


@pytest.mark.parametrize("shape", ["hexagon", "triangle", "cube"])
def test_every_shape_is_judged(shape: str) -> None:
    """A board of one colour has every filling right; one edge of another colour does harm."""
    size = {"hexagon": (2, 2, 1, 6), "triangle": (2, 1, 1, 3), "cube": (1, 2, 2, 6)}[shape]
    rows, cols, layers, sides = size
    cells = rows * rows if shape == "triangle" else rows * cols * layers
    pieces = ((1,) * sides,) * cells
    puzzle = Edges(pieces=pieces, rows=rows, cols=cols, layers=layers, shape=shape)  # type: ignore[arg-type]
    full = Filling(cells=tuple(Placed(cell, i) for i, cell in enumerate(puzzle.layout.cells)))
    assert check(puzzle, full) == ()
    odd = ((2,) * sides, *pieces[1:])
    other = Edges(pieces=odd, rows=rows, cols=cols, layers=layers, shape=shape)  # type: ignore[arg-type]
    touching = sum(0 in (a, b) for a, _, b, _ in other.layout.seams)
    assert [found.code for found in check(other, full)] == ["seam"] * touching
