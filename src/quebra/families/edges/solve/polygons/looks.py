"""How polygons look in the turns that they may have, and which of them look the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import pi

from quebra.families.edges.model import Edges, Laid
from quebra.families.edges.polygons import Side, piece_sides, signed_area
from quebra.geometry.edges import Point
from quebra.geometry.rest.corners import find_joints
from quebra.geometry.rest.snap import Snap
from quebra.geometry.rest.strokes import Stroke

HAIR = 1e-9
"""Sides that turn by less go on in one line."""


@dataclass(frozen=True)
class Corner:
    """A corner of a look that does not point inwards, and the side that leaves it."""

    at: Point
    angle: float
    heading: Point
    side: float
    colour: int | None


@dataclass(frozen=True)
class Look:
    """A polygon with coloured sides that can only be moved, not turned.

    `pieces` tells for each piece that can look so by which turns, and where it then lies.
    """

    sides: tuple[Side, ...]
    pieces: dict[int, dict[int, Point]]
    near: float

    @cached_property
    def area(self) -> float:
        return signed_area([side.start for side in self.sides])

    @cached_property
    def strokes(self) -> tuple[Stroke, ...]:
        return tuple(Stroke(side.start, side.end) for side in self.sides)

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        joints = find_joints(self.strokes, Snap(self.near))
        assert joints is not None, "outlines are closed"
        return tuple(
            Corner(side.start, joint.angle, stroke.leaving, side.length, side.colour)
            for side, stroke, joint in zip(self.sides, self.strokes, joints, strict=True)
            if joint.angle < pi
        )


def looks_of(puzzle: Edges, near: float) -> list[Look]:
    """All different looks of the pieces, if points are one that are as near.

    >>> square = ((0, 0), (1, 0), (1, 1), (0, 1))
    >>> pieces = ((1, 2, 1, 2), (2, 1, 2, 1))
    >>> both = Edges(pieces, shape="polygon", outlines=(square,) * 2, figure=square, rotate=True)
    >>> [look.pieces[0] for look in looks_of(both, 1e-6)]
    [{0: 0j, 2: (1+1j)}, {1: 0j, 3: (-1+1j)}]
    """
    found: list[Look] = []
    for piece in range(len(puzzle.pieces)):
        for turn in puzzle.turns_of(piece):
            sides = _in_one(piece_sides(puzzle, Laid(piece, 0, 0, turn)))
            for look in found:
                shift = _shift(sides, look.sides, near)
                if shift is not None:
                    look.pieces.setdefault(piece, {})[turn] = shift
                    break
            else:
                found.append(Look(sides, {piece: {turn: 0j}}, near))
    return found


def kinds_of(puzzle: Edges, looks: Sequence[Look]) -> list[tuple[int, ...]]:
    """The pieces that can look the same in every way, together."""
    by_looks: dict[tuple[int, ...], list[int]] = {}
    for piece in range(len(puzzle.pieces)):
        own = tuple(i for i, look in enumerate(looks) if piece in look.pieces)
        by_looks.setdefault(own, []).append(piece)
    return [tuple(pieces) for pieces in by_looks.values()]


def _in_one(sides: Sequence[Side]) -> tuple[Side, ...]:
    """The sides, those in one that go on in the same direction and colour."""
    return tuple(_runs(sides))


def _runs(sides: Sequence[Side]) -> Iterator[Side]:
    ends = [i for i in range(len(sides)) if not _goes_on(sides[i - 1], sides[i])]
    for first, following in zip(ends, (*ends[1:], ends[0]), strict=True):
        side = sides[first]
        yield Side(side.start, sides[following].start, side.colour, side.piece)


def _goes_on(side: Side, following: Side) -> bool:
    bend = (following.end - following.start) / (side.end - side.start)
    return side.colour == following.colour and bend.real > 0 and abs(bend.imag) < HAIR * bend.real


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
