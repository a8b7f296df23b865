"""Algorithm 2 on shapes with straight sides of any length, in the orientations that they may have.

The places found are corrected by least squares over the same equations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from scipy import sparse

from quebra.engine.budget import Budget
from quebra.geometry.edges import Point
from quebra.papers.edge_matching_algebra.moments import (
    Equations,
    Numbers,
    Stroke,
    equations,
    orders_up_to,
)
from quebra.papers.edge_matching_algebra.pictures import draw_places
from quebra.papers.edge_matching_algebra.rank_one import (
    Course,
    Iteration,
    RankOne,
    Variant,
    bounds_of,
)
from quebra.render import Drawing

DEGREES, STARTS = (3, 4), 3
"""The degrees tried one after the other, and the number of starts with random weights for each."""
OUTSIDE = 2.0
"""Distance from the figure's centre beyond which no shape within the figure has its middle."""

Turned = Sequence[Sequence[Stroke]]
"""A shape in each of its orientations."""
Choice = tuple[int, ...]
"""The orientation of each shape."""


class ShapeSystem:
    """The equations of shapes that fill a figure.

    Coordinates are scaled so that the figure lies between -1 and 1.

    >>> def square(x):
    ...     corners = [x, x + 1, x + 1 + 1j, x + 1j]
    ...     return [Stroke(a, b) for a, b in zip(corners, corners[1:] + corners[:1])]
    >>> figure = [Stroke(0, 2), Stroke(2, 2 + 1j), Stroke(2 + 1j, 1j), Stroke(1j, 0)]
    >>> system = ShapeSystem([[square(0)], [square(0)]], figure, 2)
    >>> *_, last = system.program(Budget(), 0).iterations()
    >>> sorted(round(place.real) for place in system.places(last))
    [0, 1]
    """

    def __init__(self, shapes: Sequence[Turned], figure: Sequence[Stroke], degree: int) -> None:
        self.degree = degree
        points = [stroke.start for stroke in figure]
        low = complex(min(p.real for p in points), min(p.imag for p in points))
        high = complex(max(p.real for p in points), max(p.imag for p in points))
        self.centre = (low + high) / 2
        self.size = max((high - low).real, (high - low).imag) / 2
        self.counts = [len(turned) for turned in shapes]
        every = [shape for turned in shapes for shape in turned]
        self.middles = [_middle(shape) for shape in every]
        self.shapes = [
            [_scaled(stroke, middle, self.size) for stroke in shape]
            for shape, middle in zip(every, self.middles, strict=True)
        ]
        self.figure = [_scaled(stroke, self.centre, self.size) for stroke in figure]
        self.orders = orders_up_to(degree)
        self.equations = equations(self.shapes, self.figure, self.orders)

    def program(self, budget: Budget, seed: int) -> RankOne:
        """The semidefinite programs."""
        variants = iter(
            Variant(self.degree, 2, sparse.csr_matrix(factors), self._bounds(shape))
            for shape, factors in zip(self.shapes, self.equations.factors, strict=True)
        )
        pieces = [[next(variants) for _ in range(count)] for count in self.counts]
        return RankOne(pieces, self.equations.right, budget, seed)

    def _bounds(self, shape: Sequence[Stroke]) -> Numbers:
        """Bounds that keep the shape in the figure's box."""
        mine, whole = _box(shape), _box(self.figure)
        low, high = whole[0] - mine[0], whole[1] - mine[1]
        return bounds_of(np.eye(2), np.minimum(low, high), np.maximum(low, high), self.degree)

    def places(self, iteration: Iteration) -> tuple[Point, ...]:
        """The mean place of each shape in its likeliest orientation."""
        means = [complex(*place) for place in iteration.places]
        return tuple(self._unscaled(iteration.choice, means))

    def polished(self, choice: Choice, places: Sequence[Point]) -> tuple[Point, ...]:
        """The places corrected by least squares over all equations (Gauss-Newton steps)."""
        now = self._scaled_places(choice, places)
        factors = tuple(self.equations.factors[shape] for shape in self._chosen(choice))
        chosen = Equations(self.orders, factors, self.equations.right)
        for _ in range(8):
            slopes = np.hstack([f @ self._slopes(p) for f, p in zip(factors, now, strict=True)])
            step, *_ = np.linalg.lstsq(slopes, -chosen.residual(now), rcond=1e-9)
            now = [p + complex(*step[2 * i : 2 * i + 2]) for i, p in enumerate(now)]
            if not all(abs(p) < OUTSIDE for p in now):
                return tuple(places)
        return tuple(self._unscaled(choice, now))

    def misfit(self, choice: Choice, places: Sequence[Point], order: int) -> float:
        """The largest error of the equations up to a total order, used by the program or not."""
        orders = [(i, j) for i in range(order + 1) for j in range(order + 1 - i)]
        shapes = [self.shapes[shape] for shape in self._chosen(choice)]
        unused = equations(shapes, self.figure, orders)
        return float(np.abs(unused.residual(self._scaled_places(choice, places))).max())

    def _chosen(self, choice: Choice) -> Iterator[int]:
        """The number of each shape in its orientation."""
        start = 0
        for turn, count in zip(choice, self.counts, strict=True):
            yield start + turn
            start += count

    def _scaled_places(self, choice: Choice, places: Sequence[Point]) -> list[Point]:
        return [
            (place + self.middles[shape] - self.centre) / self.size
            for place, shape in zip(places, self._chosen(choice), strict=True)
        ]

    def _unscaled(self, choice: Choice, places: Sequence[Point]) -> Iterator[Point]:
        for place, shape in zip(places, self._chosen(choice), strict=True):
            yield place * self.size + self.centre - self.middles[shape]

    def _slopes(self, place: Point) -> Numbers:
        """The derivatives of the moments by the position."""
        x, y = place.real, place.imag
        by_x = [i * x ** max(i - 1, 0) * y**j for i, j in self.orders]
        by_y = [j * x**i * y ** max(j - 1, 0) for i, j in self.orders]
        return np.array([by_x, by_y]).T


def attempts(
    shapes: Sequence[Turned],
    figure: Sequence[Stroke],
    budget: Budget,
    seed: int | None,
    starts: int = STARTS,
) -> Iterator[tuple[Choice, tuple[Point, ...]]]:
    """Orientations and polished places after each iteration; none needs to be a solution."""
    course = Course(budget)
    for degree in DEGREES:
        system = ShapeSystem(shapes, figure, degree)

        def draw(iteration: Iteration, system: ShapeSystem = system) -> Drawing:
            turned = [each[turn] for each, turn in zip(shapes, iteration.choice, strict=True)]
            return draw_places(turned, figure, system.places(iteration))

        for start in range(starts):
            program = system.program(budget, (seed or 0) + start)
            for iteration in course.run(program, degree, draw):
                places = system.polished(iteration.choice, system.places(iteration))
                misfit = system.misfit(iteration.choice, places, 2 * degree + 2)
                budget.stats["unused_misfit"] = misfit
                yield iteration.choice, places


def _middle(shape: Sequence[Stroke]) -> Point:
    return sum((stroke.start for stroke in shape), 0j) / len(shape)


def _scaled(stroke: Stroke, centre: Point, size: float) -> Stroke:
    return Stroke((stroke.start - centre) / size, (stroke.end - centre) / size, stroke.colour)


def _box(strokes: Sequence[Stroke]) -> tuple[Numbers, Numbers]:
    points = np.array([(stroke.start.real, stroke.start.imag) for stroke in strokes])
    return points.min(axis=0), points.max(axis=0)
