"""The components of the remainder: the area of each must be the sum of some remaining pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import NamedTuple

from quebra.geometry.remainder.carving import is_inside
from quebra.geometry.remainder.corners import Joint, find_joints
from quebra.geometry.remainder.snap import Snap
from quebra.geometry.remainder.strokes import Stroke

MAX_SUMS = 5000
"""With more different sums of areas than this, they are not used."""
DIGITS = 9
"""Digits of the largest area that sums are rounded to, so that equal sums are one."""


@dataclass
class Part:
    """A component of the remainder with its holes, or one contour: the numbers of its strokes."""

    strokes: list[int]
    area: float
    length: float

    def is_thin(self, snap: Snap) -> bool:
        """Whether its mean width is at most the snapping distance."""
        return snap.within(2 * abs(self.area) / self.length, snap.distance)


class Survey(NamedTuple):
    """The remainder: its strokes, the joint at the start of each, and the contours they form."""

    strokes: list[Stroke]
    joints: list[Joint]
    contours: list[Part]


def surveyed(strokes: list[Stroke], snap: Snap) -> Survey | None:
    """The survey of strokes without thin contours; None where they do not form contours.

    >>> wide, thin = [(0, 2), (2, 2j), (2j, 0)], [(5, 6), (6, 5)]
    >>> left = surveyed([Stroke(a, b) for a, b in (*wide, *thin)], Snap(0.01))
    >>> [part.area for part in left.contours]
    [2.0]
    """
    joints = find_joints(strokes, snap)
    if joints is None:
        return None
    contours = contours_of(strokes, joints)
    thin = {i for part in contours if part.is_thin(snap) for i in part.strokes}
    if thin:
        return surveyed([stroke for i, stroke in enumerate(strokes) if i not in thin], snap)
    return Survey(strokes, joints, contours)


def contours_of(strokes: Sequence[Stroke], joints: Sequence[Joint]) -> list[Part]:
    """Each contour as a part; holes have negative areas."""
    found = []
    seen: set[int] = set()
    for first in range(len(strokes)):
        if first not in seen:
            walk = [first]
            while (here := joints[walk[-1]].after) != first:
                walk.append(here)
            seen.update(walk)
            area = _swept_area([strokes[i] for i in walk])
            found.append(Part(walk, area, sum(joints[i].length for i in walk)))
    return found


def _swept_area(contour: Sequence[Stroke]) -> float:
    """The signed area inside a contour, measured from a point of it."""
    home, twice = contour[0][0], 0.0
    for a, b, bend in contour:
        here, there = a - home, b - home
        if bend:
            twice += Stroke(here, there, bend).sweep_area
        else:
            twice += here.real * there.imag - here.imag * there.real
    return twice / 2


def parts_of(strokes: Sequence[Stroke], contours: Sequence[Part]) -> list[Part]:
    """The components: each hole belongs to the smallest contour around it."""
    parts = [Part(list(part.strokes), part.area, part.length) for part in contours if part.area > 0]
    outlines = [[strokes[i] for i in part.strokes] for part in parts]
    sizes = [part.area for part in parts]
    for hole in contours:
        if hole.area <= 0:
            inside = strokes[hole.strokes[0]].middle
            around = [n for n, outline in enumerate(outlines) if is_inside(inside, outline)]
            if around:
                home = parts[min(around, key=sizes.__getitem__)]
                home.strokes += hole.strokes
                home.area += hole.area
                home.length += hole.length
    return parts


class Sums:
    """The possible sums of areas of remaining pieces, which may have several components.

    >>> sums = Sums([[1.0], [2.5]])
    >>> sums.nearest((2, 1), 3.5), sums.nearest((2, 1), 3)
    (0.0, 0.5)
    """

    def __init__(self, areas: Sequence[Sequence[float]]) -> None:
        self.areas = areas
        largest = max((area for piece in areas for area in piece), default=1.0)
        self._digits = DIGITS - floor(log10(largest))
        self._known: dict[tuple[int, ...], tuple[float, ...] | None] = {}

    def nearest(self, left: tuple[int, ...], area: float) -> float:
        """The distance from an area to the nearest sum, with `left[i]` pieces of kind i."""
        if left not in self._known:
            self._known[left] = self._sums(left)
        sums = self._known[left]
        return 0.0 if sums is None else min(abs(each - area) for each in sums)

    def _sums(self, left: tuple[int, ...]) -> tuple[float, ...] | None:
        sums = {0.0}
        counts = zip(self.areas, left, strict=True)
        for area, count in ((area, count) for areas, count in counts for area in areas):
            sums = {round(each + i * area, self._digits) for each in sums for i in range(count + 1)}
            if len(sums) > MAX_SUMS:
                return None
        return tuple(sums)
