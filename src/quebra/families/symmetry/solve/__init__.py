"""The engines of Symmetry: `own`, and a model for CP-SAT."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.family import Engine, Solve
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.rules import GOALS
from quebra.families.symmetry.solve.cpsat import cpsat
from quebra.families.symmetry.solve.goals import best_solutions
from quebra.families.symmetry.solve.search import candidates, solutions
from quebra.grid.cells import GridAnswer

__all__ = ["ENGINES", "best_solutions", "candidates", "cpsat", "own", "solutions"]


def own(puzzle: Symmetry, budget: Budget, *, goal: str, seed: int | None) -> Iterator[GridAnswer]:
    """Exact propagation of lines and depth-first search, with cost bounds for the goals."""
    source = None if seed is None else Source(seed)
    if goal == "any":
        return solutions(puzzle, budget, source)
    return best_solutions(puzzle, budget, goal, source)


ENGINES: dict[str, Engine[Symmetry, GridAnswer]] = {"own": own, "cpsat": cpsat}


SOLVE = Solve(engines=ENGINES, goals=GOALS)
