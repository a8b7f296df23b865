"""The engines of packing: an exact cover of our own, and CP-SAT."""

from __future__ import annotations

from collections.abc import Iterator
from functools import wraps

from quebra.contract.errors import Infeasible
from quebra.contract.family import Engine, Goal, Solve
from quebra.engine.budget import Budget
from quebra.families.solids.apart import take_apart
from quebra.families.solids.model import Assembly, Solids
from quebra.families.solids.solve.cpsat import cpsat
from quebra.families.solids.solve.obstacles import obstacle
from quebra.families.solids.solve.own import own
from quebra.i18n.text import Text

Solver = Engine[Solids, Assembly]


def with_reason(engine: Solver) -> Solver:
    """An engine that looks for an obstacle first, and raises `Infeasible` if there is one."""

    @wraps(engine)
    def run(puzzle: Solids, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Assembly]:
        budget.pause()
        if reason := obstacle(puzzle):
            raise Infeasible(reason)
        found = engine(puzzle, budget, goal="any", seed=seed)
        yield from found if goal == "any" else _ever_higher(puzzle, found, budget)

    return run


def _ever_higher(puzzle: Solids, found: Iterator[Assembly], budget: Budget) -> Iterator[Assembly]:
    """Assemblies that come apart, each of a higher level than the one before, with their moves."""
    best = 0
    for answer in found:
        apart = take_apart(puzzle, answer, budget)
        if apart.verdict == "apart" and apart.level > best:
            best = apart.level
            yield Assembly(places=answer.places, apart=apart.moves)


def level(puzzle: Solids, answer: Assembly) -> int:
    """The fewest moves until the first piece is off; 0 for an assembly that is locked."""
    return take_apart(puzzle, answer, Budget()).level


GOALS: dict[str, Goal[Solids, Assembly]] = {
    "level": Goal(Text("moves until the first piece comes off"), "more", level)
}


ENGINES: dict[str, Solver] = {"own": with_reason(own), "cpsat": with_reason(cpsat)}


SOLVE = Solve(engines=ENGINES, goals=GOALS, count=1)
