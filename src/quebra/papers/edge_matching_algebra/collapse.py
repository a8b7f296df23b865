"""Algorithm 1: bistochastic linear programs, each weighted by the solution of the one before."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from quebra.engine.budget import Budget
from quebra.families.edges.model import Placed
from quebra.families.edges.solve.domains import Candidates
from quebra.papers.edge_matching_algebra.certificate import refutes
from quebra.papers.edge_matching_algebra.functions import Numbers, TestFunctions
from quebra.papers.edge_matching_algebra.highs_lp import LinearProgram
from quebra.papers.edge_matching_algebra.linear import DELTA, System

MOST_ITERATIONS = 30
GAIN = 5e-3
"""An iteration that brings the board closer to a permutation by less has stalled."""
WHOLE = 1e-3
"""How close to 0 or 1 all numbers must be in a permutation."""

Lying = dict[int, int]
"""The way in each cell."""


@dataclass(frozen=True)
class Iteration:
    """One linear program: what it attained, and what it says of every cell.

    `objective` is <P before, P>, or 0 at first. `distance` is how far P is from a permutation:
    1 - |P|^2 / n, which is 0 for a permutation. `mixture` tells for each cell what lies there to
    which part.
    """

    objective: float
    distance: float
    cpu_seconds: float
    mixture: tuple[tuple[tuple[Placed, float], ...], ...]
    lying: Lying | None


class Relaxation:
    """The bistochastic matrices that satisfy the system, for what may lie where.

    >>> from quebra.families.edges.model import Edges
    >>> from quebra.families.edges.solve.domains import frame_domains
    >>> candidates = Candidates(Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0))
    >>> relaxation = Relaxation(candidates, frame_domains(candidates), Budget())
    >>> [iteration.lying for iteration in relaxation.collapse()]
    [{0: 0, 1: 1}]
    """

    def __init__(
        self,
        candidates: Candidates,
        domains: Sequence[int],
        budget: Budget,
        functions: TestFunctions = DELTA,
        known: Sequence[Lying] = (),
    ) -> None:
        self.candidates, self.budget = candidates, budget
        self.system = System(candidates, domains, functions)
        self.cells = len(candidates.puzzle.layout.cells)
        self.choices = self.system.choices
        self.matrix, self.low, self.high = self._rows(known)
        self.program = LinearProgram(self.matrix, self.low, self.high, budget)
        self.refuted = False

    def _rows(self, known: Sequence[Lying]) -> tuple[sparse.csr_matrix, Numbers, Numbers]:
        """A way in each cell, each piece once, the system, and no solution that is known."""
        cells = np.array([cell for cell, _ in self.choices])
        kinds = np.array([self.candidates.all[candidate].kind for _, candidate in self.choices])
        counts = np.array([len(pieces) for pieces in self.candidates.kinds], float)
        old = [
            [float(lying[cell] == candidate) for cell, candidate in self.choices] for lying in known
        ]
        matrix = sparse.vstack(
            [
                _one_hot(cells, self.cells),
                _one_hot(kinds, len(counts)),
                self.system.matrix,
                sparse.csr_matrix(np.array(old).reshape(len(old), len(self.choices))),
            ],
            format="csr",
        )
        ones, right = np.ones(self.cells), self.system.right
        # Where the rim is free, two solutions may differ in a single cell.
        alike = self.cells - (1 if self.candidates.puzzle.frame is None else 2)
        at_most = np.full(len(old), float(alike))
        low_counts = counts if self.candidates.exact else np.full(len(counts), -np.inf)
        low = np.concatenate([ones, low_counts, right, np.full(len(old), -np.inf)])
        return matrix, low, np.concatenate([ones, counts, right, at_most])

    def collapse(self) -> Iterator[Iteration]:
        """One linear program after the other, until one is a permutation or gains nothing.

        If there is no solution, there is no iteration, and `refuted` tells whether that is proved.
        """
        weights, before, corner = np.zeros(len(self.choices)), 0.0, False
        for _ in range(MOST_ITERATIONS):
            started = time.process_time()
            x = self.program.maximise(weights, corner)
            if x is None:
                self.refuted = self._is_refuted()
                return
            norm = float(x @ x) / self.cells
            iteration = Iteration(
                objective=float(weights @ x),
                distance=max(0.0, 1 - norm),
                cpu_seconds=time.process_time() - started,
                mixture=self._mixture(x),
                lying=self._lying(x),
            )
            self._note(iteration)
            yield iteration
            stalled = norm < before + GAIN
            if iteration.lying or (stalled and corner):
                return
            # The middle of all maximisers may be a mean of solutions; a corner takes a side.
            corner = stalled
            weights, before = x, norm

    def _is_refuted(self) -> bool:
        """Whether whole numbers prove that there is no solution; only those of deltas are whole."""
        if self.system.functions != DELTA or (ray := self.program.ray()) is None:
            return False
        return refutes(ray, self.matrix, self.high, self.low == self.high, self.cells)

    def _lying(self, x: Numbers) -> Lying | None:
        if np.abs(x - np.rint(x)).max() > WHOLE:
            return None
        return dict(choice for choice, part in zip(self.choices, x, strict=True) if part > 0.5)

    def _mixture(self, x: Numbers) -> tuple[tuple[tuple[Placed, float], ...], ...]:
        found: list[list[tuple[Placed, float]]] = [[] for _ in range(self.cells)]
        for column in np.flatnonzero(x > WHOLE):
            cell, number = self.choices[column]
            candidate, at = self.candidates.all[number], self.candidates.puzzle.layout.cells[cell]
            piece = Placed(
                cell=at, piece=self.candidates.kinds[candidate.kind][0], turn=candidate.turn
            )
            found[cell].append((piece, float(x[column])))
        return tuple(tuple(sorted(each, key=lambda pair: -pair[1])) for each in found)

    def _note(self, iteration: Iteration) -> None:
        stats = self.budget.stats
        stats["iterations"] = stats.get("iterations", 0) + 1
        stats["objective"], stats["distance"] = iteration.objective, iteration.distance


def _one_hot(rows: np.ndarray[tuple[int], np.dtype[np.int64]], count: int) -> sparse.csr_matrix:
    columns = np.arange(len(rows))
    return sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), (count, len(rows)))
