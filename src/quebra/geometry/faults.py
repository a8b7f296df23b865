"""Faults of an assembly: overlaps, overhangs and gaps that are wider than the tolerance.

The width of a region is the diameter of the largest disc in it. Outlines become polygons, accurate
to a fraction of the tolerance; nothing is snapped, so that no fault is moved, hidden or created.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from math import pi
from typing import TYPE_CHECKING, Any

from quebra.geometry.edges import Contours, edges_of, polyline
from quebra.geometry.motion import Motion
from quebra.geometry.spatial_index import close_pairs

if TYPE_CHECKING:
    from manifold3d import CrossSection

SAGITTA = 1 / 50
"""Largest distance of polygons from the outlines that they approximate, in tolerances."""
MAX_COORDINATE = 1e9
"""Polygons are scaled so that the tolerance is 1, but to no more than this size: Manifold keeps
eight decimals in whole numbers of 64 bits."""
ROUNDING = 1e-5
"""Share by which rounding may make a region wider than the tolerance."""
SEGMENTS = 64
"""Sides of the polygon that approximates a disc."""
ANCHORS = 2
"""Squares beside a region, which are wider than the tolerance."""
FEW_CONTOURS = 20
"""With fewer contours, the area of a large region is the quickest proof that it is wide."""
SMALLEST_AREA = 0.75
"""A smaller region, in squared tolerances, contains no disc as wide as the tolerance."""


class Layout:
    """Placed pieces and the figure, as polygons.

    `pieces` are pairs of a shape's number and the motion that places it. Methods that take a
    `motion` apply it to the figure.

    >>> from quebra.geometry.edges import chained
    >>> square = [chained([0, 1, 1 + 1j, 1j])]
    >>> figure = [chained([0, 2, 2 + 1j, 1j])]
    >>> layout = Layout(figure, [square], [(0, Motion()), (0, Motion(1 + 0.02j))], 0.03)
    >>> layout.is_wide(layout.gap(Motion())), layout.is_wide(layout.outside(Motion()))
    (False, False)
    >>> layout = Layout(figure, [square], [(0, Motion()), (0, Motion(1 + 0.04j))], 0.03)
    >>> layout.is_wide(layout.gap(Motion())), layout.is_wide(layout.outside(Motion()))
    (True, True)
    """

    def __init__(
        self,
        figure: Contours,
        shapes: Sequence[Contours],
        pieces: Sequence[tuple[int, Motion]],
        tolerance: float,
    ) -> None:
        reach = [_reach(shape) for shape in shapes]
        placed = [reach[kind] + abs(motion.shift) for kind, motion in pieces]
        extent = max(1.0, _reach(figure), *reach, *placed)
        self.scale = min(1 / tolerance, MAX_COORDINATE / extent)
        self.tolerance = tolerance * self.scale
        self._figure = self._section(figure, tolerance)
        flat = [self._section(shape, tolerance) for shape in shapes]
        self.pieces = [self._moved(flat[kind], motion) for kind, motion in pieces]

    @cached_property
    def union(self) -> CrossSection:
        """The union of the pieces."""
        return _union(self.pieces)

    @cached_property
    def overlap(self) -> CrossSection:
        """The points inside two or more pieces."""
        return _union([section for _, _, section in self.intersections])

    def overlaps(self) -> Iterator[tuple[int, int, float]]:
        """The pairs of pieces that overlap in a wide region, with the area of their overlap."""
        sections = [section for _, _, section in self.intersections]
        for number in self._causes(self.overlap, sections):
            i, j, section = self.intersections[number]
            yield i, j, self.area(section)

    def outside(self, motion: Motion) -> CrossSection:
        """The points of pieces outside the figure."""
        return self.union - self.figure(motion)

    def overhangs(self, motion: Motion) -> Iterator[tuple[int, float]]:
        """The pieces that lie in a wide region outside the figure, with their areas outside."""
        figure = self.figure(motion)
        sections = [piece - figure for piece in self.pieces]
        for i in self._causes(self.outside(motion), sections):
            yield i, self.area(sections[i])

    def _causes(self, fault: CrossSection, sections: Sequence[CrossSection]) -> list[int]:
        """The sections that are wide; if only their union, the fault, is wide, those that cause it.

        Narrow sections side by side make a wide fault.
        """
        from manifold3d import JoinType

        wide = [i for i, section in enumerate(sections) if self.is_wide(section)]
        if wide or not self.is_wide(fault):
            return wide
        core = self._eroded(fault).offset(self.tolerance / 2, JoinType.Square)
        return [i for i, section in enumerate(sections) if not (section ^ core).is_empty()]

    def gap(self, motion: Motion) -> CrossSection:
        """The points of the figure in no piece."""
        return self.figure(motion) - self.union

    def covered_area(self, motion: Motion) -> float:
        """The area of the figure that pieces cover."""
        return self.area(self.figure(motion) ^ self.union)

    def may_lie_inside(self, covered: float) -> bool:
        """Whether all pieces may lie in the figure, of which they cover the area `covered`.

        They do not where the area outside is more than narrow strips along all outlines.
        """
        outside = self.area(self.union) - covered
        return outside <= self.tolerance / self.scale * self._outlines_length

    @cached_property
    def _outlines_length(self) -> float:
        regions = self.union, self._figure
        return sum(self._perimeter(region) for region in regions) / self.scale

    def area_covered_only_by(self, motion: Motion, some: Collection[int]) -> float:
        """The area of the figure that the pieces of these numbers cover, and no others do."""
        if not some:
            return 0.0
        others = _union([piece for i, piece in enumerate(self.pieces) if i not in some])
        mine = _union([piece for i, piece in enumerate(self.pieces) if i in some])
        return self.area((self.figure(motion) ^ mine) - others)

    def figure(self, motion: Motion) -> CrossSection:
        """The figure after a motion."""
        return self._moved(self._figure, motion)

    def is_wide(self, region: CrossSection) -> bool:
        """Whether a region is wider than the tolerance."""
        if region.area() < SMALLEST_AREA * self.tolerance**2:
            return False
        if region.num_contour() < FEW_CONTOURS and region.area() > self._max_narrow_area(region):
            return True
        return bool(self._eroded(region).num_contour() > ANCHORS)

    def _eroded(self, region: CrossSection) -> CrossSection:
        """The centres of discs as wide as the tolerance in a region, and in squares beside it.

        Manifold assumes that the outermost contour has its inside to the left. Rounding may
        reverse a sliver; with a square on either side of the region the assumption holds.
        """
        from manifold3d import CrossSection, JoinType

        radius = self.tolerance * (1 + ROUNDING) / 2
        whole = CrossSection.compose([region, *self._anchors(region)])
        return whole.offset(-radius, JoinType.Round, 2, SEGMENTS)

    def _anchors(self, region: CrossSection) -> list[CrossSection]:
        """Squares above and below a region, each wider than the tolerance."""
        from manifold3d import CrossSection

        left, low, _, high = region.bounds()
        side = 4 * self.tolerance
        square = CrossSection.square((side, side))
        return [square.translate((left, low - 2 * side)), square.translate((left, high + side))]

    def _max_narrow_area(self, region: CrossSection) -> float:
        """The largest area of a region with this perimeter and contours that contains no disc.

        Half the tolerance times the perimeter, plus the area of a disc for each contour.
        """
        width = self.tolerance * (1 + ROUNDING)
        holes = int(region.num_contour()) * pi * width**2 / 4
        return width * self._perimeter(region) / 2 + holes

    def _perimeter(self, region: CrossSection) -> float:
        from numpy import absolute, roll

        contours = (each[:, 0] + 1j * each[:, 1] for each in region.to_polygons())
        return sum(float(absolute(each - roll(each, 1)).sum()) for each in contours)

    def neighbours(self, region: CrossSection) -> list[int]:
        """The pieces that come within the tolerance of a region."""
        from manifold3d import JoinType

        grown = region.offset(self.tolerance, JoinType.Square)
        return [i for i, piece in enumerate(self.pieces) if not (piece ^ grown).is_empty()]

    def area(self, region: CrossSection) -> float:
        """The area of a region, in the units of the puzzle."""
        area: float = region.area()
        return area / self.scale**2

    @cached_property
    def intersections(self) -> list[tuple[int, int, CrossSection]]:
        """The pairs of pieces that overlap at all, with their intersections."""
        boxes = [piece.bounds() for piece in self.pieces]
        found = []
        for i, j in close_pairs(boxes, 0.0):
            section = self.pieces[i] ^ self.pieces[j]
            if not section.is_empty():
                found.append((i, j, section))
        return found

    def _section(self, region: Contours, tolerance: float) -> CrossSection:
        from manifold3d import CrossSection
        from numpy import array

        polygons: list[Any] = [
            array([(p.real, p.imag) for p in polyline(tuple(contour), SAGITTA * tolerance)])
            * self.scale
            for contour in region
        ]
        return CrossSection(polygons)

    def _moved(self, section: CrossSection, motion: Motion) -> CrossSection:
        from numpy import array

        x, y = motion(1) - motion.shift, motion(1j) - motion.shift
        shift = motion.shift * self.scale
        return section.transform(
            array([[x.real, y.real, shift.real], [x.imag, y.imag, shift.imag]])
        )


def _reach(region: Contours) -> float:
    """An upper bound of the distance of a region's points from the origin."""
    return max(abs(edge.start) + edge.length for edge in edges_of(region))


def _union(sections: list[CrossSection]) -> CrossSection:
    from manifold3d import CrossSection, OpType

    return CrossSection.batch_boolean(sections, OpType.Add) if sections else CrossSection()
