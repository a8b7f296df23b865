"""Proofs that a board has exactly one solution, apart from turns of the whole board."""

from __future__ import annotations

from collections.abc import Hashable

from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.edges.model import Edges
from quebra.families.edges.solve.backtracker import Backtracker
from quebra.families.edges.solve.domains import Candidates, consistent_domains
from quebra.families.edges.solve.order import usual_order
from quebra.families.edges.solve.symmetry import one_of_each
from quebra.families.edges.symmetry.solution_key import solution_key


def is_unique(puzzle: Edges, budget: Budget, most: int) -> bool:
    """Whether it is proved that there is exactly one solution, apart from turns of the board.

    The proof ends without success after `most` pieces were placed. With hints no turn maps the
    board onto itself, so there is one solution in all. Solutions that differ in the places of equal
    pieces count as one.

    >>> pieces = ((0, 1, 0, 0), (0, 2, 0, 1), (0, 0, 0, 2))
    >>> is_unique(Edges(rows=1, cols=3, pieces=pieces, frame=0, rotate=True), Budget(), 99)
    True
    """
    candidates = Candidates(puzzle)
    domains, _ = one_of_each(candidates, consistent_domains(candidates))
    if not all(domains):
        return False
    search = Backtracker(candidates, domains, usual_order(puzzle, domains))
    found: set[Hashable] = set()
    while (ended := search.go(budget, most - search.nodes)) == Ended.FOUND:
        found.add(solution_key(puzzle, search.board()))
        if len(found) > 1:
            return False
    return ended == Ended.EXHAUSTED and len(found) == 1
