"""The arrangement of outlines: the faces that they divide the plane into, and their covers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import asin, floor, pi

from quebra.geometry.biarcs import as_arcs
from quebra.geometry.edges import Arc, Curve, Edge, Line, Point, cross
from quebra.geometry.intersections import LineOrArc
from quebra.geometry.motion import angle_of
from quebra.geometry.snapping import snapped

Cover = Mapping[int, int]
"""The winding number of each layer around a face; layers with 0 are left out."""
Half = int
"""A half-edge: twice the number of its seam in the seam's direction, one more against it."""
MAX_CUTS_PER_EDGE = 16
"""Cuts of planar edges, on average: beyond that they are not planar."""
OUTSIDE = 0
"""The number of the unbounded face."""


@dataclass(slots=True)
class Face:
    """A face: its area without holes, the layers that cover it, and its contours.

    The first contour is the outer one; the unbounded face has only inner ones.
    """

    area: float
    cover: Cover
    contours: list[tuple[Half, ...]] = field(default_factory=list)


class Arrangement:
    """The faces of layers, each a list of closed contours with the inside to the left.

    Vertices closer than the tolerance are one, and so are edges. With `planar` the edges should
    meet only at their ends; `TooManyCuts` is raised early where many of them cross.

    >>> square = (Line(0, 2), Line(2, 2 + 2j), Line(2 + 2j, 2j), Line(2j, 0))
    >>> other = tuple(Line(line.start + 1, line.end + 1) for line in square)
    >>> for face in Arrangement([[square], [other]], 1e-9).faces[1:]:
    ...     print(face.area, dict(face.cover))
    2.0 {0: 1}
    2.0 {0: 1, 1: 1}
    2.0 {1: 1}
    """

    def __init__(
        self,
        layers: Sequence[Sequence[Sequence[Edge]]],
        tolerance: float,
        planar: bool = False,
    ) -> None:
        self.tolerance = tolerance
        edges = [
            (number, part)
            for number, contours in enumerate(layers)
            for contour in contours
            for edge in contour
            for part in _lines_and_arcs(edge, tolerance)
        ]
        max_cuts = MAX_CUTS_PER_EDGE * len(edges) if planar else None
        self.vertices, self.seams = snapped(edges, tolerance, max_cuts)
        self.following = self._following()
        self.face_of = [-1] * (2 * len(self.seams))
        self.faces = [Face(0.0, {})]
        self.rows = _Rows([self.shape(2 * number) for number in range(len(self.seams))])
        for component in self._components():
            self._add_component(component)

    def area(self, wanted: Callable[[Cover], bool]) -> float:
        """The area of the bounded faces whose cover is `wanted`."""
        return sum(face.area for face in self.faces[1:] if wanted(face.cover))

    def contours(self, wanted: Callable[[Cover], bool]) -> list[tuple[LineOrArc, ...]]:
        """The boundary of the union of faces whose cover is `wanted`, inside to the left.

        Where the boundary touches itself in a point, contours do not pass through it.
        """
        inside = [wanted(face.cover) for face in self.faces]
        border = {
            half
            for half in range(2 * len(self.seams))
            if inside[self.face_of[half]] and not inside[self.face_of[half ^ 1]]
        }
        found = []
        while border:
            contour = [min(border)]
            while (half := self._next_border(contour[-1], border)) != contour[0]:
                contour.append(half)
            border.difference_update(contour)
            found.append(tuple(self.shape(half) for half in contour))
        return found

    def shape(self, half: Half) -> LineOrArc:
        """The edge of a half-edge, in its direction."""
        seam = self.seams[half >> 1]
        tail, head = self.vertices[self.tail(half)], self.vertices[self.tail(half ^ 1)]
        if isinstance(seam.shape, Line):
            return Line(tail, head)
        sweep = -seam.shape.sweep if half & 1 else seam.shape.sweep
        return Arc(tail, head, seam.shape.centre, sweep)

    def tail(self, half: Half) -> int:
        """The vertex at the start of a half-edge."""
        seam = self.seams[half >> 1]
        return seam.head if half & 1 else seam.tail

    def _next_border(self, half: Half, border: set[Half]) -> Half:
        """The next half-edge of a contour: the first on the border, turning around the vertex."""
        half = self.following[half]
        while half not in border:
            half = self.following[half ^ 1]
        return half

    def _following(self) -> list[Half]:
        """For each half-edge the next one around its face, which is to the left."""
        leaving: list[list[Half]] = [[] for _ in self.vertices]
        for half in range(2 * len(self.seams)):
            leaving[self.tail(half)].append(half)
        following = [-1] * (2 * len(self.seams))
        for vertex, halves in enumerate(leaving):
            self._sort_by_angle(vertex, halves)
            for i, half in enumerate(halves):
                following[half ^ 1] = halves[i - 1]
        return following

    def _sort_by_angle(self, vertex: int, halves: list[Half]) -> None:
        """Sort the half-edges that leave a vertex counterclockwise.

        They are compared where they cross a small circle around the vertex, since tangent edges
        leave in the same direction.
        """
        here = self.vertices[vertex]
        ends = [abs(self.vertices[self.tail(half ^ 1)] - here) for half in halves]
        radius = min(ends, default=0.0) / 2
        halves.sort(key=lambda half: angle_of(self._on_circle(half, radius)))

    def _on_circle(self, half: Half, radius: float) -> Point:
        """The point where a half-edge crosses the circle around its tail, relative to the tail."""
        shape = self.seams[half >> 1].shape
        if isinstance(shape, Line):
            return self.vertices[self.tail(half ^ 1)] - self.vertices[self.tail(half)]
        turned = 2 * asin(min(1.0, radius / (2 * shape.radius))) / abs(shape.sweep)
        return shape.at(1 - turned) - shape.end if half & 1 else shape.at(turned) - shape.start

    def _components(self) -> list[list[Half]]:
        """The half-edges of each connected component, from left to right."""
        seen = [False] * (2 * len(self.seams))
        components: list[list[Half]] = []
        for start in range(2 * len(self.seams)):
            if not seen[start]:
                members, stack = [], [start]
                seen[start] = True
                while stack:
                    half = stack.pop()
                    members.append(half)
                    for other in (half ^ 1, self.following[half]):
                        if not seen[other]:
                            seen[other] = True
                            stack.append(other)
                components.append(members)
        # A component inside a face of another one does not reach as far to the left.
        boxes = self.rows.boxes
        return sorted(components, key=lambda halves: min(boxes[half >> 1][0] for half in halves))

    def _add_component(self, component: list[Half]) -> None:
        """Add the faces of a component, which lies in one face of the components before it."""
        around = self._face_at_left(self.vertices[self.tail(component[0])])
        contours = sorted(self._contours_of(component))
        # The first contour, of negative area, goes around the component, the others around a face.
        (outer_area, outer), inner = contours[0], contours[1:]
        self.faces[around].area += outer_area
        self._own(around, outer)
        for area, contour in inner:
            self.faces.append(Face(area, {}))
            self._own(len(self.faces) - 1, contour)
        self._spread_cover(outer)
        self.rows.add(half >> 1 for half in component if not half & 1)

    def _own(self, face: int, contour: tuple[Half, ...]) -> None:
        self.faces[face].contours.append(contour)
        for half in contour:
            self.face_of[half] = face

    def _contours_of(self, component: list[Half]) -> Iterator[tuple[float, tuple[Half, ...]]]:
        """Each contour of a component once, with its signed area."""
        seen: set[Half] = set()
        for start in component:
            if start not in seen:
                contour = [start]
                while (half := self.following[contour[-1]]) != start:
                    contour.append(half)
                seen.update(contour)
                yield self._area(contour), tuple(contour)

    def _area(self, contour: list[Half]) -> float:
        anchor = self.vertices[self.tail(contour[0])]
        total = 0.0
        for half in contour:
            seam = self.seams[half >> 1]
            bulge = -seam.bulge if half & 1 else seam.bulge
            start, end = self.vertices[self.tail(half)], self.vertices[self.tail(half ^ 1)]
            total += cross(start - anchor, end - anchor) + bulge
        return total / 2

    def _spread_cover(self, outer: tuple[Half, ...]) -> None:
        """Set the covers of the faces within an outer contour, from face to neighbouring face."""
        known = {self.face_of[outer[0]]}
        stack = [outer]
        while stack:
            for half in stack.pop():
                other = self.face_of[half ^ 1]
                if other not in known:
                    known.add(other)
                    self.faces[other].cover = self._across(half)
                    stack += self.faces[other].contours

    def _across(self, half: Half) -> Cover:
        """The cover of the face to the right of a half-edge."""
        cover = dict(self.faces[self.face_of[half]].cover)
        sign = 1 if half & 1 else -1
        for layer, count in self.seams[half >> 1].layers.items():
            cover[layer] = cover.get(layer, 0) + sign * count
        return {layer: count for layer, count in cover.items() if count}

    def _face_at_left(self, point: Point) -> int:
        """The face that contains a point: it borders on the next seam to the left of the point."""
        # The ray is moved a little, so that it does not pass through a vertex at its height.
        half = self.rows.next_left(point + 1j * self.tolerance / 3)
        return OUTSIDE if half is None else self.face_of[half]


class _Rows:
    """The seams in horizontal rows, to find the next one to the left of a point."""

    def __init__(self, seams: list[LineOrArc]) -> None:
        self.seams = seams
        self.boxes = [seam.box for seam in seams]
        low = min((box[1] for box in self.boxes), default=0.0)
        high = max((box[3] for box in self.boxes), default=0.0)
        self.low, self.height = low, (high - low) / (1 + len(seams) ** 0.5) or 1.0
        self.rows: dict[int, list[int]] = {}

    def add(self, numbers: Iterable[int]) -> None:
        """Add the seams of these numbers."""
        for number in numbers:
            _, low, _, high = self.boxes[number]
            for row in range(self._row(low), self._row(high) + 1):
                self.rows.setdefault(row, []).append(number)

    def next_left(self, point: Point) -> Half | None:
        """The half-edge of the next seam to the left of a point that has the point on its left."""
        found = [
            (x, number)
            for number in self.rows.get(self._row(point.imag), ())
            if self.boxes[number][0] <= point.real
            for x in _at_height(self.seams[number], point.imag)
            if x[0] <= point.real
        ]
        if not found:
            return None
        (_, heading), number = max(found)
        return 2 * number + (heading > 0)

    def _row(self, y: float) -> int:
        return floor((y - self.low) / self.height)


def _at_height(shape: LineOrArc, y: float) -> Iterator[tuple[float, float]]:
    """The x where an edge crosses the height y, each with the sign of the edge's climb there.

    The lower end of an edge belongs to it and the upper one does not, so that a line through a
    vertex crosses exactly one of two edges that pass it upwards or downwards.
    """
    if isinstance(shape, Line):
        climb = shape.end.imag - shape.start.imag
        if min(shape.start.imag, shape.end.imag) <= y < max(shape.start.imag, shape.end.imag):
            x = shape.start.real + (y - shape.start.imag) / climb * (shape.end - shape.start).real
            yield x, climb
        return
    turns = (shape.parameter(angle) for angle in (-pi / 2, pi / 2))
    stops = [0.0, *sorted(t for t in turns if 0 < t < 1), 1.0]
    for before, after in pairwise(stops):
        low, high = shape.at(before).imag, shape.at(after).imag
        if min(low, high) <= y < max(low, high):
            side = 1 if shape.at((before + after) / 2).real > shape.centre.real else -1
            square = max(0.0, shape.radius**2 - (y - shape.centre.imag) ** 2)
            yield shape.centre.real + side * square**0.5, high - low


def _lines_and_arcs(edge: Edge, tolerance: float) -> list[LineOrArc]:
    """An edge as lines and arcs of at most half a circle."""
    if isinstance(edge, Curve):
        return as_arcs(edge, tolerance / 10)
    if isinstance(edge, Arc) and abs(edge.sweep) > pi * 1.001:
        return [edge.part(0, 0.5), edge.part(0.5, 1)]
    return [edge]
