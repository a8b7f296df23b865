"""The fewest and the most shapes: the best is found, proved, and bounded where time is over."""

from __future__ import annotations

from contextlib import suppress

import pytest

from parameters import every
from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.engine.search import solve as run_solver
from quebra.families.symmetry import rules
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.solve import branching, goals, own, prices, solutions
from quebra.families.symmetry.solve.bounds import line_bound
from quebra.families.symmetry.solve.goals import MAX_PRICED_LENGTH, new_costs
from quebra.families.symmetry.solve.prices import UNIT
from quebra.families.symmetry.solve.relaxation import relaxed_prices
from quebra.families.symmetry.solve.search import narrow_all, new_state
from quebra.grid.cells import as_rows
from stopping import after_polls
from symmetry_boards import (
    ENGINE_NAMES,
    ENGINES,
    GOAL_NAMES,
    brute_force,
    counts,
    planted,
    random_board,
    random_boards,
)


def test_goals_agree_with_brute_force() -> None:
    tried = 0
    for puzzle in random_boards(5, 250, 4, [0.15, 0.3]):
        expected = brute_force(puzzle)
        if not expected:
            continue
        shapes = [sum(map(bool, sum(grid, ()))) for grid in expected]
        assert counts(puzzle, "own", "fewest")[-1] == min(shapes), puzzle
        assert counts(puzzle, "own", "most")[-1] == max(shapes), puzzle
        tried += 1
    assert tried > 100


def test_proofs_agree_with_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search at the bound begins with the linear relaxation and probing."""
    monkeypatch.setattr(goals, "FIRST_EFFORT", 200)
    monkeypatch.setattr(goals, "PROOF_EFFORT", 0)
    boards = [*random_boards(8, 250, 4, [0.15, 0.3]), *random_boards(9, 100, 5, [0.5])]
    tried = 0
    for puzzle in boards:
        expected = brute_force(puzzle)
        if not expected:
            continue
        shapes = [sum(map(bool, sum(grid, ()))) for grid in expected]
        assert counts(puzzle, "own", "fewest")[-1] == min(shapes), puzzle
        assert counts(puzzle, "own", "most")[-1] == max(shapes), puzzle
        tried += 1
    assert tried > 100


@pytest.mark.parametrize("goal", GOAL_NAMES)
@pytest.mark.parametrize("seed", every(10, range(40)))
def test_proofs_agree_with_cpsat(seed: int, goal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goals, "FIRST_EFFORT", 200)
    monkeypatch.setattr(goals, "PROOF_EFFORT", 0)
    puzzle = planted(6 + seed % 4, 0.3 + 0.1 * (seed % 3), seed)
    assert counts(puzzle, "own", goal)[-1] == counts(puzzle, "cpsat", goal)[-1]


@pytest.mark.parametrize("sign", [1, -1])
def test_relaxed_prices_give_a_bound(sign: int) -> None:
    """A bound of one sweep with prices of the relaxation is at least that of even prices."""
    better = 0
    for seed in range(6):
        puzzle = planted(9, 0.4, seed)
        state = new_state(puzzle)
        assert narrow_all(state)
        even = new_costs(puzzle, sign)
        best = sign * counts(puzzle, "own", "fewest" if sign > 0 else "most")[-1] * UNIT
        bounds = []
        for price in (even.price, relaxed_prices(state, sign, Budget())):
            costs = even._replace(price=price)
            branching.measure_slack(state, costs)
            bounds.append(prices.lower_bound(state, costs))
        slack = UNIT >> 8  # the interior point method ends a little before the optimum
        assert bounds[0] - slack <= bounds[1] <= best
        better += bounds[1] > bounds[0]
    assert better > 3


def test_relaxed_prices_of_a_large_board_are_left_out() -> None:
    state = new_state(Symmetry(clues=((0,) * 60,) * 60))
    assert relaxed_prices(state, 1, Budget()) == []


@pytest.mark.parametrize("goal", GOAL_NAMES)
@pytest.mark.parametrize("engine", ["cpsat", "counter"])
def test_the_models_find_the_same_best(engine: str, goal: str) -> None:
    for puzzle in random_boards(6, 40, 4, [0.15, 0.3]):
        assert counts(puzzle, engine, goal)[-1:] == counts(puzzle, "own", goal)[-1:], puzzle


@pytest.mark.parametrize("goal", GOAL_NAMES)
def test_the_best_of_larger_boards(goal: str) -> None:
    for seed in range(3):
        puzzle = planted(9, 0.4, seed)
        assert counts(puzzle, "own", goal)[-1] == counts(puzzle, "cpsat", goal)[-1]


@pytest.mark.parametrize("engine", ENGINE_NAMES)
@pytest.mark.parametrize("goal", ["any", *GOAL_NAMES])
def test_no_solution_is_no_answer(engine: str, goal: str) -> None:
    clash = Symmetry(clues=((1, 2), (0, 0)))
    assert list(ENGINES[engine](clash, Budget(), goal=goal, seed=None)) == []


def test_a_cut_search_has_an_honest_bound() -> None:
    puzzle = planted(14, 0.6, 2)
    best = counts(puzzle, "own", "fewest")[-1]
    for polls in (1, 5, 30, 100):
        budget = Budget(cancel=after_polls(polls))
        with suppress(Cut):  # compiled, it is done before it looks a hundred times
            for answer in own(puzzle, budget, goal="fewest", seed=None):
                assert rules.count_shapes(puzzle, answer) >= best
        assert budget.bound is not None and budget.bound <= best


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_the_clues_bound_a_search_that_never_began(engine: str) -> None:
    puzzle = Symmetry(clues=((1, 0, -1), (0, 2, 0)))
    for goal, bound in (("fewest", 2), ("most", 5)):
        outcome = run_solver(get_family("symmetry"), puzzle, goal=goal, engine=engine, seconds=0)
        assert (outcome.status, outcome.reason) == ("unknown", "time")
        assert (outcome.objective, outcome.bound) == (None, bound)


def test_lines_bound_what_they_hold() -> None:
    """Exactly for one line, which nothing else disturbs; and never too much for several."""
    source, seen = Source(12), 0
    for rows in (1, 1, 2, 3):
        for _ in range(60):
            puzzle = random_board(source, rows, 2 + source.below(4), 1 + source.below(3), 0.4)
            for board in (puzzle, transposed(puzzle)):
                totals = [
                    rules.count_shapes(board, answer) for answer in solutions(board, Budget())
                ]
                if not totals:
                    continue
                seen += 1
                fewest = line_bound(board, "fewest", Budget())
                most = line_bound(board, "most", Budget())
                if rows == 1:
                    assert (fewest, most) == (min(totals), max(totals))
                else:
                    assert fewest <= min(totals) and most >= max(totals)
    assert seen > 100


def transposed(puzzle: Symmetry) -> Symmetry:
    return puzzle.with_clues(as_rows(zip(*puzzle.clues, strict=True)))


@pytest.mark.parametrize("length", [150, MAX_PRICED_LENGTH, MAX_PRICED_LENGTH + 1])
def test_the_best_of_long_lines_is_proved(length: int) -> None:
    clues = (1, *(0,) * 30, 2, *(0,) * (length - 33), -1)
    for puzzle in (Symmetry(clues=(clues,)), transposed(Symmetry(clues=(clues,)))):
        for goal, best in (("fewest", 3), ("most", length - 1)):
            outcome = run_solver(get_family("symmetry"), puzzle, goal=goal)
            assert (outcome.status, outcome.objective, outcome.bound) == ("optimal", best, best)


def test_a_long_line_without_prices_is_searched_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The better answers come one by one, as well as with prices."""
    source = Source(5)
    boards = [random_board(source, 3, 4, 2, 0.3) for _ in range(40)]
    priced = [counts(board, "own", goal)[-1:] for board in boards for goal in GOAL_NAMES]
    monkeypatch.setattr(goals, "MAX_PRICED_LENGTH", 0)
    assert priced == [counts(board, "own", goal)[-1:] for board in boards for goal in GOAL_NAMES]
