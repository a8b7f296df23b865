"""Names of corners and edges by direction, and the marks that show them on the board."""

from __future__ import annotations

from cmath import exp
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from quebra.contract.results import Badge, Line
from quebra.families.tangram.solve.position import Position
from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion
from quebra.geometry.remainder.corners import run_leaving
from quebra.geometry.remainder.strokes import Stroke
from quebra.i18n.text import Text

Direction = tuple[int, int]
"""The third of a region's width and of its height: -1, 0 or 1, to the right and downwards."""
CORNERS: Mapping[Direction, Text] = {
    (-1, -1): Text("the top-left corner"),
    (0, -1): Text("the corner at the top"),
    (1, -1): Text("the top-right corner"),
    (-1, 0): Text("the corner at the left"),
    (1, 0): Text("the corner at the right"),
    (-1, 1): Text("the bottom-left corner"),
    (0, 1): Text("the corner at the bottom"),
    (1, 1): Text("the bottom-right corner"),
}
EDGES: Mapping[Direction, Text] = {
    (-1, -1): Text("the edge at the top left"),
    (0, -1): Text("the upper edge"),
    (1, -1): Text("the edge at the top right"),
    (-1, 0): Text("the left edge"),
    (1, 0): Text("the right edge"),
    (-1, 1): Text("the edge at the bottom left"),
    (0, 1): Text("the lower edge"),
    (1, 1): Text("the edge at the bottom right"),
}
MARKED_CORNER, MARKED_EDGE = Text("the marked corner"), Text("the marked edge")
OUTER = 0.3
"""The share of the width or height at each end of a region that has a name."""
ARC_POINTS = 12
"""Segments that show a round edge."""
STRAIGHT = 1e-9
"""Motions that turn by less, in degrees, keep the directions."""


class Naming:
    """Names places of the uncovered region as they are seen after the motion `whole`.

    A place has a name by direction if no other one has the same. If the motion turns the region,
    places have no such names, because a board shows the figure upright.
    """

    def __init__(self, position: Position, whole: Motion) -> None:
        self.position, self.whole = position, whole
        self.keeps_directions = not whole.flip and abs(whole.angle % 360) <= STRAIGHT
        self.starts = [i for i, joint in enumerate(position.joints) if not joint.is_flat]

    def corner(self, i: int) -> Text:
        """The corner at the start of a stroke, by direction or as the marked one."""
        return self._unique(self._corners, i, CORNERS) or MARKED_CORNER

    def edge(self, run: Sequence[int]) -> Text:
        """A run of strokes, by direction or as the marked one."""
        return self._unique(self._edges, run[0], EDGES) or MARKED_EDGE

    def _unique(
        self, directions: Mapping[int, Direction], i: int, names: Mapping[Direction, Text]
    ) -> Text | None:
        direction = directions.get(i, (0, 0))
        is_unique = [*directions.values()].count(direction) == 1
        if direction not in names or not is_unique or not self.keeps_directions:
            return None
        if self.position.placed:
            return Text("{place} of the open part", place=names[direction])
        return Text("{place} of the figure", place=names[direction])

    @cached_property
    def _corners(self) -> dict[int, Direction]:
        return {i: self._direction(self.position.remainder[i].start) for i in self.starts}

    @cached_property
    def _edges(self) -> dict[int, Direction]:
        strokes, joints = self.position.remainder, self.position.joints
        middles = {i: _middle([strokes[k] for k in run_leaving(i, joints)]) for i in self.starts}
        return {i: self._direction(middle) for i, middle in middles.items()}

    def _direction(self, point: Point) -> Direction:
        left, top, right, bottom = self._box
        return _third(point.real, left, right), _third(point.imag, top, bottom)

    @cached_property
    def _box(self) -> tuple[float, float, float, float]:
        points = [p for stroke in self.position.remainder for p in (stroke.start, stroke.middle)]
        xs, ys = [p.real for p in points], [p.imag for p in points]
        return min(xs), min(ys), max(xs), max(ys)


def _third(value: float, low: float, high: float) -> int:
    share = (value - low) / (high - low) if high > low else 0.5
    return -1 if share < OUTER else 1 if share > 1 - OUTER else 0


def _middle(run: Sequence[Stroke]) -> Point:
    """The point of a run that lies half of its length from the start."""
    left = sum(stroke.length for stroke in run) / 2
    for stroke in run:
        if left <= stroke.length:
            return point_along(stroke, left)
        left -= stroke.length
    return run[-1].end


def point_along(stroke: Stroke, length: float) -> Point:
    """The point of a stroke at some length from its start.

    >>> abs(point_along(Stroke(1, 1j, 1.0), Stroke(1, 1j, 1.0).length) - 1j) < 1e-9
    True
    """
    if not stroke.bend:
        return stroke.start + stroke.leaving * length
    turned = exp(1j * stroke.bend * length) - 1
    return stroke.start + stroke.leaving * turned / (1j * stroke.bend)


def corner_mark(point: Point, whole: Motion) -> Badge:
    """A dot at a corner, in the plane of the puzzle."""
    there = whole(point)
    return Badge((there.real, there.imag))


def edge_mark(run: Sequence[Stroke], whole: Motion) -> Line:
    """A line along an edge, in the plane of the puzzle."""
    points = [whole(point) for point in _points_of(run)]
    return Line(tuple((point.real, point.imag) for point in points))


def _points_of(run: Sequence[Stroke]) -> Iterator[Point]:
    yield run[0].start
    for stroke in run:
        steps = ARC_POINTS if stroke.bend else 1
        yield from (point_along(stroke, stroke.length * k / steps) for k in range(1, steps + 1))
