"""Odd tangrams from seeds: whatever is done with them, nothing but errors in words comes out."""

from __future__ import annotations

import pytest
from odd_puzzles import odd_puzzle, verbs

import quebra
from parameters import every
from quebra.contract.errors import EngineFault, QuebraError
from quebra.engine.budget import Budget

SEEDS = range(40)
NODES = 20
"""The work of each verb, counted in nodes so that it is the same on every machine."""


@pytest.mark.parametrize("seed", every(4, SEEDS))
def test_every_verb_ends_with_a_result_or_a_sentence(seed: int) -> None:
    try:
        puzzle = quebra.load(odd_puzzle(seed))
    except QuebraError:
        return
    for _, run in verbs(puzzle, seed):  # type: ignore[arg-type]
        try:
            run(lambda: Budget().share(NODES))
        except EngineFault:
            raise
        except QuebraError:
            pass


def test_most_odd_puzzles_are_puzzles() -> None:
    """Else the test above would see nothing but refusals."""
    read = 0
    for seed in SEEDS:
        try:
            quebra.load(odd_puzzle(seed))
        except QuebraError:
            continue
        read += 1
    assert read > len(SEEDS) / 2
