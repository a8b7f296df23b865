"""Turns of a piece about the centre of a circular boundary, which has no corner to fix them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.families.tangram.solve.variants import Variant
from quebra.geometry.edges import Point
from quebra.geometry.remainder.strokes import Stroke


def circle_turns(
    variant: Variant, stroke: Stroke, outline: Sequence[Stroke], tolerance: float
) -> Iterator[Point]:
    """Turns about the centre of a stroke: none first, then those that align other arcs."""
    yield 1
    if variant.is_circle and not variant.concentric:
        centre = stroke.centre
        for own in variant.strokes_at(stroke.start, stroke.leaving):
            for other in outline:
                if own.bend and other.bend and abs(own.bend - other.bend) < tolerance * own.bend**2:
                    own_offset, other_offset = own.centre - centre, other.centre - centre
                    if (
                        abs(own_offset) > tolerance
                        and abs(abs(own_offset) - abs(other_offset)) < tolerance
                    ):
                        yield other_offset / own_offset / abs(other_offset / own_offset)


def turned_about_centre(stroke: Stroke, turn: Point) -> tuple[Point, Point]:
    """Start and heading of an arc turned about its centre; a straight stroke stays."""
    if not stroke.bend:
        return stroke.start, stroke.leaving
    centre = stroke.centre
    return centre + (stroke.start - centre) * turn, stroke.leaving * turn
