"""Pictures of boards and of clearings: in the terminal, as SVG, and of whatever people hand in."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from quebra.contract.family import Look
from quebra.contract.results import Badge, Line, Step
from quebra.families.shisen.draw import COLUMNS, MAX_TILES, draw, draw_position
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.signs import LETTERS, MOTIFS, colour_of, sign, sign_numbers
from quebra.i18n.text import Text
from quebra.render import THEMES, Circle, Label, Lines, Polygon
from stopping import moderate_work

BOARD = Shisen(board=(("A", "B", "C", "A"), ("C", "B", "D", "D")))
A = Move(pair=((0, 0), (0, 3)), path=((0, 0), (-1, 0), (-1, 3), (0, 3)))
B = Move(pair=((0, 1), (1, 1)), path=((0, 1), (1, 1)))
C = Move(pair=((0, 2), (1, 0)), path=((0, 2), (0, 1), (1, 1), (1, 0)))
D = Move(pair=((1, 2), (1, 3)))
RIGHT = Clearing(rounds=((A, B, D), (C,)))


def test_the_board_alone() -> None:
    assert draw(BOARD, None, Look()).text().split("\n") == [
        "",
        "      1   2   3   4",
        "",
        "  1   A   B   C   A",
        "",
        "  2   C   B   D   D",
        "",
    ]


def test_rounds_stand_side_by_side_with_their_paths() -> None:
    assert [line.rstrip() for line in draw(BOARD, RIGHT, Look()).text().split("\n")] == [
        "",
        "          round 0                 round 1",
        "",
        "      ┏━━━━━━━━━━━┓",
        "      ┃           ┃",
        "      A   B   C   A           ·   ┏━━━C   ·",
        "          ┃                       ┃",
        "      C   B   D━━━D           C━━━┛   ·   ·",
        "",
        "",
        "",
    ]


def test_an_attempt_ends_with_the_position_reached() -> None:
    drawing = draw(
        BOARD, Clearing(rounds=((A, B),)), Look(step=Step(Text(), ((1, 2), (1, 3)), (), Text()))
    )
    captions = [
        shape.text for shape in drawing.shapes if isinstance(shape, Label) and shape.room > 1
    ]
    assert captions == ["round 0", "4 tiles left"]
    assert drawing.text().count("D?") == 2
    assert draw(BOARD, Clearing(rounds=()), Look()) == draw(BOARD, None, Look())
    assert draw(BOARD, Clearing(rounds=((), ())), Look()) == draw(BOARD, None, Look())


def test_rounds_without_moves_are_left_out_but_counted() -> None:
    drawing = draw(BOARD, Clearing(rounds=((), (A, B, D), (), (C,))), Look())
    assert "round 1" in drawing.text() and "round 3" in drawing.text()
    assert "round 0" not in drawing.text() and "round 2" not in drawing.text()


def test_tiles_that_can_go_are_marked() -> None:
    text = draw(BOARD, None, Look(candidates=True)).text()
    assert text.split("\n")[3].split() == ["1", "A+", "B+", "C", "A+"]
    after = draw(BOARD, Clearing(rounds=((A, B, D),)), Look(candidates=True)).text()
    assert after.count("C+") == 2


def test_broken_places_are_marked_where_tiles_are_gone_too() -> None:
    text = draw(BOARD, Clearing(rounds=((A, B),)), Look(broken=((0, 0), (1, 2)))).text()
    assert "·!" in text and "D!" in text


@pytest.mark.parametrize("cols", [4, 10, 18, 38])
@pytest.mark.parametrize("name", ["x", "yz"])
def test_strips_fit_a_terminal(cols: int, name: str) -> None:
    if (cols + 2) * (len(name) + 1) > COLUMNS:
        pytest.skip("not even one board fits")
    board = Shisen(board=((name,) * cols,) * 2)
    rounds = tuple((Move(pair=((0, c), (1, c))),) for c in range(cols))
    drawing = draw(board, Clearing(rounds=rounds), Look())
    assert max(map(len, drawing.text().split("\n"))) <= COLUMNS
    assert drawing.text().count("round") == cols
    assert "…" not in drawing.text() and f"round {cols - 1}" in drawing.text()


ILLEGAL = {
    "not a pair": Move(pair=((0, 0), (0, 1))),
    "itself": Move(pair=((0, 0), (0, 0)), path=((0, 0),)),
    "gone": Move(pair=((0, 1), (1, 1))),
    "slanted": Move(pair=((0, 0), (0, 3)), path=((0, 0), (1, 2), (0, 3))),
    "standing still": Move(pair=((0, 0), (0, 3)), path=((0, 0), (0, 0), (0, 3))),
    "elsewhere": Move(pair=((0, 0), (0, 3)), path=((1, 0), (1, 1))),
    "far away": Move(pair=((0, 0), (0, 3)), path=((0, 0), (-(10**9), 10**9), (0, 3))),
    "over tiles": Move(pair=((0, 0), (0, 3)), path=((0, 0), (0, 3))),
    "countless": Move(pair=((0, 0), (0, 3)), path=((0, 0), (0, 3)) * 100_000),
    "no path": Move(pair=((0, 2), (1, 0))),
}


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_moves_are_drawn_as_far_as_can_be(name: str) -> None:
    answer = Clearing(rounds=((B,), (ILLEGAL[name], ILLEGAL[name])))
    if name == "no path":
        answer = Clearing(rounds=((ILLEGAL[name], B),))
    drawing = draw(BOARD, answer, Look(broken=((0, 0),), candidates=True))
    assert "left" in drawing.text()
    for theme in THEMES:
        ElementTree.fromstring(drawing.svg(theme))
    assert any(
        getattr(shape, "fill", getattr(shape, "colour", "")) == "bad" for shape in drawing.shapes
    )
    for shape in drawing.shapes:
        if isinstance(shape, Lines):
            points = [point for segment in shape.segments for point in segment]
            assert all(0 < x < drawing.width and 0 < y < drawing.height for x, y in points)


def test_paths_have_round_corners() -> None:
    svg = draw(BOARD, RIGHT, Look()).svg()
    paths = [line for line in svg.split("\n") if line.startswith("<path")]
    assert [path.count("Q") for path in paths] == [2, 0, 0, 2]
    assert all('stroke-width="4"' in path for path in paths)


def test_only_the_path_of_the_last_move_has_a_role_for_the_page() -> None:
    position = draw_position(BOARD, RIGHT, Look()).svg()
    paths = [line for line in position.split("\n") if line.startswith("<path")]
    assert [path for path in paths if 'data-role="last-path"' in path] == paths != []
    assert "data-role" not in draw(BOARD, RIGHT, Look()).svg()


def test_long_games_leave_out_the_middle() -> None:
    board = Shisen(board=(("A",) * 100,) * 100)
    rounds = tuple((Move(pair=((r, c), (r + 1, c))),) for r in range(0, 100, 2) for c in range(100))
    with moderate_work():
        drawing = draw(board, Clearing(rounds=rounds), Look())
    assert len(drawing.shapes) < 10 * MAX_TILES
    captions = [
        shape.text for shape in drawing.shapes if isinstance(shape, Label) and shape.room > 1
    ]
    assert captions == ["round 0", "round 1", "round 4999"]


def test_wide_characters_take_two_columns() -> None:
    lines = draw(Shisen(board=(("東", "東", "é", "é"),)), None, Look()).text().split("\n")
    assert lines[3] == "  1  東  東   é   é"


def test_long_names_are_shortened() -> None:
    winds = Shisen(board=(("north", "south"), ("north", "south")))
    assert draw(winds, None, Look()).text().split("\n")[3].split() == ["1", "nor", "sou"]
    alike = Shisen(board=(("flower1", "flower2"), ("flower1", "flower2")))
    assert draw(alike, None, Look()).text().split("\n")[3].split() == ["1", "1", "2"]


def shape_of(number: int) -> tuple[object, ...]:
    """A sign without its colours."""
    parts = []
    for part in sign(number, (0.0, 0.0), 1.0):
        assert isinstance(part, Circle | Polygon)
        outline = part.radius if isinstance(part, Circle) else part.points
        parts.append((outline, part.fill == "paper"))
    return tuple(parts)


def test_dozens_of_signs_differ_also_without_colour() -> None:
    assert len({shape_of(number) for number in range(3 * len(MOTIFS))}) == 54
    assert shape_of(54) == shape_of(0) and colour_of(54) != colour_of(0)


def test_a_letter_has_the_same_sign_on_every_board() -> None:
    assert sign_numbers({"B"}) == {"B": 1}
    assert sign_numbers(set(LETTERS)) == {letter: i for i, letter in enumerate(LETTERS)}
    assert sorted(sign_numbers({"F1", "F2", "A"}).values()) == [0, 1, 2]


def test_merged_kinds_share_a_sign_but_keep_their_names() -> None:
    board = Shisen(board=(("F1", "F2"),), merged=(("F1", "F2"),))
    drawing = draw(board, None, Look())
    fills = [s.fill for s in drawing.shapes if isinstance(s, Circle)]
    assert len(fills) == 2 and len(set(fills)) == 1
    assert "F1" in drawing.text() and "F2" in drawing.text()


STEP = Step(
    Text(),
    ((0, 0), (0, 3)),
    (),
    Text(),
    others=((1, 0),),
    figures=(Line(((1.5, 1.3), (1.5, 0.5), (4.5, 0.5), (4.5, 1.3))), Badge((1.2, 2.2), "7")),
)


def test_a_step_has_its_path_and_numbers() -> None:
    lines = [line.rstrip() for line in draw(BOARD, None, Look(step=STEP)).text().split("\n")]
    assert lines[3] == "  1   A?  B   C   A?"
    assert lines[5] == "  2  7C·  B   D   D"
    assert "━" in lines[1]


def test_a_step_is_drawn_on_the_last_panel_of_a_strip() -> None:
    strip = draw(BOARD, Clearing(rounds=((B,),)), Look(step=STEP)).text()
    assert strip.count("A?") == 2 and strip.count("7C·") == 1


def test_a_step_hides_the_path_of_the_last_move() -> None:
    after = Clearing(rounds=((B,),))
    drawn = [draw_position(BOARD, after, look) for look in (Look(), Look(step=STEP))]
    roles = [[shape.role for shape in each.shapes if isinstance(shape, Lines)] for each in drawn]
    assert roles[0] == ["last-path"] and "last-path" not in roles[1]
