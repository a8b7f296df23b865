"""Grades by simulated players: deterministic, in bands, and higher with planted deadlocks."""

from __future__ import annotations

from statistics import mean

import pytest
from deadlocked import with_deadlocks

from brute_force import BruteForce, board
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.bottlenecks import bottlenecks
from quebra.families.shisen.explain.grade import LIMITS, MAX_GAMES, TILES_PLAYED, grade
from quebra.families.shisen.explain.plan_search import plan_of
from quebra.families.shisen.explain.players import Danger, measure_danger
from quebra.families.shisen.explain.scores import BAND, SEED, score_of
from quebra.families.shisen.generate import ShisenRecipe, generate
from quebra.families.shisen.generate.recipe import tiles_of
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.position import Position, clearing_of


def boards(rows: int, cols: int, deadlocks: int, count: int, seed: int) -> list[Shisen]:
    """Boards with planted deadlocks that can be cleared."""
    source, found = Source(seed), list[Shisen]()
    tiles = tiles_of(rows * cols)
    while len(found) < count:
        puzzle = with_deadlocks(tiles, (rows, cols), deadlocks, source)
        if puzzle and clearing_of(puzzle, Budget()):
            found.append(puzzle)
    return found


def test_a_board_that_cannot_be_lost() -> None:
    found = grade(board("AABB CCDD"), Budget())
    assert (found.name, found.score) == ("easy", 0)
    assert found.techniques == (("side by side", 4),)
    assert found.text == (
        "Easy: of 100 games, a hasty player loses 0, a tidy one 0, and a wary one 0. "
        "In 100 games the wary player avoids 0 losing moves. The plan needs 0 openings."
    )


def test_unsolvable_boards_have_no_grade() -> None:
    found = grade(board("AB BA"), Budget())
    assert found.name is None and found.crux == ()


def test_the_score_grows_with_the_danger_and_decides_the_grade() -> None:
    scores = [score_of(danger / 10, LIMITS) for danger in range(2_000)]
    assert scores == sorted(scores) and scores[-1] < 4 * BAND
    for number, limit in enumerate(LIMITS):
        assert score_of(limit, LIMITS) == number * BAND
    for puzzle in boards(4, 5, 1, 6, 1):
        found = grade(puzzle, Budget())
        assert found.name == GRADES[int(found.score // BAND)]
        assert found == grade(puzzle, Budget())


def test_players_on_a_planted_deadlock() -> None:
    puzzle = board("ACBD DBCA A.AC ...C B.B.")
    danger = measure_danger(puzzle, 200, SEED, Budget())
    assert danger.hasty > danger.tidy > danger.wary and danger.blunders > 0
    assert {puzzle.tiles[cell] for cell in danger.trap} <= {"B", "C"}
    assert Danger(0.5, 0.5, 0.5, 1.0).value == 50


def test_the_wary_player_loses_only_where_no_deadlock_is_seen() -> None:
    for puzzle in boards(4, 4, 1, 8, 5):
        position = Position(puzzle, Budget())
        losing = [pair for pair in position.moves() if position.deadlocked_by(pair)]
        danger = measure_danger(puzzle, 50, SEED, Budget())
        assert danger.wary <= max(danger.hasty, danger.tidy)
        if losing:
            assert danger.hasty > 0


def test_bottlenecks_are_moments_with_one_safe_move() -> None:
    count = 0
    for text in ("DCAB BACB ADAB", "BDIAEG HEHDFC GIBCBA CAAFBC"):
        puzzle = board(text)
        brute, plan = BruteForce(puzzle), plan_of(puzzle, Budget())
        assert plan
        narrow = [
            {list(puzzle.tiles)[tile] for tile in pair}
            for pair in bottlenecks(puzzle, plan, Budget())
        ]
        standing = brute.start
        for cells in plan.moves[:-1]:
            safe = [p for p in brute.moves(standing) if brute.winnable(standing.difference(p))]
            assert ({*cells} in narrow) == (len(safe) == 1)
            standing = standing.difference(cells)
        count += len(narrow)
        assert grade(puzzle, Budget()).bottlenecks == len(narrow)
    assert count > 0


def test_a_planted_deadlock_is_one() -> None:
    for kinds in (2, 3):
        source = Source(kinds)
        for _ in range(10):
            puzzle = with_deadlocks([*"AAAABBBBCCCCDDDD"], (4, 4), 1, source, kinds)
            assert puzzle
            position = Position(puzzle, Budget())
            for name in "ABCD":
                cells = [cell for cell, kind in puzzle.tiles.items() if kind == name]
                near = [
                    (position.numbers[a], position.numbers[b])
                    for a in cells
                    for b in cells
                    if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
                ]
                if near:
                    assert all(position.is_free(pair) for pair in near)
            assert sorted(puzzle.tiles.values()) == [*"AAAABBBBCCCCDDDD"]


def test_what_does_not_fit_is_not_planted() -> None:
    assert with_deadlocks("AAAABBBB", (2, 4), 2, Source(1)) is None
    assert with_deadlocks("AABB", (2, 2), 1, Source(1)) is None


def test_planted_deadlocks_are_dangerous() -> None:
    means = [
        mean(measure_danger(p, 100, SEED, Budget()).value for p in boards(6, 6, count, 8, 7))
        for count in (0, 1, 3)
    ]
    assert means == sorted(means) and means[0] < 8 < means[1]


@pytest.mark.slow
def test_danger_grows_with_the_number_of_deadlocks() -> None:
    values = {
        count: [measure_danger(p, 400, SEED, Budget()).value for p in boards(8, 18, count, 12, 7)]
        for count in (0, 1, 2, 4, 6)
    }
    means = [mean(values[count]) for count in (0, 1, 2, 4, 6)]
    assert means == sorted(means), means
    higher = [four > none for four in values[4] for none in values[0]]
    assert mean(higher) >= 0.9


@pytest.mark.slow
def test_seeds_differ_little() -> None:
    for puzzle in (*boards(6, 6, 0, 4, 1), *boards(6, 6, 2, 4, 2), *boards(8, 18, 0, 4, 3)):
        games = min(MAX_GAMES, TILES_PLAYED // len(puzzle.tiles))
        scores = [
            score_of(measure_danger(puzzle, games, s, Budget()).value, LIMITS) for s in (1, 2)
        ]
        assert abs(scores[0] - scores[1]) <= 10


@pytest.mark.slow
@pytest.mark.parametrize("asked", GRADES)
@pytest.mark.parametrize(("rows", "cols"), [(4, 6), (6, 6), (8, 18)])
def test_every_size_reaches_every_grade(rows: int, cols: int, asked: str) -> None:
    recipe = ShisenRecipe(rows=rows, cols=cols, grade=asked)  # type: ignore[arg-type]
    number = GRADES.index(asked)
    for seed in range(3):
        found = grade(generate(recipe, Source(seed), Budget()), Budget())
        assert found.name == asked and number * BAND <= found.score < (number + 1) * BAND
