"""Polygons with coloured sides of any length, in a frame."""

from __future__ import annotations

from itertools import combinations
from math import isclose
from xml.etree import ElementTree

import msgspec
import pytest
from shapely import Polygon, union_all

from commands import run
from quebra.contract.codec import choose_codec
from quebra.contract.errors import BadInput
from quebra.contract.family import Look
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.edges.cutting import cut_polygons
from quebra.families.edges.formats import ANSWER_CODECS, CODECS
from quebra.families.edges.generate import EdgesRecipe, generate
from quebra.families.edges.model import Edges, Filling, Laid
from quebra.families.edges.polygons import piece_sides
from quebra.families.edges.rules import check, progress

family = get_family("edges")

SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
PUZZLE = Edges(
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
RIGHT = Filling(places=(Laid(0, 0, 0), Laid(1, 2, 0), Laid(2, 1.5, 1)))


def codes(puzzle: Edges, answer: Filling) -> set[str]:
    return {broken.code for broken in check(puzzle, answer)}


def shifted(answer: Filling, piece: int, x: float, y: float) -> Filling:
    places = list(answer.places)
    places[piece] = msgspec.structs.replace(
        places[piece], x=places[piece].x + x, y=places[piece].y + y
    )
    return Filling(places=tuple(places))


def solution(puzzle: Edges) -> Filling:
    outcome = solve(family, puzzle, engine="sdp", count=1)
    assert outcome.status == "found"
    (found,) = outcome.solutions
    assert isinstance(found, Filling)
    return found


@pytest.mark.parametrize("count", [2, 4, 7, 12])
@pytest.mark.parametrize("seed", range(3))
def test_cut_rectangles_are_put_together_again(count: int, seed: int) -> None:
    puzzle = cut_polygons((3, 4), count, 3, Source(seed), False, 0)
    answer = solution(puzzle)
    assert check(puzzle, answer) == () and progress(puzzle, answer).value == 1
    regions = [
        Polygon([(s.start.real, s.start.imag) for s in piece_sides(puzzle, laid)])
        for laid in answer.places
    ]
    assert isclose(union_all(regions, grid_size=1e-6).area, 12, rel_tol=1e-4)
    assert all(one.intersection(other).area < 1e-4 for one, other in combinations(regions, 2))


@pytest.mark.parametrize("rotate", [(0, 2), (1, 3), True])
@pytest.mark.parametrize("seed", range(2))
def test_pieces_that_may_be_turned(rotate: bool | tuple[int, ...], seed: int) -> None:
    puzzle = cut_polygons((3, 4), 5, 3, Source(seed), rotate, 0)
    answer = solution(puzzle)
    assert all(laid.turn in puzzle.turns_of(laid.piece) for laid in answer.places)


def test_lists_do_as_well() -> None:
    figure = [list(corner) for corner in SQUARE]
    pieces, outlines = [[0, 0, 0, 0]], [figure]
    loose = Edges(shape="polygon", pieces=pieces, outlines=outlines, figure=figure, rim=[0] * 4)  # type: ignore[arg-type]
    assert hash(loose) and check(loose, Filling(places=(Laid(0, 0, 0),))) == ()


def test_a_long_side_meets_two_others_in_parts() -> None:
    assert check(PUZZLE, RIGHT) == ()
    assert solution(PUZZLE) == RIGHT


@pytest.mark.parametrize("piece", range(3))
def test_wherever_sides_meet_colours_are_compared(piece: int) -> None:
    for side in range(len(PUZZLE.pieces[piece])):
        pieces = [list(colours) for colours in PUZZLE.pieces]
        pieces[piece][side] = 7
        puzzle = msgspec.structs.replace(PUZZLE, pieces=tuple(map(tuple, pieces)))
        at_rim = PUZZLE.pieces[piece][side] == 0
        assert codes(puzzle, RIGHT) == {"frame" if at_rim else "seam"}
        outcome = solve(family, puzzle, engine="sdp", count=1)
        assert outcome.status == "none", "as much length of each colour must run either way"


def test_the_rim_may_have_colours_of_its_own_or_none() -> None:
    rim = msgspec.structs.replace(PUZZLE, frame=None, rim=(0, 0, 0, 0))
    assert check(rim, RIGHT) == () and solution(rim) == RIGHT
    other = msgspec.structs.replace(PUZZLE, rim=(0, 5, 0, 0))
    assert codes(other, RIGHT) == {"frame"}
    free = msgspec.structs.replace(PUZZLE, frame=None, pieces=((9, 1, 8, 7), *PUZZLE.pieces[1:]))
    assert check(free, RIGHT) == ()
    with pytest.raises(BadInput, match="needs a frame"):
        solve(family, free, engine="sdp")


@pytest.mark.parametrize("way", [(0.01, 0), (0, -0.01), (0.3, 0.3), (-5, 0)])
@pytest.mark.parametrize("piece", range(3))
def test_what_is_out_of_place_is_seen(piece: int, way: tuple[float, float]) -> None:
    moved = shifted(RIGHT, piece, *way)
    assert codes(PUZZLE, moved) & {"overlap", "outside", "gap"}
    assert progress(PUZZLE, moved).value < 1


def test_areas_are_those_of_another_library() -> None:
    source = Source(8)
    puzzle = cut_polygons((3, 4), 5, 3, source, False, 0)
    answer = solution(puzzle)
    for _ in range(20):
        moved = answer
        for piece in range(5):
            moved = shifted(moved, piece, source.below(9) / 10 - 0.4, source.below(9) / 10 - 0.4)
        regions = [
            Polygon([(s.start.real, s.start.imag) for s in piece_sides(puzzle, laid)])
            for laid in moved.places
        ]
        figure = Polygon(puzzle.figure)
        told = {broken.text for broken in check(puzzle, moved)}
        gap = figure.difference(union_all(regions, grid_size=1e-9)).area
        assert f"An area of {gap:.3g} of the frame is not covered." in told
        for one, other in combinations(range(5), 2):
            area = regions[one].intersection(regions[other]).area
            words = f"Pieces {one + 1} and {other + 1} overlap by {area:.3g}."
            assert area < 1e-3 or words in told
        for piece, region in enumerate(regions):
            area = region.difference(figure).area
            assert area < 1e-3 or f"Piece {piece + 1} lies outside the frame by {area:.3g}." in told


def test_pieces_are_used_once_and_turned_as_they_may_be() -> None:
    twice = Filling(places=(*RIGHT.places, Laid(0, 0, 0)))
    assert "twice" in codes(PUZZLE, twice)
    turned = Filling(places=(Laid(0, 0, 0, 1), *RIGHT.places[1:]))
    assert "Piece 1 may only have turn 0." in [b.text for b in check(PUZZLE, turned)]


def test_attempts_grow() -> None:
    values = [progress(PUZZLE, Filling(places=RIGHT.places[:n])).value for n in range(4)]
    assert values[0] == 0 and values == sorted(values) and values[-1] == 1


def test_either_direction_around_a_piece_is_the_same() -> None:
    outline, colours = PUZZLE.outlines[0], PUZZLE.pieces[0]
    backwards = (outline[0], *reversed(outline[1:]))
    puzzle = msgspec.structs.replace(
        PUZZLE,
        outlines=(backwards, *PUZZLE.outlines[1:]),
        pieces=(tuple(reversed(colours)), *PUZZLE.pieces[1:]),
    )
    assert check(puzzle, RIGHT) == () and solution(puzzle) == RIGHT


@pytest.mark.parametrize("name", ["json", "text", "pieces"])
def test_formats_carry_polygons(name: str) -> None:
    codec = choose_codec(CODECS, name)
    for puzzle in (
        PUZZLE,
        msgspec.structs.replace(PUZZLE, rim=(1, 2, 3, 4)),
        msgspec.structs.replace(PUZZLE, rotate=(0, 2), piece_turns=(None, (1, 3), None)),
        cut_polygons((3, 4), 9, 3, Source(1), True, 5),
    ):
        text = codec.write(puzzle)
        assert codec.recognises(text) and codec.read(text) == puzzle
    for answers in ANSWER_CODECS[:2]:
        text = answers.write(RIGHT)
        assert answers.recognises(text) and answers.read(text) == RIGHT


@pytest.mark.parametrize("name", ["tetravex", "link", "puzzle", "polynomials", "lp"])
def test_other_formats_refuse_them(name: str) -> None:
    with pytest.raises(BadInput):
        choose_codec(family.formats.puzzles, name).write(PUZZLE)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"outlines": ()}, "There are 0 outlines of 3."),
        ({"outlines": (((0, 0), (1, 0)), *PUZZLE.outlines[1:])}, "Piece 1 has 2 corners: a"),
        ({"pieces": ((0, 1, 0), *PUZZLE.pieces[1:])}, "Piece 1 has 4 sides, but 3 colours."),
        ({"figure": ()}, "The figure has 0 corners"),
        ({"figure": ((0, 0), (1, 1), (2, 2))}, "The figure has no area."),
        ({"figure": ((0, 0), (2, 2), (2, 0), (0, 3))}, "The figure crosses itself."),
        ({"figure": ((0, 0), (0, 0), (2, 0), (0, 2))}, "The figure has a side without length."),
        ({"figure": ((0, 0), (float("inf"), 0), (0, 2))}, "The figure has a corner beyond"),
        ({"rim": (1, 2)}, "The figure has 4 sides, but its rim 2 colours."),
        ({"seams": ((0, 0, 1, 0),)}, "Polygons have neither seams nor hints."),
        ({"shape": "square"}, "Only polygons have outlines and a figure, not squares."),
    ],
)
def test_what_is_no_puzzle_of_polygons(fields: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput) as told:
        msgspec.structs.replace(PUZZLE, **fields)
    assert str(told.value).startswith(words)


def test_answers_that_do_not_fit() -> None:
    for answer, words in (
        (Filling(places=(Laid(3, 0, 0),)), "Place 1: there is no piece 3; they are 0 to 2."),
        (Filling(places=(Laid(0, 0, 0, 4),)), "Place 1: there is no turn 4; they are 0 to 3."),
        (Filling(places=(Laid(0, float("nan"), 0),)), "Place 1 is too far away."),
        (choose_codec(ANSWER_CODECS, "text").read("1 2"), "Polygons lie in places, not in cells."),
    ):
        with pytest.raises(BadInput) as told:
            check(PUZZLE, answer)
        assert str(told.value) == words
    with pytest.raises(BadInput, match="Only polygons lie in places"):
        check(Edges(pieces=((1, 1, 1, 1),)), RIGHT)


def test_text_that_is_wrong() -> None:
    text = choose_codec(CODECS, "text").write(PUZZLE)
    for old, new, words in (
        ("0,0 0 2,0 1", "0,0 0 2;0 1", "Line 5: '2;0' is no corner; one is written like 1.5,0."),
        ("0,0 0 2,0 1 ", "0,0 0 2,0 ", "Line 5: after each corner comes the colour"),
        ("figure", "picture", "Line 4: 'picture' is none of figure, piece"),
        ("frame 0", "turns 1", "Line 3: 'turns' is none of figure, piece"),
    ):
        with pytest.raises(BadInput) as told:
            choose_codec(CODECS, "text").read(text.replace(old, new, 1))
        assert str(told.value).startswith(words)
    for line in ("piece 0 at 1,1", "piece 1 at 1", "piece 1 at 1,1 turned"):
        with pytest.raises(BadInput, match="Line 1: "):
            choose_codec(ANSWER_CODECS, "text").read(line)


@pytest.mark.parametrize("engine", ["cpsat", "lp"])
def test_engines_that_need_cells_say_so(engine: str) -> None:
    with pytest.raises(BadInput, match="polygons have backtrack and sdp"):
        solve(family, PUZZLE, engine=engine)


def test_the_other_verbs_say_what_they_cannot() -> None:
    with pytest.raises(BadInput, match="goal"):
        solve(family, PUZZLE, engine="sdp", goal="matched")
    assert family.symmetry.canonical and family.symmetry.canonical(PUZZLE) == PUZZLE


def test_pictures_show_every_side() -> None:
    blank, done = (family.draw(PUZZLE, each, Look(broken=((0,),))) for each in (None, RIGHT))
    for drawing in (blank, done):
        root = ElementTree.fromstring(drawing.svg())
        words = [node.text for node in root.iter() if node.tag.endswith("text")]
        assert words.count("1") == 4, "three sides of that colour, and piece 1"
    assert done.width < blank.width
    assert "!" in done.svg() and "!" not in blank.svg()


def test_generated_puzzles_of_polygons() -> None:
    recipe = EdgesRecipe(rows=3, cols=4, shape="polygon", polygons=5, colours=2)
    puzzle = generate(recipe, Source(3), Budget())
    assert puzzle == generate(recipe, Source(3), Budget())
    assert len(puzzle.outlines) == 5 and puzzle.frame == 0 and puzzle.turns_never
    assert {c for piece in puzzle.pieces for c in piece} <= {0, 1, 2}
    assert solution(puzzle)
    easy = generate(msgspec.structs.replace(recipe, grade="easy"), Source(3), Budget())
    assert family.explain.grade(easy, Budget()).name == "easy"
    for more in ({"layers": 2}, {"turns": "0,4"}, {"polygons": 201}):
        with pytest.raises(BadInput):
            generate(msgspec.structs.replace(recipe, **more), Source(3), Budget())
    with pytest.raises(BadInput, match="shape polygon only"):
        generate(EdgesRecipe(rows=2, cols=2, polygons=5), Source(3), Budget())


def test_the_command_line_solves_and_checks_them() -> None:
    made = run("generate", "edges", "--shape", "polygon", "--size", "3x4", "--seed", "5")
    solved = run("solve", "-", "--json", stdin=made.stdout)
    assert solved.exit_code == 0
    assert run("check", made.stdout, solved.stdout).exit_code == 0
