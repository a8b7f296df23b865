"""Two minimal edges for each relation, for pictures and tests.

As in the tables of the paper, edge a has its piece below it and edge b above it.
"""

from __future__ import annotations

from cmath import rect
from math import radians
from typing import NamedTuple

from quebra.geometry.edges import Arc, Line
from quebra.geometry.intersections import LineOrArc


class Example(NamedTuple):
    """Two edges, the code of their relation, and the special case that they show."""

    code: int
    a: LineOrArc
    b: LineOrArc
    about: str = ""


def _arc(first: float, last: float) -> Arc:
    """An arc around 0 of radius 2 between two angles in degrees, convex if they increase."""
    start, end = (rect(2, radians(angle)) for angle in (first, last))
    return Arc(start, end, 0, radians(last - first))


SEGMENT_EXAMPLES = (
    Example(0, Line(0, 4), Line(4 - 1j, -1j)),
    Example(1, Line(0, 4), Line(3 - 2j, 2)),
    Example(2, Line(0, 4), Line(2, 1 - 2j)),
    Example(3, Line(0, 4), Line(3, 1)),
    Example(4, Line(1 + 2j, 2), Line(4, 0)),
    Example(5, Line(0, 3), Line(4, 1)),
    Example(5, Line(0, 2), Line(3 - 2j, 2), "the ends are one point"),
    Example(6, Line(0, 2), Line(2, 3 - 2j)),
    Example(7, Line(0, 4), Line(4, 2)),
    Example(8, Line(2, 3 + 2j), Line(4, 0)),
    Example(9, Line(2, 4), Line(1 - 2j, 2)),
    Example(10, Line(1, 4), Line(3, 0)),
    Example(10, Line(2, 4), Line(2, 1 - 2j), "the starts are one point"),
    Example(11, Line(0, 4), Line(2, 0)),
    Example(12, Line(1, 3), Line(4, 0)),
    Example(13, Line(0, 2), Line(4, 0)),
    Example(14, Line(2, 4), Line(4, 0)),
    Example(15, Line(0, 4), Line(4, 0)),
)
"""Table 1, with both cases of 5 and 10."""

ARC_EXAMPLES = (
    Example(0, _arc(180, 250), _arc(360, 290)),
    Example(3, _arc(180, 360), _arc(315, 225)),
    Example(5, _arc(180, 300), _arc(360, 240)),
    Example(5, _arc(180, 270), _arc(360, 270), "the ends are one point"),
    Example(7, _arc(180, 360), _arc(360, 270)),
    Example(10, _arc(240, 360), _arc(300, 180)),
    Example(10, _arc(270, 360), _arc(270, 180), "the starts are one point"),
    Example(11, _arc(180, 360), _arc(270, 180)),
    Example(12, _arc(225, 315), _arc(360, 180)),
    Example(13, _arc(180, 270), _arc(360, 180)),
    Example(14, _arc(270, 360), _arc(360, 180)),
    Example(15, _arc(180, 360), _arc(360, 180)),
    Example(15, _arc(180, 360), _arc(180, 0), "starts and ends are one point each (figure 5)"),
    Example(15, _arc(180, 390), _arc(180, -30), "the starts are one point (figure 6)"),
    Example(15, _arc(150, 360), _arc(210, 0), "the ends are one point (figure 7)"),
    Example(15, _arc(150, 390), _arc(210, -30), "all four ends are different (figure 8)"),
)
"""Table 2, with both cases of 5 and 10 and all of 15."""
