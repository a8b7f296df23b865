"""New boards have one solution and no clue too many; the paper's scheme is there to compare."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quebra
from quebra.contract.errors import NotFound
from quebra.contract.family import GRADES
from quebra.engine.budget import Budget
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.families.symmetry.solve import ENGINES
from quebra.grid.cells import Cell, cells


def solutions(puzzle: Symmetry) -> int:
    """How many solutions the other engine finds, up to two."""
    found = ENGINES["cpsat"](puzzle, Budget(), goal="any", seed=None)
    return len(list(islice(found, 2)))


def make(rows: int, cols: int, seed: int, **options: object) -> Symmetry:
    return quebra.generate(
        Symmetry, (rows, cols), seed=seed, preset=None, time=None, cancel=None, **options
    )


@settings(max_examples=25)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**64), st.integers(3, 5))
def test_any_size_and_seed(rows: int, cols: int, seed: int, shapes: int) -> None:
    puzzle = make(rows, cols, seed, shapes=shapes)
    assert puzzle.size == (rows, cols)
    assert solutions(puzzle) == 1


@pytest.mark.parametrize("seed", range(3))
def test_no_clue_can_be_dropped(seed: int) -> None:
    puzzle = make(5, 6, seed, minimal=True)
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


@pytest.mark.parametrize("grade", GRADES)
def test_grades_are_as_asked(grade: str) -> None:
    for seed in range(3):
        puzzle = make(6, 6, seed, grade=grade, minimal=True)
        assert quebra.grade(puzzle).name == grade
        assert solutions(puzzle) == 1


@pytest.mark.parametrize("clues", [14, 20, 28])
def test_number_of_clues(clues: int) -> None:
    puzzle = make(6, 6, 1, clues=clues, blanks=clues > 25)
    assert len(clue_cells(puzzle)) == clues
    assert solutions(puzzle) == 1


def test_blank_clues() -> None:
    boards = [make(6, 6, seed, blanks=True) for seed in range(6)]
    assert any(clue == STAYS_BLANK for board in boards for row in board.clues for clue in row)
    assert {solutions(board) for board in boards} == {1}


PATTERN = "x . x . x\n. x x x .\nx x . x x\n. x x x .\nx . x . x"


def test_own_pattern() -> None:
    puzzle = make(9, 9, 1, pattern=PATTERN)
    rows = [row.split() for row in PATTERN.split("\n")]
    assert clue_cells(puzzle) == {(r, c) for r, c in cells(5, 5) if rows[r][c] == "x"}
    assert solutions(puzzle) == 1


def test_two_shapes_on_a_board_that_is_large_enough() -> None:
    puzzle = make(8, 8, 1, shapes=2)
    assert len(clue_cells(puzzle)) <= 0.7 * 64
    assert solutions(puzzle) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"shapes": 1}, "With one shape every line reads the same both ways"),
        ({"minimal": True, "clues": 9}, "ask for no number"),
        ({"clues": 99}, "99 clues are more than the board has cells"),
        ({"pattern": "x", "clues": 1}, "The pattern says where clues stand"),
    ],
)
def test_wishes_that_cannot_be(options: dict[str, object], words: str) -> None:
    with pytest.raises(quebra.BadInput, match=words):
        make(4, 4, 1, **options)


def test_two_shapes_on_a_small_board() -> None:
    with pytest.raises(NotFound, match=r"Ask for a larger board, or without .*: shapes"):
        make(1, 1, 1, shapes=2)


def clue_cells(puzzle: Symmetry) -> set[Cell]:
    return {(r, c) for r, c in cells(*puzzle.size) if puzzle.clues[r][c] != EMPTY}


@pytest.mark.slow
@pytest.mark.parametrize("side", [8, 10, 12, 15, 20])
def test_large_boards_are_unique_too(side: int) -> None:
    assert solutions(make(side, side, 1)) == 1
