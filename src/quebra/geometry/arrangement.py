"""The arrangement of outlines: the faces that they cut the plane into, and which cover which."""

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
"""How often each layer winds around a face; layers that do not are left out."""
Half = int
"""A seam walked in one direction: twice its number forwards, and one more backwards."""
CUTS = 16
"""How often planar edges are cut at most, on average."""
OUTSIDE = 0
"""The number of the face without end."""


@dataclass(slots=True)
class Face:
    """A face: its area without what lies inside, the layers that cover it, and its contours.

    The first contour is the outer one, except for the face without end, which has none.
    """

    area: float
    cover: Cover
    contours: list[tuple[Half, ...]] = field(default_factory=list)


class Arrangement:
    """All faces of some layers, each a list of closed contours with its inside to the left.

    Vertices closer than the tolerance are one, and so are edges. Where `planar` edges are expected,
    which hardly meet but at their ends, `Crowded` is raised for others before they take long.

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
        strands = [
            (number, strand)
            for number, contours in enumerate(layers)
            for contour in contours
            for edge in contour
            for strand in _strands(edge, tolerance)
        ]
        most = CUTS * len(strands) if planar else None
        self.vertices, self.seams = snapped(strands, tolerance, most)
        self.following = self._following()
        self.face_of = [-1] * (2 * len(self.seams))
        self.faces = [Face(0.0, {})]
        self.rows = _Rows([self.shape(2 * number) for number in range(len(self.seams))])
        for part in self._parts():
            self._add_part(part)

    def area(self, wanted: Callable[[Cover], bool]) -> float:
        """The area of all bounded faces with such a cover."""
        return sum(face.area for face in self.faces[1:] if wanted(face.cover))

    def contours(self, wanted: Callable[[Cover], bool]) -> list[tuple[LineOrArc, ...]]:
        """The boundary of all faces with such a cover, inside to the left.

        Where the boundary touches itself, each contour turns back into its own part.
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
        """The edge of a half seam, as it is walked."""
        seam = self.seams[half >> 1]
        tail, head = self.vertices[self.tail(half)], self.vertices[self.tail(half ^ 1)]
        if isinstance(seam.shape, Line):
            return Line(tail, head)
        sweep = -seam.shape.sweep if half & 1 else seam.shape.sweep
        return Arc(tail, head, seam.shape.centre, sweep)

    def tail(self, half: Half) -> int:
        """The vertex that a half seam leaves."""
        seam = self.seams[half >> 1]
        return seam.head if half & 1 else seam.tail

    def _next_border(self, half: Half, border: set[Half]) -> Half:
        """The next half seam of a contour: the first on the border, turning round the vertex."""
        half = self.following[half]
        while half not in border:
            half = self.following[half ^ 1]
        return half

    def _following(self) -> list[Half]:
        """For each half seam the next one around its face, which is to the left."""
        leaving: list[list[Half]] = [[] for _ in self.vertices]
        for half in range(2 * len(self.seams)):
            leaving[self.tail(half)].append(half)
        following = [-1] * (2 * len(self.seams))
        for vertex, halves in enumerate(leaving):
            self._turn_around(vertex, halves)
            for i, half in enumerate(halves):
                following[half ^ 1] = halves[i - 1]
        return following

    def _turn_around(self, vertex: int, halves: list[Half]) -> None:
        """Sort the half seams that leave a vertex counterclockwise.

        They are compared where they cross a small circle around the vertex, for edges that touch
        leave in the same direction.
        """
        here = self.vertices[vertex]
        ends = [abs(self.vertices[self.tail(half ^ 1)] - here) for half in halves]
        radius = min(ends, default=0.0) / 2
        halves.sort(key=lambda half: angle_of(self._on_circle(half, radius)))

    def _on_circle(self, half: Half, radius: float) -> Point:
        """Where a half seam crosses the circle around its tail, seen from there."""
        shape = self.seams[half >> 1].shape
        if isinstance(shape, Line):
            return self.vertices[self.tail(half ^ 1)] - self.vertices[self.tail(half)]
        turned = 2 * asin(min(1.0, radius / (2 * shape.radius))) / abs(shape.sweep)
        return shape.at(1 - turned) - shape.end if half & 1 else shape.at(turned) - shape.start

    def _parts(self) -> list[list[Half]]:
        """The half seams of each connected part, from left to right."""
        part_of = [-1] * (2 * len(self.seams))
        parts: list[list[Half]] = []
        for start in range(2 * len(self.seams)):
            if part_of[start] < 0:
                members, stack = [], [start]
                part_of[start] = len(parts)
                while stack:
                    half = stack.pop()
                    members.append(half)
                    for other in (half ^ 1, self.following[half]):
                        if part_of[other] < 0:
                            part_of[other] = len(parts)
                            stack.append(other)
                parts.append(members)
        # A part that lies in a face of another does not reach as far to the left.
        return sorted(parts, key=lambda part: min(self.rows.boxes[half >> 1][0] for half in part))

    def _add_part(self, part: list[Half]) -> None:
        """Add the faces of a part, which lies in one face of the parts before."""
        around = self._face_at_left(self.vertices[self.tail(part[0])])
        contours = sorted(self._contours_of(part))
        # All but one contour go round a face; the last one, of negative area, goes round them all.
        (outer_area, outer), inner = contours[0], contours[1:]
        self.faces[around].area += outer_area
        self._own(around, outer)
        for area, contour in inner:
            self.faces.append(Face(area, {}))
            self._own(len(self.faces) - 1, contour)
        self._spread_cover(outer)
        self.rows.add(half >> 1 for half in part if not half & 1)

    def _own(self, face: int, contour: tuple[Half, ...]) -> None:
        self.faces[face].contours.append(contour)
        for half in contour:
            self.face_of[half] = face

    def _contours_of(self, part: list[Half]) -> Iterator[tuple[float, tuple[Half, ...]]]:
        """Each contour of a part once, with its signed area."""
        seen: set[Half] = set()
        for start in part:
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
        """Tell each face within an outer contour its cover, from seam to seam."""
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
        """The cover on the far side of a half seam."""
        cover = dict(self.faces[self.face_of[half]].cover)
        sign = 1 if half & 1 else -1
        for layer, count in self.seams[half >> 1].layers.items():
            cover[layer] = cover.get(layer, 0) + sign * count
        return {layer: count for layer, count in cover.items() if count}

    def _face_at_left(self, point: Point) -> int:
        """The face that a point lies in: that to the right of the next seam to its left."""
        # The ray is moved a little, so that it runs through no vertex of its own height.
        half = self.rows.next_left(point + 1j * self.tolerance / 3)
        return OUTSIDE if half is None else self.face_of[half]


class _Rows:
    """The seams by height, to find the next one to the left of a point."""

    def __init__(self, seams: list[LineOrArc]) -> None:
        self.seams = seams
        self.boxes = [seam.box for seam in seams]
        low = min((box[1] for box in self.boxes), default=0.0)
        high = max((box[3] for box in self.boxes), default=0.0)
        self.low, self.height = low, (high - low) / (1 + len(seams) ** 0.5) or 1.0
        self.rows: dict[int, list[int]] = {}

    def add(self, numbers: Iterable[int]) -> None:
        """Take in more seams."""
        for number in numbers:
            _, low, _, high = self.boxes[number]
            for row in range(self._row(low), self._row(high) + 1):
                self.rows.setdefault(row, []).append(number)

    def next_left(self, point: Point) -> Half | None:
        """The next seam to the left of a point, walked so that the point is to its left."""
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
    """Where an edge crosses a horizontal line, and whether it climbs or falls there.

    The lower end of a stretch belongs to it and the upper does not, so that a line through a vertex
    crosses just one of two edges that go on in the same direction.
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


def _strands(edge: Edge, tolerance: float) -> list[LineOrArc]:
    """An edge as lines and arcs of at most half a circle."""
    if isinstance(edge, Curve):
        return as_arcs(edge, tolerance / 10)
    if isinstance(edge, Arc) and abs(edge.sweep) > pi * 1.001:
        return [edge.part(0, 0.5), edge.part(0.5, 1)]
    return [edge]
