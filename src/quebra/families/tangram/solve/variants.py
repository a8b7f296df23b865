"""The ways in which a piece can lie in a corner: which of its corners, and whether turned over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import msgspec

from quebra.contract.errors import Cut
from quebra.families.tangram.colours import Colour, coloured_strokes, sides_of, stroke_colour
from quebra.families.tangram.model import Piece
from quebra.geometry.edges import Curve, Point
from quebra.geometry.motion import Motion, turn_between
from quebra.geometry.outline import Contour
from quebra.geometry.region import size_of
from quebra.geometry.remainder.corners import find_joints
from quebra.geometry.remainder.snap import Snap
from quebra.geometry.remainder.strokes import Stroke, joined_strokes

SAME = 1e-7
"""Points of a piece closer than this share of its size are one."""
HAIR = 1e-6
"""Angles closer than this are one."""


@dataclass(frozen=True)
class Way:
    """The corner of a piece, perhaps turned over, that lies at 0, and where its side heads."""

    corner: Point
    heading: Point
    flip: bool

    def motion(self, corner: Point, heading: Point) -> Motion:
        """The motion that brings the corner to a point and its side into a direction."""
        turn = heading * self.heading.conjugate()
        return Motion(corner - turn * self.corner, turn_between(1, turn), self.flip)


@dataclass(frozen=True)
class Variant:
    """A kind of piece with a corner at 0, from where a side leaves along the x-axis.

    `angle` is that of the corner, `side` the length and `bend` the bend of the side, `back` and
    `back_bend` those of the side that arrives at the corner. There are several `ways` to lay it so
    where it is symmetric. Where the side is a whole circle, it is `round` and the corner is only a
    point of it; if all sides are circles around one centre, it is a `wheel`, which looks the same
    however it is turned. Each stroke has one of the `colours`, and the side that leaves the corner
    has that of the stroke number `first`. The `strokes` lack what is narrower than the tolerance;
    the `exact` ones have it.
    """

    kind: int
    angle: float
    side: float
    bend: float
    back: float
    back_bend: float
    strokes: tuple[Stroke, ...]
    exact: tuple[Stroke, ...]
    ways: tuple[Way, ...]
    colours: tuple[Colour, ...]
    first: int
    round: bool = False
    wheel: bool = False

    @cached_property
    def reach(self) -> float:
        """The largest distance of a vertex from the corner."""
        return max(abs(spot) for spot, _, _ in self.strokes)

    def opening(self, length: float) -> float:
        """The least angle between its two sides from such a length on, as far as it is known.

        Sides that bend towards each other close no more than half of it before others take over.
        """
        wider = -(self.bend + self.back_bend) * length
        return self.angle + wider if wider > 0 else max(self.angle / 2, self.angle + wider)

    def laid(self, corner: Point, heading: Point) -> list[Stroke]:
        """Its strokes, with the corner at a point and the side in a direction."""
        return [Stroke(corner + heading * a, corner + heading * b, k) for a, b, k in self.strokes]


@lru_cache(maxsize=512)
def variants_of(
    kind: int, piece: Piece, shape: tuple[Contour, ...], tolerance: float
) -> tuple[Variant, ...]:
    """All different variants of a kind of piece.

    >>> from quebra.families.tangram.sets import piece_set
    >>> classic = piece_set("classic").puzzle()
    >>> [len(variants_of(0, classic.pieces[k], classic.shapes[k], 0.001)) for k in range(5)]
    [3, 3, 3, 1, 4]
    """
    fine = SAME * size_of(shape)
    sides = sides_of(shape, piece.colours or (), fine)
    found: list[Variant] = []
    for flip in (False, True) if piece.flip else (False,):
        lain = [side.moved(Motion(flip=True)) for side in reversed(sides)] if flip else sides
        edges = [[side.edge for side in lain]]
        strokes = exact = joined_strokes(edges, tolerance)
        if not any(isinstance(side.edge, Curve) for side in lain):
            exact = joined_strokes(edges, fine)
        known = coloured_strokes(lain, tolerance) if piece.colours else ()
        colours = [stroke_colour(stroke, known) if known else None for stroke in strokes]
        for new in _corners(kind, strokes, exact, colours, flip, fine):
            twin = next((i for i, old in enumerate(found) if _same(old, new, 10 * fine)), None)
            if twin is None:
                found.append(new)
            else:
                found[twin] = replace(found[twin], ways=found[twin].ways + new.ways)
    return tuple(found)


def is_chiral(piece: Piece, shape: tuple[Contour, ...]) -> bool:
    """Whether a piece is not its own mirror image.

    >>> from quebra.families.tangram.sets import piece_set
    >>> classic = piece_set("classic").puzzle()
    >>> [is_chiral(*each) for each in zip(classic.pieces, classic.shapes)]
    [False, False, False, False, True]
    """
    fine = SAME * size_of(shape)
    one_way, both = (
        variants_of(0, msgspec.structs.replace(piece, flip=flip), shape, fine)
        for flip in (False, True)
    )
    return len(one_way) < len(both)


def _corners(
    kind: int,
    strokes: list[Stroke],
    exact: list[Stroke],
    colours: list[Colour],
    flip: bool,
    fine: float,
) -> Iterator[Variant]:
    joints = find_joints(strokes, Snap(fine)) if strokes else None
    if joints is None:
        # The piece is narrower than the tolerance, so that points of it fell together.
        raise Cut("method")
    wheel = is_wheel(exact, fine) and len(set(colours)) == 1
    circles: set[int] = set()
    for i, (stroke, joint) in enumerate(zip(strokes, joints, strict=True)):
        is_round = joint.is_flat and joints[joint.last].after == i
        if is_round:
            if i in circles:
                continue
            circles |= set(_round_trip(i, [joint.after for joint in joints]))
        elif joint.is_flat:
            continue
        corner, turn = stroke.start, stroke.leaving.conjugate()
        yield Variant(
            kind,
            joint.angle,
            joint.run,
            stroke.bend,
            joint.back,
            strokes[joint.before].bend,
            _seen_from(corner, turn, strokes),
            _seen_from(corner, turn, exact),
            (Way(corner, stroke.leaving, flip),),
            tuple(colours),
            i,
            is_round,
            wheel,
        )


def _seen_from(corner: Point, turn: Point, strokes: Sequence[Stroke]) -> tuple[Stroke, ...]:
    return tuple(Stroke((a - corner) * turn, (b - corner) * turn, k) for a, b, k in strokes)


def is_wheel(strokes: Sequence[Stroke], near: float) -> bool:
    """Whether strokes are circles around one centre.

    >>> is_wheel([Stroke(1, 1j, 1.0), Stroke(1j, -1, 1.0), Stroke(-1, 1, 0.0)], 0.01)
    False
    """
    if not all(stroke.bend for stroke in strokes):
        return False
    hub = strokes[0].centre
    return all(abs(stroke.centre - hub) <= near for stroke in strokes)


def _round_trip(first: int, after: Sequence[int]) -> Iterator[int]:
    yield first
    here = after[first]
    while here != first:
        yield here
        here = after[here]


def _same(one: Variant, other: Variant, fine: float) -> bool:
    """Whether two variants cover the same."""
    if one.round != other.round or len(one.strokes) != len(other.strokes):
        return False
    if one.round and one.wheel and other.wheel:
        is_as_large = abs(one.side - other.side) <= fine and one.bend * other.bend > 0
        return is_as_large and one.colours[0] == other.colours[0]
    if abs(one.angle - other.angle) > HAIR or abs(one.bend - other.bend) > HAIR * abs(one.bend):
        return False
    if not _are_equal(one.exact, other.exact, fine):
        return False
    return all(
        any(
            colour == beyond and _is_close(mine, theirs, fine)
            for theirs, beyond in zip(other.strokes, other.colours, strict=True)
        )
        for mine, colour in zip(one.strokes, one.colours, strict=True)
    )


def _are_equal(some: Sequence[Stroke], others: Sequence[Stroke], fine: float) -> bool:
    return len(some) == len(others) and all(
        any(_is_close(mine, theirs, fine) for theirs in others) for mine in some
    )


def _is_close(one: Stroke, other: Stroke, fine: float) -> bool:
    return (
        abs(one.start - other.start) <= fine
        and abs(one.end - other.end) <= fine
        and abs(one.middle - other.middle) <= fine
    )
