"""The engines of edge-matching: a portfolio, and its parts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import wraps
from typing import Any

from quebra.contract.errors import Infeasible
from quebra.contract.family import Engine, Solve
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import GOALS
from quebra.families.edges.solve.backtrack import backtrack
from quebra.families.edges.solve.cpsat import cpsat
from quebra.families.edges.solve.infeasibility import infeasibility
from quebra.families.edges.solve.portfolio import portfolio

Solver = Engine[Edges, Filling]


ENGINES: dict[str, Solver] = {"portfolio": portfolio, "backtrack": backtrack, "cpsat": cpsat}


def with_reason(engine: Solver) -> Solver:
    """An engine that raises `Infeasible` if it finds nothing and `infeasibility` has a reason."""

    @wraps(engine)
    def run(
        puzzle: Edges, budget: Budget, *, goal: str, seed: int | None, **options: Any
    ) -> Iterator[Filling]:
        found = False
        for answer in engine(puzzle, budget, goal=goal, seed=seed, **options):
            found = True
            yield answer
        if not found and (reason := infeasibility(puzzle)):
            raise Infeasible(reason)

    return run


SOLVE = Solve(
    engines={name: with_reason(engine) for name, engine in ENGINES.items()}, goals=GOALS, count=1
)
