"""Sides of any length with colours, in a figure with colours."""

from __future__ import annotations

from itertools import combinations
from math import isclose
from xml.etree import ElementTree

import msgspec
import pytest
from coloured_lattice import laid
from shapely import Polygon, union_all

import quebra
from commands import run
from images import tangram_images
from quebra.contract.codec import choose_codec
from quebra.contract.errors import BadInput
from quebra.contract.family import Look
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.contract.results import Outcome
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.tangram.board import draw_board, draw_pieces
from quebra.families.tangram.cutting import cut_polygons
from quebra.families.tangram.formats import ANSWER_CODECS, CODECS
from quebra.families.tangram.formats.edges_polygons import OlderPuzzle
from quebra.families.tangram.generate import TangramRecipe, generate
from quebra.families.tangram.judge import judge_in_place
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram, placed_regions
from quebra.families.tangram.rules import check, progress

family = get_family("tangram")

OLDER = OlderPuzzle(
    shape="polygon",
    pieces=((0, 1, 0, 0), (0, 0, 2, 1), (2, 0, 0, 1)),
    outlines=(
        ((0, 0), (2, 0), (1, 2), (0, 2)),
        ((0, 0), (1, 0), (1, 1), (-0.5, 1)),
        ((0, 0), (1.5, 0), (1.5, 1), (-0.5, 1)),
    ),
    figure=((0, 0), (3, 0), (3, 2), (0, 2)),
    frame=0,
)
PUZZLE = OLDER.tangram()
RIGHT = Assembly(places=(laid(0, 0, 0), laid(1, 2, 0), laid(2, 1.5, 1)))


def codes(puzzle: Tangram, answer: Assembly) -> set[str]:
    return {broken.code for broken in check(puzzle, answer)}


def shifted(answer: Assembly, piece: int, x: float, y: float) -> Assembly:
    places = list(answer.places)
    places[piece] = msgspec.structs.replace(
        places[piece], x=places[piece].x + x, y=places[piece].y + y
    )
    return Assembly(places=tuple(places))


def solution(puzzle: Tangram) -> Assembly:
    outcome: Outcome[Assembly] = solve(family, puzzle, engine="sdp", count=1)
    assert outcome.status == "found"
    return outcome.solutions[0]


def regions(puzzle: Tangram, answer: Assembly) -> list[Polygon]:
    return [
        Polygon([(edge.start.real, edge.start.imag) for edge in region[0]])
        for _, region in placed_regions(puzzle, answer)
    ]


@pytest.mark.parametrize("count", [2, 4, 7, 12])
@pytest.mark.parametrize("seed", range(3))
def test_cut_rectangles_are_put_together_again(count: int, seed: int) -> None:
    puzzle = cut_polygons((3, 4), count, 3, Source(seed))
    answer = solution(puzzle)
    assert check(puzzle, answer) == () and progress(puzzle, answer).value == 1
    pieces = regions(puzzle, answer)
    assert isclose(union_all(pieces, grid_size=1e-6).area, 12, rel_tol=1e-4)
    assert all(one.intersection(other).area < 1e-4 for one, other in combinations(pieces, 2))


@pytest.mark.parametrize("turns", [(0, 2), (1, 3), (0, 1, 2, 3)])
@pytest.mark.parametrize("seed", range(2))
def test_pieces_that_may_be_turned(turns: tuple[int, ...], seed: int) -> None:
    puzzle = cut_polygons((3, 4), 5, 3, Source(seed), turns)
    answer = solution(puzzle)
    assert all(place.angle / 90 in turns for place in answer.places)


def test_a_long_side_meets_two_others_in_parts() -> None:
    assert check(PUZZLE, RIGHT) == ()
    assert solution(PUZZLE) == RIGHT


def changed(**fields: object) -> Tangram:
    return msgspec.structs.replace(OLDER, **fields).tangram()


@pytest.mark.parametrize("piece", range(3))
def test_wherever_sides_meet_colours_are_compared(piece: int) -> None:
    for side in range(len(OLDER.pieces[piece])):
        pieces = [list(colours) for colours in OLDER.pieces]
        pieces[piece][side] = 7
        puzzle = changed(pieces=tuple(map(tuple, pieces)))
        at_rim = OLDER.pieces[piece][side] == 0
        assert codes(puzzle, RIGHT) == {"frame" if at_rim else "seam"}
        for engine in ("own", "sdp"):
            outcome = solve(family, puzzle, engine=engine, count=1)
            assert outcome.status == "none", "as much length of each colour must run either way"


def test_the_rim_may_have_colours_of_its_own_or_none() -> None:
    rim = changed(frame=None, rim=(0, 0, 0, 0))
    assert check(rim, RIGHT) == () and solution(rim) == RIGHT
    assert codes(changed(rim=(0, 5, 0, 0)), RIGHT) == {"frame"}
    free = changed(frame=None, pieces=((9, 1, 8, 7), *OLDER.pieces[1:]))
    assert check(free, RIGHT) == () and solve(family, free, count=9).status == "unique"
    with pytest.raises(BadInput, match="needs a colour on every side"):
        solve(family, free, engine="sdp")


@pytest.mark.parametrize("way", [(0.01, 0), (0, -0.01), (0.3, 0.3), (-5, 0)])
@pytest.mark.parametrize("piece", range(3))
def test_what_is_out_of_place_is_seen(piece: int, way: tuple[float, float]) -> None:
    moved = shifted(RIGHT, piece, *way)
    assert codes(PUZZLE, moved) & {"overlap", "outside", "gap"}
    assert progress(PUZZLE, moved).value < 1


def test_areas_are_those_of_another_library() -> None:
    source = Source(8)
    puzzle = cut_polygons((3, 4), 5, 3, source)
    answer = solution(puzzle)
    for _ in range(20):
        moved = answer
        for piece in range(5):
            moved = shifted(moved, piece, source.below(9) / 10 - 0.4, source.below(9) / 10 - 0.4)
        pieces, figure = regions(puzzle, moved), Polygon([(0, 0), (4, 0), (4, 3), (0, 3)])
        found = judge_in_place(puzzle, moved)
        overlaps = {(one[0], other[0]): area for one, other, area in found.overlaps}
        outside = {piece[0]: area for piece, area in found.outside}
        gap = figure.difference(union_all(pieces, grid_size=1e-9)).area
        assert found.gap == pytest.approx(gap, rel=1e-3)
        for one, other in combinations(range(5), 2):
            area = pieces[one].intersection(pieces[other]).area
            assert area < 1e-3 or overlaps[one, other] == pytest.approx(area, rel=1e-3)
        for piece, region in enumerate(pieces):
            area = region.difference(figure).area
            assert area < 1e-3 or outside[piece] == pytest.approx(area, rel=1e-3)


def test_pieces_are_used_once_and_turned_as_they_may_be() -> None:
    twice = Assembly(places=(*RIGHT.places, laid(0, 0, 0)))
    assert "twice" in codes(PUZZLE, twice)
    turned = Assembly(places=(laid(0, 0, 0, 1), *RIGHT.places[1:]))
    assert "Piece 1 may not lie at 90 degrees." in [b.text for b in check(PUZZLE, turned)]
    hardly = Assembly(places=(Placement(0, 0, 0, 1e-5), *RIGHT.places[1:]))
    assert "angle" in codes(PUZZLE, hardly), "where the figure is upright, angles are exact"


def test_an_upright_figure_is_not_turned() -> None:
    tall = changed(figure=((0, 0), (2, 0), (2, 3), (0, 3)))
    assert solve(family, tall).status == "none"
    turned = msgspec.structs.replace(tall, upright=False)
    assert solve(family, turned, count=9).status == "unique" and not check(turned, RIGHT)
    with pytest.raises(BadInput, match="may not be mirrored"):
        msgspec.structs.replace(tall, mirror=True)


def test_a_figure_that_is_turned_onto_itself_may_have_its_colours_elsewhere() -> None:
    one = Piece("one", "M0 0 H1 V1 H0 Z", colours=(1, 2, 3, 4), flip=False)
    puzzle = Tangram((one,), "M0 0 H1 V1 H0 Z", colours=(2, 3, 4, 1))
    assert not check(puzzle, Assembly((Placement(0, 5, 5),)))
    assert solve(family, puzzle, count=9).status == "unique"
    still = msgspec.structs.replace(puzzle, upright=True)
    assert codes(still, Assembly((Placement(0, 5, 5),))) == {"frame"}
    assert solve(family, msgspec.structs.replace(puzzle, colours=(2, 4, 3, 1))).status == "none"


def test_round_sides_have_colours() -> None:
    half = Piece("half", "M0 0 A1 1 0 0 1 2 0 Z", 2, flip=False, colours=(1, 2))
    disc = "M0 0 A1 1 0 0 1 2 0 A1 1 0 0 1 0 0 Z"
    both = Assembly((Placement(0, 0, 0), Placement(0, 2, 0, 180)))
    for rim, broken in (((1, 1), set()), ((1, 3), {"frame"})):
        assert codes(Tangram((half,), disc, colours=rim), both) == broken
    other = Piece("other", half.outline, flip=False, colours=(1, 3))
    mixed = Tangram((msgspec.structs.replace(half, count=1), other), disc)
    answer = Assembly((Placement(0, 0, 0), Placement(1, 2, 0, 180)))
    assert codes(mixed, answer) == {"seam"}
    assert not solve(family, mixed).solutions
    curved = Piece("curved", "M0 0 C1 1 2 1 3 0 Z", colours=(1, 2))
    with pytest.raises(BadInput, match="must be straight or arcs of circles"):
        Tangram((curved,), curved.outline)


def test_attempts_grow() -> None:
    values = [progress(PUZZLE, Assembly(places=RIGHT.places[:n])).value for n in range(4)]
    assert values[0] == 0 and values == sorted(values) and values[-1] == 1


def test_either_direction_around_a_piece_is_the_same() -> None:
    outline, colours = OLDER.outlines[0], OLDER.pieces[0]
    backwards = (outline[0], *reversed(outline[1:]))
    puzzle = changed(
        outlines=(backwards, *OLDER.outlines[1:]),
        pieces=(tuple(reversed(colours)), *OLDER.pieces[1:]),
    )
    assert puzzle == PUZZLE


@pytest.mark.parametrize("name", ["json", "text", "wkt"])
def test_formats_carry_colours(name: str) -> None:
    codec = choose_codec(CODECS, name)
    for puzzle in (
        PUZZLE,
        changed(rim=(1, 2, 3, 4)),
        changed(frame=None),
        changed(rotate=(0, 2), piece_turns=(None, (1, 3), None)),
        cut_polygons((3, 4), 9, 3, Source(1), (0, 1, 2, 3), 5),
        msgspec.structs.replace(PUZZLE, spare=True, colours=(1, None, 2, None)),
    ):
        text = codec.write(puzzle)
        assert codec.recognises(text) and codec.read(text) == puzzle


@pytest.mark.parametrize("name", ["svg", "geojson"])
def test_other_formats_refuse_them(name: str) -> None:
    with pytest.raises(BadInput, match="has no colours"):
        choose_codec(family.formats.puzzles, name).write(PUZZLE)


def test_older_puzzles_and_answers_are_read() -> None:
    text = msgspec.json.encode(OLDER).decode()
    assert quebra.load(text) == PUZZLE
    lines = """edges
shape polygon
frame 0
figure 0,0 0 3,0 0 3,2 0 0,2 0
piece 0,0 0 2,0 1 1,2 0 0,2 0
piece 0,0 0 1,0 0 1,1 2 -0.5,1 1
piece 0,0 2 1.5,0 0 1.5,1 0 -0.5,1 1
"""
    assert quebra.load(lines) == quebra.load(lines.removeprefix("edges\n")) == PUZZLE
    for answer in (
        "piece 1 at 0,0\npiece 2 at 2,0\npiece 3 at 1.5,1 turn 0\n",
        '{"cells":[],"places":[{"piece":0,"x":0,"y":0,"turn":0},{"piece":1,"x":2,"y":0,"turn":0},'
        '{"piece":2,"x":1.5,"y":1,"turn":0}]}',
    ):
        codec = next(each for each in ANSWER_CODECS if each.recognises(answer))
        assert codec.read(answer) == RIGHT


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"outlines": ()}, "The number of outlines is 0, and that of pieces 3."),
        ({"outlines": (((0, 0), (1, 0)), *OLDER.outlines[1:])}, "Piece 1 has only 2 corners; a"),
        (
            {"pieces": ((0, 1, 0), *OLDER.pieces[1:])},
            "The outline of piece 1: the number of sides is 4, and that of colours 3.",
        ),
        ({"figure": ()}, "The figure has only 0 corners"),
        ({"figure": ((0, 0), (1, 1), (2, 2))}, "The figure has no area."),
        ({"figure": ((0, 0), (2, 2), (2, 0), (0, 3))}, "The figure crosses itself."),
        ({"rim": (1, 2)}, "The figure: the number of sides is 4, and that of colours 2."),
        ({"rim": (1, 2, 3, 10_000)}, "The figure: 10000 is no colour; colours are 0 to"),
        ({"rotate": (0, 5)}, "Piece 1: there is no turn 5; turns are 0 to 3."),
    ],
)
def test_what_is_no_puzzle_with_colours(fields: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput) as error:
        changed(**fields)
    assert str(error.value).startswith(words)
    assert error.value.translated("pt") != str(error.value)


def test_answers_that_do_not_fit() -> None:
    for answer, words in (
        (Assembly(places=(laid(3, 0, 0),)), "Place 1: there is no piece 3; pieces are numbered 0"),
        (
            Assembly(places=(laid(0, float("nan"), 0),)),
            "Place 1: x, y and the angle must be numbers",
        ),
    ):
        with pytest.raises(BadInput) as error:
            check(PUZZLE, answer)
        assert str(error.value).startswith(words)


def test_older_text_that_is_wrong() -> None:
    text = (
        "edges\nshape polygon\nframe 0\nfigure 0,0 0 3,0 0 3,2 0 0,2 0\n"
        "piece 0,0 0 2,0 1 1,2 0 0,2 0\n"
    )
    for old, new, words in (
        ("0,0 0 2,0 1", "0,0 0 2;0 1", "Line 5: '2;0' is no corner; corners are written as"),
        ("0,0 0 2,0 1 ", "0,0 0 2,0 ", "Line 5: write the colour of the next side"),
        ("figure", "picture", "Line 4: 'picture' is none of figure, piece"),
        ("frame 0", "turns 1", "Line 3: 'turns' is none of figure, piece"),
    ):
        with pytest.raises(BadInput) as error:
            choose_codec(CODECS, "text").read(text.replace(old, new, 1))
        assert str(error.value).startswith(words)
    for line in ("piece 0 at 1,1", "piece 1 at 1", "piece 1 at 1,1 turned"):
        with pytest.raises(BadInput, match="Line 1: "):
            choose_codec(ANSWER_CODECS, "text").read(line)


def test_the_engine_cover_refuses_colours() -> None:
    with pytest.raises(BadInput, match="cover has no colours"):
        solve(family, PUZZLE, engine="cover")


def test_the_canonical_form_keeps_colours() -> None:
    canonical = family.symmetry.canonical
    assert canonical
    form = canonical(PUZZLE)
    assert all(canonical(image) == form for image in tangram_images(PUZZLE))
    assert solve(family, form, count=9).status == "unique"
    assert canonical(changed(pieces=((0, 3, 0, 0), (0, 0, 2, 3), (2, 0, 0, 3)))) != form
    swapped = changed(pieces=((0, 1, 0, 0), (0, 0, 1, 2), (2, 0, 0, 1)))
    assert canonical(swapped) != form


def test_pictures_show_every_side() -> None:
    blank, done = (family.draw(PUZZLE, each, Look()) for each in (None, RIGHT))
    for drawing in (blank, done):
        root = ElementTree.fromstring(drawing.svg())
        words = [node.text for node in root.iter() if node.tag.endswith("text")]
        assert words.count("1") == 4, "three sides of that colour, and piece 1"
    assert done.width < blank.width
    marked = family.draw(PUZZLE, RIGHT, Look(broken=((0, 0),)))
    assert "!" in marked.svg() and "!" not in done.svg()


def test_games_show_colours() -> None:
    board = draw_board(PUZZLE, RIGHT, Look()).svg()
    assert board.count(">0<") == 7 and len(draw_pieces(PUZZLE)) == 3


def test_generated_puzzles_of_polygons() -> None:
    recipe = TangramRecipe(polygons=5, colours=2)
    puzzle = generate(recipe, Source(3), Budget())
    assert puzzle == generate(recipe, Source(3), Budget())
    assert len(puzzle.pieces) == 5 and puzzle.colours == (0, 0, 0, 0)
    assert {c for piece in puzzle.pieces for c in piece.colours or ()} <= {0, 1, 2}
    assert solution(puzzle)
    easy = generate(msgspec.structs.replace(recipe, grade="easy"), Source(3), Budget())
    assert family.explain.grade(easy, Budget()).name == "easy"
    with pytest.raises(BadInput, match="need the option `colours`"):
        generate(TangramRecipe(polygons=5), Source(3), Budget())
    with pytest.raises(BadInput, match="Only one of these options may be given: shape, colours"):
        generate(msgspec.structs.replace(recipe, shape="M0 0 H1 V1 Z"), Source(3), Budget())


def test_the_command_line_solves_and_checks_them() -> None:
    made = run("generate", "tangram", "--colours", "3", "--turned", "--seed", "5")
    solved = run("solve", "-", "--json", stdin=made.stdout)
    assert solved.exit_code == 0
    assert run("check", made.stdout, solved.stdout).exit_code == 0
