"""New boards have one solution and no clue too many; the paper's scheme is there to compare."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quebra
from quebra.engine.budget import Budget
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.families.symmetry.solve import ENGINES
from quebra.grid.cells import cells


def solutions(puzzle: Symmetry) -> int:
    """How many solutions the other engine finds, up to two."""
    found = ENGINES["cpsat"](puzzle, Budget(), goal="any", seed=None)
    return len(list(islice(found, 2)))


def make(rows: int, cols: int, seed: int, **options: object) -> Symmetry:
    return quebra.generate(Symmetry, (rows, cols), seed=seed, time=None, cancel=None, **options)


@settings(max_examples=25)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**64), st.integers(1, 4))
def test_any_size_and_seed(rows: int, cols: int, seed: int, shapes: int) -> None:
    puzzle = make(rows, cols, seed, shapes=shapes)
    assert puzzle.size == (rows, cols)
    assert solutions(puzzle) == 1


@pytest.mark.parametrize("seed", range(3))
def test_no_clue_can_be_dropped(seed: int) -> None:
    puzzle = make(5, 6, seed)
    for r, c in cells(*puzzle.size):
        if puzzle.clues[r][c] != EMPTY:
            fewer = [list(row) for row in puzzle.clues]
            fewer[r][c] = EMPTY
            assert solutions(puzzle.with_clues(tuple(map(tuple, fewer)))) == 2


def test_seeds_differ_and_repeat() -> None:
    assert len({make(5, 5, seed) for seed in range(10)}) == 10
    assert make(5, 5, 3) == make(5, 5, 3)


def test_the_scheme_of_the_paper_is_seldom_unique() -> None:
    boards = [make(5, 5, seed, paper=True) for seed in range(20)]
    counts = [solutions(board) for board in boards]
    assert min(counts) >= 1
    assert counts.count(2) > 10


def test_the_scheme_of_the_paper_has_no_grade() -> None:
    with pytest.raises(quebra.BadInput, match="knows no grade"):
        make(5, 5, 1, paper=True, grade="easy")


@pytest.mark.slow
@pytest.mark.parametrize("side", [8, 10, 12, 15])
def test_large_boards_are_unique_too(side: int) -> None:
    assert solutions(make(side, side, 1)) == 1
