"""All steps of generated boards of three sizes and all grades: their form, truth and moves."""

from __future__ import annotations

from collections import Counter

import pytest

from brute_force import is_one_idea
from quebra.contract.family import GRADES
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import explain, grade
from quebra.families.shisen.generate import ShisenRecipe, generate
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.play import move, moves_for, start
from quebra.families.shisen.position import clearing_of, remaining
from quebra.families.shisen.rules import check

SMALL = 36
"""Tiles up to which the exact solver runs after each step."""


def make(rows: int, cols: int, asked: str, seed: int) -> Shisen:
    recipe = ShisenRecipe(rows=rows, cols=cols, grade=asked)  # type: ignore[arg-type]
    return generate(recipe, Source(seed), Budget())


def check_game(puzzle: Shisen) -> Counter[str]:
    """Carry out all steps; after each the exact solver still finds a clearing.

    On larger boards that can take long. There the cleared board is the proof that no step lost it.
    """
    attempt, techniques = start(puzzle), Counter[str]()
    for step in explain(puzzle, None, Budget()):
        is_one_idea(step)
        techniques[step.technique] += 1
        before = {cell for _, done in attempt.moves for cell in done.pair}
        assert not before.intersection((*step.where, *step.others)), step
        for change in step.changes:
            if change.action == "remove":
                assert cannot_go_together(puzzle, attempt, change.value.cells), step
        for text in moves_for(puzzle, attempt, step, Budget()):
            attempt = move(puzzle, attempt, text)
        gone = {cell for _, done in attempt.moves for cell in done.pair} - before
        taken = [change.value.cells for change in step.changes if change.action == "place"]
        assert gone == {cell for cells in taken for cell in cells}, step
        if len(puzzle.tiles) <= SMALL:
            board = remaining(puzzle, (done for _, done in attempt.moves))
            assert clearing_of(board, Budget()) is not None, step
    assert not check(puzzle, attempt)
    return techniques


def cannot_go_together(puzzle: Shisen, attempt: Clearing, cells: tuple[object, object]) -> bool:
    """Whether no clearing of the position has this pair, if the two tiles become a kind."""
    board = remaining(puzzle, (done for _, done in attempt.moves))
    assert board is not None
    names = [
        ["own" if (r, c) in cells else name for c, name in enumerate(row)]
        for r, row in enumerate(board.board)
    ]
    return clearing_of(Shisen(board=tuple(map(tuple, names))), Budget()) is None


@pytest.mark.parametrize("asked", GRADES)
def test_all_steps_of_small_boards(asked: str) -> None:
    for seed in range(3):
        techniques = check_game(make(4, 6, asked, seed))
        assert techniques["search"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("asked", GRADES)
@pytest.mark.parametrize(("rows", "cols"), [(4, 6), (6, 6), (8, 10)])
def test_all_steps_of_many_boards(rows: int, cols: int, asked: str) -> None:
    scores = []
    for seed in range(17):
        puzzle = make(rows, cols, asked, seed)
        techniques = check_game(puzzle)
        assert techniques["search"] == 0
        scores.append(grade(puzzle, Budget()).score)
    number = GRADES.index(asked)
    assert 100 * number <= min(scores) and max(scores) < 100 * (number + 1)
