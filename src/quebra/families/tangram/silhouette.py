"""Silhouettes: pieces joined side by side, and a form that tells equal outlines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from quebra.geometry.arrangement import Arrangement
from quebra.geometry.chains import chained_edges
from quebra.geometry.edges import Arc, Curve, Edge, Line, Point
from quebra.geometry.motion import Motion, turn_between
from quebra.geometry.outline import Contour
from quebra.geometry.region import merged, size_of
from quebra.geometry.signature import mirrored, signature

Region = tuple[Contour, ...]
Entry = tuple[float, float, float, int]
Form = tuple[tuple[Entry, ...], ...]
"""For each contour its edges: length, angle to the next one, radius and concavity."""

DIGITS = 10
SAME = 1e-6
"""Points of a figure closer than this share of its size are one."""


def form_of(contours: Sequence[Contour]) -> Form:
    """A form that is the same for congruent outlines, mirrored ones too.

    Lengths are in shares of the whole outline's, to three digits. How several contours lie to one
    another is not told.

    >>> from quebra.geometry.edges import chained
    >>> form_of([chained([0, 3, 4j])]) == form_of([chained([1 + 1j, 5 + 1j, 1 + 4j])])
    True
    """
    near = SAME * size_of(contours)
    sides = [merged(contour, near) for contour in contours]
    whole = sum(edge.length for contour in sides for edge in contour)
    return min(
        tuple(sorted(_least(_entries(contour, whole)) for contour in way))
        for way in (sides, [mirrored(contour) for contour in sides])
    )


def _entries(contour: Contour, whole: float) -> tuple[Entry, ...]:
    return tuple(
        (
            round(entry.distance / whole, 3),
            round(entry.angle) % 360,
            -1.0 if entry.radius != entry.radius else round(entry.radius / whole, 3),
            entry.concavity,
        )
        for entry in signature(contour)
    )


def _least(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return min(entries[i:] + entries[:i] for i in range(len(entries)))


def joined(one: Region, other: Region, near: float) -> tuple[Region, float] | None:
    """Two regions as one without a hole, and the length that they share; None if they cannot be.

    >>> from quebra.geometry.edges import chained
    >>> squares = [(chained([x, x + 1, x + 1 + 1j, x + 1j]),) for x in (0, 1)]
    >>> joined(squares[0], squares[1], 1e-6)[1]
    1.0
    """
    plan = Arrangement([one, other], near)
    if plan.area(lambda cover: len(cover) > 1) > near * size_of(other):
        return None
    contours = plan.contours(bool)
    if len(contours) > 1:
        return None
    outline: Contour | None = merged(contours[0], near)
    if any(isinstance(edge, Curve) for region in (one, other) for c in region for edge in c):
        outline = _outline_of_whole_sides((*one[0], *other[0]), near)
    if outline is None or len({_spot(edge, near) for edge in outline}) < len(outline):
        return None
    shared = (_length(one) + _length(other) - _length([outline])) / 2
    return ((outline,), shared) if shared > 10 * near else None


def _outline_of_whole_sides(edges: Sequence[Edge], near: float) -> Contour | None:
    """What is left of edges when sides that are wholly shared go; curves stay curves so."""
    left: list[Edge] = []
    for edge in edges:
        back = edge.reversed()
        twin = next((each for each in left if _is_same(each, back, near)), None)
        if twin is None:
            left.append(edge)
        else:
            left.remove(twin)
    chains, loose = chained_edges(left, near)
    return tuple(chains[0]) if len(chains) == 1 and not loose else None


def _is_same(one: Edge, other: Edge, near: float) -> bool:
    return all(abs(one.at(t) - other.at(t)) <= 10 * near for t in (0, 0.25, 0.5, 0.75, 1))


def _spot(edge: Edge, near: float) -> tuple[int, int]:
    """Where an edge begins, to see whether an outline touches itself."""
    return round(edge.start.real / near / 10), round(edge.start.imag / near / 10)


def _length(contours: Sequence[Contour]) -> float:
    return sum(edge.length for contour in contours for edge in contour)


def docks(figure: Region, piece: Region, near: float) -> Iterator[Motion]:
    """All motions that lay a side of a piece along one of the figure, with an end in common."""
    for mine in (edge for contour in figure for edge in contour):
        for theirs in (edge for contour in piece for edge in contour):
            if _fit(mine, theirs, near):
                turn = turn_between(theirs.heading(0), -mine.heading(1))
                yield Motion(mine.end - Motion(0, turn)(theirs.start), turn)
                turn = turn_between(theirs.heading(1), -mine.heading(0))
                yield Motion(mine.start - Motion(0, turn)(theirs.end), turn)


def _fit(mine: Edge, theirs: Edge, near: float) -> bool:
    """Whether one side can lie along another: of curves, only the whole."""
    if isinstance(mine, Arc) and isinstance(theirs, Arc):
        return abs(mine.radius - theirs.radius) <= near and (mine.sweep > 0) != (theirs.sweep > 0)
    if isinstance(mine, Curve) and isinstance(theirs, Curve):
        pairs = zip(_swing(mine.reversed()), _swing(theirs), strict=True)
        return all(abs(one - other) <= near for one, other in pairs)
    return isinstance(mine, Line) and isinstance(theirs, Line)


def _swing(curve: Curve) -> tuple[Point, ...]:
    """A curve seen from its start, with its end ahead."""
    ahead = (curve.end - curve.start) / abs(curve.end - curve.start)
    points = (curve.first, curve.second, curve.end)
    return tuple((point - curve.start) / ahead for point in points)


def scaled(region: Region, factor: float) -> Region:
    """A region made larger or smaller."""
    return _changed(region, lambda point: factor * point)


def tidied(region: Region) -> Region:
    """A region without the noise of many motions in its coordinates.

    >>> tidied(((Line(1e-16, 1), Line(1, 1j), Line(1j, 1e-16)),))[0][0].start
    0j
    """
    return _changed(region, lambda p: complex(round(p.real, DIGITS), round(p.imag, DIGITS)))


def _changed(region: Region, change: Callable[[Point], Point]) -> Region:
    """A region with each point put elsewhere, in a way that keeps angles."""

    def changed(edge: Edge) -> Edge:
        start, end = change(edge.start), change(edge.end)
        match edge:
            case Line():
                return Line(start, end)
            case Arc() if edge.start != edge.end:
                # Seen from the chord, the centre stays: a radius that does not belong to the ends
                # of half a circle would move the centre by far more than the ends.
                centre = (edge.centre - edge.start) / (edge.end - edge.start)
                return Arc(start, end, start + centre * (end - start), edge.sweep)
            case Arc():
                return Arc(start, end, change(edge.centre), edge.sweep)
            case Curve():
                return Curve(start, change(edge.first), change(edge.second), end)

    return tuple(tuple(changed(edge) for edge in contour) for contour in region)
