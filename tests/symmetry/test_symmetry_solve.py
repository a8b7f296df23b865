"""The engines of Symmetry agree with brute force, with one another and with what is published."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

import pytest

from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.symmetry import rules
from quebra.families.symmetry.formats import VALUES
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.solve import candidates, solutions
from quebra.grid.cells import GridAnswer, Rows, as_rows
from shared_data import shared_cases, shared_text
from symmetry_boards import (
    ENGINE_NAMES,
    ENGINES,
    blank,
    brute_force,
    counts,
    planted,
    random_board,
    random_boards,
    solve,
)

PAPER = Symmetry(
    clues=((0, 0, 0, 0, 2), (0, 0, 2, 0, 1), (0, 0, 1, 0, 0), (0, 2, 2, 0, 2), (0, 0, 3, 3, 0))
)


def from_signs(rows: list[str]) -> Rows[int]:
    return as_rows((VALUES[sign] for sign in row) for row in rows)


@pytest.mark.slow
def test_brute_force_agrees_on_thousands_of_boards() -> None:
    seen = {0: 0, 1: 0, 2: 0}
    for puzzle in random_boards(1, 2000, 4, [0.1, 0.2, 0.3, 0.5]):
        expected = brute_force(puzzle)
        if expected is not None:
            found = [answer.grid for answer in solve(puzzle)]
            assert len(found) == len(set(found))
            assert set(found) == expected, puzzle
            seen[min(2, len(expected))] += 1
    assert sum(seen.values()) > 1000
    assert min(seen.values()) > 50


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


def test_the_example_of_the_paper() -> None:
    assert len(set(solve(PAPER))) == len(solve(PAPER)) == 702
    assert counts(PAPER, "own", "fewest")[-1] == 12
    assert counts(PAPER, "own", "most")[-1] == 23


def test_the_example_is_the_recorded_one() -> None:
    recorded = json.loads(shared_text("symmetry/paper-example.json"))
    assert recorded["clues"] == [list(row) for row in PAPER.clues]


@pytest.mark.parametrize("name", ["friedman-published-20", "generated-unique-15"])
def test_recorded_boards_are_unique(name: str) -> None:
    boards = list(shared_cases(f"symmetry/{name}.json"))
    for board in boards:
        puzzle = Symmetry(clues=from_signs(board["clues"]))
        assert [answer.grid for answer in solve(puzzle)] == [from_signs(board["solution"])]
    assert len(boards) >= 15


@pytest.mark.parametrize("engine", ["cpsat", "counter"])
def test_the_models_on_friedmans_boards(engine: str) -> None:
    for board in islice(shared_cases("symmetry/friedman-published-20.json"), 8):
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
