"""The point at which the label of a piece is drawn."""

from __future__ import annotations

from functools import lru_cache

from quebra.geometry.edges import Line, Point, box_of, chained, polyline
from quebra.geometry.outline import read_outline
from quebra.geometry.region import size_of

STEPS = 14
"""The number of rows and columns of the grid of points tried."""


@lru_cache(maxsize=256)
def label_point(outline: str) -> tuple[Point, float]:
    """A point inside an outline about as far from its sides as possible, and that distance.

    >>> label_point("M0 0 L2 0 L2 2 L0 2 Z")
    ((1+1j), 1.0)
    """
    contours = read_outline(outline)
    fine = size_of(contours) / 100
    sides = [side for contour in contours for side in chained(polyline(contour, fine))]
    left, top, right, bottom = box_of(tuple(side.start for side in sides))
    width, height = (right - left) / STEPS, (bottom - top) / STEPS
    inside = (
        point
        for i in range(1, STEPS)
        for j in range(1, STEPS)
        if _is_inside(point := complex(left + i * width, top + j * height), sides)
    )
    found = ((_clearance(point, sides), point) for point in inside)
    clearance, best = max(found, key=lambda found: found[0], default=(0.0, sides[0].start))
    return best, clearance


def _clearance(point: Point, sides: list[Line]) -> float:
    return min(abs(side.at(side.nearest(point)) - point) for side in sides)


def _is_inside(point: Point, sides: list[Line]) -> bool:
    """Whether a ray to the right crosses an odd number of sides."""
    crossed = 0
    for side in sides:
        a, b = side.start - point, side.end - point
        if (a.imag > 0) != (b.imag > 0):
            crossed += a.real - a.imag * (b.real - a.real) / (b.imag - a.imag) > 0
    return crossed % 2 == 1
