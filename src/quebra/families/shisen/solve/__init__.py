"""The engines of Shisen-Sho: `own`, and a model for CP-SAT."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput
from quebra.contract.family import Engine, Solve
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.rules import GOALS
from quebra.families.shisen.solve.cpsat import cpsat
from quebra.i18n.text import Text

NO_GOALS = Text(
    "With gravity every round has one move, so the goals sum and rounds are not defined."
)


def own(puzzle: Shisen, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Clearing]:
    """Exact branch and bound over pairings, with local search; with gravity, over moves."""
    from quebra.families.shisen.solve import falling, goals

    source = None if seed is None else Source(seed)
    if puzzle.gravity:
        if goal != "any":
            raise BadInput(NO_GOALS)
        return falling.every(puzzle, budget, source)
    search = {"any": goals.every, "sum": goals.cheapest, "rounds": goals.fewest}
    return search[goal](puzzle, budget, source)


ENGINES: dict[str, Engine[Shisen, Clearing]] = {"own": own, "cpsat": cpsat}


SOLVE = Solve(engines=ENGINES, goals=GOALS, count=1)
