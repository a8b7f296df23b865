"""Every format both ways, and no family's text taken for another's."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quebra.contract.codec import choose_codec
from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.families.edges.formats import ANSWER_CODECS, CODECS
from quebra.families.edges.formats.answers import read_answer, write_answer
from quebra.families.edges.formats.links import board_link, filling_of, read_link, read_shown
from quebra.families.edges.formats.pieces import read_pieces, read_text
from quebra.families.edges.formats.puzzlejson import read_puzzle
from quebra.families.edges.formats.tetravex import read_tetravex
from quebra.families.edges.model import Edges, Filling, Hint, Placed
from quebra.families.edges.rules import check
from shared_data import shared_file_names, shared_text

FRAMED = "2 2\n0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n"
FOREIGN = [
    "kojun\nregions\na a\ngivens\n2 .",
    "symmetry\ns..",
    "[[1,0],[0,1]]",
    "shisen\nAB\nBA",
    "AB\nBA",
    "1 2 3 4\n1 2 3 4\n",
    "1 2 3 4\n4 3 2 1\n1 2 3 4\n4 3 2 1\n",
    "12\n21",
    "word",
    "0",
    "1 2",
    "board_edges",
    "tangram\nfigure 0 0, 1 0, 1 1",
    "POLYGON ((0 0, 1 0, 1 1, 0 0))",
    "https://puzz.link/p?cojun/2/1/02g",
    '{"family":"kojun","regions":[[1]],"givens":[[1]]}',
    '{"type":"FeatureCollection","features":[]}',
]


def boards() -> st.SearchStrategy[Edges]:
    """Boards of all regular shapes, with frames, turns and hints or without."""

    def made(seed: int, shape: str, rows: int, cols: int, rotate: bool, frame: int) -> Edges:
        source = Source(seed)
        layers = 2 if shape == "cube" else 1
        sides = {"square": 4, "hexagon": 6, "triangle": 3, "cube": 6}[shape]
        cells = rows * rows if shape == "triangle" else rows * cols * layers
        pieces = tuple(tuple(source.below(30) for _ in range(sides)) for _ in range(cells))
        plain = Edges(
            pieces=pieces,
            rows=rows,
            cols=1 if shape == "triangle" else cols,
            layers=layers,
            shape=shape,  # type: ignore[arg-type]
            frame=None if frame < 0 else frame,
            rotate=rotate,
        )
        hints = tuple(
            Hint(cell, source.below(cells), source.choice([None, *plain.turns]))
            for cell in plain.layout.cells
            if source.chance(0.2)
        )
        return Edges(
            pieces=pieces,
            rows=plain.rows,
            cols=plain.cols,
            layers=layers,
            shape=plain.shape,
            frame=plain.frame,
            rotate=rotate,
            hints=hints,
        )

    return st.builds(
        made,
        st.integers(0, 10**9),
        st.sampled_from(["square", "square", "hexagon", "triangle", "cube"]),
        st.integers(1, 4),
        st.integers(1, 4),
        st.booleans(),
        st.integers(-1, 3),
    )


@settings(max_examples=150)
@given(boards())
def test_what_is_written_is_read_again(puzzle: Edges) -> None:
    written = 0
    for codec in CODECS:
        try:
            text = codec.write(puzzle)
        except BadInput as error:
            assert str(error).endswith(".")
            continue
        written += 1
        assert codec.recognises(text), text
        assert codec.read(text) == puzzle
        assert next(c.name for c in CODECS if c.recognises(text)) == codec.name
    assert written >= 3, "JSON, text and pieces carry every board"


@settings(max_examples=100)
@given(boards(), st.integers(0, 10**9))
def test_answers_are_read_again(puzzle: Edges, seed: int) -> None:
    source = Source(seed)
    order = source.shuffled(range(len(puzzle.pieces)))
    cells = [
        Placed(cell, piece, source.choice(puzzle.turns))
        for cell, piece in zip(puzzle.layout.cells, order, strict=False)
        if source.chance(0.7)
    ]
    answer = Filling(cells=tuple(cells))
    for codec in ANSWER_CODECS[:2]:
        text = codec.write(answer)
        assert codec.recognises(text) and codec.read(text) == answer


@pytest.mark.parametrize("text", FOREIGN)
def test_no_text_of_others_is_taken(text: str) -> None:
    assert [codec.name for codec in CODECS if codec.recognises(text)] == []


def test_plain_files_have_a_grey_frame_and_turns() -> None:
    puzzle = read_pieces(FRAMED)
    assert (puzzle.frame, puzzle.rotate, puzzle.rows, puzzle.cols) == (0, True, 2, 2)
    bare = FRAMED.partition("\n")[2]
    assert read_pieces(bare) == puzzle
    assert choose_codec(CODECS, "pieces").recognises(bare)


def test_lines_with_words_tell_what_is_otherwise() -> None:
    text = f"edges\n; a remark\nfixed\nframe 7\nhint r2c1 3\nhint r1c1 1/0\n{FRAMED}"
    puzzle = read_text(text)
    assert (puzzle.frame, puzzle.rotate) == (7, False)
    assert puzzle.hints == (Hint((1, 0), 2), Hint((0, 0), 0, 0))


@pytest.mark.parametrize("name", shared_file_names("edges/*.txt"))
def test_files_of_others_are_recognised(name: str) -> None:
    text = shared_text(name)
    assert [codec.name for codec in CODECS if codec.recognises(text)] == ["pieces"]
    puzzle = read_pieces(text)
    assert len(puzzle.pieces) == puzzle.rows * puzzle.cols
    assert read_puzzle(choose_codec(CODECS, "puzzle").write(puzzle)) == puzzle
    assert read_link(choose_codec(CODECS, "link").write(puzzle)) == puzzle


def test_a_link_shows_pieces_and_a_board() -> None:
    puzzle = read_pieces(FRAMED)
    answer = read_answer("1 2\n3 4")
    link = board_link(puzzle, answer)
    assert "board_edges=abcaaadbceaadaae" in link and link.endswith("board_pieces=001002003004")
    assert read_link(link) == puzzle
    assert read_shown(link) == filling_of(puzzle, link) == answer
    assert check(puzzle, answer) == ()


def test_a_link_is_read_by_the_pieces_of_the_puzzle() -> None:
    """Links of others number their pieces in another order, and turn them, or tell no numbers."""
    puzzle = read_pieces("2 2\n3 0 0 4\n0 0 1 2\n4 0 0 2\n1 0 0 3")
    link = board_link(read_pieces(FRAMED), read_answer("1 2\n3 4"))
    assert write_answer(filling_of(puzzle, link)) == "2/3 4/3\n3/1   1\n"
    assert filling_of(puzzle, link.partition("&board_pieces")[0]) == filling_of(puzzle, link)
    assert check(puzzle, filling_of(puzzle, link)) == ()


def test_a_link_may_show_a_part_of_a_board() -> None:
    puzzle = read_pieces(FRAMED)
    answer = read_answer("1 .\n. 4")
    link = board_link(puzzle, answer)
    assert filling_of(puzzle, link) == answer
    with pytest.raises(BadInput, match=r"^The link shows 2 of 4 pieces"):
        read_link(link)


def test_the_puzzle_json_of_others() -> None:
    text = json.dumps(
        {
            "name": "small",
            "width": 2,
            "height": 1,
            "numColors": 1,
            "pieces": [[0, 0, 0, 1], [0, 0, 0, 1]],
            "hints": [{"pos": 1, "piece": 0, "rot": 0}],
        }
    )
    puzzle = read_puzzle(text)
    assert puzzle.hints == (Hint((0, 1), 0, 0),)
    rotated = puzzle.turned(0, 1)
    assert rotated == tuple(puzzle.pieces[0][(i + 4 - 1) % 4] for i in range(4))


def test_tetravex_is_read_by_tiles() -> None:
    text = "tetravex\n 3    2\n4 2  4 3\n 2    3\n\n 4    4\n2 2  3 3\n 3    4\n"
    puzzle = read_tetravex(text)
    assert puzzle.pieces == ((3, 2, 2, 4), (2, 3, 3, 4), (4, 2, 3, 2), (4, 3, 4, 3))
    assert (puzzle.frame, puzzle.rotate) == (None, False)
    assert choose_codec(CODECS, "tetravex").write(puzzle) == text


def test_an_answer_is_rows_of_pieces_and_turns() -> None:
    answer = read_answer("; mine\n 12/3 -\n . 1\n")
    assert answer.cells == (Placed((0, 0), 11, 3), Placed((1, 1), 0))
    assert read_answer("layer\n1\nlayer\n2").cells[1].cell == (1, 0, 0)
    assert read_answer("cells\n. 2/1").cells == (Placed((1,), 1, 1),)
    assert not ANSWER_CODECS[1].recognises("word")
    for cells in ((Placed((0, 1), 0), Placed((0, 0), 1)), (Placed((0, 0), 0),) * 2):
        with pytest.raises(BadInput, match="can be rows of text"):
            write_answer(Filling(cells=cells))
