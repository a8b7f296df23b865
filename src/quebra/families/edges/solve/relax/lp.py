"""The engine `lp`: the paper's first algorithm, with proofs, and honest where it stalls."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import BadInput
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling


def lp(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """Linear programs that collapse to a permutation, or not.

    Each solution is forbidden once it is known. The search ends by itself only when multipliers
    in whole numbers prove that no other is left.
    """
    if goal != "any":
        raise BadInput(f"The engine lp has no goal {goal!r}; it has: any.")
    budget.pause()
    from quebra.families.edges.solve.relax.search import Search

    search = Search(puzzle, budget)
    while (lying := search.next()) is not None:
        for image in search.images(lying):
            yield search.ways.filling(image)
