"""How polygons look in the turns that they may have, and which of them look the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi

from quebra.families.edges.model import Edges, Laid
from quebra.families.edges.polygons import Side, joined_sides, piece_sides, signed_area, tolerance
from quebra.geometry.edges import Point
from quebra.geometry.remainder.corners import find_joints
from quebra.geometry.remainder.snap import Snap
from quebra.geometry.remainder.strokes import Stroke

SAME = 0.25
"""Corners of pieces that look the same differ by at most so many tolerances."""


@dataclass(frozen=True)
class Corner:
    """A corner of a look that does not point inwards.

    `heading` is the direction of the side that leaves it, `side` its length and `colour` its
    colour; `back_heading` and `back` are those of the side that arrives.
    """

    at: Point
    angle: float
    heading: Point
    side: float
    colour: int | None
    back_heading: Point
    back: float


@dataclass(frozen=True)
class Look:
    """A polygon with coloured sides that can only be moved, not turned.

    `pieces` tells for each piece that can look so by which turns, and where it then lies.
    """

    sides: tuple[Side, ...]
    pieces: dict[int, dict[int, Point]]

    @cached_property
    def area(self) -> float:
        """The area that it covers."""
        return signed_area([side.start for side in self.sides])

    @cached_property
    def length(self) -> float:
        """The length of its outline."""
        return sum(side.length for side in self.sides)

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """Its corners."""
        strokes = [Stroke(side.start, side.end) for side in self.sides]
        joints = find_joints(strokes, Snap(0.0))
        assert joints is not None, "outlines are closed"
        return tuple(
            Corner(
                side.start,
                joint.angle,
                stroke.leaving,
                side.length,
                side.colour,
                strokes[joint.before].arriving,
                joints[joint.before].length,
            )
            for side, stroke, joint in zip(self.sides, strokes, joints, strict=True)
            if joint.angle < pi
        )


def looks_of(puzzle: Edges) -> list[Look]:
    """All different looks of the pieces.

    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> pieces = ((1, 2, 1, 2), (2, 1, 2, 1))
    >>> both = Edges(pieces, shape="polygon", outlines=(square,) * 2, figure=square, rotate=True)
    >>> [look.pieces[0] for look in looks_of(both)]
    [{0: 0j, 2: (1+1j)}, {1: 0j, 3: (-1+1j)}]
    """
    found: list[Look] = []
    near = SAME * tolerance(puzzle)
    for piece in range(len(puzzle.pieces)):
        for turn in puzzle.turns_of(piece):
            sides = tuple(joined_sides(piece_sides(puzzle, Laid(piece, 0, 0, turn)), near))
            for look in found:
                shift = _shift(sides, look.sides, near)
                if shift is not None:
                    look.pieces.setdefault(piece, {})[turn] = shift
                    break
            else:
                found.append(Look(sides, {piece: {turn: 0j}}))
    return found


def kinds_of(puzzle: Edges, looks: Sequence[Look]) -> list[tuple[int, ...]]:
    """The pieces that can look the same in every way, together."""
    by_looks: dict[tuple[int, ...], list[int]] = {}
    for piece in range(len(puzzle.pieces)):
        own = tuple(i for i, look in enumerate(looks) if piece in look.pieces)
        by_looks.setdefault(own, []).append(piece)
    return [tuple(pieces) for pieces in by_looks.values()]


def _shift(sides: Sequence[Side], others: Sequence[Side], near: float) -> Point | None:
    """How far the others lie from sides that look the same; None if they look different."""
    if len(sides) != len(others):
        return None
    for first in range(len(sides)):
        turned = (*sides[first:], *sides[:first])
        shift = others[0].start - turned[0].start
        if all(
            mine.colour == theirs.colour and abs(mine.start + shift - theirs.start) <= near
            for mine, theirs in zip(turned, others, strict=True)
        ):
            return shift
    return None
