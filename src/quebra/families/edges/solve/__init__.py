"""The engines of edge-matching: a portfolio, and the parts of it by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import wraps

from quebra.contract.errors import BadInput, Infeasible
from quebra.contract.family import Engine, Solve
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import GOALS
from quebra.families.edges.solve.backtrack import backtrack
from quebra.families.edges.solve.cpsat import cpsat
from quebra.families.edges.solve.infeasibility import infeasibility
from quebra.families.edges.solve.polygons import corners
from quebra.families.edges.solve.portfolio import portfolio
from quebra.families.edges.solve.relax.lp import lp
from quebra.families.edges.solve.relax.sdp import sdp

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
    "lp": _of_cells(lp, "lp"),
    "sdp": sdp,
}


def _with_reason(engine: Solver) -> Solver:
    """An engine that raises `Infeasible` where it finds nothing and the reason is quickly seen."""

    @wraps(engine)
    def run(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
        found = False
        for answer in engine(puzzle, budget, goal=goal, seed=seed):
            found = True
            yield answer
        if not found and (reason := infeasibility(puzzle)):
            raise Infeasible(reason)

    return run


SOLVE = Solve(
    engines={name: _with_reason(engine) for name, engine in ENGINES.items()}, goals=GOALS, count=1
)
