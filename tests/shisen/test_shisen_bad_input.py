"""Whatever a reader of Shisen-Sho is fed, it gives a puzzle or one clear sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from commands import run
from quebra.contract.codec import Codec, choose_codec
from quebra.contract.errors import BadInput
from quebra.families.shisen.formats import ANSWER_CODECS, CODECS
from quebra.families.shisen.model import Shisen
from stopping import moderate_work
from strategies import assert_settled_fast, assert_survived, complaint, damaged

EACH = [*CODECS, *ANSWER_CODECS]
HEADS = {
    "native JSON": '{"family":"shisen","board":',
    "rows of tiles": "shisen\n",
    "rows of tiles without a heading": "AB\n",
    "one line for each move": "0: ",
}
BOARD = "ABCA\nCBDD"
ANSWER = "0: r1c1 r1c4 via r0c1 r0c4\n0: r1c2 r2c2 straight\n0: r2c3 r2c4\n1: r1c3 r2c1\n"
TEXTS = {
    "json": ('{"family":"shisen","board":[["A","B"],["A","B"]],"merged":[["A","C"]]}'),
    "text": "shisen\nmerged F1 F2\nF1 F2 A\n.  -  A",
    "level": BOARD,
}
ANSWER_TEXTS = {
    "json": '{"rounds":[[{"pair":[[0,0],[0,3]],"path":[[0,0],[-1,0],[-1,3],[0,3]]}]]}',
    "text": ANSWER,
}
COMPLAINTS = {
    "json": [
        ("", "Input data was truncated."),
        ('{"family":"shisen"}', "Object missing required field board."),
        ("[]", "There are no cells in the board."),
        ("[[]]", "There are no cells in the board."),
        ("[[null]]", "The board has no tiles."),
        ('[["A"]]', "There is 1 tile A, and tiles go in pairs."),
        ('[["A","A","A"]]', "There are 3 tiles A, and tiles go in pairs."),
        ('[["A","B"]]', "Tiles go in pairs, but the number of these is odd: A (1) and B (1)."),
        ('[["A"],["A","A"]]', "Row 2 of the board has 2 cells; row 1 has 1."),
        ('[["A",1]]', "JSON at $.board[0][1]: expected str | null, got int."),
        ('["AA"]', "JSON at $.board[0]: expected array, got str."),
        ('"AA"', "JSON at $.board: expected array, got str."),
        ('[["A A","A A"]]', "Row 1, column 1: 'A A' is no name for a tile"),
        ('[["",""]]', "Row 1, column 1: '' is no name for a tile; a name has 1 to 12 printable"),
        ('[["abcdefghijklm",""]]', "'abcdefghijklm' is no name for a tile"),
        (f'[["{"x" * 100_000}"]]', "Row 1, column 1: 'xxxxxxxxxxxxxxxxxxxx…' is no name"),
        ('[["\\u0000","\\u0000"]]', "Row 1, column 1: '\\x00' is no name for a tile"),
        ('[["A","A"]],"merged":[["A"]]', "To merge kinds of tiles takes two names or more."),
        ('[["A","A"]],"merged":[["A","B"],["B","C"]]', "Tile B is merged more than once."),
        ('[["A","A"]],"merged":[["A","A"]]', "Tile A is merged more than once."),
        ('[["A","A"]],"merged":["AB"]', "JSON at $.merged[0]: expected array, got str."),
        ('[["A","A"]],"more":1', "Object contains unknown field more."),
        ("[" * 100_000, "JSON at $.board[0][0]: expected str | null, got array."),
    ],
    "text": [
        ("", "The first line is not the word shisen."),
        ("AA\nBB", "The first line is not the word shisen."),
        ("shisen", "There are no cells in the board."),
        ("shisen\nmerged A B", "There are no cells in the board."),
        ("shisen\n..\n--", "The board has no tiles."),
        ("shisen\nA.", "There is 1 tile A, and tiles go in pairs."),
        ("shisen\nAAA", "There are 3 tiles A, and tiles go in pairs."),
        ("shisen\nAA\nA", "Row 2 of the board has 1 cell; row 1 has 2."),
        ("shisen\nAA BB\nAA", "Row 2 of the board has 1 cell; row 1 has 2."),
        ("shisen\nA abcdefghijklm", "Row 1, column 2: 'abcdefghijklm' is no name for a tile"),
        ("shisen\nABCDEFG", "is odd: A (1), B (1), C (1), D (1) and E (1) and 2 more."),
        ("shisen\nmerged A A\nAA", "Tile A is merged more than once."),
        ("shisen\nA\0", "is no name for a tile"),
        ("shisen\n" + "A" * 10_001, "The board of 1 x 10001 cells is too large"),
    ],
    "level": [
        ("", "There are no cells in the board."),
        ("A", "There is 1 tile A, and tiles go in pairs."),
        ("A.\n..", "There is 1 tile A, and tiles go in pairs."),
        ("--\n--", "The board has no tiles."),
        ("AA\nA", "Row 2 of the board has 1 cell; row 1 has 2."),
    ],
}
ANSWER_COMPLAINTS = {
    "json": [
        ("{}", "Object missing required field rounds."),
        ('{"rounds":1}', "JSON at $.rounds: expected array, got int."),
        ('{"rounds":[[{"pair":[[0,0]]}]]}', "JSON at $.rounds[0][0].pair: expected array of le"),
        ('{"rounds":[[{"pair":[[0,0],[0]]}]]}', "expected array of length 2"),
        ('{"rounds":[[{"pair":[[0,0],[0,"1"]]}]]}', "expected int, got str."),
        ('{"rounds":[[{"pair":[[0,0],[0,1.5]]}]]}', "expected int, got float."),
        ('{"rounds":[[{"pair":[[0,0],[0,1]],"via":[]}]]}', "contains unknown field via"),
        ('{"rounds":[[{"pair":[[0,0],[0,' + "9" * 5000 + "]]}]]}", "out of range."),
    ],
    "text": [
        ("", "There are no moves in the answer."),
        ("; nothing", "There are no moves in the answer."),
        ("0: r1c1", "Line 1: a move names two tiles, such as r1c1 r1c4."),
        ("0: r1c1 r1", "Line 1: 'r1' is no cell; a cell is written like r1c4."),
        ("0: r1c1 r-1c2", "Line 1: 'r-1c2' is no cell"),
        ("0: r1c1 r1c٣", "Line 1: 'r1c٣' is no cell"),
        ("0: r1c1 r1c" + "9" * 5000, "Line 1: the number of 5000 digits is too large."),
        ("0: r1c1 r1c2 over r0c1", "Line 1: after the two tiles comes straight, or via"),
        ("0: r1c1 r1c2 via", "Line 1: after the two tiles comes straight, or via"),
        ("1: r1c1 r1c2", "Line 1: the first round is 0, not 1."),
        ("0:\n2: r1c1 r1c2", "Line 2: after round 0 comes round 1, not 2."),
        ("0:\n1:\n0:", "Line 3: after round 1 comes round 2, not 0."),
        ("-1: r1c1 r1c2", "Line 1: '-1' is not a whole number."),
        ("x: r1c1 r1c2", "Line 1: 'x' is not a whole number."),
    ],
}


@pytest.mark.parametrize(
    ("codec", "text", "words"),
    [
        *((choose_codec(CODECS, n), *case) for n, cases in COMPLAINTS.items() for case in cases),
        *(
            (choose_codec(ANSWER_CODECS, n), *case)
            for n, cases in ANSWER_COMPLAINTS.items()
            for case in cases
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Codec) else str(value)[:20],
)
def test_the_complaint_names_the_place(codec: Codec[object], text: str, words: str) -> None:
    if codec is CODECS[0] and text and not text.startswith("{"):
        text = f"{HEADS[codec.text]}{text}}}"
    said = complaint(codec, text)
    assert said is not None and words in said


@pytest.mark.parametrize("board", [((1, 1),), ((b"A", b"A"),), (("A", True), ("A", True))])
def test_tiles_must_be_named_by_text(board: object) -> None:
    with pytest.raises(BadInput, match="is not the name of a tile"):
        Shisen(board=board)  # type: ignore[arg-type]


@pytest.mark.parametrize("codec", EACH, ids=lambda codec: codec.text)
@given(text=st.text() | st.text(st.sampled_from('[]{},:-. 01rcAB;\n"')))
@example("\0")
@example("\ud800")
@example("{\ud800")
@example("\ud800\n\ud800")
@settings(max_examples=100)
def test_any_text(codec: Codec[object], text: str) -> None:
    for whole in (text, HEADS.get(codec.text, "") + text):
        complaint(codec, whole)


@pytest.mark.parametrize("name", TEXTS)
@given(data=st.data())
@settings(max_examples=100)
def test_damaged_boards(name: str, data: st.DataObject) -> None:
    assert complaint(choose_codec(CODECS, name), TEXTS[name]) is None
    assert_survived(choose_codec(CODECS, name), data.draw(damaged(TEXTS[name])), CODECS[0])


@pytest.mark.parametrize("name", ANSWER_TEXTS)
@given(data=st.data())
@settings(max_examples=100)
def test_damaged_answers(name: str, data: st.DataObject) -> None:
    codec = choose_codec(ANSWER_CODECS, name)
    assert complaint(codec, ANSWER_TEXTS[name]) is None
    assert_survived(codec, data.draw(damaged(ANSWER_TEXTS[name])), ANSWER_CODECS[0])


@pytest.mark.parametrize("codec", EACH, ids=lambda codec: codec.text)
@pytest.mark.parametrize("piece", ["A", "A ", "\n", "A\n", "A B\n", "0:\n", "0: r1c1 r1c2\n", "["])
def test_long_inputs_are_settled_fast(codec: Codec[object], piece: str) -> None:
    assert_settled_fast(codec, HEADS[codec.text] + piece * (1_000_000 // len(piece)))


@pytest.mark.parametrize("codec", EACH, ids=lambda codec: codec.text)
def test_inputs_that_are_too_long(codec: Codec[object]) -> None:
    said = complaint(codec, HEADS[codec.text] + "0" * 10_000_000)
    assert said == "The input is too long: more than 4000000 bytes."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "The puzzle is empty."),
        ("shisen\n", "There are no cells in the board."),
        ("shisen\nAAA", "There are 3 tiles A, and tiles go in pairs."),
        ("AAB\n.BB", "There are 3 tiles B, and tiles go in pairs."),
        ("S.\n..", "There is 1 tile S, and tiles go in pairs."),
        ("..\n..", "The board has no tiles."),
        ("shisen\nAB\nABA", "Row 2 of the board has 3 cells; row 1 has 2."),
        ("AB\nABA\nBB", "Row 2 of the board has 3 cells; row 1 has 2."),
        (("A" * 1000 + "\n") * 1000, "The board of 1000 x 1000 cells is too large"),
        ("shisen\n" + ("A" * 1000 + "\n") * 1000, "The board of 1000 x 1000 cells is too large"),
        ('{"family":"shisen","board":[["A",7]]}', "JSON at $.board[0][1]: expected str | null"),
    ],
    ids=lambda value: value[:20],
)
def test_the_command_line_says_it_in_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "board.lvl"
    path.write_text(text, encoding="utf-8")
    for command in ("solve", "draw", "convert"):
        with moderate_work():
            result = run(command, *(["--to", "json"] if command == "convert" else []), str(path))
        assert result.exit_code == 2, result.output
        assert words in result.output and "Traceback" not in result.output


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "board.lvl"
    path.write_bytes(b"AA\xff\xfe\nBB")
    result = run("solve", str(path))
    assert result.exit_code == 2 and "The input is not UTF-8 text: byte 3 is 0xff." in result.output


@pytest.mark.parametrize(
    ("answer", "status", "words"),
    [
        (ANSWER, 0, ""),
        (ANSWER.replace("r0c1 r0c4", "r9c1 r9c4"), 1, "leaves the board"),
        ("0: r1c1 r9c9", 2, "Round 0: row 9, column 9 is not on the board of 2 x 4 cells."),
        ("0: r1c1 r0c1", 2, "Round 0: row 0, column 1 is not on the board of 2 x 4 cells."),
        ('{"rounds":[[{"pair":[[-5,0],[0,0]]}]]}', 2, "row -4, column 1 is not on the board"),
        ("hello", 2, "There is no file 'hello'."),
        ("0: hello", 2, "Line 1: a move names two tiles"),
    ],
)
def test_answers_at_the_command_line(tmp_path: Path, answer: str, status: int, words: str) -> None:
    board = tmp_path / "board.lvl"
    board.write_text(BOARD, encoding="utf-8")
    attempt = answer
    if "\n" in answer or answer.startswith("0"):
        (tmp_path / "answer.txt").write_text(answer, encoding="utf-8")
        attempt = str(tmp_path / "answer.txt")
    result = run("check", str(board), attempt)
    assert result.exit_code == status, result.output
    assert words in result.output
