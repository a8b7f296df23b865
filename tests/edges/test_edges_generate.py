"""New boards: solvable by how they are made, as asked for, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from classic_puzzles import macmahon_squares, macmahon_triangles
from fillings import fillings

from quebra.contract.errors import BadInput
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges.explain import grade
from quebra.families.edges.generate import EdgesRecipe, generate
from quebra.families.edges.generate.sets import all_pieces
from quebra.families.edges.model import Edges
from quebra.families.edges.rules import check


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


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
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
