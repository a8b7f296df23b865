"""Whatever a reader is fed, it gives a puzzle or one clear sentence."""

from __future__ import annotations

import base64
import tracemalloc
import zlib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quebra.contract.codec import Codec, choose_codec
from quebra.families.kojun.formats import ANSWER_CODECS, CODECS
from quebra.families.kojun.model import Kojun
from quebra.grid.cells import GridAnswer
from strategies import assert_settled_fast, assert_survived, complaint, damaged, kojuns

NAMES = [codec.name for codec in CODECS]
ANSWER_NAMES = [codec.name for codec in ANSWER_CODECS]
LONG = "9" * 5000
CANDIDATES_HEAD = (
    '; board: {"family":"kojun","regions":[[0,0]],"givens":[[0,0]],"order":"adjacent"}\n'
)
HEADS = {
    "json": '{"family":"kojun","regions":[[1]],"givens":',
    "text": "kojun\nregions\n",
    "puzzlink": "https://puzz.link/p?cojun/",
    "pzprv3": "pzprv3/cojun/",
    "penpa": "https://swaroopg92.github.io/penpa-edit/#m=edit&p=",
    "janko": "begin\npuzzle kojun\nproblem\n",
    "list": "((0) 0) ",
    "candidates": CANDIDATES_HEAD,
}


def penpa(*lines: str) -> str:
    packer = zlib.compressobj(wbits=-15)
    data = packer.compress("\n".join(lines).encode()) + packer.flush()
    return HEADS["penpa"] + base64.b64encode(data).decode()


def penpa_board(problem: str, size: str = "2,2", cell_list: str = "[14,1,5,1]") -> str:
    return penpa(f"square,{size},38,0,1,1", "[0,0,0,0]", "{}", problem, "", cell_list)


COMPLAINTS = {
    "json": [
        ("", "Input data was truncated."),
        ('{"family":"kojun"}', "Object missing required field regions."),
        ('{"family":"kojun","regions":[[NaN]],"givens":[[1]]}', "invalid character"),
        ('{"family":"kojun","regions":' + "[" * 100_000, "JSON at $.regions[0][0]: expected"),
        (f"{HEADS['json']}[[{LONG}]]}}", "JSON at $.givens[0][0]: integer value out of range."),
        (f"{HEADS['json']}[[-1]]}}", "Row 1, column 1: -1 is not a number of the puzzle."),
        (f"{HEADS['json']}[[2]]}}", "Row 1, column 1: 2 is larger than its region (1 cell)."),
        (f"{HEADS['json']}[[1.0]]}}", "JSON at $.givens[0][0]: expected int, got float."),
        (f'{HEADS["json"]}[[1]],"x":1}}', "Object contains unknown field x."),
        ('{"x":"\ud800"}', "The JSON is not text: character 7 is half of one."),
    ],
    "text": [
        ("", "The first line is not the word kojun."),
        ("kojun", "The regions are missing: a line with the word regions, then the rows."),
        ("kojun\nregions\na", "The givens are missing: a line with the word givens"),
        ("kojun\nsize 3", "Line 2: 'size 3' is not known here; the lines before the rows are:"),
        ("kojun\norder up", "Line 2: the order is adjacent or column, not 'up'."),
        ("kojun\nregions\na\nregions\na", "Line 4: the regions are there twice."),
        (
            "kojun\nregions\na a\na\ngivens\n. .\n. .",
            "Row 2 of the regions has 1 cell; row 1 has 2.",
        ),
        (
            "kojun\nregions\na a\ngivens\n. . .",
            "The regions are 1 x 2 cells, but the givens are 1 x 3.",
        ),
        (
            "kojun\nregions\na a\ngivens\n. 3",
            "Row 1, column 2: 3 is larger than its region (2 cells).",
        ),
        ("kojun\nregions\na a\ngivens\n. 0", "Row 1, column 2: 0 is not a number of the puzzle;"),
        ("kojun\nregions\na a\ngivens\n. -1", "Row 1, column 2: '-1' is not a whole number."),
        ("kojun\nregions\na a\ngivens\n. ²", "Row 1, column 2: '²' is not a whole number."),
        ("kojun\nregions\na a\ngivens\n. ٣", "Row 1, column 2: '٣' is not a whole number."),
        ("kojun\nregions\na a\ngivens\n1_0 .", "Row 1, column 1: '1_0' is not a whole number."),
        (f"kojun\nregions\na a\ngivens\n. {LONG}", "Row 1, column 2: the number of 5000 digits"),
        ("kojun\nregions\na b a\ngivens\n. . .", "The region at row 1, column 1 is in two parts:"),
        ("kojun\nregions\na a\ngivens\n. #", "Row 1, column 2: a hole in the givens, not in the"),
        ("kojun\nregions\na #\ngivens\n. 1", "Row 1, column 2: 1 stands in a hole."),
        ("kojun\nregions\n#\ngivens\n#", "The board has no cells: all are holes."),
        (
            "kojun\nregions\ngivens\n",
            "The regions are missing: a line with the word regions, then the rows.",
        ),
    ],
    "puzzlink": [
        ("", "The link does not name the puzzle: it holds no ?cojun/ or ?kojun/."),
        ("https://puzz.link/p?sudoku/9/9/", "The link does not name the puzzle"),
        ("cojun/", "The link has no size: after cojun/ come the columns and the rows."),
        ("cojun/6", "The link has no size"),
        ("cojun/6/x", "The rows in the link: 'x' is not a whole number."),
        ("cojun/٣/3/", "The columns in the link: '٣' is not a whole number."),
        ("cojun/0/3/", "The board has no cells."),
        ("cojun/10000/10000/", "The board of 10000 x 10000 cells is too large: at most 10000"),
        (f"cojun/{LONG}/3/", "The columns in the link: the number of 5000 digits is too large."),
        ("cojun/3/3/ab", "The link breaks off inside the walls: 2 characters are missing."),
        ("cojun/2/2/0", "The link breaks off inside the walls: 1 character is missing."),
        ("cojun/2/2/0!1", "Character 2 after the size in the link: '!' is not one of 0-9 and a-v"),
        ("cojun/2/2/00 1", "Character 3 after the size in the link: ' ' is not a number."),
        (
            "cojun/2/2/00z",
            "Character 3 after the size in the link: 20 blanks, but only 4 cells are",
        ),
        ("cojun/2/2/00-g1", "Character 3 after the size in the link: '-g1' is not a number."),
        ("cojun/2/2/00+1", "Character 3 after the size in the link: '+1' is not a number."),
        ("cojun/2/2/00h0h", "Row 2, column 1: 0 is not a number of the puzzle."),
        ("cojun/2/2/005", "Row 1, column 1: 5 is larger than its region (4 cells)."),
        (
            "cojun/2/2/00j0x",
            "Character 5 after the size in the link: the link goes on after the last",
        ),
        ("cojun/2/2/00jw", "Character 4 after the size in the link: 'w' is not one of 0-9 and a-v"),
        ("cojun/2/2/00ju", "The board has no cells: all are holes."),
    ],
    "pzprv3": [
        ("", "The file does not open with pzprv3 and then cojun."),
        ("pzprv3/sudoku/9/9/", "The file does not open with pzprv3 and then cojun."),
        ("pzprv3/cojun/3", "The file has no size: after cojun come the rows and the columns."),
        ("pzprv3/cojun/10000/10000", "The board of 10000 x 10000 cells is too large"),
        ("pzprv3/cojun/2/2/0", "The file breaks off: 1 of 2 rows of the upright walls are there."),
        ("pzprv3/cojun/1/2/0 0/. .", "Row 1 of the upright walls has 2 entries, not 1."),
        ("pzprv3/cojun/1/2/2/. .", "Row 1 of the upright walls, entry 1: '2' is neither 0 nor 1."),
        ("pzprv3/cojun/1/2/0/. 3", "Row 1, column 2: 3 is larger than its region (2 cells)."),
        (
            "pzprv3/cojun/1/2/0/. 0",
            "Row 1, column 2: 0 is not a number of the puzzle; a blank cell is a dot.",
        ),
    ],
    "penpa": [
        ("", "The link holds no penpa board: it has no m=edit&p= or m=solve&p=."),
        ("m=edit&p=", "The penpa link is cut off: its board has no end."),
        ("m=edit&p=!!!", "The penpa link is damaged: its board cannot be unpacked."),
        ("m=edit&p=////", "The penpa link is damaged: its board cannot be unpacked."),
        (penpa("square,2,2")[:-8], "The penpa link is"),
        (penpa("hex,2,2"), "The penpa board is of kind 'hex'; Kojun needs square cells."),
        (penpa("square,2"), "The penpa board has no size."),
        (penpa("square,2,2,38,90,1,1"), "The penpa board is turned or mirrored; turn it upright"),
        (penpa("square,2,2"), "The penpa board breaks off before its margins."),
        (penpa("square,2,2", "[0]"), "The margins of the penpa board: "),
        (penpa("square,2,2", "[-1,0,0,0]"), "The penpa board has a negative margin."),
        (penpa("square,2,2", "[2,0,0,0]"), "The board has no cells."),
        (penpa("square,10000,10000", "[0,0,0,0]"), "The board of 10000 x 10000 cells is too large"),
        (penpa_board("{"), "The problem of the penpa board: "),
        (penpa_board('{"number":{"14":' + "[" * 9000), "The problem of the penpa board: "),
        (
            penpa_board('{"number":{"x":["1",1,"1"]}}'),
            "A place on the penpa board: 'x' is not a whole",
        ),
        (penpa_board('{"number":{"1":["1",1,"1"]}}'), "The number '1' stands outside the board."),
        (
            penpa_board('{"number":{"50":["1",1,"1"]}}'),
            "Row 1, column 1: '1' stands on the rim of the cell",
        ),
        (penpa_board('{"number":{"14":["0",1,"1"]}}'), "Row 1, column 1: 0 is not a number of the"),
        (
            penpa_board('{"number":{"14":["a",1,"1"]}}'),
            "Row 1, column 1: 'a' is not a whole number.",
        ),
        (
            penpa_board('{"number":{"14":[[],1,"1"]}}'),
            "Row 1, column 1: '…' is not a whole number.",
        ),
        (
            penpa_board('{"number":{"14":["9",1,"1"]}}'),
            "Row 1, column 1: 9 is larger than its region",
        ),
        (
            penpa_board('{"lineE":{"50,64":2}}'),
            "The edge '50,64' of the penpa board is not the side",
        ),
        (penpa_board("{}", cell_list="[1]"), "The penpa board has cells outside its rectangle."),
    ],
    "janko": [
        ("", "The text does not say puzzle kojun."),
        ("begin\npuzzle sudoku\nend", "The text does not say puzzle kojun."),
        ("puzzle kojun", "The text has no problem: a line with the word problem, then the rows."),
        ("puzzle kojun\nproblem\n- -\nend", "The text has no areas: a line with the word areas"),
        ("puzzle kojun\nproblem\n-\nproblem\n-", "Line 4: the part problem is there twice."),
        (
            "puzzle kojun\nsize 3\nproblem\n- -\nareas\n1 1",
            "The heading says size '3', but the problem is",
        ),
        (
            "puzzle kojun\nrows 2\nproblem\n-\nareas\n1",
            "The heading says rows '2', but the problem is 1",
        ),
        (
            "puzzle kojun\nsize 10000\nproblem\n-\nareas\n1",
            "The board of 10000 x 10000 cells is too",
        ),
        (
            "puzzle kojun\nproblem\n- -\nareas\n1",
            "The problem is 1 x 2 cells, but the areas are 1 x 1.",
        ),
        (
            "puzzle kojun\nproblem\n- -\n-\nareas\n1",
            "Row 2 of the problem has 1 cell; row 1 has 2.",
        ),
        (
            "puzzle kojun\nproblem\n- 0\nareas\n1 1",
            "Row 1, column 2: 0 is not a number of the puzzle; a blank cell is a hyphen.",
        ),
        ("puzzle kojun\nproblem\n- x\nareas\n1 1", "Row 1, column 2: 'x' is not a whole number."),
        (
            "puzzle kojun\nproblem\n- 2\nareas\n1 2",
            "Row 1, column 2: 2 is larger than its region (1",
        ),
        (
            "puzzle kojun\nproblem\n- - -\nareas\n1 2 1",
            "The region at row 1, column 1 is in two parts",
        ),
    ],
    "list": [
        ("", "There are no cells in the board."),
        ("((2 3) 0)", "Row 1, column 1: 3 is larger than its region (1 cell)."),
        (
            "((2 3) 0) ((0) 0) ((0) 0)",
            "Row 1, column 1 lacks 1, which its region and the cells beside it allow; a puzzle",
        ),
        ("((2 4) 0) ((3) 0) ((1) 0) ((2 3) 0)", "Row 1, column 4 lacks 4, which its region"),
        ("((0 1) 0) ((0) 0)", "Row 1, column 1 holds '0 1': candidates are different numbers"),
        ("((2 2) 0) ((0) 0)", "Row 1, column 1 holds '2 2': candidates are different numbers"),
        ("((1 x) 0) ((0) 0)", "Row 1, column 1: 'x' is not a whole number."),
        ("(() 0)", "Row 1, column 1 holds no candidate."),
        ("Solucao do tabuleiro 6x6\n((1) 0)", "The heading says 6 x 6 cells, but the board has 1"),
        ("Solucao do tabuleiro\n((1) 0)\n7", "Line 3: '7' is not a cell"),
        ("Tabuleiro\n((1) 0)", "Line 1: 'Tabuleiro' is not a cell; a cell is like ((4) 1)."),
        ("((x) 0)", "Row 1, column 1: 'x' is not a whole number."),
        ("((-1) 0)", "Row 1, column 1: '-1' is not a whole number."),
        ("((1) 0) 7", "Line 1: '7' is not a cell; a cell is like ((4) 1)."),
        ("(((1) 0)", "The text ends before all its parentheses are closed."),
        ("((1) 0))", "Line 1: a parenthesis closes that was never opened."),
        ("((((((1) 0", "Line 1: too many parentheses; a cell is like ((4) 1)."),
        ("((1) 0) ((0) 0)\n((0) 0)", "Row 2 of the board has 1 cell; row 1 has 2."),
        ("((1) 0) ((3) 0)", "Row 1, column 2: 3 is larger than its region (2 cells)."),
    ],
    "candidates": [
        ("(((1) 0))", "The text has no first line with the board, as ; board: and its JSON."),
        ("; board: {", "The JSON breaks off after line 1, character 1."),
        (f"{CANDIDATES_HEAD}(((2) 0) ((1 2) 0))", "The lists are not the candidates that the"),
        (CANDIDATES_HEAD, "The lists are not the candidates that the board in the first line has."),
    ],
}


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [(name, text, words) for name, cases in COMPLAINTS.items() for text, words in cases],
    ids=[f"{name}-{i}" for name, cases in COMPLAINTS.items() for i in range(len(cases))],
)
def test_the_complaint_names_the_place(name: str, text: str, words: str) -> None:
    assert words in (complaint(choose_codec(CODECS, name), text) or "")


@pytest.mark.parametrize("codec", [*CODECS, *ANSWER_CODECS], ids=lambda codec: codec.name)
@given(text=st.text())
@example("\0")
@example("\ud800")
@example("{\ud800")
@example("kojun\nregions\n\ud800\ngivens\n\ud800")
@settings(max_examples=60)
def test_any_text(codec: Codec[object], text: str) -> None:
    head = HEADS.get(codec.name, "")
    for whole in (text, head + text):
        complaint(codec, whole)  # asserts that there is none, or one sentence


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=100)
def test_damaged_documents(name: str, data: st.DataObject) -> None:
    codec = choose_codec(CODECS, name)
    puzzle = data.draw(kojuns(max_side=4, holes=name in ("json", "text", "puzzlink", "penpa")))
    assert_survived(codec, data.draw(damaged(codec.write(puzzle))), native=CODECS[0])


@pytest.mark.parametrize("name", ANSWER_NAMES)
@given(data=st.data())
@settings(max_examples=50)
def test_damaged_answers(name: str, data: st.DataObject) -> None:
    documents = {
        "json": '{"grid":[[1,2],[3,0]]}',
        "text": "1 2\n3 .",
        "pzprv3": "pzprv3/cojun/2/2/0 /0 /0 0 /. 2 /. . /4 . /3 1 /",
        "janko": "begin\npuzzle kojun\nproblem\n- -\nareas\n1 1\nsolution\n1 2\nend",
        "list": "Solucao do tabuleiro 1x2\n(((1) 0) ((1 2) 0))",
    }
    codec = choose_codec(ANSWER_CODECS, name)
    assert isinstance(codec.read(documents[name]), GridAnswer)
    assert_survived(codec, data.draw(damaged(documents[name])), native=ANSWER_CODECS[0])


@given(problem=st.text(st.sampled_from('{}[]":,0123456789 azZSNE'), max_size=60))
@settings(max_examples=40)
def test_pages_of_penpa(problem: str) -> None:
    assert_survived(choose_codec(CODECS, "penpa"), penpa_board(problem), native=CODECS[0])


@pytest.mark.parametrize("codec", [*CODECS, *ANSWER_CODECS], ids=lambda codec: codec.name)
@pytest.mark.parametrize(
    "piece",
    ["x", "1 ", "\n", "(", "((1) 0) ", "0", "puzzle\n", "puzzle kojun\n", "[", "/", "m=edit&", " "],
)
def test_long_inputs_are_settled_fast(codec: Codec[object], piece: str) -> None:
    assert_settled_fast(codec, HEADS.get(codec.name, "") + piece * (1_000_000 // len(piece)))


@pytest.mark.parametrize("codec", [*CODECS, *ANSWER_CODECS], ids=lambda codec: codec.name)
def test_inputs_that_are_too_long(codec: Codec[object]) -> None:
    text = HEADS.get(codec.name, "") + "0" * 10_000_000
    assert complaint(codec, text) == "The input is too long: more than 4000000 bytes."


def test_a_small_link_that_unpacks_to_much() -> None:
    packer = zlib.compressobj(9, wbits=-15)
    data = b"".join(packer.compress(b"0" * 1_000_000) for _ in range(400)) + packer.flush()
    link = HEADS["penpa"] + base64.b64encode(data).decode()
    assert len(link) < 600_000
    tracemalloc.start()
    try:
        assert "too long" in (complaint(choose_codec(CODECS, "penpa"), link) or "")
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_a_board_of_the_largest_size_passes_through_every_format() -> None:
    puzzle = Kojun(regions=((1,) * 100,) * 100, givens=((0,) * 100,) * 100)
    for codec in CODECS:
        if codec.name != "candidates":  # there would be 100 million of them
            assert codec.read(codec.write(puzzle)) == puzzle
