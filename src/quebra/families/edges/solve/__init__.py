"""The engines of edge-matching: a portfolio, and the parts of it by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import wraps

from quebra.contract.errors import BadInput
from quebra.contract.family import Engine
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.solve.backtrack import backtrack
from quebra.families.edges.solve.cpsat import cpsat
from quebra.families.edges.solve.polygons import corners
from quebra.families.edges.solve.portfolio import portfolio

Solver = Engine[Edges, Filling]


def _of_cells(engine: Solver, name: str, other: Solver | None = None) -> Solver:
    """An engine that knows boards of cells alone; another one takes polygons, if any does."""

    @wraps(engine)
    def run(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
        if puzzle.shape != "polygon":
            return engine(puzzle, budget, goal=goal, seed=seed)
        if other is None:
            raise BadInput(f"The engine {name} needs cells; polygons have backtrack and sdp.")
        return other(puzzle, budget, goal=goal, seed=seed)

    return run


ENGINES: dict[str, Solver] = {
    "portfolio": _of_cells(portfolio, "portfolio", corners),
    "backtrack": _of_cells(backtrack, "backtrack", corners),
    "cpsat": _of_cells(cpsat, "cpsat"),
}
