"""Algorithm 1: linear programs over bistochastic matrices, each weighted by the last solution."""

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

MAX_ITERATIONS = 30
GAIN = 5e-3
"""The iteration has stalled if the distance from a permutation falls by less."""
WHOLE = 1e-3
"""The largest distance of entries of a permutation from 0 or 1."""

Assignment = dict[int, int]
"""The candidate in each cell."""


@dataclass(frozen=True)
class Iteration:
    """The result of one linear program.

    `objective` is <P before, P>, or 0 at first. `distance` is 1 - |P|^2 / n, which is 0 for a
    permutation. `mixture` has the pieces of each cell with their shares.
    """

    objective: float
    distance: float
    cpu_seconds: float
    mixture: tuple[tuple[tuple[Placed, float], ...], ...]
    assignment: Assignment | None


class Relaxation:
    """The bistochastic matrices over the given domains that satisfy the system.

    >>> from quebra.families.edges.model import Edges
    >>> from quebra.families.edges.solve.domains import frame_domains
    >>> candidates = Candidates(Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0))
    >>> relaxation = Relaxation(candidates, frame_domains(candidates), Budget())
    >>> [iteration.assignment for iteration in relaxation.collapse()]
    [{0: 0, 1: 1}]
    """

    def __init__(
        self,
        candidates: Candidates,
        domains: Sequence[int],
        budget: Budget,
        functions: TestFunctions = DELTA,
        known: Sequence[Assignment] = (),
    ) -> None:
        self.candidates, self.budget = candidates, budget
        self.system = System(candidates, domains, functions)
        self.cells = len(candidates.puzzle.layout.cells)
        self.choices = self.system.choices
        self.matrix, self.low, self.high = self._rows(known)
        self.program = LinearProgram(self.matrix, self.low, self.high, budget)
        self.refuted = False

    def _rows(self, known: Sequence[Assignment]) -> tuple[sparse.csr_matrix, Numbers, Numbers]:
        """The rows: one candidate a cell, each piece once, the system, and no known solution."""
        cells = np.array([cell for cell, _ in self.choices])
        kinds = np.array([self.candidates.all[candidate].kind for _, candidate in self.choices])
        counts = np.array([len(pieces) for pieces in self.candidates.kinds], float)
        old = [
            [float(assignment[cell] == candidate) for cell, candidate in self.choices]
            for assignment in known
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
        # Without a frame, two solutions may differ in a single cell.
        common = self.cells - (1 if self.candidates.puzzle.frame is None else 2)
        at_most = np.full(len(old), float(common))
        low_counts = counts if self.candidates.exact else np.full(len(counts), -np.inf)
        low = np.concatenate([ones, low_counts, right, np.full(len(old), -np.inf)])
        return matrix, low, np.concatenate([ones, counts, right, at_most])

    def collapse(self) -> Iterator[Iteration]:
        """The iterations, until one is a permutation or gains nothing.

        Without a solution there is no iteration, and `refuted` says whether that is proved.
        """
        weights, before, corner = np.zeros(len(self.choices)), 0.0, False
        for _ in range(MAX_ITERATIONS):
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
                assignment=self._assignment(x),
            )
            self._note(iteration)
            yield iteration
            stalled = norm < before + GAIN
            if iteration.assignment or (stalled and corner):
                return
            # The centre of all maximisers may be a mean of solutions; a vertex is not.
            corner = stalled
            weights, before = x, norm

    def _is_refuted(self) -> bool:
        """Whether integers prove that there is no solution; only delta functions have integers."""
        if self.system.functions != DELTA or (ray := self.program.ray()) is None:
            return False
        return refutes(ray, self.matrix, self.high, self.low == self.high, self.cells)

    def _assignment(self, x: Numbers) -> Assignment | None:
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
