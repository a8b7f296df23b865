"""Bounds by Lagrangean relaxation, which never exceed the optimum of small boards."""

from __future__ import annotations

import pytest

import quebra
from brute_force import shuffled
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.rules import number_of_rounds, sum_of_rounds
from quebra.families.shisen.solve import own
from quebra.papers.shisen_ip.lagrangean import LowerBound, bound_rounds, bound_sum

SHAPES = ((2, 4), (3, 4), (4, 4), (4, 5), (3, 6))


def boards(count: int) -> list[Shisen]:
    """Shuffled boards with kinds of two to eight tiles; some have holes, some no solution."""
    source = Source(1)
    found = []
    for _ in range(count):
        rows, cols = source.choice(SHAPES)
        sizes: list[int] = []
        while sum(sizes) + 4 <= rows * cols:
            sizes.append(min(source.choice([2, 4, 4, 6, 8]), (rows * cols - sum(sizes)) // 2 * 2))
        found.append(shuffled(rows, cols, tuple(sizes), source))
    return found


def check_bound(bound: LowerBound | None, optimum: int) -> bool:
    """Whether the relaxation raised the bound, which must not exceed the optimum."""
    assert bound is not None
    assert bound.propagated <= bound.lagrangean <= optimum
    return bound.lagrangean > bound.propagated


@pytest.mark.parametrize("count", [25, pytest.param(400, marks=pytest.mark.slow)])
def test_bounds_are_never_above_the_optimum(count: int) -> None:
    raised = solvable = 0
    for board in boards(count):
        sums, rounds = (
            [measure(board, answer) for answer in own(board, Budget(), goal=goal, seed=None)][-1:]
            for goal, measure in (("sum", sum_of_rounds), ("rounds", number_of_rounds))
        )
        if not sums:
            continue
        solvable += 1
        for upper in (None, sums[0], sums[0] + 10):
            raised += check_bound(bound_sum(board, Budget(), upper, iterations=60), sums[0])
        check_bound(bound_rounds(board, Budget(), iterations=60), rounds[0])
    assert solvable > count / 2
    assert raised or count < 100


def test_the_bound_of_a_larger_board() -> None:
    board = shuffled(4, 8, (4,) * 8, Source(5))
    best = quebra.solve(board, goal="sum").objective
    bound = bound_sum(board, Budget())
    assert bound is not None and best is not None
    assert bound.propagated < bound.lagrangean <= best


def test_a_bound_shows_in_the_outcome_of_a_search_that_is_cut() -> None:
    board = shuffled(5, 12, (4,) * 15, Source(1))
    plain, raised = (
        quebra.solve(board, goal="sum", engine="mip", time=2, lagrangean=lagrangean)
        for lagrangean in (False, True)
    )
    assert raised.bound is not None
    assert (plain.bound or 0) < raised.bound


def test_boards_without_a_bound() -> None:
    assert bound_sum(Shisen(board=(("A", "B"), ("B", "A"))), Budget()) is None
    assert bound_rounds(Shisen(board=(("A", "B"), ("B", "A"))), Budget()) is None
    assert bound_sum(Shisen(board=(("A",) * 6, ("A",) * 6)), Budget()) == LowerBound(0, 0)


def test_a_search_without_time_for_the_bound_goes_on() -> None:
    board = shuffled(5, 12, (4,) * 15, Source(1))
    for goal in ("sum", "rounds"):
        found = quebra.solve(board, goal=goal, engine="mip", time=0.02, lagrangean=True)
        assert found.status in ("unknown", "found") and found.reason == "time"


class _OverAfter(Budget):
    """A budget whose time is over when it has been asked for a number of times."""

    def __init__(self, questions: int) -> None:
        super().__init__()
        self.questions = questions

    def left(self) -> float:
        self.questions -= 1
        return float(self.questions >= 0)


def test_the_iterations_end_with_the_time() -> None:
    board = shuffled(5, 12, (4,) * 15, Source(1))
    bound = bound_sum(board, _OverAfter(20))
    assert bound is not None and bound.iterations == 20
