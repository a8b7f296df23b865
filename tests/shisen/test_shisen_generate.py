"""New boards are what was asked for: proved, repeatable, and within what is possible."""

from __future__ import annotations

from collections import Counter

import pytest
from brute_force import BruteForce

from quebra.contract.errors import BadInput, NotFound
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import grade
from quebra.families.shisen.generate import ShisenRecipe, generate
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.position import Position, clearing_of


def make(rows: int, cols: int, seed: int = 1, **options: object) -> Shisen:
    recipe = ShisenRecipe(rows=rows, cols=cols, **options)  # type: ignore[arg-type]
    return generate(recipe, Source(seed), Budget())


def sizes(puzzle: Shisen) -> list[int]:
    return sorted(Counter(puzzle.tiles.values()).values())


@pytest.mark.parametrize(
    ("rows", "cols", "expected"),
    [
        (3, 4, [4, 4, 4]),
        (3, 3, [4, 4]),
        (2, 2, [4]),
        (1, 2, [2]),
        (1, 3, [2]),
        (1, 10, [2, 4, 4]),
        (5, 7, [2] + [4] * 8),
    ],
)
def test_four_tiles_a_kind_where_the_size_allows(rows: int, cols: int, expected: list[int]) -> None:
    puzzle = make(rows, cols)
    assert puzzle.size == (rows, cols)
    assert sizes(puzzle) == expected


@pytest.mark.parametrize("seed", range(20))
def test_boards_can_be_cleared(seed: int) -> None:
    brute = BruteForce(make(3, 4, seed))
    assert brute.winnable(brute.start)


@pytest.mark.parametrize("seed", range(5))
def test_unsolvable_boards_have_moves_and_cannot_be_cleared(seed: int) -> None:
    puzzle = make(3, 4, seed, kinds=6, unsolvable=True)
    brute = BruteForce(puzzle)
    assert list(brute.moves(brute.start))
    assert not brute.winnable(brute.start)


def test_kinds_and_holes() -> None:
    puzzle = make(4, 5, kinds=7, holes=4)
    assert sizes(puzzle) == [2] * 6 + [4]
    assert len(puzzle.tiles) == 16
    assert sizes(make(4, 5, kinds=1)) == [20]


def test_many_kinds_have_names_of_two_characters() -> None:
    puzzle = make(1, 140, kinds=70)
    assert {len(name) for name in puzzle.tiles.values()} == {1, 2}


def test_seeds_differ_and_repeat() -> None:
    assert make(4, 5, 3) == make(4, 5, 3)
    assert len({make(4, 5, seed) for seed in range(10)}) == 10
    # Held fast, so that boards stay the same from one release to the next.
    assert "".join(name or "." for row in make(3, 4, 7).board for name in row) == "BACCABABCBAC"


@pytest.mark.parametrize("asked", ["easy", "medium", "hard"])
def test_the_grade_asked_for(asked: str) -> None:
    assert grade(make(4, 5, 2, grade=asked), Budget()).name == asked


def test_the_classic_board() -> None:
    puzzle = make(8, 18)
    assert sizes(puzzle) == [4] * 36
    assert clearing_of(puzzle, Budget()) is not None
    assert list(Position(puzzle, Budget()).moves())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rows": 1, "cols": 1}, "A board needs two tiles or more; cells: 1, holes: 1."),
        ({"rows": 2, "cols": 2, "holes": 1}, "Tiles go in pairs, so their number cannot be 3."),
        (
            {"rows": 2, "cols": 2, "holes": 4},
            "A board needs two tiles or more; cells: 4, holes: 4.",
        ),
        ({"rows": 2, "cols": 2, "kinds": 3}, "3 kinds are too many for 2 pairs of tiles."),
        ({"rows": 3, "cols": 4, "unsolvable": True, "grade": "easy"}, "has no grade."),
        ({"rows": 0, "cols": 4}, "The board has no cells."),
        ({"rows": 1000, "cols": 1000}, "too large"),
        ({"rows": 100, "cols": 100, "kinds": 4999}, "too many: there are 3,906 names."),
    ],
)
def test_what_cannot_be(options: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        make(**options)  # type: ignore[arg-type]


def test_what_is_not_found() -> None:
    with pytest.raises(NotFound, match="No such board of 1 x 4 cells"):
        make(1, 4, unsolvable=True)
