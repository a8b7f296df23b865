"""The report's backtracking for Kojun, on its own board and beside the own engine."""

import pytest

from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.search import solve
from quebra.families.kojun.generate import KojunRecipe, generate
from quebra.families.kojun.model import Kojun
from quebra.papers.kojun_backtracking.engine import PaperBoard, paper
from quebra.papers.kojun_backtracking.figures import FIGURE_1, FIGURE_4
from quebra.papers.kojun_backtracking.variants import VARIANTS
from quebra.papers.kojun_backtracking.variants import solve as solve_variant

KOJUN = get_family("kojun")


def test_the_first_cell_may_be_2_or_3_as_the_report_says() -> None:
    board = PaperBoard(FIGURE_1)
    board.reduce()
    assert board.first_open() == (0, 0)
    assert board.values[0, 0] == (2, 3)


def test_values_set_in_the_region_are_subtracted_as_in_the_example() -> None:
    board = PaperBoard(Kojun(regions=((1, 1, 1, 1),), givens=((0, 2, 0, 4),)))
    board.reduce()
    assert board.values[0, 0] == (1, 3)


def test_one_pass_reduces_by_what_was_set_before_it() -> None:
    board = PaperBoard(Kojun(regions=((1, 1, 1),), givens=((1, 0, 0),)))
    board.values[0, 1] = (1, 2)
    board.reduce()
    assert board.values == {(0, 0): (1,), (0, 1): (2,), (0, 2): (2, 3)}


def test_the_board_of_the_report() -> None:
    outcome = solve(KOJUN, FIGURE_1, engine="paper")
    assert outcome.status == "unique"
    assert outcome.solutions[0] == FIGURE_4


def small_boards() -> list[Kojun]:
    """Boards with holes in their givens: unique, ambiguous and contradictory ones."""
    found = []
    for seed in range(40):
        source = Source(seed)
        puzzle = generate(KojunRecipe(rows=4, cols=4), source, Budget())
        changed = [[0 if source.chance(0.3) else given for given in row] for row in puzzle.givens]
        r, c = source.below(4), source.below(4)
        changed[r][c] = changed[r][c] or source.below(2)
        found.append(puzzle.with_givens(tuple(map(tuple, changed))))
    return found


def test_it_finds_what_the_own_engine_finds() -> None:
    statuses = set()
    for puzzle in small_boards():
        own, letter = (solve(KOJUN, puzzle, engine=name, count=30) for name in ("own", "paper"))
        statuses.add(own.status)
        assert letter.status == own.status
        if own.complete:
            assert set(letter.solutions) == set(own.solutions)
    assert statuses == {"unique", "many", "none"}


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_finds_what_the_own_engine_finds(name: str) -> None:
    for seed in range(10):
        recipe = KojunRecipe(rows=3, cols=4, largest=4, order=("adjacent", "column")[seed % 2])
        puzzle = generate(recipe, Source(seed), Budget())
        top = (0,) * 4 if seed % 3 else puzzle.givens[0]
        puzzle = puzzle.with_givens((top, *puzzle.givens[1:]))
        own = solve(KOJUN, puzzle, engine="own", count=1000)
        found = list(solve_variant(VARIANTS[name], puzzle, Budget()))
        assert own.complete and len(found) == len(set(found))
        assert set(found) == set(own.solutions)


def test_the_variant_without_ideas_is_the_report() -> None:
    budgets = Budget(), Budget()
    found = list(solve_variant(VARIANTS["paper"], FIGURE_1, budgets[0]))
    assert found == list(paper(FIGURE_1, budgets[1], goal="any", seed=None))
    assert budgets[0].stats == budgets[1].stats == {"nodes": 189}


def test_the_order_rule_over_a_whole_column() -> None:
    regions = (("a", "a"), ("b", "a"), ("a", "a"))
    for order in ("adjacent", "column"):
        puzzle = Kojun(regions=regions, givens=((0, 0),) * 3, order=order)
        own, letter = (solve(KOJUN, puzzle, engine=name, count=500) for name in ("own", "paper"))
        assert own.complete and set(letter.solutions) == set(own.solutions)


def test_answers_come_in_the_order_of_the_choices() -> None:
    puzzle = Kojun(regions=((0, 0, 0),), givens=((0, 0, 0),))
    found = [answer.grid[0] for answer in paper(puzzle, Budget(), goal="any", seed=3)]
    assert found == sorted(found) and len(found) == 6


def test_a_board_that_does_not_fit_into_memory_is_refused() -> None:
    huge = Kojun(regions=((0,) * 100,) * 100, givens=((0,) * 100,) * 100)
    with pytest.raises(Cut, match="memory"):
        next(paper(huge, Budget(), goal="any", seed=None))
