"""The engines."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.core.budget import Budget
from quebra.core.family import Engine
from quebra.core.grid import GridAnswer
from quebra.core.random import Source
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.solve.search import candidates, solutions

__all__ = ["ENGINES", "candidates", "own", "solutions"]


def own(puzzle: Symmetry, budget: Budget, *, goal: str, seed: int | None) -> Iterator[GridAnswer]:
    """Exact line logic and depth-first search."""
    yield from solutions(puzzle, budget, None if seed is None else Source(seed))


ENGINES: dict[str, Engine[Symmetry, GridAnswer]] = {"own": own}
