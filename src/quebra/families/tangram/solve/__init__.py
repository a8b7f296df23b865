"""The engines for geometric puzzles."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.family import AUTO, Engine, Solve
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.solve.choice import auto
from quebra.families.tangram.solve.cover import cover


def own(puzzle: Tangram, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Assembly]:
    """Our own exact search from corner to corner.

    >>> from quebra.families.tangram.sets import piece_set
    >>> square = piece_set("classic").puzzle("square")
    >>> len(list(own(square, Budget(), goal="any", seed=None)))
    1
    """
    from quebra.families.tangram.solve.interleaved import tilings

    return tilings(puzzle, budget, None if seed is None else Source(seed))


ENGINES: dict[str, Engine[Tangram, Assembly]] = {"own": own, "cover": cover, AUTO: auto}


SOLVE = Solve(engines=ENGINES, count=1)
