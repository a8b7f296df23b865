"""New boards: solvable by how they are made, as asked for, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from classic_puzzles import macmahon_squares, macmahon_triangles
from fillings import fillings
from msgspec.structs import replace

from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.edges import family
from quebra.families.edges.explain import grade
from quebra.families.edges.formats.tetravex import write_tetravex
from quebra.families.edges.generate import EdgesRecipe, generate
from quebra.families.edges.generate.sets import PIECE_SETS, all_pieces
from quebra.families.edges.generate.unique import is_unique
from quebra.families.edges.model import Edges, given_pieces
from quebra.families.edges.rules import check
from quebra.families.edges.symmetry.canonical import canonical
from quebra.families.edges.symmetry.solution_key import solution_key
from quebra.service.verbs import make_puzzle


def made(seed: int = 1, /, **options: Any) -> Edges:
    return generate(EdgesRecipe(**options), Source(seed), Budget())


SMALL: list[dict[str, object]] = [
    {"rows": 3, "cols": 3},
    {"rows": 2, "cols": 4, "fixed": True},
    {"rows": 3, "cols": 3, "frameless": True, "fixed": True},
    {"rows": 2, "cols": 2, "frameless": True},
    {"rows": 2, "cols": 3, "shape": "hexagon"},
    {"rows": 2, "cols": 9, "shape": "triangle"},
    {"rows": 2, "cols": 2, "shape": "cube", "fixed": True},
    {"rows": 1, "cols": 3, "layers": 2, "shape": "cube", "fixed": True},
    {"rows": 1, "cols": 1},
]


@pytest.mark.parametrize("options", SMALL, ids=str)
def test_every_board_has_a_solution(options: dict[str, object]) -> None:
    for seed in range(5):
        puzzle = made(seed, **options)
        answer = next(fillings(puzzle))
        assert check(puzzle, answer) == ()
        assert puzzle == made(seed, **options)


def test_seeds_make_different_boards() -> None:
    assert len({made(seed, rows=4, cols=4) for seed in range(10)}) == 10


def test_frame_colours_lie_along_the_frame() -> None:
    puzzle = made(rows=6, cols=7, colours=5, frame_colours=2)
    edges = Counter(colour for piece in puzzle.pieces for colour in piece)
    assert set(edges) <= set(range(8))
    assert edges[0] == len(puzzle.layout.rim) == 26
    assert edges[1] + edges[2] == 2 * 22
    for piece in puzzle.pieces:
        if {1, 2} & set(piece):
            assert 0 in piece
    assert all(count % 2 == 0 for colour, count in edges.items() if colour)


def test_options_are_kept() -> None:
    plain = made(rows=4, cols=5)
    assert (plain.frame, plain.rotate, plain.shape) == (0, True, "square")
    fixed = made(rows=4, cols=5, fixed=True, frameless=True, colours=10)
    assert (fixed.frame, fixed.rotate) == (None, False)
    assert max(max(piece) for piece in fixed.pieces) <= 10
    cubes = made(rows=2, cols=3, shape="cube")
    assert (cubes.layers, len(cubes.pieces)) == (2, 12)


@pytest.mark.parametrize("wanted", GRADES)
def test_the_grade_asked_for(wanted: str) -> None:
    puzzle = made(3, rows=5, cols=5, grade=wanted)
    assert grade(puzzle, Budget()).name == wanted


def test_colours_are_used_equally_often() -> None:
    """Inside 17 colours on 420 seams, along the frame 5 on 60: the counts of Eternity II."""
    puzzle = made(rows=16, cols=16, colours=17, frame_colours=5)
    edges = Counter(colour for piece in puzzle.pieces for colour in piece)
    assert Counter(edges.values()) == {64: 1, 24: 5, 48: 5, 50: 12}


@pytest.mark.parametrize(
    "options",
    [
        {"rows": 6, "cols": 6, "colours": 4},
        {"rows": 16, "cols": 16, "colours": 17, "frame_colours": 5},
        {"rows": 6, "cols": 6, "colours": 3, "frameless": True, "fixed": True},
        {"rows": 4, "cols": 4, "shape": "hexagon"},
        {"rows": 5, "cols": 5, "shape": "triangle", "colours": 5},
        {"rows": 3, "cols": 3, "shape": "cube", "frame_colours": 9},
    ],
    ids=str,
)
def test_no_two_pieces_are_alike(options: dict[str, object]) -> None:
    for seed in range(5):
        puzzle = made(seed, distinct=True, **options)
        shown = [
            {puzzle.turned(piece, turn) for turn in puzzle.turns}
            for piece in range(len(puzzle.pieces))
        ]
        assert all(len(each) == len(puzzle.turns) for each in shown)
        assert len(set().union(*shown)) == sum(map(len, shown))


def test_where_pieces_must_be_equal_a_board_is_made_unless_refused() -> None:
    assert len(made(rows=5, cols=5, colours=2).pieces) == 25
    with pytest.raises(NotFound, match="Some pieces were equal or symmetric: ask for more colours"):
        made(rows=5, cols=5, colours=2, distinct=True)


@pytest.mark.parametrize(
    "options",
    [
        *({"rows": side, "cols": side} for side in (1, 2, 3, 4, 5, 6)),
        {"rows": 3, "cols": 5},
        {"rows": 4, "cols": 4, "grade": "hard"},
        {"rows": 4, "cols": 4, "colours": 4},
        {"rows": 4, "cols": 4, "frameless": True},
        {"rows": 4, "cols": 4, "frameless": True, "fixed": True},
        {"rows": 4, "cols": 4, "turns": "0,2"},
        {"rows": 4, "cols": 4, "colours": 3, "hints": 4},
        {"rows": 3, "cols": 3, "shape": "hexagon"},
        {"rows": 3, "cols": 3, "shape": "triangle"},
        {"rows": 2, "cols": 2, "shape": "cube"},
    ],
    ids=str,
)
def test_one_solution_by_another_engine(options: dict[str, object]) -> None:
    for seed in range(3):
        puzzle = made(seed, unique=True, **options)
        outcome = solve(family, puzzle, engine="cpsat", count=2, up_to_symmetry=True)
        assert outcome.status == "unique"


def test_a_board_is_unique_if_and_only_if_one_solution_is_left_up_to_turns() -> None:
    found = Counter[bool]()
    for seed in range(30):
        hints, rotated = seed % 5 // 4, seed % 3 > 0
        puzzle = made(seed, rows=3, cols=3, colours=1 + seed % 4, hints=hints, fixed=not rotated)
        keys = {solution_key(puzzle, answer) for answer in fillings(puzzle)}
        assert is_unique(puzzle, Budget(), 10**6) == (len(keys) == 1)
        found[len(keys) == 1] += 1
    assert min(found.values()) > 5 and len(found) == 2


def test_a_proof_that_takes_too_long_is_none() -> None:
    puzzle = made(rows=4, cols=4, unique=True)
    assert is_unique(puzzle, Budget(), 10**6)
    assert not is_unique(puzzle, Budget(), 10)


def test_given_pieces_are_part_of_a_solution() -> None:
    for options in ({}, {"fixed": True}, {"turns": "0,3"}):
        puzzle = made(rows=4, cols=4, shape="hexagon", hints=3, **options)
        assert len({hint.cell for hint in puzzle.hints}) == 3
        (answer,) = solve(family, puzzle, count=1).solutions
        assert {*given_pieces(puzzle)} <= {*answer.cells}


def test_given_pieces_lie_in_the_centre_and_far_apart() -> None:
    for seed in range(5):
        centre, *others = (hint.cell for hint in made(seed, rows=16, cols=16, hints=5).hints)
        assert centre in {(7, 7), (7, 8), (8, 7), (8, 8)}
        assert {*others} == {(1, 1), (1, 14), (14, 1), (14, 14)}
    everywhere = made(rows=3, cols=3, hints=9)
    assert {hint.cell for hint in everywhere.hints} == {*everywhere.layout.cells}


def test_other_options_make_other_puzzles() -> None:
    """With the same seed, each grade and each option gives a puzzle of its own."""
    recipes: list[dict[str, object]] = [{}, {"unique": True}, {"distinct": True}, {"hints": 1}]
    recipes += [{"grade": grade} for grade in GRADES]
    puzzles = [make_puzzle("edges", (5, 5), 1, each, Budget()) for each in recipes]
    assert len({*map(canonical, puzzles)}) == len(recipes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "count"), [({"rows": 4, "cols": 6}, 24), ({"rows": 6, "cols": 4}, 24)]
)
def test_macmahon_squares_on_their_board(options: dict[str, object], count: int) -> None:
    puzzle = made(set="macmahon", **options)
    assert canonical(puzzle).pieces == canonical(macmahon_squares()).pieces
    assert (puzzle.frame, puzzle.rotate, len(puzzle.layout.cells)) == (0, True, count)


@pytest.mark.parametrize("size", [(1, 24), (2, 12), (3, 8), (8, 3), (4, 6)])
def test_macmahon_squares_fit_only_one_frame(size: tuple[int, int]) -> None:
    board = replace(macmahon_squares(), rows=size[0], cols=size[1])
    known = size in PIECE_SETS["macmahon"].framed
    assert solve(family, board, engine="cpsat", count=1).status == ("found" if known else "none")
    assert made(rows=size[0], cols=size[1], set="macmahon", frameless=True, hints=2).hints


def test_macmahon_triangles_on_their_board() -> None:
    puzzle = made(rows=6, cols=6, set="macmahon-triangles", hints=2)
    assert canonical(replace(puzzle, hints=())) == canonical(macmahon_triangles())
    assert solve(family, puzzle, count=1).status == "found"


def test_every_preset_keeps_its_promise() -> None:
    for name, preset in family.generate.presets.items():
        puzzle = make_puzzle("edges", None, 1, {}, Budget(), name)
        assert isinstance(puzzle, Edges)
        assert len(puzzle.hints) == preset.options.get("hints", 0)
        if preset.size:
            assert puzzle.size == preset.size
        if preset.options.get("unique"):
            assert is_unique(puzzle, Budget(), 10**6)
        if "grade" in preset.options:
            assert grade(puzzle, Budget()).name == preset.options["grade"]
    assert make_puzzle("edges", (5, 5), 1, {}, Budget(), "tetravex").family == "edges"
    assert write_tetravex(make_puzzle("edges", None, 1, {}, Budget(), "tetravex"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"rows": 4, "cols": 4, "colours": 3, "unique": True}, "ask for more hints, more colours"),
        ({"rows": 3, "cols": 3, "colours": 4, "grade": "expert"}, "None had that grade: ask for"),
        ({"rows": 4, "cols": 6, "set": "macmahon", "unique": True}, "solution: ask for more hints"),
    ],
)
def test_what_was_not_found_says_what_to_relax(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(NotFound, match=complaint):
        made(**options)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"rows": 3, "cols": 3, "hints": 10}, "of 9 cells has no room for 10 given pieces"),
        ({"rows": 3, "cols": 3, "colours": 5}, "There are 4 seams for 5 colours: too few."),
        ({"rows": 3, "cols": 3, "frame_colours": 9}, "There are 8 seams for 9 colours: too few."),
        (
            {"rows": 2, "cols": 5, "colours": 2, "frame_colours": 2},
            "All pieces touch the frame: ask for colours or frame colours, not for both.",
        ),
        (
            {"rows": 3, "cols": 8, "set": "macmahon"},
            "The set macmahon fits a frame of 4x6 cells; without a frame, any 24 cells.",
        ),
        ({"rows": 5, "cols": 5, "set": "macmahon", "frameless": True}, "without a frame, any 24"),
        (
            {"rows": 4, "cols": 6, "set": "macmahon", "colours": 4, "fixed": True},
            "The set macmahon decides about these options: colours, fixed.",
        ),
        ({"rows": 0, "cols": 3}, "The board has no cells."),
        ({"rows": 200, "cols": 200}, "The board of 200 x 200 cells is too large"),
        ({"rows": 200, "cols": 1, "shape": "triangle"}, "The board of 200 x 200 cells"),
        ({"rows": 3, "cols": 3, "layers": 2}, "Only cubes have layers, not the shape square."),
        (
            {"rows": 3, "cols": 3, "frameless": True, "frame_colours": 2},
            "Without a frame there are no colours along it.",
        ),
    ],
)
def test_what_cannot_be_made(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        made(**options)


def test_macmahon_squares_are_all_there() -> None:
    puzzle = macmahon_squares()
    assert len(set(puzzle.pieces)) == 24
    edges = Counter(colour for piece in puzzle.pieces for colour in piece)
    assert set(edges.values()) == {32}


def test_macmahon_triangles_lie_on_a_hexagon() -> None:
    puzzle = macmahon_triangles()
    assert len(set(puzzle.pieces)) == len(puzzle.layout.cells) == 24
    degrees = Counter(cell for a, _, b, _ in puzzle.layout.seams for cell in (a, b))
    assert Counter(degrees.values()) == {3: 12, 2: 12}


def test_all_pieces_follow_burnside() -> None:
    """Necklaces of n beads in k colours, counted by the turns that leave them as they are."""
    for sides, colours, count in ((4, 2, 6), (4, 3, 24), (3, 4, 24), (6, 2, 14), (6, 3, 130)):
        assert len(all_pieces(sides, colours)) == count
