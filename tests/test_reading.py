"""What people type and paste as puzzles and answers, and what is said where it is damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

import quebra
from quebra.contract.codec import json_error, what_and_where
from quebra.contract.errors import BadInput
from quebra.contract.registry import get_family

LINE = "symmetry\ns.."
PAIR = "kojun\nregions\na a\ngivens\n2 ."


@pytest.mark.parametrize(
    ("puzzle", "answer", "row"),
    [
        (LINE, "s.s", (1, 0, 1)),
        (LINE, "1 0 1", (1, 0, 1)),
        (LINE, "■_■", (1, 0, 1)),
        (LINE, "[[1,-1,1]]", (1, 0, 1)),
        (LINE, '{"grid": [[1,0,1]]}', (1, 0, 1)),
        (LINE, "symmetry\ns.s\n", (1, 0, 1)),
        (PAIR, "2 1", (2, 1)),
        (PAIR, "2 .", (2, 0)),
    ],
)
def test_an_answer_of_one_line_is_no_file_name(
    puzzle: str, answer: str, row: tuple[int, ...]
) -> None:
    board = quebra.load(puzzle)
    assert quebra.load_answer(board, answer) == get_family(board.family).model.answer(grid=(row,))


def test_a_file_comes_before_an_answer_of_that_spelling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.s").write_text("sts", encoding="utf-8")
    assert quebra.load_answer(quebra.load(LINE), "s.s") == quebra.load_answer(
        quebra.load(LINE), "1 2 1"
    )


def test_what_is_neither_answer_nor_file_is_told_as_a_file() -> None:
    for puzzle in (LINE, PAIR):
        with pytest.raises(BadInput, match=r"There is no file 'nowhere\.txt'\."):
            quebra.load_answer(quebra.load(puzzle), "nowhere.txt")
    with pytest.raises(BadInput, match=r"There is no file 's\.s'"):
        quebra.load("s.s")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[]", "There are no cells in the board."),
        ("[[]]", "There are no cells in the board."),
        ("[[NaN]]", "JSON at line 1, character 3: invalid character."),
        ("[[1,0]] x", "JSON at line 1, character 9: trailing characters."),
        ("[[1,0],\n [1", "The JSON breaks off after line 2, character 3."),
        ('{"family":"kojun","regions":[[1', "The JSON breaks off after line 1, character 31."),
        ('{"family":"kojun",\n "regions" 1}', "JSON at line 2, character 12: expected ':'."),
        ("[[0,12]]", "Row 1, column 2: 12 is not a shape; the shapes are 1 to 9."),
    ],
)
def test_a_damaged_puzzle_is_told_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as told:
        quebra.load(text)
    assert str(told.value) == complaint


def test_places_count_characters_not_bytes() -> None:
    text = '["é", x]'
    message = f"JSON is malformed: invalid character (byte {text.encode().index(b'x')})"
    assert str(json_error(message, text)) == "JSON at line 1, character 7: invalid character."
    assert str(json_error("Input data was truncated")) == "Input data was truncated."


def test_limits_are_said_in_words() -> None:
    assert what_and_where("Expected `int` >= 1 - at `$.rows`") == (
        "expected a whole number of at least 1",
        "$.rows",
    )
    with pytest.raises(BadInput, match=r"^Option shapes: expected a whole number of at most 9\.$"):
        quebra.generate("symmetry", "4x4", seed=1, shapes=10)


def test_a_family_has_one_name_for_a_column() -> None:
    board = quebra.load("symmetry\n..s")
    (violation, *_) = quebra.check(board, quebra.load_answer(board, "..t"))
    assert violation.text.startswith("Row 1, column 3:")
    for text in ("symmetry\n..4", "symmetry\n..x", "[[0,0,10]]"):
        with pytest.raises(BadInput, match=r"^Row 1, column 3:"):
            quebra.load(text)
