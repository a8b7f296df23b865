"""Silhouettes: regions joined along sides, and a key that identifies congruent outlines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from quebra.geometry.arrangement import Arrangement
from quebra.geometry.chains import chained_edges
from quebra.geometry.edges import Arc, Curve, Edge, Line, Point, edges_of
from quebra.geometry.motion import Motion, turn_between
from quebra.geometry.outline import Contour
from quebra.geometry.region import merged, size_of
from quebra.geometry.signature import mirrored, signature

Region = tuple[Contour, ...]
Entry = tuple[float, float, float, int]
CongruenceKey = tuple[tuple[Entry, ...], ...]
"""For each contour its edges: length, angle to the next one, radius and concavity."""

DIGITS = 10
EPSILON = 1e-6
"""Points of a figure closer than this share of its size count as equal."""


def congruence_key(contours: Sequence[Contour]) -> CongruenceKey:
    """A key that is equal for congruent outlines, including mirrored ones.

    Lengths are shares of the total length, to three digits. The relative position of several
    contours is not part of the key.

    >>> from quebra.geometry.edges import chained
    >>> congruence_key([chained([0, 3, 4j])]) == congruence_key([chained([1 + 1j, 5 + 1j, 1 + 4j])])
    True
    """
    tolerance = EPSILON * size_of(contours)
    sides = [merged(contour, tolerance) for contour in contours]
    whole = outline_length(sides)
    return min(
        tuple(sorted(_least(_entries(contour, whole)) for contour in motion))
        for motion in (sides, [mirrored(contour) for contour in sides])
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


def joined_regions(one: Region, other: Region, tolerance: float) -> tuple[Region, float] | None:
    """The union of two regions and their common length; None if they overlap or leave holes.

    >>> from quebra.geometry.edges import chained
    >>> squares = [(chained([x, x + 1, x + 1 + 1j, x + 1j]),) for x in (0, 1)]
    >>> joined_regions(squares[0], squares[1], 1e-6)[1]
    1.0
    """
    plan = Arrangement([one, other], tolerance)
    if plan.area(lambda cover: len(cover) > 1) > tolerance * size_of(other):
        return None
    contours = plan.contours(bool)
    if len(contours) > 1:
        return None
    outline: Contour | None = merged(contours[0], tolerance)
    if any(isinstance(edge, Curve) for region in (one, other) for c in region for edge in c):
        outline = _outline_of_whole_sides((*one[0], *other[0]), tolerance)
    if outline is None or len({_grid_cell(edge, tolerance) for edge in outline}) < len(outline):
        return None
    shared = (outline_length(one) + outline_length(other) - outline_length([outline])) / 2
    return ((outline,), shared) if shared > 10 * tolerance else None


def _outline_of_whole_sides(edges: Sequence[Edge], tolerance: float) -> Contour | None:
    """The outline without sides shared by both regions, which keeps curves exact."""
    unpaired: list[Edge] = []
    for edge in edges:
        back = edge.reversed()
        twin = next((each for each in unpaired if _is_same(each, back, tolerance)), None)
        if twin is None:
            unpaired.append(edge)
        else:
            unpaired.remove(twin)
    chains, loose = chained_edges(unpaired, tolerance)
    return tuple(chains[0]) if len(chains) == 1 and not loose else None


def _is_same(one: Edge, other: Edge, tolerance: float) -> bool:
    return all(abs(one.at(t) - other.at(t)) <= 10 * tolerance for t in (0, 0.25, 0.5, 0.75, 1))


def _grid_cell(edge: Edge, tolerance: float) -> tuple[int, int]:
    """The start of an edge, rounded, to detect an outline that touches itself."""
    return round(edge.start.real / tolerance / 10), round(edge.start.imag / tolerance / 10)


def outline_length(contours: Sequence[Contour]) -> float:
    """The total length of all edges."""
    return sum(edge.length for edge in edges_of(contours))


def contact_motions(figure: Region, piece: Region, tolerance: float) -> Iterator[Motion]:
    """The motions that put a side of a piece along one of the figure, with a common end."""
    for mine in edges_of(figure):
        for theirs in edges_of(piece):
            if _fit(mine, theirs, tolerance):
                turn = turn_between(theirs.heading(0), -mine.heading(1))
                yield Motion(mine.end - Motion(0, turn)(theirs.start), turn)
                turn = turn_between(theirs.heading(1), -mine.heading(0))
                yield Motion(mine.start - Motion(0, turn)(theirs.end), turn)


def _fit(mine: Edge, theirs: Edge, tolerance: float) -> bool:
    """Whether one side can lie along another; curves only if they are congruent."""
    if isinstance(mine, Arc) and isinstance(theirs, Arc):
        return abs(mine.radius - theirs.radius) <= tolerance and (mine.sweep > 0) != (
            theirs.sweep > 0
        )
    if isinstance(mine, Curve) and isinstance(theirs, Curve):
        pairs = zip(_relative_points(mine.reversed()), _relative_points(theirs), strict=True)
        return all(abs(one - other) <= tolerance for one, other in pairs)
    return isinstance(mine, Line) and isinstance(theirs, Line)


def _relative_points(curve: Curve) -> tuple[Point, ...]:
    """The control points of a curve relative to its start and the direction of its chord."""
    ahead = (curve.end - curve.start) / abs(curve.end - curve.start)
    points = (curve.first, curve.second, curve.end)
    return tuple((point - curve.start) / ahead for point in points)


def scaled(region: Region, factor: float) -> Region:
    """A region scaled about the origin."""
    return _changed(region, lambda point: factor * point)


def rounded_region(region: Region) -> Region:
    """A region with rounded coordinates.

    >>> rounded_region(((Line(1e-16, 1), Line(1, 1j), Line(1j, 1e-16)),))[0][0].start
    0j
    """
    return _changed(region, lambda p: complex(round(p.real, DIGITS), round(p.imag, DIGITS)))


def _changed(region: Region, change: Callable[[Point], Point]) -> Region:
    """A region whose points are mapped by `change`, which must preserve angles."""

    def changed(edge: Edge) -> Edge:
        start, end = change(edge.start), change(edge.end)
        match edge:
            case Line():
                return Line(start, end)
            case Arc() if edge.start != edge.end:
                # The centre keeps its place relative to the chord: for half a circle, a radius
                # that disagrees slightly with the ends would move the centre far more.
                centre = (edge.centre - edge.start) / (edge.end - edge.start)
                return Arc(start, end, start + centre * (end - start), edge.sweep)
            case Arc():
                return Arc(start, end, change(edge.centre), edge.sweep)
            case Curve():
                return Curve(start, change(edge.first), change(edge.second), end)

    return tuple(tuple(changed(edge) for edge in contour) for contour in region)
