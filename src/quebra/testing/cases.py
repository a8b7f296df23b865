"""The puzzles of the contract tests: cases of the family, and generated ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quebra.contract.family import Family, read_case
from quebra.contract.puzzle import Puzzle
from quebra.contract.random import Source
from quebra.contract.results import Status
from quebra.engine.budget import Budget

AnyFamily = Family[Any, Any]


def wants_unique(family: AnyFamily) -> bool:
    """Whether puzzles need a unique solution: not in families that look for one solution only."""
    return family.solve.count > 1


def is_fair(family: AnyFamily, status: Status) -> bool:
    """Whether a puzzle of that status is fit to be played."""
    return status == "unique" or (status in ("many", "found") and not wants_unique(family))


def fair_puzzles(family: AnyFamily) -> Iterator[Puzzle]:
    """The puzzles of fair cases, and three generated ones."""
    for case in family.cases:
        if case.status and is_fair(family, case.status):
            yield read_case(family, case)[0]
    recipe = family.make_recipe({})
    for seed in range(3):
        yield family.generate.make(recipe, Source(seed), Budget())
