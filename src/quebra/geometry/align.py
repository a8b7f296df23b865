"""Alignment of a figure with an assembly: motions voted for by pairs of edges that may coincide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import degrees
from typing import NamedTuple

from quebra.geometry.edges import (
    Arc,
    Contours,
    Edge,
    Line,
    Point,
    box_of,
    cross,
    dot,
    edges_of,
    is_point,
)
from quebra.geometry.minimax import minimax
from quebra.geometry.motion import Motion, turn_between

BIN_SIZE = 4
"""Size of a bin of votes, in tolerances."""
SIZE_ERROR = 0.02
"""Relative difference of radii, or of lengths of curves, of edges that may coincide."""
ROUNDS = 3
"""Rounds of least squares: the first one comes close, the others change little."""
FARTHEST = 100
"""The most that a correction moves a vertex, in tolerances."""
ENOUGH = 0.999
"""Share of the outline on edges of pieces beyond which no better motion is sought."""


def motions(
    figure: Contours,
    assembly: Sequence[Contours],
    tolerance: float,
    mirror: bool = False,
    most: int = 6,
) -> list[tuple[float, Motion]]:
    """The best of the `most` likely motions that bring the figure onto the assembly, best first.

    Each comes with the share of the figure's outline that then runs along edges of pieces.

    If an edge of a piece is an edge of the figure, or the beginning or the end of one, a single
    motion maps the one onto the other. Each such pair votes for its motion with its length. The
    identity is always among the results; reflections are only with `mirror`.

    >>> square = (Line(0, 1), Line(1, 1 + 1j), Line(1 + 1j, 1j), Line(1j, 0))
    >>> moved = tuple(line.moved(Motion(5, 30)) for line in square)
    >>> share, best = motions([square], [[moved]], 1e-6)[0]
    >>> round(share, 9), round(abs(best(0.5 + 0.5j) - Motion(5, 30)(0.5 + 0.5j)), 9)
    (1.0, 0.0)
    """
    edges = edges_of(figure)
    pieces = _sides(assembly)
    outline = sum(edge.length for edge in edges)
    found: list[tuple[float, Motion]] = []
    for motion in _proposals(edges, pieces, tolerance, mirror, most):
        share = _shared_length(_moved(edges, motion), pieces, tolerance) / outline
        found.append((share, motion))
        if share >= ENOUGH:
            break
    return sorted(found, key=lambda each: each[0], reverse=True)


def outline_share(
    figure: Contours, assembly: Sequence[Contours], motion: Motion, tolerance: float
) -> float:
    """The share of the figure's outline, after a motion, that runs along edges of pieces."""
    edges = edges_of(figure)
    shared = _shared_length(_moved(edges, motion), _sides(assembly), tolerance)
    return min(1.0, shared / sum(edge.length for edge in edges))


def refined(
    motion: Motion,
    figure: Contours,
    assembly: Sequence[Contours],
    tolerance: float,
    *,
    by_largest: bool = False,
) -> Motion:
    """The motion corrected by least squares, or so that the largest distance is the least.

    Distances are those of the figure's edges from edges of pieces along them, at both ends of the
    common stretch.
    """
    from numpy import array, vstack
    from numpy.linalg import lstsq

    edges, pieces = edges_of(figure), _sides(assembly)
    for _ in range(ROUNDS):
        moved = [_Side.of(edge) for edge in _moved(edges, motion)]
        rows = [
            (normal.real, normal.imag, cross(spot, normal), distance)
            for mine in moved
            for theirs in pieces
            if mine.may_coincide(theirs) and _overlap(mine, theirs, 4 * tolerance)
            for spot, normal, distance in _residuals(mine, theirs)
        ]
        if len(rows) < 3:
            break
        matrix = array(rows)
        if by_largest:
            both = vstack([matrix, -matrix])
            change = minimax(both[:, :3], both[:, 3])
        else:
            change = lstsq(matrix[:, :3], matrix[:, 3], rcond=None)[0]
        if change is None:
            break
        x, y, turn = change
        corrected = motion.then(Motion(complex(x, y), degrees(turn)))
        if any(abs(corrected(e.start) - motion(e.start)) > FARTHEST * tolerance for e in edges):
            # All edges are nearly parallel: the shift along them is not determined.
            break
        motion = corrected
    return motion


def _sides(assembly: Sequence[Contours]) -> list[_Side]:
    return [_Side.of(edge) for contours in assembly for edge in edges_of(contours)]


def _residuals(mine: _Side, theirs: _Side) -> Iterator[tuple[Point, Point, float]]:
    """At both ends of the common stretch: the point, the normal, the other edge's distance."""
    for t in (mine.edge.nearest(theirs.edge.start), mine.edge.nearest(theirs.edge.end)):
        spot, heading = mine.edge.at(t), mine.edge.heading(t)
        normal = 1j * heading / abs(heading)
        yield spot, normal, dot(normal, theirs.edge.at(theirs.edge.nearest(spot)) - spot)


class _Side(NamedTuple):
    """An edge with values that comparisons need.

    `size` is the radius of an arc, negative for a concave one, and otherwise the length; `leaving`
    and `arriving` are the unit tangents at start and end.
    """

    edge: Edge
    kind: type[Edge]
    size: float
    length: float
    leaving: Point
    arriving: Point

    @classmethod
    def of(cls, edge: Edge) -> _Side:
        size = edge.radius * (1 if edge.sweep > 0 else -1) if isinstance(edge, Arc) else edge.length
        leaving, arriving = edge.heading(0), edge.heading(1)
        return cls(
            edge,
            type(edge),
            size,
            edge.length,
            leaving / abs(leaving),
            arriving / abs(arriving),
        )

    def may_coincide(self, other: _Side) -> bool:
        """Whether a motion may map one edge onto a part of the other."""
        if self.kind is not other.kind:
            return False
        return self.kind is Line or abs(self.size - other.size) <= SIZE_ERROR * abs(self.size)


def _proposals(
    edges: list[Edge], pieces: list[_Side], tolerance: float, mirror: bool, most: int
) -> Iterator[Motion]:
    yield Motion()
    yield from _shortlist(edges, pieces, tolerance, most)
    if mirror:
        flip = Motion(flip=True)
        yield flip
        yield from (
            flip.then(motion) for motion in _shortlist(_moved(edges, flip), pieces, tolerance, most)
        )


def _moved(edges: list[Edge], motion: Motion) -> list[Edge]:
    """The edges after a motion; reflected ones are reversed, so that the inside stays left."""
    moved = [image for edge in edges if not is_point(image := edge.moved(motion))]
    return [edge.reversed() for edge in moved] if motion.flip else moved


def _shortlist(edges: list[Edge], pieces: list[_Side], tolerance: float, most: int) -> list[Motion]:
    """The motions with the most votes."""
    middle, size = _extent(edges)
    sides = [_Side.of(edge) for edge in edges]
    step = BIN_SIZE * tolerance
    angle = 2 * step / size
    votes: dict[tuple[int, ...], float] = {}
    best: dict[tuple[int, ...], tuple[float, Point, Point]] = {}
    for turn, there, weight in _votes(sides, pieces, middle, tolerance):
        for key in _bins(turn / angle, there / step):
            votes[key] = votes.get(key, 0.0) + weight
            if key not in best or best[key][0] < weight:
                best[key] = weight, turn, there
    chosen: dict[tuple[Point, Point], Motion] = {}
    for key in sorted(votes, key=votes.__getitem__, reverse=True):
        _, turn, there = best[key]
        chosen[turn, there] = Motion(there - turn * middle, turn_between(1, turn))
        if len(chosen) == most:
            break
    return list(chosen.values())


def _votes(
    edges: list[_Side], pieces: list[_Side], middle: Point, tolerance: float
) -> Iterator[tuple[Point, Point, float]]:
    """Votes: a rotation as a factor, the image of the figure's middle, and the weight."""
    for mine in edges:
        from_start, from_end = middle - mine.edge.start, middle - mine.edge.end
        for theirs in pieces:
            if mine.may_coincide(theirs):
                weight = min(mine.length, theirs.length)
                turn = theirs.leaving / mine.leaving
                if abs(mine.length - theirs.length) <= tolerance:
                    yield turn, theirs.edge.start + turn * from_start, 2 * weight
                    continue
                yield turn, theirs.edge.start + turn * from_start, weight
                turn = theirs.arriving / mine.arriving
                yield turn, theirs.edge.end + turn * from_end, weight


def _bins(turn: Point, place: Point) -> Iterator[tuple[int, ...]]:
    """Two bins for each vote, of grids half a step apart: close votes share one of them."""
    yield round(place.real), round(place.imag), round(turn.real), round(turn.imag)
    yield int(place.real // 1), int(place.imag // 1), int(turn.real // 1), int(turn.imag // 1), 1


def _extent(edges: list[Edge]) -> tuple[Point, float]:
    """The middle and the longer side of the bounding box of the corners."""
    left, low, right, high = box_of(tuple(edge.start for edge in edges))
    return complex(left + right, low + high) / 2, max(right - left, high - low, edges[0].length)


def _shared_length(edges: list[Edge], pieces: list[_Side], tolerance: float) -> float:
    """The length of the figure's outline on edges of pieces that run in the same direction."""
    return sum(
        _overlap(mine, theirs, 4 * tolerance)
        for mine in map(_Side.of, edges)
        for theirs in pieces
        if mine.may_coincide(theirs)
    )


def _overlap(a: _Side, b: _Side, tolerance: float) -> float:
    """The length of the common stretch of two edges."""
    if a.kind is Line:
        along = a.leaving
        start, end = b.edge.start - a.edge.start, b.edge.end - a.edge.start
        if abs(cross(along, start)) > tolerance or abs(cross(along, end)) > tolerance:
            return 0.0
        return max(0.0, min(a.length, dot(along, end)) - max(0.0, dot(along, start)))
    t, u = a.edge.nearest(b.edge.start), a.edge.nearest(b.edge.end)
    middle = a.edge.at((t + u) / 2)
    if t >= u or abs(b.edge.at(b.edge.nearest(middle)) - middle) > tolerance:
        return 0.0
    return (u - t) * a.length
