"""Every format of Shisen-Sho, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quebra import BadInput, load
from quebra.contract.codec import Codec, choose_codec
from quebra.contract.random import Source
from quebra.contract.registry import families
from quebra.families.shisen.formats import ANSWER_CODECS, CODECS
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.grid.cells import as_rows

BOARD = Shisen(board=(("A", "B", None), ("B", "A", None)))
BOARD_TEXT = {
    "json": '{"family":"shisen","board":[["A","B",null],["B","A",null]],'
    '"merged":[],"gravity":false}',
    "text": "shisen\nAB.\nBA.\n",
    "level": "AB.\nBA.\n",
}
FLOWERS = Shisen(board=(("F1", "x", "F2"), (None, "x", None)), merged=(("F1", "F2"),))
FLOWERS_TEXT = {
    "json": '{"family":"shisen","board":[["F1","x","F2"],[null,"x",null]],'
    '"merged":[["F1","F2"]],"gravity":false}',
    "text": "shisen\nmerged F1 F2\nF1 x  F2\n.  x  .\n",
}
AROUND = Move(pair=((0, 0), (1, 1)), path=((0, 0), (-1, 0), (-1, 1), (1, 1)))
ANSWER = Clearing(
    rounds=(
        (AROUND, Move(pair=((0, 1), (1, 0)))),
        (),
        (Move(pair=((1, 0), (1, 1)), path=((1, 0), (1, 1))),),
    )
)
ANSWER_TEXT = {
    "json": '{"rounds":[[{"pair":[[0,0],[1,1]],"path":[[0,0],[-1,0],[-1,1],[1,1]]},'
    '{"pair":[[0,1],[1,0]],"path":[]}],[],[{"pair":[[1,0],[1,1]],"path":[[1,0],[1,1]]}]]}',
    "text": "0: r1c1 r2c2 via r0c1 r0c2\n0: r1c2 r2c1\n1:\n2: r2c1 r2c2 straight\n",
}
NAMES = st.text(
    st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(";.-{[(#kojunmerged"),
    min_size=1,
    max_size=3,
)


@st.composite
def shisens(draw: st.DrawFn) -> Shisen:
    """A board of any names, that repeat so that each kind has an even number of tiles."""
    cols = draw(st.integers(1, 6))
    names = draw(st.sampled_from([NAMES, st.sampled_from("ABC;"), st.sampled_from("symetr")]))
    half = draw(st.lists(st.none() | names, min_size=1, max_size=12))
    half[0] = half[0] or "A"
    tiles = [*half * 2, *[None] * (-2 * len(half) % cols)]
    Source(draw(st.integers(0, 999))).shuffle(tiles)
    kinds = sorted({tile for tile in tiles if tile})
    merged = [kinds[:2]] if len(kinds) > 1 and draw(st.booleans()) else []
    rows = (tiles[i : i + cols] for i in range(0, len(tiles), cols))
    return Shisen(board=as_rows(rows), merged=as_rows(merged))


CELLS = st.tuples(st.integers(-3, 12), st.integers(-3, 12))
MOVES = st.builds(
    Move, pair=st.tuples(CELLS, CELLS), path=st.lists(CELLS, max_size=4).map(tuple)
) | st.builds(
    lambda pair, between: Move(pair=pair, path=(pair[0], *between, pair[1])),
    st.tuples(CELLS, CELLS),
    st.lists(CELLS, max_size=3),
)
CLEARINGS = st.builds(
    Clearing, rounds=st.lists(st.lists(MOVES, max_size=3).map(tuple), max_size=4).map(tuple)
)


def codec(name: str) -> Codec[Shisen]:
    return choose_codec(CODECS, name)


def answer_codec(name: str) -> Codec[Clearing]:
    return choose_codec(ANSWER_CODECS, name)


@pytest.mark.parametrize(
    ("puzzle", "name", "text"),
    [
        *((BOARD, name, text) for name, text in BOARD_TEXT.items()),
        *((FLOWERS, name, text) for name, text in FLOWERS_TEXT.items()),
    ],
)
def test_a_board_is_written_like_this(puzzle: Shisen, name: str, text: str) -> None:
    assert codec(name).write(puzzle) == text
    assert codec(name).read(text) == puzzle
    claiming = [
        (f.name, c.name) for f in families() for c in f.formats.puzzles if c.recognises(text)
    ]
    assert claiming == [("shisen", name)]
    assert load(text) == puzzle


@pytest.mark.parametrize(("name", "text"), ANSWER_TEXT.items())
def test_an_answer_is_written_like_this(name: str, text: str) -> None:
    assert answer_codec(name).write(ANSWER) == text
    assert answer_codec(name).read(text) == ANSWER
    assert [each.name for each in ANSWER_CODECS if each.recognises(text)] == [name]


@pytest.mark.parametrize("name", BOARD_TEXT)
@given(puzzle=shisens())
@settings(max_examples=150)
def test_what_is_written_is_read_back(name: str, puzzle: Shisen) -> None:
    try:
        text = codec(name).write(puzzle)
    except BadInput as complaint:
        assert name != "json" and str(complaint).endswith(".")
        return
    assert codec(name).read(text) == puzzle
    assert [each.name for each in CODECS if each.recognises(text)] == [name]


@pytest.mark.parametrize("name", ANSWER_TEXT)
@given(answer=CLEARINGS)
@settings(max_examples=100)
def test_answers_are_read_back(name: str, answer: Clearing) -> None:
    try:
        text = answer_codec(name).write(answer)
    except BadInput as complaint:
        assert name == "text" and str(complaint).endswith(".")
        return
    assert answer_codec(name).read(text) == answer
    assert answer_codec(name).recognises(text)


def test_boards_of_plain_names_can_always_be_written() -> None:
    """The refusals are for odd names only."""
    for name in BOARD_TEXT:
        for board in ((("A", "A"), (None, None)), (("a1", "a1"), ("7", "7")), (("A",), ("A",))):
            puzzle = Shisen(board=board)
            assert codec(name).read(codec(name).write(puzzle)) == puzzle


def test_rows_may_be_written_in_many_ways() -> None:
    for rows in ("AB.\nBA-", " A B - \n; a remark\n\nB A .", "AB-\r\nBA-\r\n"):
        assert codec("text").read(f"Shisen\n{rows}") == BOARD
    for text in ("AB.\nBA-", "\n\n  A B -\n\n  B A .\n"):
        assert codec("level").read(text) == load(text) == BOARD


def test_several_kinds_may_be_merged() -> None:
    text = "shisen\nMERGED a b\nmerged c d\nabcd"
    assert codec("text").read(text).merged == (("a", "b"), ("c", "d"))
    assert codec("text").read("shisen\nmerged\nmerged").board == (tuple("merged"),) * 2


def test_levels_have_no_remarks() -> None:
    """So a semicolon may be a tile, at the head of a row too; in the text form it may not."""
    puzzle = Shisen(board=((";", "A"), ("A", ";")))
    assert codec("level").write(puzzle) == ";A\nA;\n"
    assert load(";A\nA;\n") == puzzle
    with pytest.raises(BadInput, match="would be read as another one, so use JSON"):
        codec("text").write(puzzle)


@pytest.mark.parametrize(
    ("name", "board", "words"),
    [
        ("text", ((".", "."),), "A tile named '.' cannot be written: that is an empty cell."),
        ("level", (("-", "A"), ("-", "A")), "A tile named '-' cannot be written"),
        ("text", (("F1",), ("F1",)), "In this format the board would be read as another one"),
        ("text", (("merged", "A", "A", "merged"),), "would be read as another one"),
        ("level", (("A", "A"),), "A level has two rows or more"),
        ("level", (tuple("symmetry"), tuple("symmetry")), "and begins like no other puzzle."),
        ("level", (("{", "A"), ("{", "A")), "and begins like no other puzzle."),
    ],
)
def test_what_a_form_cannot_carry_is_refused(
    name: str, board: tuple[tuple[str, ...], ...], words: str
) -> None:
    with pytest.raises(BadInput) as complaint:
        codec(name).write(Shisen(board=board))
    assert words in str(complaint.value) and str(complaint.value).endswith(".")


def test_a_level_cannot_merge() -> None:
    with pytest.raises(BadInput, match="cannot say which kinds of tiles are merged"):
        codec("level").write(FLOWERS)


@pytest.mark.parametrize(
    "text",
    [
        *("word", "two words", "AA", "path/to/board.txt", "A\nBB", "A B\nC", "", "\n\n"),
        *("kojun\nabcde", "symmetry\n.s.st.s.", "{\n}", "[[0,1],\n[1,0]]", "(\n)"),
    ],
)
def test_other_things_are_not_taken_for_a_board(text: str) -> None:
    assert [each.name for each in CODECS if each.recognises(text)] == []


def test_a_word_that_is_no_file_is_called_so() -> None:
    with pytest.raises(BadInput, match="There is no file 'boards'"):
        load("boards")
    with pytest.raises(BadInput, match="There is 1 tile x, and tiles go in pairs"):
        load("x.\n..")


def test_moves_one_by_one_are_a_round_each() -> None:
    answer = answer_codec("text").read("; my game\nr1c1 R1C2 Straight\n\nr2c1 r2c2\n1: r3c1 r3c2\n")
    assert [len(moves) for moves in answer.rounds] == [1, 2]
    assert answer.rounds[0][0].path == ((0, 0), (0, 1))
    assert answer.rounds[1][0].path == ()


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Move(pair=((-2, 0), (0, 0))), "Round 0: row -1, column 1 is beyond the margin."),
        (Move(pair=((0, 0), (0, 1)), path=((0, 1), (0, 0))), "from the first tile to the second"),
        (Move(pair=((0, 0), (0, 0)), path=((0, 0),)), "from the first tile to the second"),
    ],
)
def test_moves_that_have_no_words(move: Move, words: str) -> None:
    with pytest.raises(BadInput) as complaint:
        answer_codec("text").write(Clearing(rounds=((move,),)))
    assert words in str(complaint.value)


def test_a_board_of_the_largest_size_passes_through_every_format() -> None:
    puzzle = Shisen(board=(("A",) * 100,) * 100)
    for each in CODECS:
        assert each.read(each.write(puzzle)) == puzzle


def test_a_text_that_begins_with_a_family_is_no_level() -> None:
    level = choose_codec(CODECS, "level")
    assert not level.recognises("tangram egg\ntolerance 1e-6\n")
    assert level.recognises("A B\nB A\n")
