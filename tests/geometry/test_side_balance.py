"""Where sides cancel, an independent library finds no fault as wide as the tolerance."""

from __future__ import annotations

from cmath import rect

from shapely import Polygon, union_all

from dissections import convex_polygon, cutters, disc, dissect, uniform
from quebra.contract.random import Source
from quebra.geometry.edges import chained
from quebra.geometry.motion import Motion
from quebra.geometry.region import moved
from quebra.geometry.side_balance import Region, SideBalance

TOLERANCE = 1e-3


def cut(source: Source) -> tuple[Region, list[Region], list[tuple[int, Motion]]]:
    """A polygon cut along lines, its parts turned and perhaps flipped, and their places."""
    figure = (convex_polygon(source),)
    shapes: list[Region] = []
    places = []
    for number, part in enumerate(dissect(figure, cutters(source, 1 + source.below(4), 0))):
        there = Motion(source.below(9), uniform(source, 0, 360), source.chance(0.5))
        shapes.append(moved(part, there))
        places.append((number, there.inverse()))
    return figure, shapes, places


def shaken(
    source: Source, places: list[tuple[int, Motion]], most: float
) -> list[tuple[int, Motion]]:
    """The places, each off by up to this length and turned by as much."""
    return [
        (
            number,
            Motion(
                motion.shift + rect(uniform(source, 0, most), uniform(source, 0, 7)),
                motion.angle + uniform(source, -most, most),
                motion.flip,
            ),
        )
        for number, motion in places
    ]


def polygon(contours: Region) -> Polygon:
    return Polygon([(edge.start.real, edge.start.imag) for edge in contours[0]])


def faults_of(figure: Region, shapes: list[Region], places: list[tuple[int, Motion]]) -> Polygon:
    whole = polygon(figure)
    pieces = [polygon(moved(shapes[number], motion)) for number, motion in places]
    union = union_all(pieces, grid_size=1e-12)
    overlaps = [a.intersection(b) for i, a in enumerate(pieces) for b in pieces[:i]]
    return union_all([whole.symmetric_difference(union), *overlaps])


def test_sides_cancel_only_without_wide_faults() -> None:
    accepted, refused = 0, 0
    for seed in range(300):
        source = Source(seed)
        figure, shapes, places = cut(source)
        balance = SideBalance(figure, shapes, len(shapes), TOLERANCE)
        assert balance.cancels(places), seed
        for share in (1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0):
            off = shaken(source, places, share * TOLERANCE)
            if not balance.cancels(off):
                refused += 1
                continue
            accepted += 1
            faults = faults_of(figure, shapes, off).buffer(-TOLERANCE / 2)
            assert faults.is_empty, (seed, share)
    assert accepted > 300 and refused > 300


def test_missing_doubled_and_exchanged_pieces_do_not_cancel() -> None:
    for seed in range(100):
        source = Source(seed)
        figure, shapes, places = cut(source)
        balance = SideBalance(figure, shapes, len(shapes), TOLERANCE)
        assert not balance.cancels(places[1:])
        assert not balance.cancels([*places, places[0]])
        if len(places) > 1:
            assert not balance.cancels([places[0], *places[:-1]])


def test_a_square_too_large_by_half_the_tolerance() -> None:
    square = [chained([0, 1, 1 + 1j, 1j])]
    for side, exact in ((1, True), (1 + TOLERANCE / 2, False)):
        balance = SideBalance([chained([0, side, side * (1 + 1j), side * 1j])], [square], 1, 1e-3)
        assert balance.cancels([(0, Motion())]) == exact


def test_sides_that_are_round_are_not_compared() -> None:
    balance = SideBalance([disc(0, 1)], [[disc(0, 1)]], 1, TOLERANCE)
    assert not balance.cancels([(0, Motion())])
