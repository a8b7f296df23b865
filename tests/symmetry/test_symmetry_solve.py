"""The engines of Symmetry agree with brute force, with one another and with what is published."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, product
from pathlib import Path
from threading import Event, Timer
from typing import Any

import pytest

from quebra.core.budget import Budget
from quebra.core.errors import BadInput, Cut
from quebra.core.grid import GridAnswer, Rows, as_rows, cells
from quebra.core.random import Source
from quebra.core.search import solve as run_solver
from quebra.families.symmetry import family, rules
from quebra.families.symmetry.formats import VALUES
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.solve import (
    ENGINES,
    candidates,
    goals,
    kernel,
    own,
    prices,
    run,
    solutions,
)
from quebra.families.symmetry.solve.bounds import line_bound
from quebra.families.symmetry.solve.goals import LONGEST as LONGEST_PRICED
from quebra.families.symmetry.solve.goals import new_costs
from quebra.families.symmetry.solve.run import KERNELS, LONGEST, Run
from quebra.families.symmetry.solve.search import new_state, read_answer

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "symmetry"
ENGINE_NAMES = list(ENGINES)
GOAL_NAMES = list(rules.GOALS)
PAPER = Symmetry(
    clues=((0, 0, 0, 0, 2), (0, 0, 2, 0, 1), (0, 0, 1, 0, 0), (0, 2, 2, 0, 2), (0, 0, 3, 3, 0))
)


def solve(
    puzzle: Symmetry, engine: str = "own", count: int | None = None, seed: int | None = None
) -> list[GridAnswer]:
    return list(islice(ENGINES[engine](puzzle, Budget(), goal="any", seed=seed), count))


def counts(puzzle: Symmetry, engine: str, goal: str, seed: int | None = None) -> list[int]:
    """The numbers of shapes of the answers, each of which must be right."""
    found = []
    for answer in ENGINES[engine](puzzle, Budget(), goal=goal, seed=seed):
        assert rules.check(puzzle, answer) == ()
        found.append(rules.count_shapes(puzzle, answer))
    assert found == sorted(set(found), reverse=goal == "fewest"), "each better than the last"
    return found


def blank(rows: int, cols: int, shapes: int = 3) -> Symmetry:
    return Symmetry(clues=((0,) * cols,) * rows, shapes=shapes)


def random_board(source: Source, rows: int, cols: int, shapes: int, density: float) -> Symmetry:
    """Clues at random, most of them shapes; they need not fit."""
    clues = [[0] * cols for _ in range(rows)]
    for r, c in cells(rows, cols):
        if source.chance(density):
            clues[r][c] = -1 if source.chance(0.2) else 1 + source.below(shapes)
    return Symmetry(clues=as_rows(clues), shapes=shapes)


def random_boards(seed: int, count: int, side: int, densities: list[float]) -> Iterator[Symmetry]:
    source = Source(seed)
    for _ in range(count):
        rows, cols, shapes = (1 + source.below(most) for most in (side, side, 4))
        yield random_board(source, rows, cols, shapes, source.choice(densities))


def planted(side: int, density: float, seed: int) -> Symmetry:
    """A board with a solution: each cell of a random one is kept with that probability."""
    source = Source(seed)
    answer = next(solutions(blank(side, side), Budget(), source))
    return Symmetry(
        clues=as_rows((entry * source.chance(density) for entry in row) for row in answer.grid)
    )


def brute_force(puzzle: Symmetry) -> set[Rows[int]] | None:
    """All solutions, by trying all rows that are right by themselves; None where that is long."""
    options = []
    ways = 1
    for row in puzzle.clues:
        free = [range(puzzle.shapes + 1) if clue == 0 else (max(clue, 0),) for clue in row]
        options.append([line for line in product(*free) if rules.reads_both_ways(line)])
        ways *= len(options[-1])
    if ways > 3_000:
        return None
    return {
        grid
        for grid in product(*options)
        if all(rules.reads_both_ways(column) for column in zip(*grid, strict=True))
    }


def recorded(name: str) -> Any:
    path = DATA / f"{name}.json"
    if not path.exists():
        pytest.skip("the shared boards are not here")
    return json.loads(path.read_text())


def from_signs(rows: list[str]) -> Rows[int]:
    return as_rows((VALUES[sign] for sign in row) for row in rows)


def test_brute_force_agrees_on_thousands_of_boards() -> None:
    seen = {0: 0, 1: 0, 2: 0}
    for puzzle in random_boards(1, 4000, 4, [0.1, 0.2, 0.3, 0.5]):
        expected = brute_force(puzzle)
        if expected is not None:
            found = [answer.grid for answer in solve(puzzle)]
            assert len(found) == len(set(found))
            assert set(found) == expected, puzzle
            seen[min(2, len(expected))] += 1
    assert sum(seen.values()) > 2000
    assert min(seen.values()) > 100


@pytest.mark.parametrize("engine", ["cpsat", "counter"])
def test_brute_force_agrees_with_the_models(engine: str) -> None:
    tried = 0
    for puzzle in random_boards(2, 250, 3, [0.2, 0.4]):
        expected = brute_force(puzzle)
        if expected is not None and len(expected) < 200:
            assert {answer.grid for answer in solve(puzzle, engine)} == expected, puzzle
            tried += 1
    assert tried > 120


def assert_engines_agree(boards: Iterator[Symmetry], most: int) -> dict[int, int]:
    seen = {0: 0, 1: 0, 2: 0}
    for puzzle in boards:
        mine, theirs = solve(puzzle, "own", most), solve(puzzle, "cpsat", most)
        assert len(mine) == len(theirs) == len(set(mine)), puzzle
        if len(mine) < most:
            assert set(mine) == set(theirs), puzzle
        for answer in mine:
            assert rules.check(puzzle, answer) == ()
        seen[min(2, len(mine))] += 1
    return seen


def test_engines_agree_up_to_5x5() -> None:
    seen = assert_engines_agree(random_boards(3, 250, 5, [0.2, 0.4, 0.6]), most=60)
    assert min(seen.values()) > 8


@pytest.mark.slow
def test_engines_agree_on_many_boards() -> None:
    assert_engines_agree(random_boards(4, 3000, 5, [0.15, 0.25, 0.35]), most=1000)
    assert_engines_agree((planted(7, 0.5, seed) for seed in range(100)), most=100)


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


def test_the_example_of_the_paper() -> None:
    assert len(set(solve(PAPER))) == len(solve(PAPER)) == 702
    assert counts(PAPER, "own", "fewest")[-1] == 12
    assert counts(PAPER, "own", "most")[-1] == 23
    assert recorded("paper-example")["clues"] == [list(row) for row in PAPER.clues]


@pytest.mark.parametrize("name", ["friedman-published-20", "generated-unique-15"])
def test_recorded_boards_are_unique(name: str) -> None:
    boards = recorded(name)
    for board in boards:
        puzzle = Symmetry(clues=from_signs(board["clues"]))
        assert [answer.grid for answer in solve(puzzle)] == [from_signs(board["solution"])]
    assert len(boards) >= 15


@pytest.mark.parametrize("engine", ["cpsat", "counter"])
def test_the_models_on_friedmans_boards(engine: str) -> None:
    for board in recorded("friedman-published-20")[:8]:
        puzzle = Symmetry(clues=from_signs(board["clues"]))
        assert [answer.grid for answer in solve(puzzle, engine)] == [from_signs(board["solution"])]


def test_the_counter_says_how_long_a_line_it_takes() -> None:
    with pytest.raises(BadInput, match=r"lines of up to 15 cells, not 16\."):
        list(ENGINES["counter"](blank(2, 16), Budget(), goal="any", seed=None))
    ends = Symmetry(clues=((9, *(0,) * 13, 9),), shapes=9)
    assert rules.check(ends, solve(ends, "counter", 1)[0]) == ()


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_a_run_can_be_repeated(engine: str) -> None:
    puzzle = blank(5, 6)
    assert solve(puzzle, engine, 3) == solve(puzzle, engine, 3)
    assert solve(puzzle, engine, 3, seed=7) == solve(puzzle, engine, 3, seed=7)
    assert counts(PAPER, engine, "fewest", seed=3)[-1] == 12


def test_seeds_give_random_solutions() -> None:
    found = {solve(blank(8, 8), count=1, seed=seed)[0] for seed in range(20)}
    assert len(found) == 20
    held = [entry for answer in found for row in answer.grid for entry in row]
    assert all(held.count(value) > len(held) / 20 for value in range(4))


def test_random_solutions_of_large_boards_are_found_too() -> None:
    for seed in range(5):
        assert rules.check(blank(15, 15), solve(blank(15, 15), count=1, seed=seed)[0]) == ()


def test_values_can_be_ruled_out() -> None:
    puzzle = Symmetry(clues=((1, 0, 0),), shapes=2)
    every = solve(puzzle)
    fewer = list(solutions(puzzle, Budget(), without=((0, 2), 1)))
    assert {answer.grid for answer in fewer} == {a.grid for a in every if a.grid[0][2] != 1}
    assert list(solutions(puzzle, Budget(), without=((0, 0), 1))) == []


@pytest.fixture
def compiled() -> None:
    """Kernels that are compiled before the search."""
    puzzle = blank(2, 2)
    state, costs = new_state(puzzle), new_costs(puzzle, 1)
    KERNELS[kernel.search].compile((state,))
    KERNELS[prices.cheapen].compile((state, costs))


@pytest.mark.parametrize(
    "puzzle", [planted(8, 0.3, 1), random_board(Source(4), 5, 6, 4, 0.2)], ids=["planted", "random"]
)
def test_plain_and_compiled_go_the_same_way(
    puzzle: Symmetry, compiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[list[GridAnswer]] = []
    for longest in (0, LONGEST):
        monkeypatch.setattr(run, "LONGEST", longest)
        search = Run(kernel.search, Budget(), new_state(puzzle, Source(3)))
        answers: list[GridAnswer] = []
        while len(answers) < 50 and search.go() == kernel.FOUND:
            answers.append(read_answer(search.state))
        assert search.runner.plain == (longest == 0)
        found.append(answers)
    assert found[0] == found[1]
    assert found[0]


@pytest.mark.parametrize("goal", GOAL_NAMES)
def test_plain_and_compiled_find_the_same_best(
    goal: str, compiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = planted(6, 0.4, 5)
    fast = counts(puzzle, "own", goal)
    monkeypatch.setattr(run, "LONGEST", 0)
    assert counts(puzzle, "own", goal)[-1] == fast[-1]


def test_lines_at_the_limit_of_the_compiled_search(compiled: None) -> None:
    for length in (LONGEST - 1, LONGEST, LONGEST + 1):
        ends = Symmetry(clues=((1, *(0,) * (length - 2), 2), (2, *(0,) * (length - 2), 1)))
        assert solve(ends, count=1) == []
        equal = Symmetry(clues=((2, *(0,) * (length - 2), 2), (3, *(0,) * (length - 2), 3)))
        assert solve(equal, count=1) == []
        alike = Symmetry(clues=((2, *(0,) * (length - 2), 2),) * 2)
        assert rules.check(alike, solve(alike, count=1)[0]) == ()


def test_candidates_are_exactly_what_a_line_allows() -> None:
    source = Source(8)
    for _ in range(300):
        puzzle = random_board(source, 1, 1 + source.below(6), 1 + source.below(3), 0.4)
        lines = [answer.grid[0] for answer in solve(puzzle)]
        possible = candidates(puzzle)
        for (_, c), values in possible.items():
            assert set(values) == {line[c] for line in lines}
        assert len(possible) == (puzzle.clues[0].count(0) if lines else 0)


def test_candidates_take_an_attempt_into_account() -> None:
    puzzle = blank(1, 2, shapes=2)
    assert candidates(puzzle, GridAnswer(grid=((2, 0),))) == {(0, 1): (0, 2)}
    assert candidates(puzzle, GridAnswer(grid=((7, 0),))) == {}


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_an_engine_may_be_left_at_any_time(engine: str) -> None:
    answers = ENGINES[engine](blank(6, 6), Budget(), goal="any", seed=None)
    first, second = next(answers), next(answers)
    assert first != second
    answers.close()  # type: ignore[attr-defined]
    assert list(answers) == []


def endless(engine: str, goal: str) -> tuple[Symmetry, str]:
    """A search that takes long: all solutions, or the best of a large board."""
    if goal == "any":
        return blank(9, 9), engine
    return planted(14 if engine == "counter" else 40, 0.5, 1), engine


@pytest.mark.parametrize("goal", ["any", *GOAL_NAMES])
@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_time_is_obeyed(engine: str, goal: str) -> None:
    puzzle, engine = endless(engine, goal)
    started = time.monotonic()
    with pytest.raises(Cut, match="time"):
        for _ in ENGINES[engine](puzzle, Budget(seconds=0.5), goal=goal, seed=None):
            pass
    assert time.monotonic() - started < 1.0


@pytest.mark.parametrize("goal", ["any", "most"])
def test_a_cancelled_search_stops(goal: str) -> None:
    puzzle, engine = endless("own", goal)
    cancel = Event()
    Timer(0.3, cancel.set).start()
    started = time.monotonic()
    with pytest.raises(Cut, match="cancelled"):
        for _ in ENGINES[engine](puzzle, Budget(cancel=cancel), goal=goal, seed=None):
            pass
    assert time.monotonic() - started < 0.7


def test_a_cut_search_has_an_honest_bound() -> None:
    puzzle = planted(14, 0.6, 2)
    best = counts(puzzle, "own", "fewest")[-1]
    for seconds in (0.02, 0.05, 0.1):
        budget = Budget(seconds=seconds)
        with suppress(Cut):
            for answer in own(puzzle, budget, goal="fewest", seed=None):
                assert rules.count_shapes(puzzle, answer) >= best
        assert budget.bound is not None and budget.bound <= best


@pytest.mark.parametrize("engine", ENGINE_NAMES)
def test_the_clues_bound_a_search_that_never_began(engine: str) -> None:
    puzzle = Symmetry(clues=((1, 0, -1), (0, 2, 0)))
    for goal, bound in (("fewest", 2), ("most", 5)):
        outcome = run_solver(family, puzzle, goal=goal, engine=engine, seconds=0)
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


@pytest.mark.parametrize("length", [150, LONGEST_PRICED, LONGEST_PRICED + 1])
def test_the_best_of_long_lines_is_proved(length: int) -> None:
    clues = (1, *(0,) * 30, 2, *(0,) * (length - 33), -1)
    for puzzle in (Symmetry(clues=(clues,)), transposed(Symmetry(clues=(clues,)))):
        for goal, best in (("fewest", 3), ("most", length - 1)):
            outcome = run_solver(family, puzzle, goal=goal, seconds=20)
            assert (outcome.status, outcome.objective, outcome.bound) == ("optimal", best, best)


def test_a_long_line_without_prices_is_searched_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The better answers come one by one, as well as with prices."""
    source = Source(5)
    boards = [random_board(source, 3, 4, 2, 0.3) for _ in range(40)]
    priced = [counts(board, "own", goal)[-1:] for board in boards for goal in GOAL_NAMES]
    monkeypatch.setattr(goals, "LONGEST", 0)
    assert priced == [counts(board, "own", goal)[-1:] for board in boards for goal in GOAL_NAMES]


@pytest.mark.parametrize("goal", GOAL_NAMES)
@pytest.mark.parametrize("size", [(1, 10_000), (1, 2_000), (30, 300), (100, 100)])
def test_long_lines_keep_the_time(size: tuple[int, int], goal: str) -> None:
    started = time.monotonic()
    run_solver(family, blank(*size), goal=goal, seconds=0.3)
    assert time.monotonic() - started < 1.5


@pytest.mark.parametrize("size", [(100, 100), (1, 10_000), (10_000, 1)])
@pytest.mark.parametrize("goal", ["any", "fewest"])
def test_no_time_at_all_is_noticed_at_once(size: tuple[int, int], goal: str) -> None:
    started = time.monotonic()
    for engine in ("own", "cpsat"):
        with pytest.raises(Cut):
            next(ENGINES[engine](blank(*size), Budget(seconds=0), goal=goal, seed=None))
    assert time.monotonic() - started < 1.0


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
