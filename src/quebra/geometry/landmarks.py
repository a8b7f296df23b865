"""Assemblies described by landmarks, points with a kind, and compared within a tolerance."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion, turn_between

Landmarks = tuple[tuple[int, tuple[Point, ...]], ...]
"""For each part of an assembly its kind, and points that determine its position."""
DIRECTION = 0.6 + 0.8j
"""Assemblies are sorted by their extent in this direction, which usual symmetries change."""


class LandmarkSet:
    """A set of assemblies, sorted so that few have to be compared.

    >>> known = LandmarkSet(0.1)
    >>> known.add(((0, (1, 2j)),))
    >>> known.has(((0, (2j, 1.05)),)), known.has(((1, (1, 2j)),)), known.has(((0, (1, 3j)),))
    (True, False, False)
    """

    def __init__(self, tolerance: float) -> None:
        self.tolerance = tolerance
        self.members: list[Landmarks] = []
        self._keys: list[float] = []

    def add(self, marks: Landmarks) -> None:
        """Add an assembly, whether or not an equal one is there."""
        key = self._key(marks)
        at = bisect_left(self._keys, key)
        self._keys.insert(at, key)
        self.members.insert(at, marks)

    def add_new(self, marks: Landmarks) -> None:
        """Add an assembly unless an equal one is there."""
        if not self.has(marks):
            self.add(marks)

    def has(self, marks: Landmarks) -> bool:
        """Whether the set has an equal assembly."""
        key, reach = self._key(marks), 2 * self.tolerance * len(marks)
        low, high = bisect_left(self._keys, key - reach), bisect_right(self._keys, key + reach)
        return any(self._are_equal(marks, other) for other in self.members[low:high])

    def _are_equal(self, one: Landmarks, other: Landmarks) -> bool:
        return are_equal(one, other, self.tolerance)

    def _key(self, marks: Landmarks) -> float:
        """The weighted extent of the parts: nearly equal for assemblies that are nearly equal."""
        return sum(
            (1 + kind % 7 / 10) * (point * DIRECTION.conjugate()).real / len(points)
            for kind, points in marks
            for point in points
        )


class CongruentLandmarkSet(LandmarkSet):
    """A set in which assemblies are equal if a motion brings one onto the other.

    >>> known = CongruentLandmarkSet(0.1, flips=False)
    >>> known.add(((0, (0, 1)), (1, (2 + 1j,))))
    >>> known.has(((0, (5, 5 + 1j)), (1, (4 + 2j,)))), known.has(((0, (5, 5 + 1j)), (1, (6 + 2j,))))
    (True, False)
    """

    def __init__(self, tolerance: float, *, flips: bool) -> None:
        super().__init__(tolerance)
        self.flips = flips

    def _are_equal(self, one: Landmarks, other: Landmarks) -> bool:
        motions = _motions_between(one, other, self.tolerance, flips=self.flips)
        return any(are_equal(moved_landmarks(one, g), other, self.tolerance) for g in motions)

    def _key(self, marks: Landmarks) -> float:
        """The weighted distances of the parts from their centre, which no motion changes."""
        spots = [point for _, points in marks for point in points]
        centre = sum(spots) / len(spots)
        return sum(
            (1 + kind % 7 / 10) * abs(point - centre) / len(points)
            for kind, points in marks
            for point in points
        )


def moved_landmarks(marks: Landmarks, motion: Motion) -> Landmarks:
    """The landmarks after a motion of the whole assembly."""
    return tuple((kind, tuple(map(motion, points))) for kind, points in marks)


def are_equal(one: Landmarks, other: Landmarks, tolerance: float) -> bool:
    """Whether two assemblies have parts of the same kinds at the same positions."""
    return len(one) == len(other) and is_subset(one, other, tolerance)


def is_subset(some: Landmarks, whole: Landmarks, tolerance: float) -> bool:
    """Whether each part of `some` is a part of the whole, of the same kind and position.

    >>> is_subset(((0, (1,)),), ((1, (1,)), (0, (1,))), 0.1)
    True
    """
    free = list(whole)
    for kind, points in some:
        for each in free:
            if each[0] == kind and _are_close(points, each[1], tolerance):
                free.remove(each)
                break
        else:
            return False
    return True


def _are_close(some: Iterable[Point], others: Sequence[Point], tolerance: float) -> bool:
    return all(any(abs(one - other) <= tolerance for other in others) for one in some)


def _motions_between(
    one: Landmarks, other: Landmarks, tolerance: float, *, flips: bool
) -> Iterator[Motion]:
    """Motions that may bring an assembly onto another: they do so with two points far apart."""
    spots = [(kind, point) for kind, points in one for point in points]
    (first, start), (last, end) = _far_apart(spots)
    length = abs(end - start)
    for flip in (False, True) if flips else (False,):
        mirror = Motion(flip=flip)
        along = mirror(end) - mirror(start)
        for there, beyond in product(_points_of(other, first), _points_of(other, last)):
            if abs(abs(beyond - there) - length) <= 2 * tolerance:
                turn = (beyond - there) / along if length > tolerance else 1
                turn /= abs(turn)
                yield mirror.then(Motion(there - turn * mirror(start), turn_between(1, turn)))


def _far_apart(spots: Sequence[tuple[int, Point]]) -> tuple[tuple[int, Point], tuple[int, Point]]:
    """Two of some points, each with its kind, that are far apart."""
    centre = sum(point for _, point in spots) / len(spots)
    first = max(spots, key=lambda spot: abs(spot[1] - centre))
    return first, max(spots, key=lambda spot: abs(spot[1] - first[1]))


def _points_of(marks: Landmarks, kind: int) -> list[Point]:
    return [point for other, points in marks for point in points if other == kind]
