"""Algorithm 2 of the edge-matching paper: moment matrices of rank one, by Clarabel.

A piece that may be turned has a matrix for each orientation: the moments of a measure over the
paper's q copies of the puzzle, with test functions that are zero outside one copy.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from scipy import sparse

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.engine.trace import Frame
from quebra.papers.edge_matching_algebra.moments import (
    Numbers,
    Order,
    added,
    orders_up_to,
    powers_of,
)
from quebra.papers.edge_matching_algebra.moments import moments as moments_at
from quebra.render import Drawing

MAX_ITERATIONS = 12
FIT = 1e4
"""Weight of the equations relative to rank; drawn outlines satisfy none of them exactly."""
FLAT = 1e-4
"""Share of all eigenvalues but the largest below which a matrix has rank one."""
TILT = 0.1
"""Size of the random part of the first weights, which separates equal pieces."""

SMALLEST_SHARE = 1e-9
"""Shares of orientations below this are not divided by."""


@dataclass(frozen=True)
class Variant:
    """A piece in one orientation.

    `factors` are those of its moments in the equations, and `bounds` those in sums that must not be
    negative. The place has as many coordinates as its orders.
    """

    degree: int
    dimensions: int
    factors: sparse.csr_matrix
    bounds: Numbers

    @property
    def orders(self) -> tuple[Order, ...]:
        """The moments, of which the first is the share of this orientation."""
        return orders_up_to(self.degree, self.dimensions)

    @cached_property
    def entries(self) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
        """The number of the moment at each entry of the matrix."""
        number = {order: i for i, order in enumerate(self.orders)}
        basis = powers_of(self.degree, self.dimensions)
        return np.array([[number[added(a, b)] for b in basis] for a in basis], np.int64)

    def trace_with(self, weight: Numbers) -> Numbers:
        """<weight, H> as factors of the moments."""
        sums = np.bincount(self.entries.ravel(), weight.ravel(), len(self.orders))
        return np.asarray(sums, dtype=np.float64)

    def cone(self) -> sparse.csr_matrix:
        """The upper triangle of H by columns, as factors of the moments."""
        size = len(self.entries)
        at = [(row, column) for column in range(size) for row in range(column + 1)]
        values = [1.0 if row == column else np.sqrt(2) for row, column in at]
        columns = [self.entries[place] for place in at]
        return sparse.csr_matrix((values, (range(len(at)), columns)), (len(at), len(self.orders)))


@dataclass(frozen=True)
class Iteration:
    """The result of one semidefinite program.

    `objective` is the sum of <C, H>, and `rank` the largest share of all eigenvalues but the
    largest. `moments` are those of each piece in each orientation, `choice` is the likeliest
    orientation, and `places` are the mean places in it. `misfit` is the largest error of an
    equation with the pieces there.
    """

    objective: float
    rank: float
    misfit: float
    cpu_seconds: float
    moments: tuple[tuple[Numbers, ...], ...]
    choice: tuple[int, ...]
    places: tuple[Numbers, ...]


class RankOne:
    """The search for moments of rank one that satisfy the equations.

    Without `fit`, the equations are constraints; otherwise their squares have this weight in the
    objective. `tilt` is the size of the random part of the first weights.
    """

    def __init__(
        self,
        pieces: Sequence[Sequence[Variant]],
        right: Numbers,
        budget: Budget,
        seed: int = 0,
        *,
        fit: float | None = FIT,
        tilt: float = TILT,
    ) -> None:
        self.pieces, self.right, self.budget = pieces, right, budget
        self.fit, self.tilt = fit, tilt
        self.random = np.random.default_rng(seed % 2**64)
        self.variants = [variant for piece in pieces for variant in piece]
        sizes = [len(variant.orders) for variant in self.variants]
        self.ends = np.cumsum(sizes)
        self.rows, self.values, self.cones = self._constraints()

    def iterations(self) -> Iterator[Iteration]:
        """Solve programs until all matrices have rank one, or the rank no longer improves."""
        weights = [self._first_weight(len(variant.entries)) for variant in self.variants]
        before = np.inf
        for _ in range(MAX_ITERATIONS):
            self.budget.pause()
            started = time.process_time()
            found = self._solved(weights)
            matrices = [m[v.entries] for v, m in zip(self.variants, found, strict=True)]
            cost = sum(float((w * h).sum()) for w, h in zip(weights, matrices, strict=True))
            weights, rank = self._weights(matrices)
            by_piece = tuple(map(tuple, self._by_piece(found)))
            choice = tuple(_largest([float(m[0]) for m in each]) for each in by_piece)
            places = self._means(by_piece, choice)
            yield Iteration(
                objective=cost,
                rank=rank,
                misfit=self._misfit(choice, places),
                cpu_seconds=time.process_time() - started,
                moments=by_piece,
                choice=choice,
                places=places,
            )
            if rank < FLAT or rank > before - FLAT:
                return
            before = rank

    def _weights(self, matrices: Sequence[Numbers]) -> tuple[list[Numbers], float]:
        """The next weights, I - u u' with the first eigenvector u of a piece; and the rank."""
        weights: list[Numbers] = []
        rank = 0.0
        for blocks in self._by_piece(matrices):
            values, vectors = zip(*map(np.linalg.eigh, blocks), strict=True)
            largest = _largest([float(each[-1]) for each in values])
            share = float(values[largest][-1] / sum(map(np.sum, values)))
            rank = max(rank, 1 - share)
            parts = [np.eye(len(block)) for block in blocks]
            first = vectors[largest][:, -1]
            parts[largest] -= np.outer(first, first)
            weights += parts
        return weights, rank

    def _means(
        self, moments: Sequence[Sequence[Numbers]], choice: Sequence[int]
    ) -> tuple[Numbers, ...]:
        """The first moments of each piece in its orientation, divided by its share."""
        means = []
        for piece, found, turn in zip(self.pieces, moments, choice, strict=True):
            orders = piece[turn].orders
            units = powers_of(1, piece[turn].dimensions)[1:]
            first = found[turn][[orders.index(unit) for unit in units]]
            means.append(first / max(float(found[turn][0]), SMALLEST_SHARE))
        return tuple(means)

    def _misfit(self, choice: Sequence[int], places: Sequence[Numbers]) -> float:
        total = -self.right
        for piece, turn, place in zip(self.pieces, choice, places, strict=True):
            total = total + piece[turn].factors @ moments_at(place, piece[turn].orders)
        return float(np.abs(total).max())

    def _by_piece(self, values: Sequence[Numbers]) -> Iterator[Sequence[Numbers]]:
        start = 0
        for piece in self.pieces:
            yield values[start : start + len(piece)]
            start += len(piece)

    def _first_weight(self, size: int) -> Numbers:
        direction = self.random.standard_normal(size)
        return np.eye(size) + self.tilt * np.outer(direction, direction) / size

    def _constraints(self) -> tuple[sparse.csc_matrix, Numbers, list[Any]]:
        """The rows, right-hand sides and cones of the program."""
        import clarabel

        # Each piece has one place in one orientation: its shares are 1 in all.
        shares = sparse.lil_matrix((len(self.pieces), int(self.ends[-1])))
        starts = iter([0, *self.ends[:-1]])
        for row, piece in enumerate(self.pieces):
            for _ in piece:
                shares[row, next(starts)] = 1.0
        system = sparse.hstack([variant.factors for variant in self.variants], format="csr")
        used = np.flatnonzero(np.diff(system.indptr) + (np.abs(self.right) > 0))
        system, right = system[used], self.right[used]
        matrices = [variant.cone() for variant in self.variants]
        bounds = [variant.bounds for variant in self.variants]
        parts = [shares, system, -_diagonal(matrices), -_diagonal(bounds)]
        rows = sparse.vstack(parts, format="csr")
        if self.fit is not None:
            errors = sparse.vstack(
                [
                    sparse.csr_matrix((len(self.pieces), len(used))),
                    -sparse.identity(len(used)),
                    sparse.csr_matrix((rows.shape[0] - len(self.pieces) - len(used), len(used))),
                ]
            )
            rows = sparse.hstack([rows, errors])
        zeros = sum(len(each) for each in bounds) + sum(each.shape[0] for each in matrices)
        values = np.concatenate([np.ones(len(self.pieces)), right, np.zeros(zeros)])
        cones = [
            clarabel.ZeroConeT(len(self.pieces) + len(used)),
            *(clarabel.PSDTriangleConeT(len(variant.entries)) for variant in self.variants),
            clarabel.NonnegativeConeT(sum(map(len, bounds))),
        ]
        return sparse.csc_matrix(rows), values, cones

    def _solved(self, weights: Sequence[Numbers]) -> list[Numbers]:
        """The moments of each variant in the best solution."""
        import clarabel

        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.max_threads = 1
        if (left := self.budget.left()) is not None:
            settings.time_limit = max(left, 0.01)
        count = int(self.ends[-1])
        linear = [v.trace_with(w) for v, w in zip(self.variants, weights, strict=True)]
        errors = self.rows.shape[1] - count
        costs = np.concatenate([np.zeros(count), np.full(errors, 2 * (self.fit or 0.0))])
        solver = clarabel.DefaultSolver(
            sparse.csc_matrix(sparse.diags(costs)),
            np.concatenate([*linear, np.zeros(errors)]),
            self.rows,
            self.values,
            self.cones,
            settings,
        )
        solution = solver.solve()
        self.budget.pause()
        found = np.array(solution.x)
        if not np.isfinite(found).all():
            raise Cut("method")
        return np.split(found[:count], self.ends[:-1])


def _largest(values: Sequence[float]) -> int:
    return max(range(len(values)), key=values.__getitem__)


def _diagonal(blocks: Sequence[sparse.csr_matrix | Numbers]) -> sparse.csr_matrix:
    return sparse.csr_matrix(sparse.block_diag(blocks, format="csr"))


def bounds_of(
    directions: Numbers, low: Numbers, high: Numbers, degree: int, slack: float = 1e-6
) -> Numbers:
    """Sums of moments that are not negative if low <= direction . place <= high.

    They are x - low, high - x and (x - low)(high - x) for each coordinate x along a direction.
    """
    dimensions = directions.shape[1] if directions.size else 0
    orders = orders_up_to(degree, dimensions)
    number = {order: i for i, order in enumerate(orders)}
    units = np.eye(dimensions, dtype=int)
    rows = []
    for direction, least, most in zip(directions, low, high, strict=True):
        first, second = np.zeros(len(orders)), np.zeros(len(orders))
        for a in range(dimensions):
            first[number[tuple(units[a].tolist())]] += direction[a]
            for b in range(dimensions):
                both = tuple((units[a] + units[b]).tolist())
                second[number[both]] += direction[a] * direction[b]
        share = np.eye(len(orders))[0]
        rows.append(first - (least - slack) * share)
        rows.append((most + slack) * share - first)
        rows.append((least + most) * first - second - (least * most - slack) * share)
    return np.array(rows).reshape(-1, len(orders))


@dataclass
class Course:
    """The iterations of several starts, as statistics and as frames of a trace."""

    budget: Budget
    attempt: int = 0

    def run(
        self, program: RankOne, degree: int, draw: Callable[[Iteration], Drawing]
    ) -> Iterator[Iteration]:
        """The iterations of one start."""
        self.attempt += 1
        stats = self.budget.stats
        for number, iteration in enumerate(program.iterations(), start=1):
            stats["iterations"] = stats.get("iterations", 0) + 1
            stats["objective"], stats["rank"] = iteration.objective, iteration.rank
            if self.budget.trace:
                numbers = {
                    "attempt": self.attempt,
                    "degree": degree,
                    "iteration": number,
                    "objective": iteration.objective,
                    "distance": iteration.rank,
                    "misfit": iteration.misfit,
                    "cpu_seconds": iteration.cpu_seconds,
                }
                self.budget.trace(Frame(numbers, partial(draw, iteration)))
                self.budget.pause()
            yield iteration
