"""Pieces around a circle: which turns to try where no corner tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.families.tangram.solve.variants import Variant
from quebra.geometry.edges import Point
from quebra.geometry.remainder.strokes import Stroke


def spins(
    variant: Variant, stroke: Stroke, outline: Sequence[Stroke], near: float
) -> Iterator[Point]:
    """Turns of a piece around the centre of a stroke: if it is round, so that others agree."""
    yield 1
    if variant.round and not variant.wheel:
        hub = stroke.centre
        for own in variant.laid(stroke.start, stroke.leaving):
            for other in outline:
                if own.bend and other.bend and abs(own.bend - other.bend) < near * own.bend**2:
                    mine, theirs = own.centre - hub, other.centre - hub
                    if abs(mine) > near and abs(abs(mine) - abs(theirs)) < near:
                        yield theirs / mine / abs(theirs / mine)


def spun(stroke: Stroke, spin: Point) -> tuple[Point, Point]:
    """The start and the direction of an arc, turned around its centre."""
    if not stroke.bend:
        return stroke.start, stroke.leaving
    hub = stroke.centre
    return hub + (stroke.start - hub) * spin, stroke.leaving * spin
