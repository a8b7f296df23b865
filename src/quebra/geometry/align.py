"""How a figure may lie upon an assembly: motions proposed by edges that could be the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import degrees
from typing import NamedTuple

from quebra.geometry.edges import Arc, Edge, Line, Point, box_of, cross, dot, is_point
from quebra.geometry.motion import Motion, turn_between

Contours = Sequence[Sequence[Edge]]

TOGETHER = 4
"""Votes count together within this many tolerances."""
ALIKE = 0.02
"""How much radii, and lengths of curves, may differ for edges that could be the same."""
ROUNDS = 3
"""Rounds of least squares: the first brings a motion near, the others hardly change it."""
FARTHEST = 100
"""A correction moves no vertex farther than this many tolerances."""
ENOUGH = 0.999
"""The share of the outline that needs no better motion."""


def motions(
    figure: Contours,
    assembly: Sequence[Contours],
    tolerance: float,
    mirror: bool = False,
    most: int = 6,
) -> list[tuple[float, Motion]]:
    """Motions that bring the figure onto the assembly, the best first, of the `most` likely ones.

    Each comes with the share of the figure's outline that then runs along edges of pieces.

    Where an edge of a piece is an edge of the figure, or the beginning or the end of one, there is
    only one motion that brings them together; the motion with the longest such edges in all wins.
    Staying in place is always among them.

    >>> square = (Line(0, 1), Line(1, 1 + 1j), Line(1 + 1j, 1j), Line(1j, 0))
    >>> moved = tuple(line.moved(Motion(5, 30)) for line in square)
    >>> share, best = motions([square], [[moved]], 1e-6)[0]
    >>> round(share, 9), round(abs(best(0.5 + 0.5j) - Motion(5, 30)(0.5 + 0.5j)), 9)
    (1.0, 0.0)
    """
    edges = [edge for contour in figure for edge in contour]
    pieces = [_Side.of(edge) for contours in assembly for contour in contours for edge in contour]
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
    edges = [edge for contour in figure for edge in contour]
    pieces = [_Side.of(edge) for contours in assembly for contour in contours for edge in contour]
    shared = _shared_length(_moved(edges, motion), pieces, tolerance)
    return min(1.0, shared / sum(edge.length for edge in edges))


def refined(
    motion: Motion, figure: Contours, assembly: Sequence[Contours], tolerance: float
) -> Motion:
    """The motion, corrected so that edges that lie along one another do so as well as can be.

    Least squares over the distances of the figure's edges from the edges of pieces, both ends of
    what they share.
    """
    from numpy import array
    from numpy.linalg import lstsq

    edges = [edge for contour in figure for edge in contour]
    pieces = [_Side.of(edge) for contours in assembly for contour in contours for edge in contour]
    for _ in range(ROUNDS):
        lying = [_Side.of(edge) for edge in _moved(edges, motion)]
        rows = [
            (normal.real, normal.imag, cross(spot, normal), distance)
            for mine in lying
            for theirs in pieces
            if mine.alike(theirs) and _overlap(mine, theirs, 4 * tolerance)
            for spot, normal, distance in _residuals(mine, theirs)
        ]
        if len(rows) < 3:
            break
        matrix = array(rows)
        x, y, turn = lstsq(matrix[:, :3], matrix[:, 3], rcond=None)[0]
        corrected = motion.then(Motion(complex(x, y), degrees(turn)))
        if any(abs(corrected(e.start) - motion(e.start)) > FARTHEST * tolerance for e in edges):
            # Edges that are nearly parallel do not tell how far to go along them.
            break
        motion = corrected
    return motion


def _residuals(mine: _Side, theirs: _Side) -> Iterator[tuple[Point, Point, float]]:
    """The ends of what two edges share: a point, the normal there, and how far off the other is."""
    for t in (mine.edge.nearest(theirs.edge.start), mine.edge.nearest(theirs.edge.end)):
        spot, heading = mine.edge.at(t), mine.edge.heading(t)
        normal = 1j * heading / abs(heading)
        yield spot, normal, dot(normal, theirs.edge.at(theirs.edge.nearest(spot)) - spot)


class _Side(NamedTuple):
    """An edge with what every comparison asks for; headings are of length 1."""

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

    def alike(self, other: _Side) -> bool:
        """Whether one edge may be a part of the other."""
        if self.kind is not other.kind:
            return False
        return self.kind is Line or abs(self.size - other.size) <= ALIKE * abs(self.size)


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
    """The edges after a motion, inside to the left: a mirrored contour runs the other way."""
    moved = [there for edge in edges if not is_point(there := edge.moved(motion))]
    return [edge.reversed() for edge in moved] if motion.flip else moved


def _shortlist(edges: list[Edge], pieces: list[_Side], tolerance: float, most: int) -> list[Motion]:
    """The motions with the most votes."""
    middle, size = _extent(edges)
    sides = [_Side.of(edge) for edge in edges]
    step = TOGETHER * tolerance
    angle = 2 * step / size
    votes: dict[tuple[int, ...], float] = {}
    best: dict[tuple[int, ...], tuple[float, Point, Point]] = {}
    for turn, there, weight in _votes(sides, pieces, middle, tolerance):
        for key in _boxes(turn / angle, there / step):
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
    """Turns, as factors, where they bring the middle of the figure, and the length in favour."""
    for mine in edges:
        from_start, from_end = middle - mine.edge.start, middle - mine.edge.end
        for theirs in pieces:
            if mine.alike(theirs):
                weight = min(mine.length, theirs.length)
                turn = theirs.leaving / mine.leaving
                if abs(mine.length - theirs.length) <= tolerance:
                    yield turn, theirs.edge.start + turn * from_start, 2 * weight
                    continue
                yield turn, theirs.edge.start + turn * from_start, weight
                turn = theirs.arriving / mine.arriving
                yield turn, theirs.edge.end + turn * from_end, weight


def _boxes(turn: Point, place: Point) -> Iterator[tuple[int, ...]]:
    """Two boxes for each vote, from grids half a step apart, lest votes fall between two stools."""
    yield round(place.real), round(place.imag), round(turn.real), round(turn.imag)
    yield int(place.real // 1), int(place.imag // 1), int(turn.real // 1), int(turn.imag // 1), 1


def _extent(edges: list[Edge]) -> tuple[Point, float]:
    """The middle and the size of the box around the corners."""
    left, low, right, high = box_of(tuple(edge.start for edge in edges))
    return complex(left + right, low + high) / 2, max(right - left, high - low, edges[0].length)


def _shared_length(edges: list[Edge], pieces: list[_Side], tolerance: float) -> float:
    """How much of the figure's outline runs along edges of pieces, in the same direction."""
    near = 4 * tolerance
    return sum(
        _overlap(mine, theirs, near)
        for mine in map(_Side.of, edges)
        for theirs in pieces
        if mine.alike(theirs)
    )


def _overlap(a: _Side, b: _Side, tolerance: float) -> float:
    """The length that two edges have in common."""
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
