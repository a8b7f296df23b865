"""The paper's search finds what the own engine finds."""

from itertools import product

import pytest

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry
from quebra.families.symmetry.rules import check
from quebra.families.symmetry.solve import solutions
from quebra.grid.cells import GridAnswer, as_rows
from quebra.papers.symmetry_clp.labelling import VALUE_ORDERS, VARIABLE_ORDERS, Labelling


def random_board(source: Source) -> Symmetry:
    """A board up to 4x4 with random clues: about every second one has no solution."""
    rows, cols, shapes = 2 + source.below(3), 2 + source.below(3), 1 + source.below(3)
    return Symmetry(
        clues=as_rows(
            [
                STAYS_BLANK
                if source.chance(0.1)
                else source.choice([EMPTY, 1 + source.below(shapes)])
                for _ in range(cols)
            ]
            for _ in range(rows)
        ),
        shapes=shapes,
    )


BOARDS = [random_board(Source(seed)) for seed in range(60)]
SOLVABLE = [next(solutions(board, Budget()), None) is not None for board in BOARDS]


def test_boards_are_of_both_kinds() -> None:
    assert 15 < sum(SOLVABLE) < 45


@pytest.mark.parametrize(("variables", "values"), [*product(VARIABLE_ORDERS, VALUE_ORDERS)])
def test_every_strategy_agrees_with_the_own_engine(variables: str, values: str) -> None:
    for seed, (board, solvable) in enumerate(zip(BOARDS, SOLVABLE, strict=True)):
        run = Labelling(board).run(variables, values, seed)
        assert not run.cut
        assert (run.grid is not None) == solvable
        if run.grid is not None:
            assert check(board, GridAnswer(grid=run.grid)) == ()
        else:
            assert run.backtracks > 0


@pytest.mark.parametrize("values", VALUE_ORDERS)
def test_same_seed_same_counts(values: str) -> None:
    blank = Symmetry(clues=as_rows([[EMPTY] * 5] * 5))
    first, second = (Labelling(blank).run("leftmost", values, seed=3) for _ in range(2))
    assert first == second


def test_random_values_follow_the_seed() -> None:
    blank = Symmetry(clues=as_rows([[EMPTY] * 5] * 5))
    assert len({Labelling(blank).run("leftmost", "random", seed).grid for seed in range(5)}) > 1


def test_constraints_are_counted_as_the_page_says() -> None:
    """Three for each of 4 readings, 4 values and 6 cells, and one for each of 5 lines."""
    assert Labelling(Symmetry(clues=((0, 0, 0), (0, 1, 0)))).constraints == 3 * 4 * 4 * 6 + 5


def test_a_search_without_time_is_cut_and_proves_nothing() -> None:
    board = Symmetry(clues=((1, 2),))
    assert Labelling(board).run("ff", "step").cut is False
    assert Labelling(board).run("ff", "step", seconds=-1).cut is True


@pytest.mark.parametrize(
    ("values", "parts"),
    [
        ("step", [0b0001, 0b1100]),
        ("enum", [0b0001, 0b0100, 0b1000]),
        ("bisect", [0b0001, 0b1100]),
        ("median", [0b0100, 0b1001]),
        ("middle", [0b0100, 0b1001]),
    ],
)
def test_domains_are_split_as_named(values: str, parts: list[int]) -> None:
    assert VALUE_ORDERS[values](0b1101, Source(0)) == parts


def test_middle_is_not_median() -> None:
    """Of 0, 1, 2 and 9 the median is 1, and 2 lies nearer to the middle of the bounds."""
    domain = 0b1000000111
    assert VALUE_ORDERS["median"](domain, Source(0))[0] == 1 << 1
    assert VALUE_ORDERS["middle"](domain, Source(0))[0] == 1 << 2


@pytest.mark.parametrize(
    ("variables", "first"),
    [("leftmost", 0), ("min", 1), ("ff", 0), ("occurrence", 1), ("ffc", 0), ("max_regret", 2)],
)
def test_cells_are_chosen_as_named(variables: str, first: int) -> None:
    domains = [0b110, 0b111, 0b1001]
    assert min(range(3), key=lambda cell: VARIABLE_ORDERS[variables](domains[cell])) == first
