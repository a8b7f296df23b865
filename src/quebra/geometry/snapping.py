"""Edges cut where they meet, with points that are closer than the tolerance made one."""

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
    """An edge between two vertices, and how often each layer runs along it, minus against it.

    `bulge` is twice the area between the edge and its chord.
    """

    tail: int
    head: int
    shape: LineOrArc
    bulge: float
    layers: dict[int, int] = field(default_factory=dict)


class Crowded(Exception):
    """Strands cross more often than is allowed."""


def snapped(
    strands: Sequence[tuple[int, LineOrArc]], tolerance: float, most: int | None = None
) -> tuple[list[Point], list[Seam]]:
    """Vertices, and the seams between them that are left when coincident ones are made one.

    Each strand comes with the layer that it bounds. `Crowded` is raised where they are cut more
    than `most` times.

    >>> square = [Line(0, 1), Line(1, 1 + 1j), Line(1 + 1j, 1j), Line(1j, 0)]
    >>> vertices, seams = snapped([(0, line) for line in square], 1e-9)
    >>> len(vertices), len(seams)
    (4, 4)
    """
    cuts = _Cuts([strand for _, strand in strands], tolerance, most)
    vertices = cuts.vertices()
    seams: dict[tuple[int, int], list[Seam]] = {}
    for (layer, strand), line in zip(strands, cuts.along(), strict=True):
        for (t0, tail), (t1, head) in pairwise(line):
            if tail != head:
                _add(seams, layer, (tail, head), strand.part(t0, t1), tolerance)
    kept = (seam for group in seams.values() for seam in group)
    return vertices, [seam for seam in kept if any(seam.layers.values())]


def _add(
    seams: dict[tuple[int, int], list[Seam]],
    layer: int,
    ends: tuple[int, int],
    shape: LineOrArc,
    tolerance: float,
) -> None:
    """One more layer for a seam that is there already, or a new seam."""
    tail, head = ends
    middle = shape.at(0.5)
    for seam in seams.setdefault((min(ends), max(ends)), []):
        # Both ends may have been moved by the tolerance, each in its own direction.
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
    """The points at which strands are cut; points that are one belong to one cluster."""

    def __init__(self, strands: Sequence[LineOrArc], tolerance: float, most: int | None) -> None:
        self.strands = strands
        self.spare = most
        self.tolerance = tolerance
        self.points: list[Point] = []
        self.parent: list[int] = []
        self.known: dict[tuple[int, int], list[int]] = {}
        self.ends = [(self._point(strand.start), self._point(strand.end)) for strand in strands]
        self.on = [[(0.0, start), (1.0, end)] for start, end in self.ends]
        for i, j in close_pairs([strand.box for strand in strands], tolerance):
            for t, u in intersections(strands[i], strands[j], tolerance):
                self._join(self._cut(i, t), self._cut(j, u))

    def vertices(self) -> list[Point]:
        """One point a cluster; every other point is told its number."""
        members: dict[int, list[Point]] = {}
        for i, point in enumerate(self.points):
            members.setdefault(self._root(i), []).append(point)
        self.number = {root: number for number, root in enumerate(members)}
        return [sum(points) / len(points) for points in members.values()]

    def along(self) -> list[list[tuple[float, int]]]:
        """For each strand, the parameters and vertices that it runs through, in order."""
        return [[(t, self.number[self._root(i)]) for t, i in sorted(line)] for line in self.on]

    def _cut(self, strand: int, t: float) -> int:
        """The point of a strand at a parameter, where it is cut unless it ends there."""
        if t in (0, 1):
            return self.ends[strand][int(t)]
        if self.spare is not None:
            self.spare -= 1
            if self.spare < 0:
                raise Crowded
        index = self._point(self.strands[strand].at(t))
        self.on[strand].append((t, index))
        return index

    def _point(self, point: Point) -> int:
        index = self._known(point)
        if index is None:
            index = len(self.points)
            self.points.append(point)
            self.parent.append(index)
            self.known.setdefault(self._square(point), []).append(index)
        return index

    def _known(self, point: Point) -> int | None:
        """A point within the tolerance, if there is one; all such points become one cluster."""
        x, y = self._square(point)
        found = None
        for square in ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            for index in self.known.get(square, ()):
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
