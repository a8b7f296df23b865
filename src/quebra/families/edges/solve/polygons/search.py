"""The corner search: in a corner of what is left, try each polygon that could lie there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import tau
from typing import NamedTuple

from quebra.core.budget import Budget
from quebra.core.random import Source
from quebra.families.edges.model import Edges
from quebra.families.edges.polygons import Side, figure_sides
from quebra.families.edges.solve.polygons.looks import Corner, kinds_of, looks_of
from quebra.geometry.edges import Point, chained, dot
from quebra.geometry.motion import angle_of
from quebra.geometry.rest.areas import Sums, parts_of, surveyed
from quebra.geometry.rest.carving import carved
from quebra.geometry.rest.corners import CLEAR, LOOSEST, Joint
from quebra.geometry.rest.strokes import Stroke, joined_strokes

Colours = dict[Stroke, int | None]
"""The colour that each stroke of what is left asks for, or None where any will do."""


class Way(NamedTuple):
    """A kind of piece, one of its looks, and a corner of that."""

    kind: int
    look: int
    corner: Corner


class Lying(NamedTuple):
    """A kind of piece that has been laid: its look, and by how much that was moved."""

    kind: int
    look: int
    shift: Point


@dataclass(frozen=True)
class Position:
    """What is left of the figure and of each kind of piece, and what has been laid."""

    rest: list[Stroke]
    joints: list[Joint]
    colours: Colours
    left: tuple[int, ...]
    laid: tuple[Lying, ...] = ()


class Search:
    """All ways to fill the figure in which corners agree within the tolerance.

    A corner of what is left is a corner of the piece that covers it, with a side along the stroke
    that leaves it; and as pieces have few turns, that tells where the piece lies. Afterwards
    `complete` tells whether there always was such a corner.
    """

    def __init__(self, puzzle: Edges, near: float, source: Source | None = None) -> None:
        self.puzzle, self.near, self.source = puzzle, near, source
        self.slack = CLEAR * self.near
        self.complete = True
        self.looks = looks_of(puzzle, near)
        self.kinds = kinds_of(puzzle, self.looks)
        ways = [
            Way(kind, number, corner)
            for kind, pieces in enumerate(self.kinds)
            for number, look in enumerate(self.looks)
            if pieces[0] in look.pieces
            for corner in look.corners
        ]
        self.shortest = min((way.corner.side for way in ways), default=1.0)
        around = ((angle_of(way.corner.heading) + turn, way) for way in ways for turn in (0, tau))
        self.by_heading = sorted(around, key=lambda each: each[0])
        self.headings = [heading for heading, _ in self.by_heading]
        self.sums = Sums([[self._area(pieces[0])] for pieces in self.kinds])

    def _area(self, piece: int) -> float:
        return next(look.area for look in self.looks if piece in look.pieces)

    def start(self) -> Position | None:
        """The figure with nothing laid; None where no pieces are as large."""
        sides = figure_sides(self.puzzle)
        rest = joined_strokes([chained([side.start for side in sides])], self.near)
        known = [(Stroke(side.start, side.end), side.colour) for side in sides]
        left = tuple(len(pieces) for pieces in self.kinds)
        return self._position(rest, known, left, ())

    def completions(self, position: Position, budget: Budget) -> Iterator[Position]:
        """The positions where nothing is left."""
        stack = [iter([position])]
        while stack:
            budget.spend()
            here = next(stack[-1], None)
            if here is None:
                stack.pop()
            elif here.rest:
                stack.append(self.following(here))
            else:
                yield here

    def following(self, position: Position) -> Iterator[Position]:
        """The positions after one more piece, which lies in the corner that the fewest fit."""
        corners = self.corners(position)
        if not corners:
            self.complete = False
            return
        corner, fitting = corners[0], list(self.fitting(position, corners[0]))
        for i in corners[1:]:
            # No need to see all that fit, once they are as many.
            found = list(islice(self.fitting(position, i), len(fitting)))
            if len(found) < len(fitting):
                corner, fitting = i, found
        if self.source:
            self.source.shuffle(fitting)
        for way in fitting:
            if (after := self.lay(position, corner, way)) is not None:
                yield after

    def corners(self, position: Position) -> list[int]:
        """The strokes that leave a corner."""
        return [i for i, joint in enumerate(position.joints) if joint.is_corner]

    def fitting(self, position: Position, i: int) -> Iterator[Way]:
        """The ways to fill a corner, as far as directions, the angle and the colour tell."""
        stroke, joint = position.rest[i], position.joints[i]
        colour = position.colours[stroke]
        along = position.rest[joint.last].end - stroke.start
        heading = angle_of(along) % tau
        loosest = min(LOOSEST, self.slack / min(self.shortest, joint.run))
        low = bisect_left(self.headings, heading - loosest)
        high = bisect_right(self.headings, heading + loosest)
        wide = joint.angle + self.slack / min(joint.length, position.joints[joint.before].length)
        for _, (kind, look, corner) in self.by_heading[low:high]:
            if (
                position.left[kind]
                and corner.angle <= wide
                and (colour is None or colour == corner.colour)
                and abs(along / abs(along) - corner.heading) * min(corner.side, joint.run)
                <= self.slack
                and not (joint.bounded and corner.side > joint.run + self.slack)
            ):
                yield Way(kind, look, corner)

    def lay(self, position: Position, i: int, way: Way) -> Position | None:
        """The position with a piece in a corner, or None where it does not fit."""
        shift = position.rest[i].start - way.corner.at
        return self.put(position, Lying(way.kind, way.look, shift))

    def put(self, position: Position, lying: Lying) -> Position | None:
        """The position with a piece anywhere, or None where it does not fit."""
        sides = [side.moved(lying.shift) for side in self.looks[lying.look].sides]
        if not position.left[lying.kind] or self._clashes(sides, position.colours):
            return None
        piece = [Stroke(side.start, side.end) for side in sides]
        rest = carved(position.rest, piece, self.near)
        if rest is None:
            return None
        left = tuple(n - (kind == lying.kind) for kind, n in enumerate(position.left))
        beyond = ((Stroke(side.end, side.start), side.colour) for side in sides)
        known = [*position.colours.items(), *beyond]
        return self._position(rest, known, left, (*position.laid, lying))

    def _position(
        self,
        rest: list[Stroke],
        known: Sequence[tuple[Stroke, int | None]],
        left: tuple[int, ...],
        laid: tuple[Lying, ...],
    ) -> Position | None:
        """The position, or None where a part of it is not as large as any pieces together."""
        survey = surveyed(rest, self.near)
        if survey is None:
            return None
        rest, joints, contours = survey
        if not all(
            self.sums.can_fill(left, part.area, self.near * part.length)
            for part in parts_of(rest, contours)
        ):
            return None
        colours = dict(known)
        asked = {
            stroke: colours[stroke] if stroke in colours else _colour(stroke, known)
            for stroke in rest
        }
        return Position(rest, joints, asked, left, laid)

    def _clashes(self, sides: Sequence[Side], colours: Colours) -> bool:
        """Whether a side would lie along a stroke that asks for another colour."""
        return any(
            colour is not None
            and colour != side.colour
            and _along(side, stroke, self.near) > self.slack
            for stroke, colour in colours.items()
            for side in sides
        )


def _along(side: Side, stroke: Stroke, near: float) -> float:
    """How long a stroke runs along a side, the same way, and not farther from it than near."""
    unit = (side.end - side.start) / side.length
    first, last = ((at - side.start) * unit.conjugate() for at in (stroke.start, stroke.end))
    low, high = max(0.0, first.real), min(side.length, last.real)
    if high <= low:
        return 0.0
    slope = (last.imag - first.imag) / (last.real - first.real)
    off = max(abs(first.imag + slope * (at - first.real)) for at in (low, high))
    return high - low if off <= near else 0.0


def _colour(stroke: Stroke, known: Iterable[tuple[Stroke, int | None]]) -> int | None:
    """The colour of the known stroke of which this is a part."""
    middle, along = stroke.middle, stroke.end - stroke.start
    alike = ((s, colour) for s, colour in known if dot(s.end - s.start, along) > 0)
    return min(alike, key=lambda each: abs(each[0].nearest(middle) - middle))[1]
