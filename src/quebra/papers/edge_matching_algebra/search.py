"""Enumerates solutions by the first algorithm, with proofs where possible."""

from __future__ import annotations

from functools import partial

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.engine.trace import Frame
from quebra.families.edges.model import Edges
from quebra.families.edges.rules import check
from quebra.families.edges.solve.domains import Candidates, consistent_domains
from quebra.families.edges.solve.symmetry import Symmetry, symmetries
from quebra.grid.candidates import bits
from quebra.papers.edge_matching_algebra.collapse import Assignment, Iteration, Relaxation
from quebra.papers.edge_matching_algebra.functions import FunctionKind, TestFunctions
from quebra.papers.edge_matching_algebra.mixture import draw_mixture
from quebra.papers.edge_matching_algebra.probe import Probe

FEW_CANDIDATES = 12
"""Cells with at most this many candidates are probed before the first linear program."""


class Search:
    """The solutions up to symmetry of the board, with the iterations that led to them.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 0, 0, 1), (0, 1, 0, 0)), frame=0)
    >>> search = Search(board, Budget())
    >>> search.next(), search.next()
    ({0: 1, 1: 0}, None)
    """

    def __init__(self, puzzle: Edges, budget: Budget, functions: FunctionKind = "delta") -> None:
        self.puzzle, self.budget = puzzle, budget
        self.functions = TestFunctions(functions)
        self.candidates = Candidates(puzzle)
        self.board = symmetries(puzzle)
        domains = consistent_domains(self.candidates)
        self.domains = break_symmetry(self.candidates, domains, self.board)
        self.known: list[Assignment] = []
        self.trace: list[Iteration] = []
        self.attempts = 0
        self.deeper = iter((len(self.candidates.all),))
        self._narrow(FEW_CANDIDATES)

    def next(self) -> Assignment | None:
        """A new solution; None if it is proved that there is none.

        If the iteration stalls, more candidates are probed, and it restarts.
        """
        while all(self.domains):
            relaxation = Relaxation(
                self.candidates, self.domains, self.budget, self.functions, self.known
            )
            self.trace = []
            self.attempts += 1
            for iteration in relaxation.collapse():
                self.trace.append(iteration)
                self._emit_frame(iteration)
            if relaxation.refuted:
                break
            found = self.trace[-1].assignment if self.trace else None
            if found and self._is_right(found):
                self.known += self.images(found)
                return found
            most = next(self.deeper, None)
            if most is None:
                raise Cut("method")
            self._narrow(most)
        return None

    def _narrow(self, most: int) -> None:
        if not Probe(self.candidates).narrow(self.domains, self.budget, most):
            self.domains = [0] * len(self.domains)

    def _emit_frame(self, iteration: Iteration) -> None:
        if self.budget.trace:
            numbers = {
                "attempt": self.attempts,
                "iteration": len(self.trace),
                "objective": iteration.objective,
                "distance": iteration.distance,
                "cpu_seconds": iteration.cpu_seconds,
            }
            draw = partial(draw_mixture, self.puzzle, iteration.mixture)
            self.budget.trace(Frame(numbers, draw))
            self.budget.pause()

    def _is_right(self, assignment: Assignment) -> bool:
        if len(assignment) < len(self.domains):
            return False
        return not check(self.puzzle, self.candidates.filling(assignment))

    def images(self, assignment: Assignment) -> list[Assignment]:
        """The distinct images of a solution under the symmetries of the board."""
        found: list[Assignment] = []
        for symmetry in self.board:
            image = {}
            for cell, n in assignment.items():
                kind, colours = self.candidates.all[n].kind, self.candidates.all[n].colours
                image[symmetry.cells[cell]] = self.candidates.numbers[kind, symmetry.shown(colours)]
            if image not in found:
                found.append(image)
        return found


def break_symmetry(candidates: Candidates, domains: list[int], board: list[Symmetry]) -> list[int]:
    """Domains in which one unique piece has one placement of each symmetry class.

    One image of every solution remains.
    """
    alone = [kind for kind, pieces in enumerate(candidates.kinds) if len(pieces) == 1]
    if len(board) == 1 or not alone or not candidates.exact:
        return domains

    def choices(kind: int) -> list[tuple[int, int]]:
        mask = candidates.of_kind[kind]
        return [(cell, n) for cell, held in enumerate(domains) for n in bits(held & mask)]

    fixed = min(alone, key=lambda kind: len(choices(kind)))
    kept: set[tuple[int, int]] = set()
    for cell, n in choices(fixed):
        colours = candidates.all[n].colours
        images = {(s.cells[cell], candidates.numbers[fixed, s.shown(colours)]) for s in board}
        if not images & kept:
            kept.add((cell, n))
    remaining = [held & ~candidates.of_kind[fixed] for held in domains]
    for cell, n in kept:
        remaining[cell] |= 1 << n
    return remaining
