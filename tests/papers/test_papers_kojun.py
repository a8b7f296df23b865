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
from quebra.service.verbs import load

FIGURE_1 = """\
((0) 0)	((0) 1)	((4) 1)	((0) 1)	((2) 3)	((0) 4)
((0) 0)	((0) 2)	((3) 1)	((0) 3)	((0) 3)	((0) 3)
((1) 0)	((4) 0)	((0) 5)	((4) 3)	((0) 10)	((0) 10)
((0) 6)	((5) 7)	((0) 5)	((0) 9)	((0) 9)	((2) 10)
((0) 6)	((0) 7)	((0) 7)	((0) 8)	((3) 8)	((0) 10)
((6) 7)	((2) 7)	((0) 7)	((2) 8)	((0) 8)	((5) 8)
"""
FIGURE_4 = (
    (3, 2, 4, 1, 2, 1),
    (2, 1, 3, 5, 1, 3),
    (1, 4, 2, 4, 3, 4),
    (2, 5, 1, 2, 1, 2),
    (1, 4, 3, 4, 3, 1),
    (6, 2, 1, 2, 1, 5),
)
KOJUN = get_family("kojun")


def figure_1() -> Kojun:
    puzzle = load(FIGURE_1)
    assert isinstance(puzzle, Kojun)
    return puzzle


def test_the_first_cell_may_be_2_or_3_as_the_report_says() -> None:
    board = PaperBoard(figure_1())
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
    outcome = solve(KOJUN, figure_1(), engine="paper")
    assert outcome.status == "unique"
    assert outcome.solutions[0].grid == FIGURE_4


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
