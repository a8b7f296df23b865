"""The puzzles that the contract is tested with: cases of the family, and new ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quebra.contract.codec import choose_codec
from quebra.contract.family import Case, Family
from quebra.contract.puzzle import Puzzle
from quebra.contract.random import Source
from quebra.contract.results import Status
from quebra.engine.budget import Budget

AnyFamily = Family[Any, Any]


def read_case(family: AnyFamily, case: Case) -> tuple[Any, Any]:
    """The puzzle of a case, and its answer or None."""
    puzzle = choose_codec(family.formats.puzzles, case.format).read(case.puzzle)
    if case.answer is None:
        return puzzle, None
    return puzzle, choose_codec(family.formats.answers, case.format).read(case.answer)


def wants_unique(family: AnyFamily) -> bool:
    """Whether puzzles should have one solution only; where `count` is 1, they need not."""
    return family.solve.count > 1


def is_fair(family: AnyFamily, status: Status) -> bool:
    """Whether a puzzle of that status is one to give to people."""
    return status == "unique" or (status in ("many", "found") and not wants_unique(family))


def fair_puzzles(family: AnyFamily) -> Iterator[Puzzle]:
    """The cases that are fair, and three new puzzles."""
    for case in family.cases:
        if case.status and is_fair(family, case.status):
            yield read_case(family, case)[0]
    recipe = family.make_recipe({})
    for seed in range(3):
        yield family.generate.make(recipe, Source(seed), Budget())
