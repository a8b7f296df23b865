"""Algorithm 2 on boards: pieces of any shape, turned or not, anywhere within the frame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from scipy import sparse
from scipy.optimize import linear_sum_assignment

from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.families.edges.solve.domains import Candidates, frame_domains
from quebra.families.edges.solve.symmetry import symmetries
from quebra.grid.candidates import bits
from quebra.papers.edge_matching_algebra.geometry import Geometry, geometry_of
from quebra.papers.edge_matching_algebra.moments import (
    Numbers,
    Order,
    moments,
    moved_point,
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
from quebra.papers.edge_matching_algebra.search import break_symmetry
from quebra.render import Drawing

DEGREES, STARTS = (2, 3, 4), 3
"""The degrees tried one after the other, and the number of starts with random weights for each."""


@dataclass(frozen=True)
class Orientation:
    """A turn of a piece in cells that lie alike, with the cells that the frame allows it.

    The place is `origin + axes @ u`, as the cells may lie on a line or be a single one.
    """

    turn: int
    alike: int
    cells: tuple[int, ...]
    origin: Numbers
    axes: Numbers

    def coordinates(self, place: Numbers) -> Numbers:
        """The coordinates u of a place."""
        return np.asarray(self.axes.T @ (place - self.origin))


class BoardSystem:
    """The equations of a board in the moments of its pieces, and the answers nearest to moments.

    With `by_frame`, a piece is kept to the cells where the frame and the hints allow it; otherwise
    only to the box of the board.
    """

    def __init__(self, puzzle: Edges, by_frame: bool = True) -> None:
        self.puzzle = puzzle
        self.candidates = Candidates(puzzle)
        self.geometry: Geometry = geometry_of(puzzle)
        domains = frame_domains(self.candidates)
        if not by_frame:
            domains = [(1 << len(self.candidates.all)) - 1] * len(domains)
        self.domains = break_symmetry(self.candidates, domains, symmetries(puzzle))
        self.orientations = [list(self._orientations(piece)) for piece in range(len(puzzle.pieces))]

    @property
    def possible(self) -> bool:
        """Whether each piece has a cell and each cell a piece, as the frame and hints allow."""
        return all(self.domains) and all(self.orientations)

    @property
    def unbalanced(self) -> bool:
        """Whether a colour has more edges in one direction than in the opposite one.

        Only pieces with a single orientation count, as others may be turned.
        """
        if any(len(each) > 1 for each in self.orientations):
            return False
        facing: Counter[tuple[int, int]] = Counter()
        for piece, (only,) in enumerate(self.orientations):
            for side, colour in enumerate(self.puzzle.turned(piece, only.turn)):
                edge = self.geometry.edges[only.alike][side]
                facing[edge.axis, colour] += edge.sign
        for cell, side in self.puzzle.layout.rim:
            edge = self.geometry.edges[self.geometry.alike[cell]][side]
            facing[edge.axis, self.puzzle.frame or 0] -= edge.sign
        return any(facing.values())

    def _orientations(self, piece: int) -> Iterator[Orientation]:
        kind = self.candidates.kind_of[piece]
        cells: dict[tuple[int, int], list[int]] = {}
        for cell, held in enumerate(self.domains):
            for number in bits(held & self.candidates.of_kind[kind]):
                colours = self.candidates.all[number].colours
                turn = self.candidates.turns[piece][colours]
                cells.setdefault((turn, self.geometry.alike[cell]), []).append(cell)
        for (turn, alike), allowed in cells.items():
            yield Orientation(turn, alike, tuple(allowed), *_span(self.geometry.places[allowed]))

    @cached_property
    def kinds(self) -> dict[tuple[int, int], int]:
        """The number of each type of edge: an axis and a colour."""
        both = product(range(self.geometry.axes), self.candidates.colours)
        return {kind: number for number, kind in enumerate(both)}

    def program(self, degree: int, budget: Budget, seed: int) -> RankOne:
        """The semidefinite programs with moment matrices of a degree."""
        orders = orders_up_to(degree, self.geometry.dimensions)
        moved = {
            (alike, side): moved_point(edge.offset, orders)
            for alike, edges in enumerate(self.geometry.edges)
            for side, edge in enumerate(edges)
        }
        pieces = [
            [self._variant(piece, each, degree, moved) for each in orientations]
            for piece, orientations in enumerate(self.orientations)
        ]
        right = np.zeros((len(self.kinds), len(orders)))
        for cell, side in self.puzzle.layout.rim:
            edge = self.geometry.edges[self.geometry.alike[cell]][side]
            at = self.geometry.places[cell] + edge.offset
            kind = self.kinds[edge.axis, self.puzzle.frame or 0]
            right[kind] += edge.sign * moments(at, orders)
        return RankOne(pieces, right.reshape(-1), budget, seed)

    def _variant(
        self,
        piece: int,
        orientation: Orientation,
        degree: int,
        moved: dict[tuple[int, int], Numbers],
    ) -> Variant:
        dimensions = self.geometry.dimensions
        orders = orders_up_to(degree, dimensions)
        factors = sparse.lil_matrix((len(self.kinds) * len(orders), len(orders)))
        colours = self.puzzle.turned(piece, orientation.turn)
        for side, colour in enumerate(colours):
            edge = self.geometry.edges[orientation.alike][side]
            start = self.kinds[edge.axis, colour] * len(orders)
            factors[start : start + len(orders)] += edge.sign * moved[orientation.alike, side]
        expanded = sparse.csr_matrix(factors) @ sparse.csr_matrix(
            _expansion(orientation, orders, degree)
        )
        free = orientation.axes.shape[1]
        places = self.geometry.places[list(orientation.cells)]
        inside = np.array([orientation.coordinates(place) for place in places])
        directions = self.geometry.normals @ orientation.axes if free > 1 else np.eye(free)
        reached = inside @ directions.T
        bounds = bounds_of(directions, reached.min(axis=0), reached.max(axis=0), degree)
        return Variant(degree, free, expanded, bounds)

    def nearest(self, iteration: Iteration, degree: int) -> Filling | None:
        """The answer with the least distance from the moments; None if the frame forbids all.

        The distance is the sum of squares over the first column of the moment matrices.
        """
        costs = np.full((len(self.puzzle.pieces), len(self.puzzle.layout.cells)), np.inf)
        turns: dict[tuple[int, int], int] = {}
        for piece, found in enumerate(iteration.moments):
            for orientation, each in zip(self.orientations[piece], found, strict=True):
                orders = orders_up_to(degree, orientation.axes.shape[1])
                for cell in orientation.cells:
                    u = orientation.coordinates(self.geometry.places[cell])
                    whole = moments(u, orders)
                    cost = float(whole @ whole - 2 * each @ whole)
                    if cost < costs[piece, cell]:
                        costs[piece, cell] = cost
                        turns[piece, cell] = orientation.turn
        try:
            pieces, cells = linear_sum_assignment(costs)
        except ValueError:
            return None
        placed = [
            Placed(cell=self.puzzle.layout.cells[cell], piece=piece, turn=turns[piece, cell])
            for cell, piece in sorted(zip(cells.tolist(), pieces.tolist(), strict=True))
        ]
        return Filling(cells=tuple(placed))

    def draw(self, iteration: Iteration) -> Drawing:
        """The pieces at their mean places, in their likeliest orientations."""
        shapes, places = [], []
        for piece, (turn, u) in enumerate(zip(iteration.choice, iteration.places, strict=True)):
            chosen = self.orientations[piece][turn]
            shapes.append(
                self.geometry.strokes(chosen.cells[0], self.puzzle.turned(piece, chosen.turn))
            )
            place = chosen.origin + chosen.axes @ u
            places.append(self.geometry.drawn(place - self.geometry.places[chosen.cells[0]]))
        return draw_places(shapes, self.geometry.frame(self.puzzle), places)


def attempts(system: BoardSystem, budget: Budget, seed: int | None) -> Iterator[Filling]:
    """The answers nearest to the moments after each iteration; none needs to be a solution."""
    course = Course(budget)
    for degree, start in product(DEGREES, range(STARTS)):
        program = system.program(degree, budget, (seed or 0) + start)
        for iteration in course.run(program, degree, system.draw):
            if (answer := system.nearest(iteration, degree)) is not None:
                yield answer


def _span(places: Numbers) -> tuple[Numbers, Numbers]:
    """An origin and orthonormal axes of the smallest line, plane or space that has the places."""
    spread = places.max(axis=0) - places.min(axis=0)
    dimensions = len(spread)
    rank = int(np.linalg.matrix_rank(places - places[0], tol=1e-6))
    if rank == dimensions:
        return np.zeros(dimensions), np.eye(dimensions)
    if rank == 1:
        far = places[np.argmax(np.abs(places - places[0]).sum(axis=1))] - places[0]
        return places.mean(axis=0), (far / np.linalg.norm(far))[:, None]
    return places.mean(axis=0), np.eye(dimensions)[:, spread > 1e-6][:, :rank]


def _expansion(orientation: Orientation, orders: Sequence[Order], degree: int) -> Numbers:
    """The moments of the place as sums of those of its coordinates u."""
    free = orientation.axes.shape[1]
    own = orders_up_to(degree, free)
    number = {order: i for i, order in enumerate(own)}
    found = np.zeros((len(orders), len(own)))
    for row, order in enumerate(orders):
        terms: dict[Order, float] = {(0,) * free: 1.0}
        for axis, power in enumerate(order):
            for _ in range(power):
                terms = _times(terms, float(orientation.origin[axis]), orientation.axes[axis])
        for each, factor in terms.items():
            if factor:
                found[row, number[each]] += factor
    return found


def _times(terms: dict[Order, float], constant: float, slopes: Numbers) -> dict[Order, float]:
    """A polynomial in u times `constant + slopes . u`."""
    found = {order: factor * constant for order, factor in terms.items()}
    for order, factor in terms.items():
        for axis in np.flatnonzero(slopes).tolist():
            higher = tuple(n + (i == axis) for i, n in enumerate(order))
            found[higher] = found.get(higher, 0.0) + factor * float(slopes[axis])
    return found
