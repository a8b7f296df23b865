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
from quebra.families.kojun.explain import grade
from quebra.families.kojun.explain.candidates import Candidates, KojunLayout
from quebra.families.kojun.explain.ladder import LADDER
from quebra.families.kojun.generate import KojunRecipe, generate
from quebra.families.kojun.generate.givens import FilledBoard
from quebra.families.kojun.generate.grow import Growth, choose_holes
from quebra.families.kojun.generate.logic import TECHNIQUES, Logic
from quebra.families.kojun.model import Kojun, Order
from quebra.families.kojun.rules import check
from quebra.families.kojun.solve import ENGINES
from quebra.families.kojun.solve.board import KojunBoard
from quebra.grid.cells import Cell, GridAnswer, cells, connected_parts
from quebra.grid.entries import replaced
from quebra.grid.halving import Unit, minimise, superfluous


def solutions(puzzle: Kojun) -> int:
    """How many solutions the other engine finds, up to two."""
    found = ENGINES["cpsat"](puzzle, Budget(), goal="any", seed=None)
    return len(list(islice(found, 2)))


def make(rows: int, cols: int, seed: int, **options: object) -> Kojun:
    return quebra.generate(
        Kojun, (rows, cols), seed=seed, preset=None, time=None, cancel=None, **options
    )


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


@pytest.mark.parametrize("givens", [10, 18, 24, 36])
def test_number_of_givens(givens: int) -> None:
    puzzle = make(6, 6, 3, givens=givens)
    assert len(shown(puzzle)) == givens
    assert solutions(puzzle) == 1


def test_seeds_differ() -> None:
    assert len({make(5, 5, seed) for seed in range(20)}) == 20


GOLDEN = [
    "https://puzz.link/p?cojun/5/5/91vpvdh6i1k2h24m3g7g",
    "https://puzz.link/p?cojun/5/5/3rh4a4r4g3g4l5g62g3g4g42g21g",
]


def test_golden_boards() -> None:
    """Same seed, same board, on every machine: a change here is a change for users."""
    assert [quebra.convert(make(5, 5, seed), "puzzlink") for seed in (1, 2)] == GOLDEN


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rows": 0}, "no cells"),
        ({"givens": 17}, "17 givens are more than the board has cells"),
        ({"minimal": True, "symmetry": "mirror"}, "no symmetry or number"),
        ({"minimal": True, "givens": 3}, "no symmetry or number"),
        ({"givens": 3, "symmetry": "rotation"}, "in pairs: 3 is odd"),
        ({"holes": 16}, "16 holes leave no cells"),
        ({"holes": 14, "givens": 3}, "more than the board has cells"),
        ({"needs": "swordfish"}, "no technique 'swordfish'; there are: last cell, "),
        ({"needs": "hidden pair"}, "No board is known to need the technique hidden pair"),
        ({"needs": "triple", "largest": 12}, "easier ones sufficed in all trials"),
        ({"needs": "chain", "grade": "easy"}, "chain is too hard for the grade easy"),
        ({"needs": "chain", "avoid": "chain"}, "chain cannot be both needed and avoided"),
        ({"avoid": "single"}, "No board does without the technique single"),
        ({"needs": "dead end"}, "no technique 'dead end'"),
        ({"pattern": "x?"}, "Row 1 of the pattern: '\\?' is neither x nor a point"),
        ({"pattern": "x.\n."}, "Row 2 of the pattern has 1 cell; row 1 has 2"),
        ({"pattern": "x.", "symmetry": "mirror"}, "says where givens stand"),
        ({"pattern": "x.", "needs": "bounds"}, "With a pattern"),
        ({"regions": "hello"}, "in no format of Kojun"),
        ({"regions": "kojun\nregions\na b\ngivens\n. ."}, "cannot be filled"),
        ({"regions": "kojun\nregions\na a\ngivens\n. .", "largest": 3}, "regions are yours"),
        ({"regions": "kojun\nregions\na a\ngivens\n. .", "pattern": "x"}, "differ in size"),
    ],
)
def test_wishes_that_cannot_be(options: dict[str, object], words: str) -> None:
    recipe = KojunRecipe(**{"rows": 4, "cols": 4, **options})  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=words):
        generate(recipe, Source(1), Budget())


def test_what_is_not_found_is_said() -> None:
    words = "No such expert board of 2 x 2 cells in 2000 tries. Ask for a larger board, or without"
    with pytest.raises(NotFound, match=words):
        make(2, 2, 1, grade="expert")


def test_the_same_seed_with_another_wish_gives_another_board() -> None:
    boards = [make(7, 7, 1, **options) for options in ({}, *({"grade": g} for g in GRADES))]
    assert len({board.regions for board in boards}) == len(boards)


@pytest.mark.parametrize("technique", ["bounds", "confined", "pair", "fillings"])
def test_needed_techniques(technique: str) -> None:
    puzzle = make(6, 6, 1, needs=technique)
    assert solutions(puzzle) == 1
    assert technique in dict(quebra.grade(puzzle).techniques)
    easier = TECHNIQUES[: TECHNIQUES.index(technique)]
    assert open_cells(puzzle, easier)
    assert not open_cells(puzzle, (*easier, technique))


@pytest.mark.parametrize("technique", ["order", "bounds", "confined"])
def test_avoided_techniques(technique: str) -> None:
    for seed in range(3):
        puzzle = make(6, 6, seed, avoid=technique)
        assert solutions(puzzle) == 1
        assert technique not in dict(quebra.grade(puzzle).techniques)


def test_holes() -> None:
    puzzle = make(7, 7, 1, holes=9, grade="medium")
    holes = {(r, c) for r, c in cells(7, 7) if puzzle.regions[r][c] is None}
    assert len(holes) == 9
    assert len(connected_parts(set(cells(7, 7)) - holes)) == 1
    assert solutions(puzzle) == 1


REGIONS = (
    "kojun\nregions\na b c c d\ne b b f d\ne e b d d\ne e g d g\ne g g g g\ngivens"
    + "\n. . . . ." * 5
)


@pytest.mark.parametrize("order", ["adjacent", "column"])
def test_own_regions(order: str) -> None:
    drawn = quebra.load(REGIONS, Kojun)
    boards = {make(6, 6, seed, regions=REGIONS, order=order) for seed in range(8)}
    assert {board.regions for board in boards} == {drawn.regions}
    assert {board.order for board in boards} == {order}
    assert {solutions(board) for board in boards} == {1}
    assert len(boards) > 4


PATTERN = "x . . . . x\n. . x . . .\n. x . . x .\n. . . x . .\n. . x . . .\nx . . . . x"


def test_own_pattern() -> None:
    wanted = {(r, c) for r, row in enumerate(PATTERN.split("\n")) for c in range(6)
              if row.split()[c] == "x"}  # fmt: skip
    for seed in range(3):
        puzzle = make(9, 9, seed, pattern=PATTERN)
        assert shown(puzzle) == wanted
        assert solutions(puzzle) == 1
        assert shown(make(9, 9, seed, pattern=PATTERN, minimal=True)) <= wanted


def test_own_regions_with_a_pattern() -> None:
    pattern = "x . . . x\n. x . x .\n. . x . .\n. x . x .\nx . . . x"
    puzzle = make(4, 4, 2, regions=REGIONS, pattern=pattern)
    assert puzzle.regions == quebra.load(REGIONS, Kojun).regions
    assert shown(puzzle) == {(i, j) for i in range(5) for j in (i, 4 - i)}
    assert solutions(puzzle) == 1


@pytest.mark.parametrize("seed", range(3))
def test_symmetric_givens_are_few(seed: int) -> None:
    """Given in advance, the pattern has few givens that could be dropped."""
    puzzle = make(10, 10, seed, symmetry="rotation", givens=24)
    assert len(shown(puzzle)) == 24
    assert solutions(puzzle) == 1
    spare = [
        cell
        for cell in shown(puzzle)
        if solutions(puzzle.with_givens(replaced(puzzle.givens, cell, 0))) == 1
    ]
    assert len(spare) <= 5


def open_cells(puzzle: Kojun, techniques: tuple[str, ...]) -> int:
    """How many cells the techniques leave open."""
    board = KojunBoard(puzzle)
    (answer,) = ENGINES["own"](puzzle, Budget(), goal="any", seed=None)
    values = [value for row in answer.grid for value in (*row, 0)]
    logic = Logic(board, values, techniques)
    logic.put(r * board.stride + c for r, c in shown(puzzle))
    return len(logic.open_cells())


@settings(max_examples=60)
@given(st.integers(1, 10), st.integers(1, 10), st.integers(2, 12), st.integers(0, 2**64))
def test_regions_and_filling_grow_together(rows: int, cols: int, largest: int, seed: int) -> None:
    source = Source(seed)
    order: Order = "column" if seed % 2 else "adjacent"
    holes = choose_holes((rows, cols), rows * cols // 6, source) or ()
    growth = Growth((rows, cols), largest, source, order, holes)
    growth.grow()
    puzzle = growth.puzzle()
    sizes = [len(region) for region in puzzle.region_cells]
    assert sum(sizes) == rows * cols - len(holes)
    assert max(sizes) <= max(largest, 3)
    values = [growth.value[r * growth.stride : r * growth.stride + cols] for r in range(rows)]
    assert check(puzzle, GridAnswer(grid=tuple(map(tuple, values)))) == ()


@settings(max_examples=60)
@given(st.integers(3, 7), st.integers(3, 9), st.integers(0, 2**64), st.floats(0.1, 0.3))
def test_logic_concludes_what_explain_does(
    side: int, largest: int, seed: int, share: float
) -> None:
    source = Source(seed)
    growth = Growth((side, side), largest, source, "column" if seed % 2 else "adjacent")
    growth.grow()
    filled = FilledBoard(growth)
    given = [i for i in range(side * growth.stride) if growth.value[i] and source.chance(share)]
    puzzle = filled.with_givens(given)
    layout = KojunLayout(puzzle)
    for level in sorted({LADDER.level(name) for name in TECHNIQUES if name != "dead end"})[1:]:
        logic = filled.logic([name for name in TECHNIQUES if LADDER.level(name) <= level])
        logic.put(given)
        state = Candidates(layout, puzzle.givens)
        for _ in LADDER.rounds(state, Budget(), level):
            pass
        masks = [logic.dom[r * growth.stride + c] << 1 for r, c in layout.places]
        assert masks == state.masks


@settings(max_examples=40)
@given(st.integers(2, 7), st.integers(0, 2**64))
def test_halving_keeps_what_is_needed_and_nothing_else(side: int, seed: int) -> None:
    source = Source(seed)
    growth = Growth((side, side), 7, source)
    growth.grow()
    filled = FilledBoard(growth)
    units = [(i,) for i in source.shuffled(range(side * growth.stride)) if growth.value[i]]
    kept = minimise(filled.logic(TECHNIQUES), units)
    assert not _left_open(filled, kept)
    for unit in kept:
        assert _left_open(filled, [other for other in kept if other != unit])
    assert superfluous(filled.logic(TECHNIQUES), kept) == []


def _left_open(filled: FilledBoard, units: list[Unit]) -> list[int]:
    logic = filled.logic(TECHNIQUES)
    logic.put(i for unit in units for i in unit)
    return logic.open_cells()


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


@pytest.mark.parametrize("technique", ["last cell", "hidden single", "single"])
def test_a_technique_that_most_boards_need_can_be_asked_for(technique: str) -> None:
    puzzle = generate(KojunRecipe(rows=6, cols=6, needs=technique), Source(3), Budget())
    assert technique in dict(grade(puzzle, Budget()).techniques)


def test_a_symmetric_pattern_without_givens_ends_with_a_sentence() -> None:
    recipe = KojunRecipe(rows=2, cols=1, grade="medium", symmetry="rotation")
    with pytest.raises(NotFound, match="without one of these options: grade, symmetry"):
        generate(recipe, Source(1), Budget())


@pytest.mark.parametrize("seed", range(3))
def test_few_givens_of_a_symmetric_pattern_are_superfluous(seed: int) -> None:
    recipe = KojunRecipe(rows=8, cols=8, symmetry="rotation", givens=16)
    puzzle = generate(recipe, Source(seed), Budget())
    given = [cell for cell in cells(8, 8) if puzzle.givens[cell[0]][cell[1]]]
    fewer = (puzzle.with_givens(replaced(puzzle.givens, cell, 0)) for cell in given)
    solved = (islice(ENGINES["own"](each, Budget(), goal="any", seed=None), 2) for each in fewer)
    assert len(given) == 16
    assert sum(len(list(found)) == 1 for found in solved) <= 0.05 * 64
