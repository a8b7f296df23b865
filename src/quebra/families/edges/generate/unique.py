"""Proofs that a board has exactly one solution, apart from turns of the whole board."""

from __future__ import annotations

from collections.abc import Hashable

from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.edges.model import Edges
from quebra.families.edges.solve.backtracker import Backtracker
from quebra.families.edges.solve.domains import Candidates, consistent_domains, narrowed
from quebra.families.edges.solve.order import usual_order
from quebra.families.edges.solve.symmetry import Symmetry, symmetries
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
    domains = consistent_domains(candidates)
    domains = narrowed(candidates, _without_images(candidates, domains, symmetries(puzzle)))
    if not all(domains):
        return False
    search = Backtracker(candidates, domains, usual_order(puzzle, domains))
    found: set[Hashable] = set()
    while (ended := search.go(budget, most - search.nodes)) == Ended.FOUND:
        found.add(solution_key(puzzle, search.board()))
        if len(found) > 1:
            return False
    return ended == Ended.EXHAUSTED and len(found) == 1


def _without_images(candidates: Candidates, domains: list[int], turns: list[Symmetry]) -> list[int]:
    """The domains with one piece in only one of the cells that turns map onto each other.

    So one of several equivalent solutions is left. The domains stay as they are if no piece is fit
    for that: there must be only one of its kind, and no turn may keep a cell that it can be in.
    """
    orbits = [sorted({turn.cells[cell] for turn in turns}) for cell in range(len(domains))]
    choices = []
    for kind, pieces in enumerate(candidates.kinds):
        mask = candidates.of_kind[kind]
        cells = [cell for cell, domain in enumerate(domains) if domain & mask]
        if len(pieces) == 1 and all(len(orbits[cell]) == len(turns) for cell in cells):
            choices.append((len(cells), kind))
    if not choices:
        return domains
    mask = candidates.of_kind[min(choices)[1]]
    return [
        domain if orbits[cell][0] == cell else domain & ~mask for cell, domain in enumerate(domains)
    ]
