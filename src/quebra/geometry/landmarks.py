"""Assemblies described by landmarks, points with a kind, and compared within a tolerance."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion

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
        key = _key(marks)
        at = bisect_left(self._keys, key)
        self._keys.insert(at, key)
        self.members.insert(at, marks)

    def has(self, marks: Landmarks) -> bool:
        """Whether the set has an equal assembly."""
        key, reach = _key(marks), 2 * self.tolerance * len(marks)
        low, high = bisect_left(self._keys, key - reach), bisect_right(self._keys, key + reach)
        return any(are_equal(marks, other, self.tolerance) for other in self.members[low:high])


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


def _key(marks: Landmarks) -> float:
    """The weighted extent of the parts: nearly equal for assemblies that are nearly equal."""
    return sum(
        (1 + kind % 7 / 10) * (point * DIRECTION.conjugate()).real / len(points)
        for kind, points in marks
        for point in points
    )
