"""Corrects the positions of all pieces of an assembly at once, so that adjacent sides coincide.

The search places one piece after the other, so that errors of a drawing add up. Here all pieces
are moved together: first by least squares over the distances between sides, then, if some distance
is still too large, by a linear program that minimises the largest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import degrees
from typing import TYPE_CHECKING, NamedTuple

from quebra.geometry.edges import Box, Edge, Line, Point, dot
from quebra.geometry.minimax import minimax
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import moved

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

ROUNDS = 5
"""Rounds of least squares; each one finds the adjacent sides anew."""
LAST_ROUNDS = 2
"""Rounds that minimise the largest distance."""
PARALLEL = 0.1
"""The largest sine of the angle between straight sides that are adjacent."""
SAMPLES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The parameters at which curved sides are compared."""
FACING = 0.9
"""The smallest cosine between the opposite directions of curved sides that are adjacent."""

Placed = Sequence[tuple[int, Motion]]
"""For each piece the number of its shape and its motion."""
FIGURE = -1
"""The number of the figure, which is not moved."""


class _Side(NamedTuple):
    """An edge of a piece or, reversed, of the figure."""

    piece: int
    edge: Edge


class _Residual(NamedTuple):
    """The distance of two sides at a point, along a normal."""

    one: int
    other: int
    at: Point
    normal: Point
    distance: float


def polished(
    shapes: Sequence[Sequence[Contour]],
    figure: Sequence[Contour],
    placed: Placed,
    reach: float,
    is_right: Callable[[Placed], bool],
    *,
    turns: bool = True,
) -> Placed | None:
    """The assembly with pieces moved until `is_right`, or None where that fails.

    Sides at most `reach` apart are adjacent. Without `turns` pieces are only translated.
    """
    for number in range(ROUNDS + LAST_ROUNDS):
        sides = _sides(shapes, figure, placed)
        residuals = list(_residuals(sides, reach))
        if not residuals:
            return None
        if number < ROUNDS:
            change: Array | None = _least_squares(*_system(residuals, len(placed), turns))
        else:
            depths = list(_depths(sides, reach))
            change = _smallest_maximum(residuals, depths, len(placed), turns)
        if change is None:
            return None
        if not turns:
            change[2::3] = 0.0
        placed = [
            (kind, motion.then(Motion(complex(x, y), degrees(turn))))
            for (kind, motion), (x, y, turn) in zip(placed, change.reshape(-1, 3), strict=True)
        ]
        if is_right(placed):
            return placed
    return None


def _sides(
    shapes: Sequence[Sequence[Contour]], figure: Sequence[Contour], placed: Placed
) -> list[_Side]:
    sides = [_Side(FIGURE, edge.reversed()) for contour in figure for edge in contour]
    for number, (kind, motion) in enumerate(placed):
        sides += (
            _Side(number, edge) for contour in moved(shapes[kind], motion) for edge in contour
        )
    return sides


def _residuals(sides: Sequence[_Side], reach: float) -> Iterator[_Residual]:
    for i, one in enumerate(sides):
        for other in sides[:i]:
            if one.piece != other.piece:
                if isinstance(one.edge, Line) and isinstance(other.edge, Line):
                    yield from _between_lines(one, other, reach)
                else:
                    yield from _between_curved(one, other, reach)


def _between_lines(one: _Side, other: _Side, reach: float) -> Iterator[_Residual]:
    """The distances at both ends of the common stretch of two straight sides, if adjacent."""
    a, b = one.edge, other.edge
    along = (a.end - a.start) / a.length
    facing = (b.end - b.start) / b.length
    if dot(along, facing) > 0 or abs((along.conjugate() * facing).imag) > PARALLEL:
        return
    low = max(0.0, dot(along, b.end - a.start))
    high = min(a.length, dot(along, b.start - a.start))
    if high - low <= 2 * reach:
        return
    normal = 1j * along
    ends = [a.start + along * low, a.start + along * high]
    distances = [dot(normal, _foot(b, end) - end) for end in ends]
    if max(map(abs, distances)) <= reach:
        for end, distance in zip(ends, distances, strict=True):
            yield _Residual(one.piece, other.piece, end, normal, distance)


def _foot(line: Edge, point: Point) -> Point:
    along = (line.end - line.start) / line.length
    return line.start + along * dot(along, point - line.start)


def _between_curved(one: _Side, other: _Side, reach: float) -> Iterator[_Residual]:
    """The distances at sample points of two sides, of which one at least is curved."""
    if _are_apart(one.edge.box, other.edge.box, reach):
        return
    found = [
        _Residual(a.piece, b.piece, spot, normal, distance)
        for a, b in ((one, other), (other, one))
        for spot, normal, distance in _feet(a.edge, b.edge, reach)
    ]
    if len(found) > 1:
        yield from found


def _feet(one: Edge, other: Edge, reach: float) -> Iterator[tuple[Point, Point, float]]:
    """Sample points of an edge that are close to another, the normals and the distances there."""
    for t in SAMPLES:
        spot = one.at(t)
        nearest = other.nearest(spot)
        off = other.at(nearest) - spot
        if 0 < nearest < 1 and abs(off) <= reach:
            along, facing = one.heading(t), other.heading(nearest)
            if dot(along, facing) < -FACING * abs(along) * abs(facing):
                normal = 1j * facing / abs(facing)
                yield spot, normal, dot(normal, off)


def _depths(sides: Sequence[_Side], reach: float) -> Iterator[_Residual]:
    """The depths of vertices that lie inside other pieces, or outside the figure.

    On which side of an outline a vertex lies is decided at the nearest point of the outline.
    """
    for one, (number, edges) in product(sides, _by_piece(sides).items()):
        spot = one.edge.start
        close = [e for e in edges if not _are_apart((spot.real, spot.imag) * 2, e.box, reach)]
        if one.piece == number or not close:
            continue
        off, edge, t = min(
            ((edge.at(t := edge.nearest(spot)) - spot, edge, t) for edge in close),
            key=lambda each: abs(each[0]),
        )
        outward = -1j * edge.heading(t)
        depth = dot(outward, off) / abs(outward)
        if 0 < t < 1 and 0 < depth <= reach:
            yield _Residual(one.piece, number, spot, outward / abs(outward), depth)


def _by_piece(sides: Sequence[_Side]) -> dict[int, list[Edge]]:
    found: dict[int, list[Edge]] = {}
    for piece, edge in sides:
        found.setdefault(piece, []).append(edge)
    return found


def _are_apart(one: Box, other: Box, reach: float) -> bool:
    return any(one[k] > other[k + 2] + reach or other[k] > one[k + 2] + reach for k in range(2))


def _system(residuals: Sequence[_Residual], pieces: int, turns: bool) -> tuple[Array, Array]:
    """The linear system: the change of each distance by the motions of the pieces."""
    import numpy as np

    matrix = np.zeros((len(residuals), 3 * pieces))
    for row, each in zip(matrix, residuals, strict=True):
        turn = dot(1j * each.at, each.normal) if turns else 0.0
        for piece, sign in ((each.one, 1.0), (each.other, -1.0)):
            if piece != FIGURE:
                column = 3 * piece
                row[column : column + 3] += (
                    sign * each.normal.real,
                    sign * each.normal.imag,
                    sign * turn,
                )
    return matrix, np.array([each.distance for each in residuals])


def _least_squares(matrix: Array, distances: Array) -> Array:
    import numpy as np

    return np.asarray(np.linalg.lstsq(matrix, distances, rcond=1e-9)[0], dtype=np.float64)


def _smallest_maximum(
    residuals: Sequence[_Residual], depths: Sequence[_Residual], pieces: int, turns: bool
) -> Array | None:
    """The change that minimises the largest distance, by a linear program."""
    import numpy as np

    matrix, distances = _system(residuals, pieces, turns)
    inside, least = _system(depths, pieces, turns)
    rows = np.vstack([matrix, -matrix, -inside])
    return minimax(rows, np.concatenate([distances, -distances, -least]))
