"""Areas of unions and intersections, quickly: outlines as fine polygons, joined by Manifold.

Good for shares and for choosing; what is proved is proved by the arrangement.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from quebra.geometry.edges import Edge, polyline
from quebra.geometry.motion import Motion
from quebra.geometry.region import size_of

if TYPE_CHECKING:
    from manifold3d import CrossSection

Contours = Sequence[Sequence[Edge]]
FINEST = 1e-6
"""The smallest distance from an arc or curve to its polygon, as a share of the region's size."""


def flat_union(regions: Sequence[Contours], tolerance: float) -> CrossSection:
    """The union of regions.

    >>> from quebra.geometry.edges import chained
    >>> squares = [[chained([x, x + 2, x + 2 + 2j, x + 2j])] for x in (0, 1)]
    >>> round(flat_union(squares, 0.1).area(), 9)
    6.0
    """
    from manifold3d import CrossSection, OpType

    flat = [CrossSection(_polygons(region, tolerance)) for region in regions]
    return CrossSection.batch_boolean(flat, OpType.Add)


def moved_flat(section: CrossSection, motion: Motion) -> CrossSection:
    """The same after a motion."""
    from numpy import array

    x, y = motion(1) - motion(0), motion(1j) - motion(0)
    matrix = [[x.real, y.real, motion.shift.real], [x.imag, y.imag, motion.shift.imag]]
    return section.transform(array(matrix))


def _polygons(region: Contours, tolerance: float) -> list[Any]:
    from numpy import array

    coarse = max(tolerance, FINEST * size_of(region))
    corners = (polyline(tuple(contour), coarse) for contour in region)
    return [array([(point.real, point.imag) for point in points]) for points in corners]
