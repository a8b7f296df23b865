"""Algorithm 2 of the edge-matching paper: places from moment matrices of rank one, by Clarabel."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from scipy import sparse

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.engine.trace import Frame
from quebra.geometry.edges import Point
from quebra.papers.edge_matching_algebra.moments import (
    Numbers,
    Order,
    Stroke,
    equations,
    orders_up_to,
)
from quebra.papers.edge_matching_algebra.pictures import draw_places

DEGREES, STARTS = (3, 4), 3
"""The degrees tried one after the other, and the number of starts with random weights for each."""
MAX_ITERATIONS = 12
FIT = 1e4
"""Weight of the equations relative to rank; drawn outlines satisfy none of them exactly."""
FLAT = 1e-4
"""Share of all eigenvalues but the largest below which a matrix has rank one."""
OUTSIDE = 2.0
"""Distance from the figure's centre beyond which no shape within the figure has its middle."""
TILT = 0.1
"""Size of the random part of the first weights, which separates equal shapes."""


@dataclass(frozen=True)
class Iteration:
    """The result of one semidefinite program.

    `objective` is the sum of <C, H>, `rank` the largest share of all eigenvalues but the largest,
    and `misfit` the largest error of an equation; `places` are the first moments.
    """

    objective: float
    rank: float
    misfit: float
    cpu_seconds: float
    places: tuple[Point, ...]


class RankOne:
    """The search for translations of shapes that fill a figure.

    Coordinates are scaled so that the figure lies between -1 and 1.

    >>> def square(x):
    ...     corners = [x, x + 1, x + 1 + 1j, x + 1j]
    ...     return [Stroke(a, b) for a, b in zip(corners, corners[1:] + corners[:1])]
    >>> figure = [Stroke(0, 2), Stroke(2, 2 + 1j), Stroke(2 + 1j, 1j), Stroke(1j, 0)]
    >>> *_, last = RankOne([square(0), square(0)], figure, 2, Budget()).iterations()
    >>> sorted(round(place.real) for place in last.places)
    [0, 1]
    """

    def __init__(
        self,
        shapes: Sequence[Sequence[Stroke]],
        figure: Sequence[Stroke],
        degree: int,
        budget: Budget,
        seed: int = 0,
    ) -> None:
        self.budget, self.degree = budget, degree
        points = [stroke.start for stroke in figure]
        low = complex(min(p.real for p in points), min(p.imag for p in points))
        high = complex(max(p.real for p in points), max(p.imag for p in points))
        self.centre = (low + high) / 2
        self.size = max((high - low).real, (high - low).imag) / 2
        self.middles = [_middle(shape) for shape in shapes]
        self.shapes = [
            [_scaled(stroke, middle, self.size) for stroke in shape]
            for shape, middle in zip(shapes, self.middles, strict=True)
        ]
        self.figure = [_scaled(stroke, self.centre, self.size) for stroke in figure]
        self.orders = orders_up_to(degree)
        self.equations = equations(self.shapes, self.figure, self.orders)
        self.number = {order: i for i, order in enumerate(self.orders)}
        self.random = np.random.default_rng(seed % 2**64)

    def iterations(self) -> Iterator[Iteration]:
        """Solve programs until all matrices have rank one, or the rank no longer improves."""
        size = 2 * self.degree + 1
        weights = [np.eye(size) + self._tilt(size) for _ in self.shapes]
        before = np.inf
        for _ in range(MAX_ITERATIONS):
            self.budget.pause()
            started = time.process_time()
            found = self._solved(weights)
            matrices = [self._matrix(each) for each in found]
            values, vectors = zip(*map(np.linalg.eigh, matrices), strict=True)
            rank = max(float(1 - v[-1] / v.sum()) for v in values)
            places = [complex(m[self.number[1, 0]], m[self.number[0, 1]]) for m in found]
            yield Iteration(
                objective=sum(float((w * h).sum()) for w, h in zip(weights, matrices, strict=True)),
                rank=rank,
                misfit=float(np.abs(self.equations.residual(places)).max()),
                cpu_seconds=time.process_time() - started,
                places=tuple(self._unscaled(places)),
            )
            if rank < FLAT or rank > before - FLAT:
                return
            before = rank
            weights = [np.eye(size) - np.outer(u[:, -1], u[:, -1]) for u in vectors]

    def polished(self, places: Sequence[Point], rounds: int = 8) -> tuple[Point, ...]:
        """The places corrected by least squares over all equations (Gauss-Newton steps)."""
        now = self._scaled_places(places)
        for _ in range(rounds):
            slopes = np.hstack([self._slopes(shape, place) for shape, place in enumerate(now)])
            step, *_ = np.linalg.lstsq(slopes, -self.equations.residual(now), rcond=1e-9)
            now = [p + complex(*step[2 * i : 2 * i + 2]) for i, p in enumerate(now)]
            if not all(abs(p) < OUTSIDE for p in now):
                return tuple(places)
        return tuple(self._unscaled(now))

    def misfit(self, places: Sequence[Point], order: int) -> float:
        """The largest error of the equations up to a total order, used by the program or not."""
        orders = [(i, j) for i in range(order + 1) for j in range(order + 1) if i + j <= order]
        unused = equations(self.shapes, self.figure, orders)
        return float(np.abs(unused.residual(self._scaled_places(places))).max())

    def _scaled_places(self, places: Sequence[Point]) -> list[Point]:
        return [
            (place + middle - self.centre) / self.size
            for place, middle in zip(places, self.middles, strict=True)
        ]

    def _unscaled(self, places: Sequence[Point]) -> Iterator[Point]:
        for place, middle in zip(places, self.middles, strict=True):
            yield place * self.size + self.centre - middle

    def _tilt(self, size: int) -> Numbers:
        direction = self.random.standard_normal(size)
        return np.asarray(TILT * np.outer(direction, direction) / size, dtype=np.float64)

    def _slopes(self, shape: int, place: Point) -> Numbers:
        """The derivatives of the equations by the position of a shape."""
        x, y = place.real, place.imag
        by_x = [i * x ** max(i - 1, 0) * y**j for i, j in self.orders]
        by_y = [j * x**i * y ** max(j - 1, 0) for i, j in self.orders]
        return np.asarray(self.equations.factors[shape] @ np.array([by_x, by_y]).T)

    def _basis(self) -> list[Order]:
        powers = range(1, self.degree + 1)
        return [(0, 0), *((n, 0) for n in powers), *((0, n) for n in powers)]

    def _matrix(self, found: Numbers) -> Numbers:
        basis = self._basis()
        return np.array([[found[self.number[a + c, b + d]] for c, d in basis] for a, b in basis])

    def _solved(self, weights: Sequence[Numbers]) -> list[Numbers]:
        """The moments of each shape in the best solution."""
        import clarabel

        # The moment of order (0, 0) is the constant 1 and not a variable.
        fixed = sum(factors[:, 0] for factors in self.equations.factors) - self.equations.right
        system = np.hstack([factors[:, 1:] for factors in self.equations.factors])
        count = len(self.orders) - 1
        quadratic = sparse.csc_matrix(np.triu(2 * FIT * system.T @ system))
        linear = 2 * FIT * system.T @ fixed + np.concatenate(
            [self._linear(each)[1:] for each in weights]
        )
        cone, offset = self._cone()
        boxes = [self._box(shape) for shape in self.shapes]
        rows, right, cones = [], [], []
        for shape, (box, bound) in enumerate(boxes):
            for block, value, kind in (
                (cone[:, 1:], offset, clarabel.PSDTriangleConeT(2 * self.degree + 1)),
                (box[:, 1:], bound, clarabel.NonnegativeConeT(len(bound))),
            ):
                placed = sparse.lil_matrix((len(value), count * len(boxes)))
                placed[:, shape * count : (shape + 1) * count] = -block
                rows.append(placed)
                right.append(value)
                cones.append(kind)
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        if (left := self.budget.left()) is not None:
            settings.time_limit = max(left, 0.01)
        solver = clarabel.DefaultSolver(
            quadratic,
            linear,
            sparse.csc_matrix(sparse.vstack(rows)),
            np.concatenate(right),
            cones,
            settings,
        )
        solution = solver.solve()
        self.budget.pause()
        if not np.isfinite(solution.x).all():
            raise Cut("method")
        found = np.array(solution.x).reshape(len(boxes), count)
        return [np.concatenate([[1.0], each]) for each in found]

    def _linear(self, weight: Numbers) -> Numbers:
        """<weight, H> as factors of the moments."""
        found = np.zeros(len(self.orders))
        basis = self._basis()
        for (row, (a, b)), (column, (c, d)) in product(enumerate(basis), repeat=2):
            found[self.number[a + c, b + d]] += weight[row, column]
        return found

    def _cone(self) -> tuple[Numbers, Numbers]:
        """The upper triangle of H by columns, as factors of the moments and a constant."""
        basis = self._basis()
        rows = []
        for column, (c, d) in enumerate(basis):
            for row, (a, b) in enumerate(basis[: column + 1]):
                line = np.zeros(len(self.orders))
                line[self.number[a + c, b + d]] = 1.0 if row == column else np.sqrt(2)
                rows.append(line)
        block = np.array(rows)
        return block, block[:, 0]

    def _box(self, shape: Sequence[Stroke]) -> tuple[Numbers, Numbers]:
        """Bounds that keep the shape in the figure's box: x - low, high - x and their product."""
        rows, bounds = [], []
        for axis, part in ((0, np.real), (1, np.imag)):
            mine = [float(part(stroke.start)) for stroke in shape]
            whole = [float(part(stroke.start)) for stroke in self.figure]
            low, high = min(whole) - min(mine), max(whole) - max(mine)
            low, high = min(low, high), max(low, high)
            first = self.number[(1, 0) if axis == 0 else (0, 1)]
            second = self.number[(2, 0) if axis == 0 else (0, 2)]
            for factor, square, bound in (
                (1.0, 0.0, -low),
                (-1.0, 0.0, high),
                (low + high, -1.0, -low * high),
            ):
                line = np.zeros(len(self.orders))
                line[first], line[second] = factor, square
                rows.append(line)
                bounds.append(bound + 1e-6)
        return np.array(rows), np.array(bounds)


def attempts(
    shapes: Sequence[Sequence[Stroke]], figure: Sequence[Stroke], budget: Budget, seed: int | None
) -> Iterator[tuple[Point, ...]]:
    """Polished places of the shapes after each iteration; none of them needs to be a solution."""
    for attempt, (degree, start) in enumerate(product(DEGREES, range(STARTS)), start=1):
        search = RankOne(shapes, figure, degree, budget, (seed or 0) + start)
        for number, iteration in enumerate(search.iterations(), start=1):
            places = search.polished(iteration.places)
            stats = budget.stats
            stats["iterations"] = stats.get("iterations", 0) + 1
            stats["objective"], stats["rank"] = iteration.objective, iteration.rank
            stats["unused_misfit"] = search.misfit(places, 2 * degree + 2)
            if budget.trace:
                numbers = {
                    "attempt": attempt,
                    "degree": degree,
                    "iteration": number,
                    "objective": iteration.objective,
                    "distance": iteration.rank,
                    "misfit": iteration.misfit,
                    "cpu_seconds": iteration.cpu_seconds,
                }
                draw = partial(draw_places, shapes, figure, iteration.places)
                budget.trace(Frame(numbers, draw))
            yield places


def _middle(shape: Sequence[Stroke]) -> Point:
    return sum((stroke.start for stroke in shape), 0j) / len(shape)


def _scaled(stroke: Stroke, centre: Point, size: float) -> Stroke:
    return Stroke((stroke.start - centre) / size, (stroke.end - centre) / size, stroke.colour)
