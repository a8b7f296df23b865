"""Every format of Symmetry, both ways; whatever a reader is fed, it answers in one sentence."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quebra.contract.codec import Codec, choose_codec
from quebra.contract.errors import BadInput
from quebra.families.kojun.formats import CODECS as KOJUN_CODECS
from quebra.families.symmetry.formats import ANSWER_CODECS, CODECS
from quebra.families.symmetry.model import Symmetry
from quebra.grid.cells import GridAnswer, as_rows
from stopping import moderate_work
from strategies import assert_settled_fast, assert_survived, complaint, damaged

NAMES = [codec.name for codec in CODECS]
BOARD = Symmetry(clues=((0, 1, 2), (3, -1, 0)))
BOARD_TEXT = {
    "json": '{"family":"symmetry","clues":[[0,1,2],[3,-1,0]],"shapes":3}',
    "text": "symmetry\n.st\nc_.\n",
    "list": "[[0,1,2],[3,-1,0]]",
}
ANSWER = GridAnswer(grid=((2, 1, 2), (3, 0, 3)))
ANSWER_TEXT = {
    "json": '{"grid":[[2,1,2],[3,0,3]]}',
    "text": "tst\nc.c\n",
    "list": "[[2,1,2],[3,0,3]]",
}
HEADS = {"json": '{"family":"symmetry","clues":', "text": "symmetry\n", "list": "[[0,"}


@st.composite
def symmetries(draw: st.DrawFn, max_side: int = 6) -> Symmetry:
    rows, cols, shapes = (draw(st.integers(1, most)) for most in (max_side, max_side, 9))
    line = st.lists(st.integers(-1, shapes), min_size=cols, max_size=cols)
    return Symmetry(
        clues=as_rows(draw(st.lists(line, min_size=rows, max_size=rows))), shapes=shapes
    )


def codec(name: str) -> Codec[Symmetry]:
    return choose_codec(CODECS, name)


def answer_codec(name: str) -> Codec[GridAnswer]:
    return choose_codec(ANSWER_CODECS, name)


@pytest.mark.parametrize(("name", "text"), BOARD_TEXT.items())
def test_a_board_is_written_like_this(name: str, text: str) -> None:
    assert codec(name).write(BOARD) == text
    assert codec(name).read(text) == BOARD
    assert [each.name for each in CODECS if each.recognises(text)] == [name]
    assert not any(each.recognises(text) for each in KOJUN_CODECS)


@pytest.mark.parametrize(("name", "text"), ANSWER_TEXT.items())
def test_an_answer_is_written_like_this(name: str, text: str) -> None:
    assert answer_codec(name).write(ANSWER) == text
    assert answer_codec(name).read(text) == ANSWER
    assert [each.name for each in ANSWER_CODECS if each.recognises(text)] == [name]


@pytest.mark.parametrize("name", NAMES)
@given(puzzle=symmetries())
def test_what_is_written_is_read_back(name: str, puzzle: Symmetry) -> None:
    try:
        text = codec(name).write(puzzle)
    except BadInput as error:
        assert name == "list" and "kinds of shapes" in str(error)
        return
    assert codec(name).read(text) == puzzle
    assert [each.name for each in CODECS if each.recognises(text)] == [name]


@pytest.mark.parametrize("name", NAMES)
@given(puzzle=symmetries())
def test_answers_are_read_back(name: str, puzzle: Symmetry) -> None:
    answer = GridAnswer(grid=as_rows((max(clue, 0) for clue in row) for row in puzzle.clues))
    text = answer_codec(name).write(answer)
    assert answer_codec(name).recognises(text)
    assert answer_codec(name).read(text) == answer


def test_rows_may_be_written_in_many_ways() -> None:
    for rows in (".st\nc_.", " . s t \n; a remark\n\nc _ .", ".ST\r\nC_.", ".■▲\n●_.", "012\n3_0"):
        assert codec("text").read(f"Symmetry\n{rows}") == BOARD
    four = codec("text").read("symmetry\nshapes 4\n.st\nc_.")
    assert four == Symmetry(clues=BOARD.clues, shapes=4)
    assert codec("list").read(" [ [0, 1, 2],\n  [3,-1, 0] ]\n") == BOARD


def test_answers_may_be_written_in_many_ways() -> None:
    for rows in ("tst\nc.c", "2 1 2\n3 0 3", "▲■▲\n●_●", "T S T\nC . C"):
        assert answer_codec("text").read(rows) == ANSWER
        assert [each.name for each in ANSWER_CODECS if each.recognises(rows)] == ["text"]


def test_a_filled_puzzle_is_an_answer() -> None:
    for text in ("symmetry\ntst\nc_c\n", "; mine\nSymmetry\nshapes 4\nt s t\nc _ c"):
        assert [each.name for each in ANSWER_CODECS if each.recognises(text)] == ["text"]
        assert answer_codec("text").read(text) == ANSWER
    assert answer_codec("list").read("[[2,1,2],[3,-1,3]]") == ANSWER
    assert answer_codec("list").read("[[-7]]").grid == ((-7,),)


def test_a_list_holds_as_many_kinds_as_it_shows_and_at_least_three() -> None:
    assert codec("list").read("[[0,1]]").shapes == 3
    assert codec("list").read("[[0,7]]").shapes == 7


@pytest.mark.parametrize("text", ["[1,2]", "[", "((0) 0)", "kojun", "{}", "..s", "."])
def test_other_things_are_not_taken_for_a_puzzle(text: str) -> None:
    assert not any(each.recognises(text) for each in CODECS)


@pytest.mark.parametrize("text", ["[]", "[[]]", "[[NaN]]", "[[0,1]] x", "[[0,1", '[["a"]]', "[["])
def test_a_damaged_list_is_told_as_a_list(text: str) -> None:
    assert [each.name for each in CODECS if each.recognises(text)] == ["list"]
    assert [each.name for each in ANSWER_CODECS if each.recognises(text)] == ["list"]


COMPLAINTS = {
    "json": [
        ("", "Input data was truncated."),
        ('{"family":"symmetry"}', "Object missing required field clues."),
        (f"{HEADS['json']}[[NaN]]}}", "invalid character"),
        (HEADS["json"] + "[" * 100_000, "JSON at $.clues[0][0]: expected int, got array."),
        (
            f"{HEADS['json']}[[{'9' * 5000}]]}}",
            "JSON at $.clues[0][0]: integer value out of range.",
        ),
        (f"{HEADS['json']}[[4]]}}", "Row 1, column 1: 4 is not a shape; the shapes are 1 to 3."),
        (f"{HEADS['json']}[[1.5]]}}", "JSON at $.clues[0][0]: expected int, got float."),
        (f'{HEADS["json"]}[[1]],"x":1}}', "Object contains unknown field x."),
        (f'{HEADS["json"]}[[1]],"shapes":99}}', "There can be 1 to 9 kinds of shapes, not 99."),
        (f"{HEADS['json']}[]}}", "There are no cells in the board."),
        (f"{HEADS['json']}[[0],[0,0]]}}", "Row 2 of the board has 2 cells; row 1 has 1."),
    ],
    "text": [
        ("", "The first line is not the word symmetry."),
        ("symmetry", "There are no cells in the board."),
        ("symmetry\nshapes 4", "There are no cells in the board."),
        ("symmetry\nshapes\n.", "Line 2: after the word shapes comes one number."),
        ("symmetry\nshapes x\n.", "Line 2: 'x' is not a whole number."),
        ("symmetry\nshapes 44\n.", "There can be 1 to 9 kinds of shapes, not 44."),
        ("symmetry\n..\n.", "Row 2 of the board has 1 cell; row 1 has 2."),
        ("symmetry\n.x", "Row 1, column 2: 'x' is no sign of the puzzle; there are: s t c"),
        ("symmetry\n.٣", "Row 1, column 2: '٣' is no sign of the puzzle"),
        ("symmetry\n.4", "Row 1, column 2: 4 is not a shape; the shapes are 1 to 3."),
        ("symmetry\n" + "." * 10_001, "The board of 1 x 10001 cells is too large"),
    ],
    "list": [
        ("", "Input data was truncated."),
        ("[]", "There are no cells in the board."),
        ("[[]]", "There are no cells in the board."),
        ("[[0,1],[2]]", "Row 2 of the board has 1 cell; row 1 has 2."),
        ("[[0,10]]", "Row 1, column 2: 10 is not a shape; the shapes are 1 to 9."),
        ("[[0,-2]]", "Row 1, column 2: -2 is not a shape; the shapes are 1 to 3."),
        ("[" * 100_000, "JSON at $[0][0]: expected int, got array."),
        ("[[0,1]]]", "JSON at line 1, character 8: trailing characters."),
        ("[[0,1]] é", "JSON at line 1, character 9: trailing characters."),
        ("[[0,1],\n[NaN]]", "JSON at line 2, character 2: invalid character."),
        ("[[0,1],\n[0,", "The JSON breaks off after line 2, character 3."),
        ('[["a"]]', "JSON at $[0][0]: expected int, got str."),
    ],
}


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [(name, text, words) for name, cases in COMPLAINTS.items() for text, words in cases],
    ids=[f"{name}-{i}" for name, cases in COMPLAINTS.items() for i in range(len(cases))],
)
def test_the_complaint_names_the_place(name: str, text: str, words: str) -> None:
    assert words in (complaint(codec(name), text) or "")


@pytest.mark.parametrize("each", [*CODECS, *ANSWER_CODECS], ids=lambda each: each.name)
@given(text=st.text() | st.text(st.sampled_from('[]{},:-. 0123stc_■▲\n"')))
@example("\0")
@example("\ud800")
@example("{\ud800")
@example("[[\ud800")
@settings(max_examples=100)
def test_any_text(each: Codec[object], text: str) -> None:
    for whole in (text, HEADS[each.name] + text):
        complaint(each, whole)  # asserts that there is none, or one sentence


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=100)
def test_damaged_documents(name: str, data: st.DataObject) -> None:
    text = data.draw(damaged(data.draw(st.sampled_from([BOARD_TEXT[name], ANSWER_TEXT[name]]))))
    assert_survived(codec(name), text, native=CODECS[0])
    assert_survived(answer_codec(name), text, native=ANSWER_CODECS[0])


@pytest.mark.parametrize("each", [*CODECS, *ANSWER_CODECS], ids=lambda each: each.name)
@pytest.mark.parametrize("piece", ["x", "1 ", "\n", "[", "[0,", "0,", ".", " ", "[[0]"])
def test_long_inputs_are_settled_fast(each: Codec[object], piece: str) -> None:
    assert_settled_fast(each, HEADS[each.name] + piece * (1_000_000 // len(piece)))


@pytest.mark.parametrize("each", [*CODECS, *ANSWER_CODECS], ids=lambda each: each.name)
def test_inputs_that_are_too_long(each: Codec[object]) -> None:
    text = HEADS[each.name] + "0" * 10_000_000
    assert complaint(each, text) == "The input is too long: more than 4000000 bytes."


def test_a_board_of_5000_by_5000_is_refused_fast() -> None:
    row = "[" + "0," * 4999 + "0]"
    for name, text in {
        "text": "symmetry\n" + ("." * 5000 + "\n") * 5000,
        "list": "[" + ",".join([row] * 300) + "]",
        "json": HEADS["json"] + "[" + ",".join([row] * 300) + "]}",
    }.items():
        with moderate_work():
            assert "too l" in (complaint(codec(name), text) or "")


def test_what_has_no_sign_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^Row 1, column 2: 12 has no sign\.$"):
        answer_codec("text").write(GridAnswer(grid=((0, 12),)))


def test_a_board_of_the_largest_size_passes_through_every_format() -> None:
    puzzle = Symmetry(clues=((1,) * 100,) * 100)
    for each in CODECS:
        assert each.read(each.write(puzzle)) == puzzle
