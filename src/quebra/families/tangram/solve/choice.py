"""The engine `auto`, which picks an engine for a puzzle."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput
from quebra.engine.budget import Budget
from quebra.engine.search import answers_of
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.solve.fractional_turns import proves
from quebra.families.tangram.solve.lattice import lattice_of


def choose_engine(puzzle: Tangram, budget: Budget) -> str:
    """The engine likely to be faster: `cover` where it proves its result complete, else `own`.

    >>> from quebra.families.tangram.sets import piece_set
    >>> puzzles = [piece_set(name).puzzle() for name in ("pentominoes", "egg")]
    >>> [choose_engine(puzzle, Budget()) for puzzle in puzzles]
    ['cover', 'own']
    """
    if puzzle.has_colours or puzzle.upright or puzzle.spare:
        return "own"
    try:
        lattice = lattice_of(puzzle)
    except BadInput:
        return "own"
    # A proof that lasts is not worth it for one solution.
    may_last = not lattice.rigid and budget.wanted == 1
    return "cover" if not may_last and proves(puzzle, budget) else "own"


def auto(puzzle: Tangram, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Assembly]:
    """The engine that `choose_engine` names, which is also stored in `budget.engine`."""
    from quebra.families.tangram.solve import ENGINES

    budget.engine = choose_engine(puzzle, budget)
    return ENGINES[budget.engine](puzzle, budget, goal=goal, seed=seed)


def tilings(puzzle: Tangram, budget: Budget) -> Iterator[Assembly]:
    """All tilings, found by the engine `auto`; none where it proves that there are none."""
    return answers_of(auto, puzzle, budget)
