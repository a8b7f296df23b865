"""The plain and the compiled search of Symmetry are one, on lines of every length."""

from __future__ import annotations

from typing import Any

import pytest

from agreement import assert_agreement
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.symmetry import rules
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.solve import branching, kernel, prices, run, solutions
from quebra.families.symmetry.solve.goals import new_costs
from quebra.families.symmetry.solve.prices import Costs
from quebra.families.symmetry.solve.run import KERNELS, MAX_LINE_LENGTH, KernelRun
from quebra.families.symmetry.solve.search import new_state, read_answer
from quebra.grid.cells import GridAnswer
from symmetry_boards import GOAL_NAMES, blank, counts, planted, random_board, solve


@pytest.fixture
def compiled() -> None:
    """Kernels that are compiled before the search."""
    puzzle = blank(2, 2)
    state, costs = new_state(puzzle), new_costs(puzzle, 1)
    KERNELS[kernel.search].compile((state,))
    KERNELS[branching.search_within_limit].compile((state, costs))


@pytest.mark.parametrize(
    "puzzle", [planted(8, 0.3, 1), random_board(Source(4), 5, 6, 4, 0.2)], ids=["planted", "random"]
)
def test_plain_and_compiled_go_the_same_way(
    puzzle: Symmetry, compiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[list[GridAnswer]] = []
    for longest in (0, MAX_LINE_LENGTH):
        monkeypatch.setattr(run, "MAX_LINE_LENGTH", longest)
        search = KernelRun(kernel.search, Budget(), new_state(puzzle, Source(3)))
        answers: list[GridAnswer] = []
        while len(answers) < 50 and search.resume() == Ended.FOUND:
            answers.append(read_answer(search.state))
        assert search.runner.is_compiled == (longest > 0)
        found.append(answers)
    assert found[0] == found[1]
    assert found[0]


@pytest.mark.parametrize("seed", range(4))
def test_plain_and_compiled_kernels_agree(seed: int) -> None:
    source = Source(seed)
    puzzle = random_board(source, 4, 5, 3, 0.1)
    works = [1 + source.below(9) for _ in range(100)]
    calls = [(kernel.search, work) for work in works]
    ended = assert_agreement(KERNELS[kernel.search], (new_state(puzzle, source),), calls)
    assert Ended.FOUND in ended
    costs = new_costs(puzzle, 1 if seed % 2 else -1, saves=seed < 2)
    costs.at[prices.LIMIT] = 20 * prices.UNIT
    costs.at[prices.PROBING] = costs.at[prices.PROVES] = int(seed < 2)
    priced = [(branching.search_within_limit, work) for work in works]
    kernels = KERNELS[branching.search_within_limit]
    assert Ended.PAUSED in assert_agreement(kernels, (new_state(puzzle, source), costs), priced)


class NotNegative(list[int]):
    """A list without negative indices."""

    def __getitem__(self, index: Any) -> Any:
        assert index >= 0
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        assert index >= 0
        super().__setitem__(index, value)


@pytest.mark.parametrize("proves", [0, 1])
def test_costs_have_no_negative_index(proves: int) -> None:
    """Compiled kernels rely on it: `Costs.from_start`."""
    for seed in range(20):
        source = Source(seed)
        rows, cols, shapes = (1 + source.below(5) for _ in range(3))
        puzzle = random_board(source, rows, cols, shapes, 0.2)
        costs = new_costs(puzzle, 1, saves=bool(proves))
        costs.at[prices.LIMIT] = 12 * prices.UNIT
        costs.at[prices.PROBING] = costs.at[prices.PROVES] = proves
        strict = Costs._make(each if isinstance(each, int) else NotNegative(each) for each in costs)
        assert strict.from_start
        state = new_state(puzzle, source)
        ended = Ended.PAUSED
        while ended == Ended.PAUSED:
            ended = Ended(branching.search_within_limit(state, strict, 1000))


@pytest.mark.parametrize("goal", GOAL_NAMES)
def test_plain_and_compiled_find_the_same_best(
    goal: str, compiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = planted(6, 0.4, 5)
    fast = counts(puzzle, "own", goal)
    monkeypatch.setattr(run, "MAX_LINE_LENGTH", 0)
    assert counts(puzzle, "own", goal)[-1] == fast[-1]


def test_lines_at_the_limit_of_the_compiled_search(compiled: None) -> None:
    for length in (MAX_LINE_LENGTH - 1, MAX_LINE_LENGTH, MAX_LINE_LENGTH + 1):
        ends = Symmetry(clues=((1, *(0,) * (length - 2), 2), (2, *(0,) * (length - 2), 1)))
        assert solve(ends, count=1) == []
        equal = Symmetry(clues=((2, *(0,) * (length - 2), 2), (3, *(0,) * (length - 2), 3)))
        assert solve(equal, count=1) == []
        alike = Symmetry(clues=((2, *(0,) * (length - 2), 2),) * 2)
        assert rules.check(alike, solve(alike, count=1)[0]) == ()


@pytest.mark.parametrize("size", [(1, 300), (300, 1), (40, 70)])
def test_lines_too_long_to_be_compiled(size: tuple[int, int]) -> None:
    puzzle = blank(*size)
    answer = next(solutions(puzzle, Budget()))
    assert rules.check(puzzle, answer) == ()


def test_deep_searches_do_not_hit_the_recursion_limit() -> None:
    budget = Budget()
    puzzle = blank(60, 60)
    assert rules.check(puzzle, next(solutions(puzzle, budget, Source(1)))) == ()
    assert budget.stats["nodes"] > 1000
