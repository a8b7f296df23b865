"""Whatever a reader of edge-matching is fed, it gives a puzzle or one clear sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commands import run
from quebra.contract.codec import Codec, choose_codec
from quebra.contract.errors import BadInput
from quebra.engine.budget import Budget
from quebra.families.edges.explain import explain
from quebra.families.edges.formats import ANSWER_CODECS, CODECS
from quebra.families.edges.formats.links import filling_of
from quebra.families.edges.formats.pieces import read_pieces, read_text
from quebra.families.edges.model import Edges
from strategies import assert_settled_fast, assert_survived, complaint, damaged

TEXTS = {
    "json": '{"family":"edges","rows":1,"cols":2,"frame":0,"rotate":true,'
    '"pieces":[[0,1,0,0],[0,0,0,1]],"hints":[{"cell":[0,1],"piece":0,"turn":2}]}',
    "text": "edges\n1 2\nfixed\nframe none\nhint r1c2 2/0\n0 1 0 0\n0 0 0 1\n",
    "pieces": "2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n",
    "tetravex": "tetravex\n 1    2\n3 4  4 5\n 6    7\n",
    "link": "https://e2.bucas.name/#board_w=2&board_h=2&board_edges=abcaaadbceaadaae"
    "&board_pieces=001002003004",
    "puzzle": '{"name":"x","width":2,"height":1,"numColors":1,'
    '"pieces":[[0,1,0,0],[0,0,0,1]],"hints":[{"pos":0,"piece":0,"rot":0}]}',
}
ANSWER_TEXTS = {
    "json": '{"cells":[{"cell":[0,0],"piece":1,"turn":3},{"cell":[0,1],"piece":0}]}',
    "text": "layer\n3/1 .\nlayer\n. 12\n",
    "link": TEXTS["link"],
}
JSON = '{"family":"edges",'
COMPLAINTS = {
    "json": [
        (JSON + '"pieces":[]}', "There are no pieces."),
        (JSON + '"pieces":[[0,0,0,0]],"rows":2}', "There is 1 piece for 2 cells: too few."),
        (JSON + '"pieces":[[0,0,0]]}', "Piece 1 has 3 edges, not 4."),
        (JSON + '"pieces":[[0,0,0,10000]]}', "Piece 1: 10000 is no colour; they are 0 to 9999."),
        (JSON + '"pieces":[[0,0,0,-1]]}', "Piece 1: -1 is no colour; they are 0 to 9999."),
        (JSON + '"pieces":[[0,0,0,0]],"frame":-1}', "The frame: -1 is no colour"),
        (JSON + '"pieces":[[0,0,0,"a"]]}', "JSON at $.pieces[0][3]: expected int, got str."),
        (JSON + '"pieces":[[0,0,0,0.5]]}', "JSON at $.pieces[0][3]: expected int, got float."),
        (JSON + '"pieces":7}', "JSON at $.pieces: expected array, got int."),
        (
            JSON + '"pieces":[[0,0,0,0]],"rotate":1}',
            "JSON at $.rotate: expected bool | array, got int.",
        ),
        (JSON + '"pieces":[[0,0,0,0]],"shape":"star"}', "JSON at $.shape: invalid enum value"),
        (JSON + '"pieces":[[0,0,0,0]],"shape":"free"}', "A board of shape free needs seams."),
        (
            JSON + '"pieces":[[0,0,0,0]],"seams":[[0,1,0,3]]}',
            "Only a board of shape free has seams",
        ),
        (JSON + '"pieces":[[0,0,0,0]],"rows":0}', "The board has no cells."),
        (JSON + '"pieces":[[0,0,0,0]],"rows":-3,"cols":-3}', "The board has no cells."),
        (
            JSON + '"pieces":[[0,0,0,0]],"rows":1000,"cols":1000}',
            "The board of 1000 x 1000 cells is",
        ),
        (JSON + '"pieces":[[0,0,0,0]],"rows":99999999999}', "too large: at most 10000 cells"),
        (
            JSON + '"pieces":[[0,0,0,0]],"hints":[{"cell":[0,1],"piece":0}]}',
            "Hint 1: there is no cell [0, 1].",
        ),
        (
            JSON + '"pieces":[[0,0,0,0]],"hints":[{"cell":[0,0],"piece":1}]}',
            "Hint 1: there is no piece 2, which is 1 in JSON; they are 1 to 1.",
        ),
        (
            JSON + '"pieces":[[0,0,0,0]],"hints":[{"cell":[0,0],"piece":0,"turn":1}]}',
            "Hint 1: turn 1 is not allowed.",
        ),
        (JSON + '"pieces":[[0,0,0,0]],"more":1}', "Object contains unknown field more."),
        (JSON + '"pieces":[[0,', "The JSON breaks off after line 1, character 31."),
    ],
    "text": [
        ("word", "The first line is not the word edges."),
        ("edges", "There are no pieces."),
        ("edges\n2 2\n1 2 3 4", "There is 1 piece for 4 cells: too few."),
        ("edges\nframe grey\n1 1\n1 2 3 4", "Line 2: 'grey' is not a whole number."),
        ("edges\nshape star\n1 1\n1 2 3 4", "Line 2: there is no shape 'star'."),
        ("edges\nhint r1 1\n1 1\n1 2 3 4", "Line 2: 'r1' is no cell; a cell is written like r1c4."),
        ("edges\nhint r0c1 1\n1 1\n1 2 3 4", "Line 2: 'r0c1' is no cell; they are counted from 1."),
        ("edges\nhint r1c1 0\n1 1\n1 2 3 4", "Line 2: pieces are counted from 1."),
        ("edges\nhello\n1 1", "Line 2: 'hello' is neither a number nor one of rotate, fixed,"),
        ("edges\n1 1\n1 2 3 x", "Line 3: 'x' is not a whole number."),
        ("edges\n1 1\n1 2 3", "Piece 1 has 3 edges, not 4."),
        ("edges\n1 1\n1 2 3 4\n1 2 3", "Piece 2 has 3 edges, not 4."),
        ("edges\n1 1\n1 2 3 10000", "Piece 1: 10000 is no colour"),
        ("edges\n1 1\n1 2 3 99999999999", "Line 3: the number of 11 digits is too large."),
        ("edges\nshape cube\n1 1\n1 2 3 4 5 6", "Line 3: the size of the shape cube is layers"),
        ("edges\nshape free\nseam 0 0 1\n1 2 3", "Line 3: 'seam' is neither a number nor"),
        ("edges\nshape free\nseam 0 0 0 0\n1 2 3", "Seam 1: side 0 of cell 0 is used twice."),
        ("edges\nshape free\nseam 0 9 1 0\n1 2 3", "Seam 1: sides are numbered from 0 to 2."),
        ("edges\nshape free\nseam 0 0 99999 0\n1 2 3", "Seam 1: cells are numbered from 0 to"),
    ],
    "pieces": [
        ("", "There are no pieces."),
        ("1 2 3 4\n1 2 3 4", "The first line is no size, and 2 pieces do not make a square."),
        ("999999 999999\n1 2 3 4", "The board of 999999 x 999999 cells is too large"),
        ("0 0\n1 2 3 4", "The board has no cells."),
    ],
    "tetravex": [
        ("word", "The first line is not the word tetravex."),
        ("tetravex", "A row of tiles is three lines, but there are 0."),
        ("tetravex\n1\n1 2", "A row of tiles is three lines, but there are 2."),
        ("tetravex\n1\n1 2 3\n1", "Lines 2 to 4: a row of tiles has n numbers above"),
        ("tetravex\n1\n1 x\n1", "Line 3: 'x' is not a whole number."),
        ("tetravex\n1\n1 2\n1\n1 1\n1 2 1 2\n1 1", "Line 5: 2 tiles, not 1 as above."),
    ],
    "link": [
        ("https://e2.bucas.name/", "The link has no board_edges."),
        ("https://e2.bucas.name/#board_edges=", "The link has no board_edges."),
        ("#board_edges=abc", "The board_edges are 3 letters, not four for each cell."),
        ("#board_edges=aabbaabb", "The board_edges are of 2 cells, not of 1 x 1."),
        ("#board_w=2&board_edges=aabbaabb", "The field board_h: '' is not a whole number."),
        ("#board_w=2&board_h=2&board_edges=aabb", "The board_edges are of 1 cell, not of 2 x 2."),
        ("#board_edges=aBc1", "Cell 1: 'aBc1' is not four letters from a to z."),
        ("#board_edges=aabb&board_pieces=01", "The board_pieces are 2 digits, not three"),
        ("#board_edges=aabb&board_pieces=xyz", "Cell 1 of the board_pieces: 'xyz' is not a whole"),
        ("#board_edges=aabb&board_pieces=000", "Cell 1 has edges, but the board_pieces have no"),
        ("#board_edges=aabb&board_pieces=002", "The link does not show the pieces 1 to 1"),
        ("#board_edges=aaaa", "The link shows 0 of 1 pieces, so it is an attempt: give it as"),
    ],
    "puzzle": [
        ("{}", "Object missing required field width."),
        ('{"width":1,"height":1,"pieces":[[0,0,0]]}', "JSON at $.pieces[0]: expected array of"),
        ('{"width":1,"height":1,"pieces":[]}', "There are no pieces."),
        ('{"width":0,"height":1,"pieces":[]}', "The board has no cells."),
        ('{"width":"1","height":1,"pieces":[]}', "JSON at $.width: expected int, got str."),
        (
            '{"width":1,"height":1,"numColors":2,"pieces":[[0,0,0,3]]}',
            "There is a colour 3, but numColors is 2.",
        ),
        (
            '{"width":1,"height":1,"pieces":[[0,0,0,0]],"hints":[{"pos":1,"piece":0,"rot":0}]}',
            "Hint 1: there is no pos 1; they are 0 to 0.",
        ),
        (
            '{"width":1,"height":1,"pieces":[[0,0,0,0]],"hints":[{"pos":0,"piece":0,"rot":4}]}',
            "Hint 1: turn 4 is not allowed.",
        ),
    ],
}
ANSWER_COMPLAINTS = {
    "json": [
        ('{"cells":1}', "JSON at $.cells: expected array, got int."),
        ('{"cells":[{"cell":[0,0]}]}', "JSON at $.cells[0]: object missing required field piece."),
    ],
    "text": [
        ("", "There are no rows of pieces."),
        ("0", "Line 1: '0': pieces are counted from 1."),
        ("1/x", "Line 1: 'x' is not a whole number."),
        ("cells\n1\n2", "A board that is not regular has one row of cells."),
    ],
}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [(name, text, words) for name, cases in COMPLAINTS.items() for text, words in cases],
)
def test_what_is_wrong_is_said(name: str, text: str, expected: str) -> None:
    words = complaint(choose_codec(CODECS, name), text)
    assert words is not None and expected in words


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [(name, text, words) for name, cases in ANSWER_COMPLAINTS.items() for text, words in cases],
)
def test_what_is_wrong_with_answers_is_said(name: str, text: str, expected: str) -> None:
    words = complaint(choose_codec(ANSWER_CODECS, name), text)
    assert words is not None and expected in words


@settings(max_examples=300)
@given(st.data(), st.sampled_from(sorted(TEXTS)))
def test_damaged_puzzles_are_survived(data: st.DataObject, name: str) -> None:
    text = data.draw(damaged(TEXTS[name]))
    assert_survived(choose_codec(CODECS, name), text, CODECS[0])


@settings(max_examples=200)
@given(st.data(), st.sampled_from(sorted(ANSWER_TEXTS)))
def test_damaged_answers_are_survived(data: st.DataObject, name: str) -> None:
    text = data.draw(damaged(ANSWER_TEXTS[name]))
    assert_survived(choose_codec(ANSWER_CODECS, name), text, ANSWER_CODECS[0])


@settings(max_examples=200)
@given(st.text(max_size=200), st.sampled_from([*CODECS, *ANSWER_CODECS]))
def test_any_text_is_survived(text: str, codec: Codec[object]) -> None:
    complaint(codec, text)


@pytest.mark.parametrize("codec", [*CODECS, *ANSWER_CODECS], ids=lambda codec: codec.text)
@pytest.mark.parametrize("piece", ["0 ", "0 0 0 0\n", "[", '{"a":', "#board_edges=a", "edges\n"])
def test_long_texts_are_settled_fast(codec: Codec[object], piece: str) -> None:
    assert_settled_fast(codec, piece * (1_000_000 // len(piece)))


def test_a_link_to_another_board() -> None:
    puzzle = read_pieces(TEXTS["pieces"])
    for link, words in (
        ("#board_edges=aabb", "The link shows a board of 1 x 1 cells, not of 2 x 2."),
        (
            "#board_w=2&board_h=2&board_edges=azzaaaaaaaaaaaaa",
            "Row 1, column 1: the puzzle has no piece, or no other, azza.",
        ),
    ):
        with pytest.raises(BadInput) as told:
            filling_of(puzzle, link)
        assert str(told.value) == words
    fixed = Edges(rows=2, cols=2, pieces=puzzle.pieces, frame=0)
    with pytest.raises(BadInput, match=r"^Links are for squares"):
        filling_of(fixed, TEXTS["link"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("edges\n1 2\n0 1 0 0\n0 0 0 2", "1 edge has blue disc: an odd number"),
        ("edges\n1 2\nframe 9\n0 1 0 0\n0 0 0 1", "The rim needs 6 edges with grey"),
        ("edges\n1 2\n1 1 1 1\n0 0 0 0", "The rim needs 6 edges with grey"),
    ],
)
def test_boards_that_cannot_be_are_told_with_a_reason(text: str, reason: str) -> None:
    (step,) = explain(read_text(text), None, Budget())
    assert step.technique == "dead end" and reason in step.text


def test_sizes_that_mean_nothing_are_not_written_as_text() -> None:
    odd = Edges(rows=1, cols=5, shape="triangle", pieces=((1, 2, 3),))
    with pytest.raises(BadInput, match="can only be written as JSON"):
        choose_codec(CODECS, "text").write(odd)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("edges\n2 2\n1 2 3 4\n", "There is 1 piece for 4 cells: too few."),
        ("edges\n1 1\n1 2 3 10000\n", "Piece 1: 10000 is no colour; they are 0 to 9999."),
        ("edges\n1000 1000\n1 2 3 4\n", "The board of 1000 x 1000 cells is too large"),
        ("https://e2.bucas.name/#board_edges=abc\n", "The board_edges are 3 letters"),
        ('{"family":"edges","pieces":7}', "JSON at $.pieces: expected array, got int."),
    ],
)
def test_the_command_line_refuses_bad_boards(text: str, words: str) -> None:
    result = run("solve", "-", stdin=text)
    assert result.exit_code == 2 and words in result.stderr


def test_the_command_line_says_no_with_a_reason() -> None:
    odd = "edges\n1 2\n0 1 0 0\n0 0 0 2\n"
    solved = run("solve", "-", stdin=odd)
    assert solved.exit_code == 1 and "No solution: proved." in solved.stdout
    explained = run("explain", "-", stdin=odd)
    assert explained.exit_code == 1 and "an odd number" in explained.stdout


def test_a_link_is_checked_against_a_puzzle_of_another_order(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("2 2\n3 0 0 4\n0 0 1 2\n4 0 0 2\n1 0 0 3\n", encoding="utf-8")
    assert run("check", str(path), TEXTS["link"]).exit_code == 0
    swapped = TEXTS["link"].replace("abcaaadb", "aadbabca")
    assert run("check", str(path), swapped).exit_code == 1
    stranger = run("check", str(path), TEXTS["link"].replace("abca", "azca"))
    assert stranger.exit_code == 2 and "the puzzle has no piece" in stranger.stderr
