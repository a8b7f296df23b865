"""Widths of faults: wherever pieces touch the rim, and beside another library."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from shapely import Polygon, union_all

from quebra.contract.random import Source
from quebra.engine.search import solve
from quebra.families.tangram import family
from quebra.families.tangram.cutting import cut_polygons
from quebra.families.tangram.model import placed_regions
from quebra.geometry.edges import Point, chained
from quebra.geometry.faults import Layout
from quebra.geometry.motion import Motion

SQUARE = [chained([0, 4, 4 + 4j, 4j])]


@pytest.mark.parametrize(
    "piece",
    [
        [2, 3 + 2j, 1 + 2j],
        [2 + 4j, 1 + 2j, 3 + 2j],
        [2j, 2 + 1j, 2 + 3j],
        [2, 3 + 2j, 2 + 4j, 1 + 2j],
        [2, 4 + 2j, 2 + 4j, 2j],
    ],
)
@pytest.mark.parametrize("tolerance", [1e-6, 1e-2])
@pytest.mark.parametrize("off", [0, 0.3, -0.3, 0.9, -0.9])
def test_gaps_around_a_piece_that_touches_the_rim(
    piece: list[Point], tolerance: float, off: float
) -> None:
    motion = Motion(complex(off, off / 2) * tolerance)
    layout = Layout(SQUARE, [[chained(piece)]], [(0, motion)], tolerance)
    assert layout.is_wide(layout.gap(Motion())) and not layout.is_wide(layout.outside(Motion()))


@pytest.mark.parametrize("seed", range(12))
def test_widths_are_those_of_another_library(seed: int) -> None:
    """Pieces of a rectangle, some missing and some a little out of place."""
    source = Source(seed)
    puzzle = cut_polygons((3, 4), 4 + source.below(9), 2, source)
    tolerance = source.choice([4e-6, 4e-4, 1e-2])
    (answer,) = solve(family, puzzle, count=1).solutions
    pieces = [
        [edge.start + tolerance * nudge for edge in region[0]]
        for (_, region), nudge in zip(placed_regions(puzzle, answer), nudges(source), strict=False)
    ][source.below(3) :]
    shapes = [[chained(piece)] for piece in pieces]
    layout = Layout(
        puzzle.target,
        shapes,
        [(number, Motion()) for number in range(len(shapes))],
        tolerance,
    )
    regions = [Polygon([(spot.real, spot.imag) for spot in piece]) for piece in pieces]
    whole, union = Polygon([(0, 0), (4, 0), (4, 3), (0, 3)]), union_all(regions, grid_size=1e-12)
    for mine, theirs in (
        (layout.gap(Motion()), whole.difference(union, grid_size=1e-12)),
        (layout.outside(Motion()), union.difference(whole, grid_size=1e-12)),
    ):
        wide, wider = (not theirs.buffer(-tolerance * f / 2).is_empty for f in (0.98, 1.02))
        assert wider <= layout.is_wide(mine) <= wide


def nudges(source: Source) -> Iterator[complex]:
    """Steps of up to 1.6 in x and y; half of them are none."""
    while True:
        step = complex(source.below(33) - 16, source.below(33) - 16) / 10
        yield step * source.below(2)
