"""New boards are fair, as asked for, and the same everywhere."""

from collections.abc import Iterator
from itertools import combinations, islice, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quebra
from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun.generate import KojunRecipe, generate
from quebra.families.kojun.generate.patchwork import Patchwork, filled_board
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.rules import check
from quebra.families.kojun.solve import ENGINES
from quebra.grid.cells import Cell, GridAnswer, cells


def solutions(puzzle: Kojun) -> int:
    """How many solutions the other engine finds, up to two."""
    found = ENGINES["cpsat"](puzzle, Budget(), goal="any", seed=None)
    return len(list(islice(found, 2)))


def make(rows: int, cols: int, seed: int, **options: object) -> Kojun:
    return quebra.generate(Kojun, (rows, cols), seed=seed, time=None, cancel=None, **options)


def shown(puzzle: Kojun) -> set[tuple[int, int]]:
    return {(r, c) for r, c in cells(*puzzle.size) if puzzle.givens[r][c]}


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("seed", range(6))
def test_grades_are_as_asked_and_boards_are_unique(grade: str, seed: int) -> None:
    puzzle = make(8, 8, seed, grade=grade)
    assert quebra.grade(puzzle).name == grade
    assert solutions(puzzle) == 1


@settings(max_examples=60)
@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**64), st.integers(2, 12))
def test_any_size_and_seed(rows: int, cols: int, seed: int, largest: int) -> None:
    puzzle = make(rows, cols, seed, largest=largest)
    assert puzzle.size == (rows, cols)
    assert solutions(puzzle) == 1


@pytest.mark.parametrize("seed", range(4))
def test_no_given_of_a_minimal_board_can_be_dropped(seed: int) -> None:
    puzzle = make(6, 6, seed, minimal=True)
    assert solutions(puzzle) == 1
    for r, c in shown(puzzle):
        fewer = [list(row) for row in puzzle.givens]
        fewer[r][c] = 0
        assert solutions(puzzle.with_givens(tuple(map(tuple, fewer)))) == 2


@pytest.mark.parametrize("seed", range(4))
def test_symmetry(seed: int) -> None:
    rotated = make(6, 7, seed, symmetry="rotation")
    assert {(5 - r, 6 - c) for r, c in shown(rotated)} == shown(rotated)
    mirrored = make(6, 7, seed, symmetry="mirror")
    assert {(r, 6 - c) for r, c in shown(mirrored)} == shown(mirrored)
    assert solutions(rotated) == solutions(mirrored) == 1


@pytest.mark.parametrize("clues", [18, 24, 36])
def test_clues(clues: int) -> None:
    puzzle = make(6, 6, 3, clues=clues)
    assert len(shown(puzzle)) == clues
    assert solutions(puzzle) == 1


def test_seeds_differ() -> None:
    assert len({make(5, 5, seed) for seed in range(20)}) == 20


GOLDEN = [
    "https://puzz.link/p?cojun/5/5/4halsu102h4i1j6j3i2i",
    "https://puzz.link/p?cojun/5/5/iha4eu102m3g6g4g24g2g5k",
]


def test_golden_boards() -> None:
    """Same seed, same board, on every machine: a change here is a change for users."""
    assert [quebra.convert(make(5, 5, seed), "puzzlink") for seed in (1, 2)] == GOLDEN


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rows": 0, "cols": 4}, "no cells"),
        ({"rows": 4, "cols": 4, "clues": 17}, "more than the board has cells"),
        ({"rows": 4, "cols": 4, "minimal": True, "symmetry": "mirror"}, "no symmetry"),
        ({"rows": 4, "cols": 4, "minimal": True, "clues": 3}, "no symmetry or clues"),
    ],
)
def test_wishes_that_cannot_be(options: dict[str, object], words: str) -> None:
    recipe = KojunRecipe(**options)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=words):
        generate(recipe, Source(1), Budget())


def test_what_is_not_found_is_said() -> None:
    with pytest.raises(NotFound, match="No such expert board of 2 x 2 cells"):
        make(2, 2, 1, grade="expert")


@settings(max_examples=40)
@given(st.integers(1, 10), st.integers(1, 10), st.integers(2, 9), st.integers(0, 2**64))
def test_patches_are_connected_and_cover_the_board(
    rows: int, cols: int, largest: int, seed: int
) -> None:
    patches = Patchwork((rows, cols), largest, Source(seed))
    puzzle = patches.puzzle()
    assert sum(len(region) for region in puzzle.region_cells) == rows * cols
    if rows * cols > 1:
        assert min(len(region) for region in puzzle.region_cells) >= 2
    middle = (rows // 2, cols // 2)
    patches.regrow(middle)
    again = patches.puzzle()
    assert sum(len(region) for region in again.region_cells) == rows * cols


@pytest.mark.parametrize("size", [(1, 1), (3, 9), (12, 12)])
def test_fillings_are_right(size: tuple[int, int]) -> None:
    puzzle, filling = filled_board(size, 6, Source(2), Budget())
    assert check(puzzle, GridAnswer(grid=filling)) == ()


@pytest.mark.slow
@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("side", [10, 14, 20, 30])
def test_large_boards_are_unique_too(side: int, grade: str) -> None:
    for seed in range(3 if side < 20 else 1):
        puzzle = make(side, side, seed, grade=grade)
        assert quebra.grade(puzzle).name == grade
        assert solutions(puzzle) == 1


class TestOrderOverColumns:
    @pytest.mark.parametrize("grade", GRADES)
    @pytest.mark.parametrize("seed", range(3))
    def test_boards_are_unique_and_of_the_grade(self, grade: str, seed: int) -> None:
        puzzle = make(8, 8, seed, grade=grade, order="column")
        assert puzzle.order == "column"
        assert quebra.grade(puzzle).name == grade
        assert solutions(puzzle) == 1

    @pytest.mark.parametrize("seed", range(12))
    def test_brute_force_finds_one_solution(self, seed: int) -> None:
        puzzle = make(4, 3, seed, largest=4, minimal=seed % 2 == 0, order="column")
        assert len(brute_force(puzzle)) == 1

    def test_some_boards_are_unique_by_this_rule_only(self) -> None:
        boards = [make(6, 6, seed, minimal=True, order="column") for seed in range(12)]
        wider = [Kojun(regions=board.regions, givens=board.givens) for board in boards]
        assert {solutions(puzzle) for puzzle in boards} == {1}
        assert {solutions(puzzle) for puzzle in wider} == {1, 2}

    def test_the_steps_end_with_the_solution(self) -> None:
        for seed in range(10):
            puzzle = make(6, 6, seed, order="column")
            (answer,) = ENGINES["own"](puzzle, Budget(), goal="any", seed=None)
            placed = {
                change.where: change.value
                for step in quebra.explain(puzzle)
                for change in step.changes
                if change.action == "place"
            }
            blanks = {cell for cell in cells(*puzzle.size) if cell not in shown(puzzle)}
            assert placed == {(r, c): answer.grid[r][c] for r, c in blanks}

    def test_the_drawing_names_the_rule(self) -> None:
        drawing = quebra.draw(make(4, 4, 1, order="column"))
        assert drawing.title.endswith("decreasing over whole columns")
        assert "whole column of a region" in drawing.text()


def brute_force(puzzle: Kojun) -> list[GridAnswer]:
    """All solutions, by every filling of each region that decreases over whole columns."""
    found = []
    for filling in product(*(list(_fillings(puzzle, region)) for region in puzzle.region_cells)):
        values = {cell: value for part in filling for cell, value in part.items()}
        rows, cols = puzzle.size
        answer = GridAnswer(tuple(tuple(values[r, c] for c in range(cols)) for r in range(rows)))
        if not check(puzzle, answer):
            found.append(answer)
    return found


def _fillings(puzzle: Kojun, region: tuple[Cell, ...]) -> Iterator[dict[Cell, int]]:
    for values in permutations(range(1, len(region) + 1)):
        filling = dict(zip(region, values, strict=True))
        if all(puzzle.givens[r][c] in (0, filling[r, c]) for r, c in region) and all(
            filling[upper] > filling[lower]
            for upper, lower in combinations(region, 2)
            if upper[1] == lower[1]
        ):
            yield filling
