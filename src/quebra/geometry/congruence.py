"""Congruences: the motions that map one region onto another."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.geometry.edges import Contours, Edge, Point, edges_of
from quebra.geometry.motion import Motion, turn_between


def congruences(
    one: Contours, other: Contours, tolerance: float, *, flips: bool = True
) -> Iterator[Motion]:
    """All motions that map `one` onto `other`, reflections last.

    Both need merged edges, as `region.merged` returns them. Without `flips` there are no
    reflections.

    >>> from quebra.geometry.edges import chained
    >>> square = [chained([0, 1, 1 + 1j, 1j])]
    >>> len(list(congruences(square, square, 1e-9)))
    8
    """
    edges, goal = edges_of(one), edges_of(other)
    if len(edges) != len(goal):
        return
    for flip in (False, True) if flips else (False,):
        mine = [_flipped(edge) for edge in edges] if flip else edges
        # The edge whose length is rarest leaves the fewest motions to try.
        first = min(mine, key=lambda edge: (_count(edge, mine, tolerance), -edge.length))
        for edge in goal:
            if type(edge) is type(first) and abs(edge.length - first.length) <= tolerance:
                turn = edge.heading(0) / first.heading(0)
                turn /= abs(turn)
                motion = Motion(edge.start - turn * first.start, turn_between(1, turn))
                if _coincide([each.moved(motion) for each in mine], goal, tolerance):
                    yield Motion(flip=flip).then(motion)


def _flipped(edge: Edge) -> Edge:
    return edge.moved(Motion(flip=True)).reversed()


def _count(edge: Edge, edges: list[Edge], tolerance: float) -> int:
    """The number of edges with the type and length of this one."""
    return sum(type(e) is type(edge) and abs(e.length - edge.length) <= tolerance for e in edges)


def _coincide(mine: list[Edge], goal: list[Edge], tolerance: float) -> bool:
    """Whether each edge coincides with one of the others; both lists have the same length."""
    goals = [points_of(edge) for edge in goal]
    return all(
        any(_are_close(points_of(edge), points, tolerance) for points in goals) for edge in mine
    )


def points_of(edge: Edge) -> list[Point]:
    """Points that determine an edge: four would do for a cubic; five are symmetric."""
    return [edge.at(t) for t in (0.0, 0.25, 0.5, 0.75, 1.0)]


def _are_close(some: list[Point], others: list[Point], tolerance: float) -> bool:
    return all(abs(one - other) <= tolerance for one, other in zip(some, others, strict=True))
