"""Outlines whose sides meet only in corners have the strokes that snapping finds."""

from __future__ import annotations

import pytest

from quebra.contract.random import Source
from quebra.geometry.edges import chained
from quebra.geometry.outline import Contour
from quebra.geometry.remainder import strokes

TOLERANCE = 0.05


def random_outline(source: Source) -> Contour:
    """A closed polygon with vertices on a coarse grid, of which some lie a little off it."""
    points: list[complex] = []
    for _ in range(3 + source.below(6)):
        off = complex(source.below(5) - 2, source.below(5) - 2) * TOLERANCE / 2
        points.append(
            complex(source.below(5), source.below(5)) + (off if source.chance(0.5) else 0)
        )
    return chained(points)


@pytest.mark.parametrize("seed", range(20))
def test_quick_strokes_are_those_of_snapping(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    source, quick = Source(seed), 0
    for _ in range(100):
        outline = [random_outline(source)]
        if any(edge.start == edge.end for edge in outline[0]):
            continue
        with monkeypatch.context() as patch:
            patch.setattr(strokes, "FEW", 0)
            expected = strokes.joined_strokes(outline, TOLERANCE)
        found = strokes.joined_strokes(outline, TOLERANCE)
        assert found == expected
        quick += len(found) == len(outline[0])
    assert quick > 5
