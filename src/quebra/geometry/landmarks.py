"""Assemblies as marks, points with a kind, and whether the same ones were seen before."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion

Landmarks = tuple[tuple[int, tuple[Point, ...]], ...]
"""What an assembly consists of: for each part its kind, and points that tell where it lies."""
DIRECTION = 0.6 + 0.8j
"""Assemblies are sorted by their extent in this direction, which no usual symmetry keeps."""


class LandmarkSet:
    """The assemblies seen so far; they are sorted, so that few have to be compared.

    >>> known = LandmarkSet(0.1)
    >>> known.add(((0, (1, 2j)),))
    >>> known.has(((0, (2j, 1.05)),)), known.has(((1, (1, 2j)),)), known.has(((0, (1, 3j)),))
    (True, False, False)
    """

    def __init__(self, near: float) -> None:
        self.near = near
        self.members: list[Landmarks] = []
        self._keys: list[float] = []

    def add(self, marks: Landmarks) -> None:
        """Keep an assembly."""
        key = _key(marks)
        at = bisect_left(self._keys, key)
        self._keys.insert(at, key)
        self.members.insert(at, marks)

    def has(self, marks: Landmarks) -> bool:
        """Whether an assembly is the same as one that was kept."""
        key, reach = _key(marks), 2 * self.near * len(marks)
        low, high = bisect_left(self._keys, key - reach), bisect_right(self._keys, key + reach)
        return any(are_equal(marks, other, self.near) for other in self.members[low:high])


def moved_landmarks(marks: Landmarks, motion: Motion) -> Landmarks:
    """The marks after a motion of the whole."""
    return tuple((kind, tuple(map(motion, points))) for kind, points in marks)


def are_equal(one: Landmarks, other: Landmarks, near: float) -> bool:
    """Whether all parts of two assemblies lie in the same places."""
    return len(one) == len(other) and is_subset(one, other, near)


def is_subset(some: Landmarks, whole: Landmarks, near: float) -> bool:
    """Whether each of some parts lies where a part of the whole does that is of the same kind.

    >>> is_subset(((0, (1,)),), ((1, (1,)), (0, (1,))), 0.1)
    True
    """
    free = list(whole)
    for kind, points in some:
        for each in free:
            if each[0] == kind and _are_near(points, each[1], near):
                free.remove(each)
                break
        else:
            return False
    return True


def _are_near(some: Iterable[Point], others: Sequence[Point], near: float) -> bool:
    return all(any(abs(one - other) <= near for other in others) for one in some)


def _key(marks: Landmarks) -> float:
    """A number that differs little where assemblies do: the extent of their parts, by kinds."""
    return sum(
        (1 + kind % 7 / 10) * (point * DIRECTION.conjugate()).real / len(points)
        for kind, points in marks
        for point in points
    )
