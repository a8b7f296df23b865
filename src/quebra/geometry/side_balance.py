"""A quick proof that pieces with straight sides form a figure: their directed sides cancel.

Sides run counterclockwise about each piece, and clockwise about the figure. They are split into
classes of one direction, forwards or backwards. If at every point as many sides of a class start as
end, the sides of the class form closed walks. Such a walk runs to and fro along one line and winds
about no point beside it. So each point that lies on none of these lines is in one piece if it is in
the figure, and in no piece otherwise.

Points and directions are compared within a grain. A walk of n sides with a total length L then
stays in a strip of the width (n * 4.3 * grain + L * error of the directions) / 2. All faults lie in
such strips, or in boxes of three grains about a point. A disc of diameter w in strips of total
width h has an area of at most w * h, so that w <= 4 h / pi. The grains are so small that the widest
fault is narrower than half the tolerance.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import floor

from quebra.geometry.edges import Line, Point, edges_of
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import moved

GRAIN = 1 / 16
"""The grain of points, in tolerances divided by the number of sides; that of directions, in
tolerances divided by the length of all sides."""
REMEMBERED = 50_000
"""The most moved outlines that are remembered."""

Region = Sequence[Contour]
Ends = tuple[list[int], list[int]]
"""The points at which sides start and end, each with the class of the side, as numbers."""


class SideBalance:
    """The sides of a figure and of up to `pieces` placed pieces.

    >>> from quebra.geometry.edges import chained
    >>> square = (chained([0, 1, 1 + 1j, 1j]),)
    >>> balance = SideBalance((chained([0, 2, 2 + 1j, 1j]),), [square], 2, 0.001)
    >>> balance.cancels([(0, Motion()), (0, Motion(1))])
    True
    >>> balance.cancels([(0, Motion()), (0, Motion(1.001))])
    False
    """

    def __init__(
        self, figure: Region, shapes: Sequence[Region], pieces: int, tolerance: float
    ) -> None:
        self.outlines, self.pieces = (figure, *shapes), pieces
        outlines = [[*edges_of(outline)] for outline in self.outlines]
        self.is_straight = all(isinstance(edge, Line) for edge in chain.from_iterable(outlines))
        sides = len(outlines[0]) + pieces * max(map(len, outlines[1:]))
        lengths = [sum(edge.length for edge in outline) for outline in outlines]
        length = lengths[0] + pieces * max(lengths[1:])
        self._nearby = _Nearby(GRAIN * tolerance / sides)
        self._aligned = _Nearby(GRAIN * tolerance / length)
        self._numbers: dict[tuple[Point, Point], int] = {}
        self._moved: dict[tuple[int, Motion], Ends] = {}

    def cancels(self, placed: Sequence[tuple[int, Motion]]) -> bool:
        """Whether the sides cancel, so that no fault is wider than the tolerance."""
        if not self.is_straight or len(placed) > self.pieces:
            return False
        if len(self._moved) > REMEMBERED:
            for known in (self._nearby.marks, self._aligned.marks, self._numbers, self._moved):
                known.clear()
        ends, starts = self._ends_of(0, Motion())
        pieces = [self._ends_of(1 + kind, motion) for kind, motion in placed]
        return sorted(chain(starts, *(each for each, _ in pieces))) == sorted(
            chain(ends, *(each for _, each in pieces))
        )

    def _ends_of(self, number: int, motion: Motion) -> Ends:
        """The ends of the sides of a moved outline."""
        if (found := self._moved.get((number, motion))) is None:
            found = self._ends(moved(self.outlines[number], motion))
            self._moved[number, motion] = found
        return found

    def _ends(self, contours: Region) -> Ends:
        starts, ends = [], []
        for edge in edges_of(contours):
            heading = (edge.end - edge.start) / edge.length
            line = self._aligned(heading * heading)
            starts.append(self._number(line, edge.start))
            ends.append(self._number(line, edge.end))
        return starts, ends

    def _number(self, line: Point, point: Point) -> int:
        return self._numbers.setdefault((line, self._nearby(point)), len(self._numbers))


class _Nearby:
    """Gives points that are nearly equal the same mark; points with a mark are within 3 grains."""

    def __init__(self, grain: float) -> None:
        self.grain = grain
        self.marks: dict[int, int] = {}

    def __call__(self, point: Point) -> Point:
        return complex(self._mark(point.real), self._mark(point.imag))

    def _mark(self, value: float) -> int:
        cell = floor(value / self.grain)
        if cell not in self.marks:
            for near in (cell, cell - 1, cell + 1):
                self.marks.setdefault(near, cell)
        return self.marks[cell]
