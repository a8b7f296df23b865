"""Signatures of contours, which do not depend on position and rotation, and their comparison.

Section 4.2 of the verifier paper: a cyclic list with, for each edge, the distance between its ends
and the angle to the next edge, and for an arc the radius and the concavity. Section 4.3 asks for
the contour with the "most proximity" to the figure, without a measure: here it is the length of
the longest common run of edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from math import nan, radians
from typing import NamedTuple

from quebra.geometry.edges import Arc, Edge, Line
from quebra.geometry.motion import Motion, turn_between
from quebra.geometry.outline import Contour

SLACK = 4
"""Largest difference of lengths, in tolerances: each of the four ends may be off by one."""


class Entry(NamedTuple):
    """One edge of a signature; a straight one has radius 0 and concavity 0.

    The concavity is 1 where an arc is convex and -1 where it is concave. The angle to the next edge
    is in degrees, from 0 to 360, and measured through the inside.
    """

    distance: float
    angle: float
    radius: float
    concavity: int
    length: float


Signature = tuple[Entry, ...]


def signature(contour: Contour) -> Signature:
    """The signature of a contour.

    >>> from quebra.geometry.edges import chained
    >>> [round(entry.angle, 3) for entry in signature(chained([0, 3, 3 + 4j]))]
    [90.0, 36.87, 53.13]
    """
    return tuple(_entry(edge, after) for edge, after in pairwise([*contour, contour[0]]))


def mirrored(contour: Contour) -> Contour:
    """The mirror image of a contour, reversed so that the inside is to the left again."""
    flip = Motion(flip=True)
    return tuple(edge.moved(flip).reversed() for edge in reversed(contour))


def same(one: Signature, other: Signature, tolerance: float) -> bool:
    """Whether two signatures are equal up to their first entry.

    >>> from quebra.geometry.edges import chained
    >>> turned = signature(chained([5 + 5j, 2 + 5j, 2 + 1j]))
    >>> same(signature(chained([0, 3, 3 + 4j])), turned, 1e-9)
    True
    """
    n = len(one)
    return n == len(other) and any(
        all(_fits(one, i, other, (i + start) % n, tolerance) for i in range(n))
        for start in range(n)
    )


def common_length(one: Signature, other: Signature, tolerance: float) -> float:
    """The length of the longest run of edges that two signatures have in common.

    Within a run edges and the angles between them are equal. Its first and its last edge may
    differ in length, and then count with the shorter length; a run has at least one corner.

    >>> from quebra.geometry.edges import chained
    >>> square, strip = chained([0, 2, 2 + 2j, 2j]), chained([0, 5, 5 + 2j, 2j])
    >>> common_length(signature(square), signature(strip), 1e-9)
    6.0
    """
    if same(one, other, tolerance):
        return sum(entry.length for entry in one)
    return max(
        (
            _run_length(one, i, other, j, tolerance)
            for i, j in product(range(len(one)), range(len(other)))
            if _begins(one, i, other, j, tolerance)
        ),
        default=0.0,
    )


def _entry(edge: Edge, after: Edge) -> Entry:
    distance = abs(edge.end - edge.start)
    angle = -turn_between(-edge.heading(1), after.heading(0)) % 360
    if isinstance(edge, Line):
        return Entry(distance, angle, 0.0, 0, edge.length)
    if isinstance(edge, Arc):
        return Entry(distance, angle, edge.radius, 1 if edge.sweep > 0 else -1, edge.length)
    # The paper has no other curves; nan makes this entry unequal to every other one.
    return Entry(distance, angle, nan, 0, edge.length)


def _fits(one: Sequence[Entry], i: int, other: Sequence[Entry], j: int, tolerance: float) -> bool:
    """Whether two edges and the angles after them are equal."""
    return _same_edge(one[i], other[j], tolerance) and _same_corner(one, i, other, j, tolerance)


def _same_edge(a: Entry, b: Entry, tolerance: float) -> bool:
    return _same_curvature(a, b, tolerance) and abs(a.distance - b.distance) <= SLACK * tolerance


def _same_curvature(a: Entry, b: Entry, tolerance: float) -> bool:
    return a.concavity == b.concavity and abs(a.radius - b.radius) <= SLACK * tolerance


def _same_corner(
    one: Sequence[Entry], i: int, other: Sequence[Entry], j: int, tolerance: float
) -> bool:
    """Whether the difference of two angles moves the end of the shortest edge by at most SLACK."""
    edges = (one[i], one[(i + 1) % len(one)], other[j], other[(j + 1) % len(other)])
    reach = min(min(edge.length, edge.radius or edge.length) for edge in edges)
    difference = abs((one[i].angle - other[j].angle + 180) % 360 - 180)
    return radians(difference) * reach <= SLACK * tolerance


def _begins(one: Sequence[Entry], i: int, other: Sequence[Entry], j: int, tolerance: float) -> bool:
    """Whether a run begins with these edges: it extends forwards, but not backwards."""
    after = one[(i + 1) % len(one)], other[(j + 1) % len(other)]
    pairs = ((one[i], other[j]), after)
    if not all(_same_curvature(*pair, tolerance) for pair in pairs):
        return False
    if not _same_corner(one, i, other, j, tolerance):
        return False
    return not (
        _same_edge(one[i], other[j], tolerance)
        and _same_curvature(one[i - 1], other[j - 1], tolerance)
        and _same_corner(one, i - 1, other, j - 1, tolerance)
    )


def _run_length(
    one: Sequence[Entry], i: int, other: Sequence[Entry], j: int, tolerance: float
) -> float:
    """The length of the run that begins with these edges."""
    total = min(one[i].length, other[j].length)
    for _ in range(min(len(one), len(other)) - 1):
        if not _same_corner(one, i, other, j, tolerance):
            break
        i, j = (i + 1) % len(one), (j + 1) % len(other)
        if not _same_curvature(one[i], other[j], tolerance):
            break
        total += min(one[i].length, other[j].length)
        if not _same_edge(one[i], other[j], tolerance):
            break
    return total
