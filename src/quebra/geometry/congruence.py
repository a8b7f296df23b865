"""Congruent regions: the motions that bring one onto the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.geometry.edges import Edge, Point
from quebra.geometry.motion import Motion, turn_between

Contours = Sequence[Sequence[Edge]]


def congruences(
    one: Contours, other: Contours, near: float, *, flips: bool = True
) -> Iterator[Motion]:
    """All motions that bring a region onto another, mirrored ones last; both in merged edges.

    >>> from quebra.geometry.edges import chained
    >>> square = [chained([0, 1, 1 + 1j, 1j])]
    >>> len(list(congruences(square, square, 1e-9)))
    8
    """
    goal = [edge for contour in other for edge in contour]
    if sum(map(len, one)) != len(goal):
        return
    for flip in (False, True) if flips else (False,):
        mine = [_flipped(edge) if flip else edge for contour in one for edge in contour]
        # The edge whose length is rarest leaves the fewest motions to try.
        first = min(mine, key=lambda edge: (_count(edge, mine, near), -edge.length))
        for edge in goal:
            if type(edge) is type(first) and abs(edge.length - first.length) <= near:
                turn = edge.heading(0) / first.heading(0)
                turn /= abs(turn)
                motion = Motion(edge.start - turn * first.start, turn_between(1, turn))
                if _is_onto([each.moved(motion) for each in mine], goal, near):
                    yield Motion(flip=flip).then(motion)


def _flipped(edge: Edge) -> Edge:
    return edge.moved(Motion(flip=True)).reversed()


def _count(edge: Edge, edges: list[Edge], near: float) -> int:
    return sum(type(e) is type(edge) and abs(e.length - edge.length) <= near for e in edges)


def _is_onto(mine: list[Edge], goal: list[Edge], near: float) -> bool:
    """Whether each edge lies upon one of the others, which are as many."""
    goals = [points_of(edge) for edge in goal]
    return all(any(_are_near(points_of(edge), spots, near) for spots in goals) for edge in mine)


def points_of(edge: Edge) -> list[Point]:
    """Points that tell an edge: a cubic curve needs four, and five are the same both ways."""
    return [edge.at(t) for t in (0.0, 0.25, 0.5, 0.75, 1.0)]


def _are_near(some: list[Point], others: list[Point], near: float) -> bool:
    return all(abs(one - other) <= near for one, other in zip(some, others, strict=True))
