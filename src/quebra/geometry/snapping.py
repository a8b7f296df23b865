"""Snap rounding: edges are cut where they intersect, and close points become one vertex."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import floor

from quebra.geometry.edges import Line, Point
from quebra.geometry.intersections import LineOrArc, intersections
from quebra.geometry.spatial_index import close_pairs


@dataclass(slots=True)
class Seam:
    """An edge between two vertices.

    `layers` counts for each layer how often it runs along the edge, minus how often against it.
    `bulge` is twice the area between the edge and its chord.
    """

    tail: int
    head: int
    shape: LineOrArc
    bulge: float
    layers: dict[int, int] = field(default_factory=dict)


class TooManyCuts(Exception):
    """Edges intersect more often than is allowed."""


def snapped(
    edges: Sequence[tuple[int, LineOrArc]], tolerance: float, max_cuts: int | None = None
) -> tuple[list[Point], list[Seam]]:
    """Vertices, and the seams between them, where coincident edges are one seam.

    Each edge comes with the layer that it bounds. Seams whose layers cancel are left out.
    `TooManyCuts` is raised where edges are cut more than `max_cuts` times.

    >>> square = [Line(0, 1), Line(1, 1 + 1j), Line(1 + 1j, 1j), Line(1j, 0)]
    >>> vertices, seams = snapped([(0, line) for line in square], 1e-9)
    >>> len(vertices), len(seams)
    (4, 4)
    """
    cuts = _Cuts([edge for _, edge in edges], tolerance, max_cuts)
    vertices = cuts.vertices()
    seams: dict[tuple[int, int], list[Seam]] = {}
    for (layer, edge), stops in zip(edges, cuts.along(), strict=True):
        for (t0, tail), (t1, head) in pairwise(stops):
            if tail != head:
                _add(seams, layer, (tail, head), edge.part(t0, t1), tolerance)
    every = (seam for group in seams.values() for seam in group)
    return vertices, [seam for seam in every if any(seam.layers.values())]


def _add(
    seams: dict[tuple[int, int], list[Seam]],
    layer: int,
    ends: tuple[int, int],
    shape: LineOrArc,
    tolerance: float,
) -> None:
    """Add a layer to the seam that coincides with the shape, or a new seam."""
    tail, head = ends
    middle = shape.at(0.5)
    for seam in seams.setdefault((min(ends), max(ends)), []):
        # Snapping moves each end by up to the tolerance, in any direction.
        if abs(seam.shape.at(0.5) - middle) <= 2 * tolerance:
            sign = 1 if seam.tail == tail else -1
            seam.layers[layer] = seam.layers.get(layer, 0) + sign
            return
    seams[min(ends), max(ends)].append(Seam(tail, head, shape, _bulge(shape), {layer: 1}))


def _bulge(shape: LineOrArc) -> float:
    if isinstance(shape, Line):
        return 0.0
    return shape.sweep_area - Line(shape.start, shape.end).sweep_area


class _Cuts:
    """The points at which edges are cut; close points belong to one cluster (a union-find)."""

    def __init__(self, edges: Sequence[LineOrArc], tolerance: float, max_cuts: int | None) -> None:
        self.edges = edges
        self.cuts_left = max_cuts
        self.tolerance = tolerance
        self.points: list[Point] = []
        self.parent: list[int] = []
        self.by_square: dict[tuple[int, int], list[int]] = {}
        self.ends = [(self._point(edge.start), self._point(edge.end)) for edge in edges]
        self.on = [[(0.0, start), (1.0, end)] for start, end in self.ends]
        for i, j in close_pairs([edge.box for edge in edges], tolerance):
            for t, u in intersections(edges[i], edges[j], tolerance):
                self._join(self._cut(i, t), self._cut(j, u))

    def vertices(self) -> list[Point]:
        """The mean point of each cluster; `number` then maps the root of a cluster to its index."""
        members: dict[int, list[Point]] = {}
        for i, point in enumerate(self.points):
            members.setdefault(self._root(i), []).append(point)
        self.number = {root: number for number, root in enumerate(members)}
        return [sum(points) / len(points) for points in members.values()]

    def along(self) -> list[list[tuple[float, int]]]:
        """For each edge, the parameters and vertices that it runs through, in order."""
        return [[(t, self.number[self._root(i)]) for t, i in sorted(stops)] for stops in self.on]

    def _cut(self, edge: int, t: float) -> int:
        """Cut an edge at a parameter, unless it ends there; the index of the point."""
        if t in (0, 1):
            return self.ends[edge][int(t)]
        if self.cuts_left is not None:
            self.cuts_left -= 1
            if self.cuts_left < 0:
                raise TooManyCuts
        index = self._point(self.edges[edge].at(t))
        self.on[edge].append((t, index))
        return index

    def _point(self, point: Point) -> int:
        """The index of a point, or of a known one within the tolerance."""
        index = self._known(point)
        if index is None:
            index = len(self.points)
            self.points.append(point)
            self.parent.append(index)
            self.by_square.setdefault(self._square(point), []).append(index)
        return index

    def _known(self, point: Point) -> int | None:
        """A known point within the tolerance, if any; all such points become one cluster."""
        x, y = self._square(point)
        found = None
        for square in ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            for index in self.by_square.get(square, ()):
                if abs(self.points[index] - point) <= self.tolerance:
                    if found is not None:
                        self._join(found, index)
                    found = index
        return found

    def _square(self, point: Point) -> tuple[int, int]:
        return floor(point.real / self.tolerance), floor(point.imag / self.tolerance)

    def _root(self, index: int) -> int:
        while self.parent[index] != index:
            self.parent[index] = index = self.parent[self.parent[index]]
        return index

    def _join(self, a: int, b: int) -> None:
        self.parent[self._root(b)] = self._root(a)
