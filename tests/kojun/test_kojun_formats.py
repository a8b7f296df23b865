"""Every format of Kojun, both ways."""

from __future__ import annotations

import base64
import json
import zlib
from itertools import accumulate, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quebra
from quebra.contract.codec import Codec, choose_codec
from quebra.contract.errors import BadInput
from quebra.engine.budget import Budget
from quebra.families.kojun.formats import ANSWER_CODECS, CODECS
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.rules import check
from quebra.families.kojun.solve import own
from quebra.grid.cells import GridAnswer
from shared_data import counted, shared_cases, shared_json, shared_path
from strategies import kojuns

BOARD = Kojun(
    regions=(("a", "a", "b"), ("c", "a", "b")),
    givens=((0, 3, 0), (1, 0, 2)),
)
HOLED = Kojun(
    regions=(("a", "a", None), ("c", None, "b"), ("c", "c", "b")),
    givens=((2, 0, 0), (0, 0, 2), (0, 1, 0)),
)
COLUMN = Kojun(regions=BOARD.regions, givens=BOARD.givens, order="column")
WITH_HOLES = ("json", "text", "puzzlink", "penpa")
BOARD_TEXT = {
    "json": '{"family":"kojun","regions":[[0,0,1],[2,0,1]],"givens":[[0,3,0],[1,0,2]],'
    '"order":"adjacent"}',
    "text": "kojun\nregions\na a b\nc a b\ngivens\n. 3 .\n1 . 2\n",
    "puzzlink": "https://puzz.link/p?cojun/3/2/egg3g1g2",
    "pzprv3": "pzprv3\ncojun\n2\n3\n0 1 \n1 1 \n1 0 0 \n. 3 . \n1 . 2 \n. . . \n. . . \n",
    "janko": "begin\npuzzle kojun\nrows 2\ncols 3\nproblem\n- 3 -\n1 - 2\n"
    "areas\n1 1 2\n3 1 2\nend\n",
    "list": "(((0) 0) ((3) 0) ((0) 1))\n(((1) 2) ((0) 0) ((2) 1))\n",
    "candidates": '; board: {"family":"kojun","regions":[[0,0,1],[2,0,1]],'
    '"givens":[[0,3,0],[1,0,2]],"order":"adjacent"}\n'
    "(((2) 0) ((3) 0) ((1) 1))\n(((1) 2) (() 0) ((2) 1))\n",
}


def codec(name: str) -> Codec[Kojun]:
    return choose_codec(CODECS, name)


def answer_codec(name: str) -> Codec[GridAnswer]:
    return choose_codec(ANSWER_CODECS, name)


def recognising(text: str) -> list[str]:
    return [codec.name for codec in CODECS if codec.recognises(text)]


def test_the_formats_are_these() -> None:
    assert [codec.name for codec in CODECS] == [
        *("json", "text", "puzzlink", "pzprv3", "penpa", "janko", "list", "candidates")
    ]
    assert [codec.name for codec in ANSWER_CODECS] == ["json", "text", "pzprv3", "janko", "list"]


@pytest.mark.parametrize(("name", "text"), BOARD_TEXT.items())
def test_a_board_is_written_like_this(name: str, text: str) -> None:
    assert codec(name).write(BOARD) == text
    assert codec(name).read(text) == BOARD
    assert recognising(text) == [name]


@pytest.mark.parametrize("name", [codec.name for codec in CODECS])
@given(data=st.data())
@settings(max_examples=60)
def test_what_is_written_is_read_back(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(kojuns(holes=name in WITH_HOLES))
    text = codec(name).write(puzzle)
    assert codec(name).read(text) == puzzle
    assert codec(name).write(codec(name).read(text)) == text
    assert recognising(text) == [name]


@given(kojuns(orders=("column",), holes=False))
@settings(max_examples=20)
def test_the_order_over_columns_is_kept_or_refused(puzzle: Kojun) -> None:
    for name in ("json", "text", "candidates"):
        assert codec(name).read(codec(name).write(puzzle)) == puzzle
    for name in ("puzzlink", "pzprv3", "penpa", "janko", "list"):
        with pytest.raises(BadInput, match="cannot say that the order holds over whole columns"):
            codec(name).write(puzzle)


@pytest.mark.parametrize("name", [codec.name for codec in CODECS])
def test_holes_are_kept_or_refused(name: str) -> None:
    if name in WITH_HOLES:
        assert codec(name).read(codec(name).write(HOLED)) == HOLED
    else:
        with pytest.raises(BadInput, match="has no holes, but there is one at row 1, column 3"):
            codec(name).write(HOLED)


class TestText:
    def test_a_person_may_write_it_freely(self) -> None:
        text = """
            ; two remarks, blank lines, any labels
            Kojun
            order  column

            regions
              west west 7
              c    west 7
            ; and the numbers
            givens
              .  3  -
              1  .  02
        """
        assert codec("text").read(text) == COLUMN
        assert recognising(text) == ["text"]

    def test_line_ends_of_other_systems(self) -> None:
        text = BOARD_TEXT["text"]
        assert codec("text").read(text.replace("\n", "\r\n")) == BOARD
        assert codec("text").read(text.replace("\n", "\r")) == BOARD

    def test_labels_go_on_after_z(self) -> None:
        puzzle = Kojun(regions=(tuple(range(30)),), givens=((1,) * 30,))
        written = codec("text").write(puzzle).splitlines()[2].split()
        assert written[:2] + written[24:29] == ["a", "b", "y", "z", "aa", "ab", "ac"]


class TestPuzzlink:
    BODY = "egg3g1g2"

    @pytest.mark.parametrize(
        "link",
        [
            "http://pzv.jp/p.html?cojun/3/2/{}",
            "https://pzplus.tck.mn/p?cojun/3/2/{}",
            "https://puzz.link/p?kojun/3/2/{}",
            "https://puzz.link/p?cojun_edit/3/2/{}",
            "https://puzz.link/p?cojun_play/3/2/{}/",
            "https://puzz.link/p?cojun/v:a/3/2/{}",
            "https://puzz.link/p?v:a/cojun/3/2/{}",
            "https://puzz.link/p?cojun/c/3/2/{}",
            "https://puzz.link/p%3Fcojun%2F3%2F2%2F{}",
            "puzz.link/p?cojun/3/2/{}",
            "  cojun/3/2/{}\n",
        ],
    )
    def test_forms_of_links(self, link: str) -> None:
        text = link.format(self.BODY)
        assert codec("puzzlink").read(text) == BOARD
        assert recognising(text) == ["puzzlink"]

    def test_missing_numbers_are_blank(self) -> None:
        assert codec("puzzlink").read("cojun/3/2/eg").givens == ((0, 0, 0), (0, 0, 0))
        assert codec("puzzlink").read("cojun/3/2/egg3").givens == ((0, 3, 0), (0, 0, 0))

    def test_a_question_mark_is_blank(self) -> None:
        assert codec("puzzlink").read("cojun/3/2/eg.3.1g2") == BOARD

    def test_large_numbers(self) -> None:
        row = tuple(range(300, 0, -1))
        puzzle = Kojun(regions=((1,) * 300,), givens=(row,))
        link = codec("puzzlink").write(puzzle)
        assert "+100-ff-fe" in link
        assert "-11-10fedcba987654321" in link
        assert codec("puzzlink").read(link) == puzzle

    def test_numbers_that_are_too_large(self) -> None:
        puzzle = Kojun(regions=((1,) * 5000,), givens=((5000, *(0,) * 4999),))
        with pytest.raises(BadInput, match="no numbers above 4095, but there is 5000"):
            codec("puzzlink").write(puzzle)

    def test_long_runs_of_blanks(self) -> None:
        puzzle = Kojun(regions=((1,) * 45,), givens=((0,) * 44 + (7,),))
        assert codec("puzzlink").write(puzzle).endswith("/" + "0" * 9 + "zzj7")

    def test_a_dangling_wall_vanishes(self) -> None:
        assert codec("puzzlink").read("cojun/2/2/g0").regions == ((0, 0), (0, 0))

    def test_holes_follow_the_numbers(self) -> None:
        link = codec("puzzlink").write(HOLED)
        assert link == "https://puzz.link/p?cojun/3/3/egt02j2g1g50"
        assert codec("puzzlink").read("cojun/2/1/0hg") == Kojun(
            regions=((None, 1),), givens=((0, 0),)
        )


class TestPzprv3:
    def test_slashes_stand_for_line_breaks(self) -> None:
        text = BOARD_TEXT["pzprv3"].replace("\n", "/")
        assert codec("pzprv3").read(text) == BOARD
        assert recognising(text) == ["pzprv3"]

    def test_the_answer_may_be_missing_or_partial(self) -> None:
        text = "pzprv3.1/cojun/1/3/0 0 /3 - . /"
        assert codec("pzprv3").read(text).givens == ((3, 0, 0),)
        assert answer_codec("pzprv3").read(f"{text}. +[1,2,,] 2 /").grid == ((3, 0, 2),)
        with pytest.raises(BadInput, match="0 of 1 rows of the answer are there"):
            answer_codec("pzprv3").read(text)

    def test_marks_of_holes(self) -> None:
        puzzle = Kojun(regions=((None, 1, None),), givens=((0, 1, 0),))
        assert codec("pzprv3").read("pzprv3/cojun/1/3/0 0 /* 1 # /") == puzzle

    def test_boards_of_one_column(self) -> None:
        puzzle = Kojun(regions=((1,), (1,), (2,)), givens=((0,), (1,), (0,)))
        assert codec("pzprv3").read(codec("pzprv3").write(puzzle)) == puzzle


def page_of(link: str) -> list[str]:
    """The lines in a penpa link, by way of nothing but the documented packing."""
    packed = link.partition("&p=")[2]
    return zlib.decompress(base64.b64decode(packed), -15).decode().split("\n")


def penpa_link(lines: list[str], opening: str = "https://example.org/#m=edit&p=") -> str:
    packer = zlib.compressobj(wbits=-15)
    data = packer.compress("\n".join(lines).encode()) + packer.flush()
    return opening + base64.b64encode(data).decode()


class TestPenpa:
    def test_the_page_is_as_documented(self) -> None:
        lines = page_of(codec("penpa").write(HOLED))
        assert lines[0].startswith("square,3,3,38,0,1,1,152,152,24,24,0,0,0,0,Title: ,Author: ,")
        assert lines[1] == "[0,0,0,0]"
        assert lines[17] == '["cojun"]'
        # Cell (r, c) is (r + 2) * 7 + (c + 2); corners come 49 later, at the end of their cell.
        assert 'zN:{"16":["2",1,"1"],"25":["2",1,"1"],"31":["1",1,"1"]}' in lines[3]
        assert 'zE:{"73,80":2,"64,65":2}' in lines[3]
        listed = list(accumulate(json.loads(lines[5])))
        assert listed == [16, 17, 23, 25, 30, 31, 32]

    @pytest.mark.parametrize(
        ("rows", "cols", "middle"),
        [(3, 3, 24), (2, 2, 36 + 14), (2, 3, 2 * 42 + 17), (3, 2, 3 * 42 + 20)],
    )
    def test_the_middle_of_the_page(self, rows: int, cols: int, middle: int) -> None:
        puzzle = Kojun(regions=((1,) * cols,) * rows, givens=((0,) * cols,) * rows)
        fields = page_of(codec("penpa").write(puzzle))[0].split(",")
        assert fields[9:11] == [str(middle)] * 2

    @pytest.mark.parametrize(
        "opening",
        [
            "https://swaroopg92.github.io/penpa-edit/#m=solve&p=",
            "https://swaroopg92.github.io/penpa-edit/?m=edit&p=",
            "https://example.org/penpa/#m=edit&l=solvedup&p=",
            "m=edit&p=",
        ],
    )
    def test_forms_of_links(self, opening: str) -> None:
        link = penpa_link(page_of(codec("penpa").write(BOARD)), opening)
        for text in (link, link.rstrip("="), f"{link}&a=xyz", f" {link}\n"):
            assert codec("penpa").read(text) == BOARD
            assert recognising(text) == ["penpa"]

    def test_margins_black_cells_and_other_values(self) -> None:
        lines = [
            "square,4,3,38,0,1,1",
            "[1,0,1,1]",
            "{}",
            # The cells are 27, 28, 35 and 36 of a page 8 wide and 7 high; corners come 56 later.
            '{zS:{"36":4,"27":3},zN:{"27":[" 2 ",1,"1"],"28":[1,1,"1"],"35":["?",1,"1"],'
            '"36":["12",2,"7"]},zE:{"82,83":21,"91":98,"74,75":2}}',
            "",
            "[27,1,7,1]",
        ]
        puzzle = codec("penpa").read(penpa_link(lines))
        assert puzzle == Kojun(regions=((0, 0), (1, None)), givens=((2, 1), (0, 0)))

    def test_links_with_the_tag_of_another_puzzle(self) -> None:
        lines = page_of(codec("penpa").write(BOARD))
        lines[17] = '["sudoku"]'
        assert recognising(penpa_link(lines)) == []

    def test_too_many_rows(self) -> None:
        puzzle = Kojun(regions=((1,),) * 101, givens=((0,),) * 101)
        with pytest.raises(BadInput, match="at most 100 rows and columns"):
            codec("penpa").write(puzzle)


class TestJanko:
    def test_names_in_brackets(self) -> None:
        text = (
            "[begin]\n[puzzle] kojun\n[author]\nNobody\n[size]\n3 2\n[problem]\n- 3 -\n1 - 2\n"
            "[areas]\n1 1 2\n3 1 2\n[solution]\n2 3 1\n1 1 2\n[moves]\nZ2;aa,2;\n[end]\nmore"
        )
        assert codec("janko").read(text) == BOARD
        assert answer_codec("janko").read(text).grid == ((2, 3, 1), (1, 1, 2))
        assert recognising(text) == ["janko"]

    def test_the_name_on_a_line_of_its_own(self) -> None:
        text = BOARD_TEXT["janko"].replace("puzzle kojun", "[Puzzle]\nKojun")
        assert codec("janko").read(text) == BOARD
        assert recognising(text) == ["janko"]

    def test_other_puzzles_are_not_taken(self) -> None:
        assert recognising(BOARD_TEXT["janko"].replace("kojun", "suguru")) == []

    def test_a_square_board_has_one_size(self) -> None:
        square = Kojun(regions=((1, 1), (1, 1)), givens=((0, 0), (0, 0)))
        assert "\nsize 2\n" in codec("janko").write(square)


class TestList:
    def test_rows_by_line(self) -> None:
        text = "((0) 0)\t((3) 0)\t((0) 1)\n((1) 2)\t((0) 0)\t((2) 1)\n"
        assert codec("list").read(text) == BOARD
        assert recognising(text) == ["list"]

    def test_the_whole_board_in_parentheses(self) -> None:
        text = "((((0) 0) ((3) 0)\n  ((0) 1))\n (((1) 2) ((0) 0) ((2) 1)))"
        assert codec("list").read(text) == BOARD
        assert recognising(text) == ["list"]

    def test_lists_of_candidates_are_blanks(self) -> None:
        for text in (
            "((1 2 3) 0) ((3) 0) ((1 2) 1)\n((1) 2) ((2 1 3) 0) ((2) 1)",
            "((1 2) 0) ((3) 0) ((1 2) 1)\n((1) 2) ((1 2) 0) ((2) 1)",
            "((2 3) 0) ((3) 0) ((0) 1)\n((1) 2) ((0) 0) ((2) 1)",
        ):
            assert codec("list").read(text) == BOARD
            assert recognising(text) == ["list"]

    def test_the_lists_that_the_paper_names(self) -> None:
        board = codec("list").read("((0) 0) ((0) 0) ((1) 0) ((0) 0)")
        assert (
            codec("candidates")
            .write(board)
            .endswith("(((2 3 4) 0) ((2 3 4) 0) ((1) 0) ((2 3 4) 0))\n")
        )

    @given(kojuns(holes=False))
    @settings(max_examples=40)
    def test_candidates_without_the_board_have_the_same_solutions(self, puzzle: Kojun) -> None:
        lists = codec("candidates").write(puzzle).partition("\n")[2]
        if "(()" in lists:
            with pytest.raises(BadInput, match="holds no candidate"):
                codec("list").read(lists)
            return
        more = codec("list").read(lists)
        for first, second in ((puzzle, more), (more, puzzle)):
            found = islice(own(first, Budget(), goal="any", seed=None), 20)
            assert not any(check(second, answer) for answer in found)

    def test_very_many_candidates_are_not_written(self) -> None:
        huge = Kojun(regions=((0,) * 1500,), givens=((0,) * 1500,))
        with pytest.raises(BadInput, match="more than 2,000,000 candidates"):
            codec("candidates").write(huge)


class TestListAnswers:
    SOLUTION = GridAnswer(grid=((2, 3, 1), (1, 1, 2)))
    WRITTEN = "Solucao do tabuleiro 2x3\n(((2) 0) ((3) 0) ((1) 1))\n(((1) 2) ((1) 0) ((2) 1))\n"

    def test_a_solution_is_written_as_in_the_paper(self) -> None:
        bound = answer_codec("list").bound_to(BOARD)
        assert bound.write(self.SOLUTION) == self.WRITTEN
        assert bound.read(self.WRITTEN) == self.SOLUTION
        assert bound.recognises(self.WRITTEN)

    @pytest.mark.parametrize(
        "heading", ["", "Solução do tabuleiro\n", "\nSOLUCAO DO TABULEIRO 2x3\r\n"]
    )
    def test_the_heading_is_optional(self, heading: str) -> None:
        text = heading + self.WRITTEN.partition("\n")[2]
        assert answer_codec("list").recognises(text)
        assert quebra.load_answer(BOARD, text) == self.SOLUTION

    def test_an_attempt_has_blanks_and_no_heading(self) -> None:
        attempt = GridAnswer(grid=((2, 3, 0), (0, 0, 2)))
        bound = answer_codec("list").bound_to(BOARD)
        assert bound.write(attempt) == "(((2) 0) ((3) 0) ((0) 1))\n(((0) 2) ((0) 0) ((2) 1))\n"
        assert bound.read(bound.write(attempt)) == attempt

    def test_candidates_are_blanks_of_an_attempt(self) -> None:
        text = "((1 2) 0) ((3) 0) ((1) 1)\n((0) 2) ((1 2) 0) ((2) 1)"
        assert quebra.load_answer(BOARD, text).grid == ((0, 3, 1), (0, 0, 2))
        board = codec("list").read("((0) 0) ((0) 0) ((0) 1)")
        assert quebra.load_answer(board, codec("candidates").write(board)).grid == ((0, 0, 1),)

    def test_a_solution_of_another_board_is_refused(self) -> None:
        for text in ("((1) 0) ((2) 0)", self.WRITTEN.replace(" 1)", " 0)")):
            with pytest.raises(BadInput, match="The regions in the list are not those of the"):
                quebra.load_answer(BOARD, text)

    def test_it_is_converted_with_the_puzzle(self) -> None:
        assert quebra.convert(BOARD, "list", self.SOLUTION) == self.WRITTEN
        assert quebra.convert(COLUMN, "list", self.SOLUTION) == self.WRITTEN
        assert quebra.convert(BOARD, "text", self.SOLUTION) == "2 3 1\n1 1 2\n"
        with pytest.raises(BadInput, match="so that it needs the puzzle"):
            answer_codec("list").write(self.SOLUTION)
        with pytest.raises(BadInput, match="has no holes"):
            quebra.convert(HOLED, "list", GridAnswer(grid=((0, 0, 0),) * 3))
        with pytest.raises(BadInput, match="The answer has 1 row, not 2"):
            quebra.convert(BOARD, "list", GridAnswer(grid=((2, 3, 1),)))

    @given(kojuns(holes=False), st.data())
    @settings(max_examples=40)
    def test_what_is_written_is_read_back(self, puzzle: Kojun, data: st.DataObject) -> None:
        rows, cols = puzzle.size
        entries = st.tuples(*[st.tuples(*[st.integers(0, 9)] * cols)] * rows)
        answer = GridAnswer(grid=data.draw(entries))
        bound = answer_codec("list").bound_to(puzzle)
        assert bound.read(bound.write(answer)) == answer


class TestAnswers:
    ANSWER = GridAnswer(grid=((2, 3, 0), (1, 10, 2)))

    def test_text(self) -> None:
        text = " 2  3  .\n 1 10  2\n"
        assert answer_codec("text").write(self.ANSWER) == text
        for other in (text, "2 3 0\n1 10 2", "2 3 -\n1 10 2", "2 3 #\n\n1 10 2"):
            assert answer_codec("text").read(other) == self.ANSWER
            assert answer_codec("text").recognises(other)
        assert not answer_codec("text").recognises(BOARD_TEXT["text"])

    def test_json(self) -> None:
        text = answer_codec("json").write(self.ANSWER)
        assert answer_codec("json").read(text) == self.ANSWER
        assert answer_codec("json").recognises(text)

    @pytest.mark.parametrize("name", ["pzprv3", "janko"])
    def test_formats_that_hold_the_puzzle_too(self, name: str) -> None:
        with pytest.raises(
            BadInput, match="holds the puzzle too; write the answer as json or text"
        ):
            answer_codec(name).write(self.ANSWER)

    @given(st.data())
    @settings(max_examples=40)
    def test_text_is_read_back(self, data: st.DataObject) -> None:
        width = data.draw(st.integers(1, 8))
        row = st.tuples(*[st.integers(0, 99)] * width)
        answer = GridAnswer(grid=tuple(data.draw(st.lists(row, min_size=1, max_size=8))))
        assert answer_codec("text").read(answer_codec("text").write(answer)) == answer


class TestPublishedBoards:
    @pytest.mark.parametrize(("name", "count"), [("janko-60", 60), ("odd-boards-5", 4)])
    def test_links_are_read_and_written_back(self, name: str, count: int) -> None:
        name = f"kojun/{name}.json"
        boards = [board for board in shared_json(name) if board.get("valid_puzzle", True)]
        assert len(boards) == count
        for board in counted(name, boards):
            link = str(board["puzzlink"])
            puzzle = codec("puzzlink").read(link)
            wanted = {"family": "kojun", "regions": board["regions"], "givens": board["givens"]}
            assert puzzle == codec("json").read(json.dumps(wanted))
            body = link.rpartition("/")[2]
            rows, cols = puzzle.size
            assert (
                codec("puzzlink").write(puzzle) == f"https://puzz.link/p?cojun/{cols}/{rows}/{body}"
            )
            for other in CODECS:
                assert other.read(other.write(puzzle)) == puzzle

    def test_texts_of_janko(self) -> None:
        boards = {str(board["id"]): board for board in shared_json("kojun/janko-60.json")}
        texts = sorted(shared_path("kojun/janko-text").glob("*.txt"))
        assert texts
        for path in counted("kojun/janko-text", texts):
            text, board = path.read_text(), boards[f"janko-{path.stem}"]
            assert codec("janko").read(text) == codec("puzzlink").read(str(board["puzzlink"]))
            answer = answer_codec("janko").read(text)
            assert [list(row) for row in answer.grid] == board["solution"]

    def test_a_link_with_a_literal_zero(self) -> None:
        for board in shared_cases("kojun/odd-boards-5.json"):
            if not board["valid_puzzle"]:
                with pytest.raises(BadInput, match="Row 1, column 1: 0 is not a number"):
                    codec("puzzlink").read(board["puzzlink"])
