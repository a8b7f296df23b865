"""Hand-drawn figures of the classic set as silhouettes, if their file is present."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.sets import SETS
from quebra.geometry.arrangement import Arrangement
from quebra.geometry.edges import chained
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour, read_outline, write_outline

DATA = Path(__file__).parents[1].parent / "shared" / "data" / "tangram"
CLASSIC = SETS["classic"].pieces
DRAWN = 0.003
"""The tolerance of the real figures, where a small leg is 1."""
NOISE = 0.005
DISTURBED_TOLERANCE = 0.0136
"""That of the drawn figures, 0.003, and 1.5 times the diagonal of the noise."""


def silhouettes(tolerance: float | None) -> Iterator[Tangram]:
    """The real figures."""
    for figure in json.loads((DATA / "gtans-191.json").read_text())["figures"]:
        drawn = [[complex(x, y) for x, y in piece["poly"]] for piece in figure["pieces"]]
        pieces = [[_left(points)] for points in drawn]
        outline = write_outline(Arrangement(pieces, DRAWN).contours(bool))
        yield Tangram(pieces=CLASSIC, figure=outline, tolerance=tolerance)


def _left(points: list[complex]) -> Contour:
    """The contour through points with the inside to the left."""
    area = sum(
        (a.conjugate() * b).imag for a, b in zip(points, [*points[1:], points[0]], strict=True)
    )
    return chained(points if area > 0 else points[::-1])


def disturbed(puzzle: Tangram, seed: int) -> Tangram:
    """The figure at some angle, with vertices that are off by half a percent of a small leg."""
    source = Source(seed)
    turn = Motion(0, source.below(360_000) / 1000)
    for _ in range(100):
        moved: dict[complex, complex] = {}
        for contour in read_outline(puzzle.figure):
            for edge in contour:
                off = complex(source.below(2001) - 1000, source.below(2001) - 1000) / 1000
                moved.setdefault(edge.start, turn(edge.start) + NOISE * off)
        contours = [chained([moved[edge.start] for edge in c]) for c in read_outline(puzzle.figure)]
        try:
            return Tangram(
                pieces=CLASSIC, figure=write_outline(contours), tolerance=DISTURBED_TOLERANCE
            )
        except BadInput:
            # Parts that touched may overlap now.
            continue
    raise ValueError("no such figure")
