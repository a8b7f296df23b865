"""The pieces of a puzzle, sorted for the corner search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import tau
from typing import NamedTuple

from quebra.families.edges.model import Edges
from quebra.families.edges.solve.polygons.looks import Corner, Look, kinds_of, looks_of
from quebra.geometry.motion import angle_of
from quebra.geometry.remainder.areas import Sums


class Way(NamedTuple):
    """A kind of piece, one of its looks, and a corner of that."""

    kind: int
    look: int
    corner: Corner


class Stock:
    """The looks and kinds of pieces, and all ways to lay them, by the directions of their sides.

    `shortest` is the length of the shortest side, `slimmest` the least angle of a corner, and
    `density` the most outline that a piece has for its area.
    """

    def __init__(self, looks: Sequence[Look], kinds: Sequence[tuple[int, ...]]) -> None:
        self.looks, self.kinds = looks, kinds
        ways = [
            Way(kind, number, corner)
            for kind, pieces in enumerate(kinds)
            for number, look in enumerate(looks)
            if pieces[0] in look.pieces
            for corner in look.corners
        ]
        self.shortest = min(way.corner.side for way in ways)
        self.slimmest = min(way.corner.angle for way in ways)
        around = ((angle_of(way.corner.heading) + turn, way) for way in ways for turn in (0, tau))
        self.by_heading = sorted(around, key=lambda each: each[0])
        self.headings = [heading for heading, _ in self.by_heading]
        areas = [next(look.area for look in looks if pieces[0] in look.pieces) for pieces in kinds]
        self.sums = Sums([[area] for area in areas])
        self.density = max(look.length / look.area for look in looks)


@lru_cache(maxsize=8)
def stock_of(puzzle: Edges) -> Stock:
    """The pieces of a puzzle, which all its searches share."""
    looks = looks_of(puzzle)
    return Stock(looks, kinds_of(puzzle, looks))
