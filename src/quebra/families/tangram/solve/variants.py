"""Variants of a piece: each of its corners at the origin, flipped or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import msgspec

from quebra.contract.errors import Cut
from quebra.families.tangram.colours import Colour, coloured_strokes, sides_of, stroke_colour
from quebra.families.tangram.model import EPSILON, Piece
from quebra.geometry.edges import Curve, Point
from quebra.geometry.motion import Motion, turn_between
from quebra.geometry.outline import Contour
from quebra.geometry.region import size_of
from quebra.geometry.remainder.corners import find_joints
from quebra.geometry.remainder.snap import Snap
from quebra.geometry.remainder.strokes import Stroke, joined_strokes

ANGLE_EPSILON = 1e-6
"""Angles and directions closer than this count as equal."""


@dataclass(frozen=True)
class CornerFrame:
    """The corner of a piece, flipped or not, that is moved to 0, and the heading of its side."""

    corner: Point
    heading: Point
    flip: bool

    def motion(self, corner: Point, heading: Point) -> Motion:
        """The motion that moves the corner to a point and turns its side to a heading."""
        turn = heading * self.heading.conjugate()
        return Motion(corner - turn * self.corner, turn_between(1, turn), self.flip)


@dataclass(frozen=True)
class Variant:
    """A kind of piece with a corner at 0 and the side that leaves it along the x-axis.

    `angle` is the angle of the corner, `side` and `bend` are length and bend of the side that
    leaves it, `back` and `back_bend` those of the side that arrives. A symmetric piece has several
    `frames` for the same variant. With `is_circle` the side is a whole circle and the corner just a
    point on it; `concentric` means that all sides are circles about one centre, so that rotation
    changes nothing. `colours` has the colour of each stroke, and `first_stroke` is the index of the
    side that leaves the corner. Features narrower than the tolerance are missing from `strokes`
    but present in `exact_strokes`.
    """

    kind: int
    angle: float
    side: float
    bend: float
    back: float
    back_bend: float
    strokes: tuple[Stroke, ...]
    exact_strokes: tuple[Stroke, ...]
    frames: tuple[CornerFrame, ...]
    colours: tuple[Colour, ...]
    first_stroke: int
    is_circle: bool = False
    concentric: bool = False

    @cached_property
    def reach(self) -> float:
        """The largest distance of any vertex from the corner."""
        return max(abs(spot) for spot, _, _ in self.strokes)

    def opening(self, length: float) -> float:
        """Lower bound of the angle between the two sides beyond a distance from the corner.

        Sides that bend towards each other close the angle by at most half before they end.
        """
        wider = -(self.bend + self.back_bend) * length
        return self.angle + wider if wider > 0 else max(self.angle / 2, self.angle + wider)

    def strokes_at(self, corner: Point, heading: Point) -> list[Stroke]:
        """The strokes with the corner at a point and the side in direction `heading`."""
        return [Stroke(corner + heading * a, corner + heading * b, k) for a, b, k in self.strokes]


@lru_cache(maxsize=512)
def variants_of(
    kind: int, piece: Piece, shape: tuple[Contour, ...], tolerance: float
) -> tuple[Variant, ...]:
    """All distinct variants of a kind of piece.

    >>> from quebra.families.tangram.sets import piece_set
    >>> classic = piece_set("classic").puzzle()
    >>> [len(variants_of(0, classic.pieces[k], classic.shapes[k], 0.001)) for k in range(5)]
    [3, 3, 3, 1, 4]
    """
    epsilon = EPSILON * size_of(shape)
    sides = sides_of(shape, piece.colours or (), epsilon)
    found: list[Variant] = []
    for flip in (False, True) if piece.flip else (False,):
        sides_seen = [side.moved(Motion(flip=True)) for side in reversed(sides)] if flip else sides
        edges = [[side.edge for side in sides_seen]]
        strokes = exact_strokes = joined_strokes(edges, tolerance)
        if not any(isinstance(side.edge, Curve) for side in sides_seen):
            exact_strokes = joined_strokes(edges, epsilon)
        known = coloured_strokes(sides_seen, tolerance) if piece.colours else ()
        colours = [stroke_colour(stroke, known) if known else None for stroke in strokes]
        for new in _corners(kind, strokes, exact_strokes, colours, flip, epsilon):
            twin = next(
                (i for i, old in enumerate(found) if _cover_the_same(old, new, 10 * epsilon)), None
            )
            if twin is None:
                found.append(new)
            else:
                found[twin] = replace(found[twin], frames=found[twin].frames + new.frames)
    return tuple(found)


def is_chiral(piece: Piece, shape: tuple[Contour, ...]) -> bool:
    """Whether a piece is not its own mirror image.

    >>> from quebra.families.tangram.sets import piece_set
    >>> classic = piece_set("classic").puzzle()
    >>> [is_chiral(*each) for each in zip(classic.pieces, classic.shapes)]
    [False, False, False, False, True]
    """
    epsilon = EPSILON * size_of(shape)
    one_way, both = (
        variants_of(0, msgspec.structs.replace(piece, flip=flip), shape, epsilon)
        for flip in (False, True)
    )
    return len(one_way) < len(both)


def _corners(
    kind: int,
    strokes: list[Stroke],
    exact_strokes: list[Stroke],
    colours: list[Colour],
    flip: bool,
    epsilon: float,
) -> Iterator[Variant]:
    joints = find_joints(strokes, Snap(epsilon)) if strokes else None
    if joints is None:
        # The piece is narrower than the tolerance, so some of its points coincide.
        raise Cut("method")
    concentric = are_concentric(exact_strokes, epsilon) and len(set(colours)) == 1
    circles: set[int] = set()
    for i, (stroke, joint) in enumerate(zip(strokes, joints, strict=True)):
        is_round = joint.is_flat and joints[joint.last].after == i
        if is_round:
            if i in circles:
                continue
            circles |= set(_cycle(i, [joint.after for joint in joints]))
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
            _seen_from(corner, turn, exact_strokes),
            (CornerFrame(corner, stroke.leaving, flip),),
            tuple(colours),
            i,
            is_round,
            concentric,
        )


def _seen_from(corner: Point, turn: Point, strokes: Sequence[Stroke]) -> tuple[Stroke, ...]:
    return tuple(Stroke((a - corner) * turn, (b - corner) * turn, k) for a, b, k in strokes)


def are_concentric(strokes: Sequence[Stroke], tolerance: float) -> bool:
    """Whether all strokes are arcs about one centre.

    >>> are_concentric([Stroke(1, 1j, 1.0), Stroke(1j, -1, 1.0), Stroke(-1, 1, 0.0)], 0.01)
    False
    """
    if not all(stroke.bend for stroke in strokes):
        return False
    hub = strokes[0].centre
    return all(abs(stroke.centre - hub) <= tolerance for stroke in strokes)


def _cycle(first_stroke: int, after: Sequence[int]) -> Iterator[int]:
    yield first_stroke
    here = after[first_stroke]
    while here != first_stroke:
        yield here
        here = after[here]


def _cover_the_same(one: Variant, other: Variant, epsilon: float) -> bool:
    """Whether two variants cover the same region with the same colours."""
    if one.is_circle != other.is_circle or len(one.strokes) != len(other.strokes):
        return False
    if one.is_circle and one.concentric and other.concentric:
        is_as_large = abs(one.side - other.side) <= epsilon and one.bend * other.bend > 0
        return is_as_large and one.colours[0] == other.colours[0]
    if abs(one.angle - other.angle) > ANGLE_EPSILON or abs(
        one.bend - other.bend
    ) > ANGLE_EPSILON * abs(one.bend):
        return False
    if not _are_equal(one.exact_strokes, other.exact_strokes, epsilon):
        return False
    return all(
        any(
            colour == beyond and _is_close(mine, theirs, epsilon)
            for theirs, beyond in zip(other.strokes, other.colours, strict=True)
        )
        for mine, colour in zip(one.strokes, one.colours, strict=True)
    )


def _are_equal(some: Sequence[Stroke], others: Sequence[Stroke], epsilon: float) -> bool:
    return len(some) == len(others) and all(
        any(_is_close(mine, theirs, epsilon) for theirs in others) for mine in some
    )


def _is_close(one: Stroke, other: Stroke, epsilon: float) -> bool:
    return (
        abs(one.start - other.start) <= epsilon
        and abs(one.end - other.end) <= epsilon
        and abs(one.middle - other.middle) <= epsilon
    )


def circle_turns(
    variant: Variant, stroke: Stroke, outline: Sequence[Stroke], tolerance: float
) -> Iterator[Point]:
    """Turns about the centre of a stroke: none first, then those that align other arcs."""
    yield 1
    if variant.is_circle and not variant.concentric:
        centre = stroke.centre
        for own in variant.strokes_at(stroke.start, stroke.leaving):
            for other in outline:
                if own.bend and other.bend and abs(own.bend - other.bend) < tolerance * own.bend**2:
                    own_offset, other_offset = own.centre - centre, other.centre - centre
                    if (
                        abs(own_offset) > tolerance
                        and abs(abs(own_offset) - abs(other_offset)) < tolerance
                    ):
                        yield other_offset / own_offset / abs(other_offset / own_offset)


def turned_about_centre(stroke: Stroke, turn: Point) -> tuple[Point, Point]:
    """Start and heading of an arc turned about its centre; a straight stroke stays."""
    if not stroke.bend:
        return stroke.start, stroke.leaving
    centre = stroke.centre
    return centre + (stroke.start - centre) * turn, stroke.leaving * turn
