"""All steps of generated puzzles: their form, their truth, and that hints alone solve a puzzle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from one_idea import assert_one_idea
from parameters import few_or_many
from quebra.contract.errors import NotFound
from quebra.contract.family import GRADES
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.registry import family_of
from quebra.engine.budget import Budget
from quebra.play import follow, hint, moves_for, new_game
from quebra.service.verbs import explain, generate, grade, solve

SIZES = {"kojun": ("5x5", "7x7", "10x10"), "symmetry": ("5x5", "6x6", "8x8")}
FEW, MANY = 3, 67
"""Puzzles of each of the three sizes."""
SMALL = {"kojun": "6x6", "symmetry": "5x5"}
LAST_OF_HARD = {"kojun": "confined", "symmetry": "one line"}
"""The hardest technique of hard puzzles."""
MAX_HINTS = 2_000


def puzzles(family: str, size: str, count: int) -> Iterator[tuple[str, Puzzle]]:
    """New puzzles of all grades in turn; a grade that is rare at a size may be missing."""
    for seed in range(count):
        wanted = GRADES[seed % len(GRADES)]
        try:
            yield wanted, generate(family, size, seed=seed, grade=wanted)
        except NotFound:
            continue


@pytest.mark.parametrize("count", few_or_many(FEW, MANY))
@pytest.mark.parametrize(("family", "size"), [(f, s) for f in SIZES for s in SIZES[f]])
def test_every_step_is_one_true_idea(family: str, size: str, count: int) -> None:
    for _, puzzle in puzzles(family, size, count):
        (solution,) = solve(puzzle).solutions
        agrees = family_of(puzzle).explain.change_agrees
        for step in explain(puzzle):
            assert_one_idea(step)
            assert step.changes and all(agrees(solution, change) for change in step.changes), step


@pytest.mark.parametrize("count", few_or_many(FEW, MANY))
@pytest.mark.parametrize(("family", "size"), [(f, s) for f in SIZES for s in SIZES[f]])
def test_hints_alone_solve_a_puzzle_and_do_what_they_say(
    family: str, size: str, count: int
) -> None:
    for _, puzzle in puzzles(family, size, count):
        (solution,) = solve(puzzle).solutions
        _assert_hints_solve(puzzle, solution)


def _assert_hints_solve(puzzle: Puzzle, solution: Answer) -> None:
    game = new_game(puzzle)
    name_of = game.play.values(puzzle).name_of
    for _ in range(MAX_HINTS):
        if game.solved:
            break
        taken = hint(game, Budget())
        assert taken.moves, f"nothing to do: {taken.step}"
        after = follow(game, taken)
        assert not moves_for(after, taken.step, Budget()), f"not carried out: {taken.step}"
        marks = {each.where: set(each.values) for each in after.marks}
        for change in taken.step.changes:
            if change.action == "remove":
                assert name_of(change.value) not in marks[change.where], taken.step
            elif not change.value:
                assert marks[change.where] == {name_of(0)}, taken.step
        game = after
    assert game.attempt == solution


@pytest.mark.parametrize("count", few_or_many(12, 200))
@pytest.mark.parametrize("family", SMALL)
def test_scores_of_grades_do_not_overlap_and_expert_needs_more_than_hard(
    family: str, count: int
) -> None:
    scores: dict[str, list[float]] = {name: [] for name in GRADES}
    for wanted, puzzle in puzzles(family, SMALL[family], count):
        found = grade(puzzle)
        assert found.name == wanted and bool(found.crux) == bool(found.techniques)
        levels = {str(t.name): t.level for t in family_of(puzzle).explain.techniques}
        hardest = max((levels[name] for name, _ in found.techniques), default=0)
        assert (hardest > levels[LAST_OF_HARD[family]]) == (wanted == "expert"), puzzle
        scores[wanted].append(found.score)
    for index, name in enumerate(GRADES):
        assert scores[name], f"no {name} puzzle"
        assert all(100 * index <= score < 100 * (index + 1) for score in scores[name]), name
