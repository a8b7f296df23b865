"""The engine `backtrack`: one depth-first search over a fixed order of the cells."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.solve.backtracker import Backtracker
from quebra.families.edges.solve.bound import most_matches
from quebra.families.edges.solve.cpsat import cpsat
from quebra.families.edges.solve.domains import Candidates, consistent_domains, frame_domains
from quebra.families.edges.solve.exhaustive import improve_exhaustively
from quebra.families.edges.solve.infeasibility import fits_at_all
from quebra.families.edges.solve.order import usual_order
from quebra.families.edges.solve.parallel import enumerate_boards
from quebra.families.edges.solve.repair_tables import start_board
from quebra.families.edges.solve.stack import stacks
from quebra.families.edges.solve.symmetry import image, one_of_each


def backtrack(puzzle: Edges, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Filling]:
    """All boards, or boards with more and more matched seams up to the best.

    The searches for the most matches count seams between different cells only, so that CP-SAT
    solves boards with others.
    """
    if puzzle.shape == "stack":
        return stacks(puzzle, budget, goal=goal, seed=seed)
    source = None if seed is None else Source(seed)
    if goal == "any":
        return solutions(puzzle, budget, source)
    if puzzle.layout.own_seams:
        return cpsat(puzzle, budget, goal=goal, seed=seed)
    return best_boards(puzzle, budget, source or Source(0))


def solutions(puzzle: Edges, budget: Budget, source: Source | None = None) -> Iterator[Filling]:
    """All boards, each once; boards that differ in the places of equal pieces count as one.

    Rotations of a whole board count as different boards.

    >>> pieces = ((0, 1, 0, 0), (0, 2, 0, 1), (0, 0, 0, 2))
    >>> puzzle = Edges(rows=1, cols=3, pieces=pieces, frame=0, rotate=True)
    >>> len(list(solutions(puzzle, Budget())))
    2
    """
    candidates = Candidates(puzzle)
    domains, rotations = one_of_each(candidates, consistent_domains(candidates))
    if not all(domains):
        return
    search = Backtracker(candidates, domains, usual_order(puzzle, domains), source)
    for board in enumerate_boards(search, budget, ordered=source is not None):
        yield board
        yield from (image(candidates, board, rotation) for rotation in rotations)


def best_boards(puzzle: Edges, budget: Budget, source: Source) -> Iterator[Filling]:
    """Boards with more and more matched seams; the last one is the best."""
    candidates = Candidates(puzzle)
    domains = frame_domains(candidates)
    if all(domains) and fits_at_all(candidates, domains):
        budget.bound = most_matches(candidates, domains)
        start = start_board(candidates, budget)
        yield from map(
            candidates.filling, improve_exhaustively(candidates, domains, budget, source, start)
        )
