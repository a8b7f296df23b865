"""Runs the corner search for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from quebra.engine.budget import Budget
from quebra.engine.search import answers_of
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve import ENGINES, own
from quebra.geometry.motion import Motion
from quebra.geometry.outline import read_outline, write_outline


class Counts(NamedTuple):
    """The proved numbers of classes of assemblies, and of tilings in the frame of the figure."""

    classes: int
    tilings: int


def solve(
    puzzle: Tangram, seconds: float | None = None, seed: int | None = None
) -> Iterator[Assembly]:
    return answers_of(own, puzzle, Budget(seconds), seed=seed)


def first(puzzle: Tangram) -> Assembly | None:
    answer = next(solve(puzzle), None)
    assert answer is None or check(puzzle, answer) == ()
    return answer


def counts(puzzle: Tangram, engine: str = "own") -> Counts:
    """The counts by an engine, of which each assembly is accepted and no two are equal."""
    budget = Budget()
    found = list(answers_of(ENGINES[engine], puzzle, budget))
    assert len(set(found)) == len(found)
    assert all(check(puzzle, answer) == () for answer in found)
    return Counts(len(found), int(budget.stats.get("tilings", 0)))


def turned(outline: str, motion: Motion) -> str:
    return write_outline(
        [[edge.moved(motion) for edge in contour] for contour in read_outline(outline)]
    )
