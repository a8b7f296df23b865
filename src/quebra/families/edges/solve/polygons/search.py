"""The corner search: in a corner of what is left, try each polygon that could lie there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice
from math import cos, inf, pi, sin, sqrt, tan, tau
from typing import NamedTuple

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges.model import Edges
from quebra.families.edges.polygons import Side, contour_of, figure_sides, tolerance
from quebra.families.edges.solve.polygons.looks import Corner
from quebra.families.edges.solve.polygons.stock import Way, stock_of
from quebra.geometry.edges import Line, Point, chained, cross, dot
from quebra.geometry.features import distances_below, edge_lengths
from quebra.geometry.motion import angle_of
from quebra.geometry.region import merged
from quebra.geometry.remainder.areas import Part, parts_of, surveyed
from quebra.geometry.remainder.carving import carved
from quebra.geometry.remainder.corners import CLEAR, Joint
from quebra.geometry.remainder.snap import Snap
from quebra.geometry.remainder.strokes import Stroke, is_clear, joined_strokes

LARGEST_ERROR = 0.25
"""The largest error at which a search proves anything, in snapping distances."""
PARALLEL = 1e-6
"""Directions are one that differ by less."""
BESIDE = 1.25
"""A side lies at most so many tolerances beside the run that it covers, or the side it meets: more
would be a fault, even if the two are not quite parallel."""


class Seam(NamedTuple):
    """What is known of a stroke of what is left.

    The colour that it asks for, or None where any will do; and how far beside the stroke a right
    filling may have it.
    """

    colour: int | None
    error: float


Seams = dict[Stroke, Seam]


class Bound(NamedTuple):
    """How far a piece may be from where it was laid, across the direction of a side."""

    along: Point
    error: float


class Lying(NamedTuple):
    """A kind of piece that has been laid: its look, and by how much that was moved."""

    kind: int
    look: int
    shift: Point


@dataclass(frozen=True)
class Position:
    """What is left of the figure and of each kind of piece, and what has been laid.

    `error` is how far a right filling may have the last of these from where it was laid.
    """

    rest: list[Stroke]
    joints: list[Joint]
    seams: Seams
    left: tuple[int, ...]
    laid: tuple[Lying, ...] = ()
    error: float = 0.0


class Search:
    """All ways to fill the figure in which corners agree within a snapping distance.

    A corner of what is left is a corner of the piece that covers it, with a side along the stroke
    that leaves it; and as pieces have few turns, that tells where the piece lies.

    When it has ended, `is_proof` tells whether every filling that is right is among those found. It
    is none where there was no corner (not `complete`), where things that may be two were made one,
    or where errors may have added up to more than a quarter of the snapping distance. What is
    refused differs by the whole distance, which is more than the errors of two pieces and what
    snapping moves them: so refusing needs no further proof.
    """

    def __init__(self, puzzle: Edges, near: float, source: Source | None = None) -> None:
        self.puzzle, self.near, self.source = puzzle, near, source
        self.tolerance = tolerance(puzzle)
        self.snap = Snap(near)
        self.slack = CLEAR * self.near
        self.complete = True
        self.largest_error = 0.0
        self.stock = stock_of(puzzle)
        self.looks, self.kinds = self.stock.looks, self.stock.kinds

    @property
    def is_proof(self) -> bool:
        """Whether nothing that is right can have been missed so far."""
        return not self.is_doubtful and self.needed_near <= self.near

    @property
    def needed_near(self) -> float:
        """The snapping distance that errors need."""
        return self.largest_error / LARGEST_ERROR

    @property
    def is_doubtful(self) -> bool:
        """Whether something may have been missed for another reason than errors that add up."""
        return not self.complete or self.snap.close or not self._has_clear_outlines

    @cached_property
    def _has_clear_outlines(self) -> bool:
        """Whether outlines have no feature of about the snapping distance, pieces none below."""
        return is_clear([contour_of(figure_sides(self.puzzle))], self.near) and all(
            _is_clear_piece(contour_of(look.sides), self.near) for look in self.looks
        )

    def start(self) -> Position | None:
        """The figure with nothing laid; None where no pieces are as large."""
        sides = figure_sides(self.puzzle)
        rest = joined_strokes([chained([side.start for side in sides])], self.near)
        known = [(Stroke(side.start, side.end), Seam(side.colour, 0.0)) for side in sides]
        left = tuple(len(pieces) for pieces in self.kinds)
        return self._position(rest, known, left, ())

    def completions(self, position: Position, budget: Budget) -> Iterator[Position]:
        """The positions where nothing is left."""
        return (each for each in self.steps(position, budget) if each is not None)

    def steps(self, position: Position | None, budget: Budget) -> Iterator[Position | None]:
        """The same, with None for each node on the way."""
        stack = [iter([position] if position else [])]
        while stack:
            budget.spend()
            yield None
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
        corner, fitting = self._tightest(position, corners)
        if self.source:
            self.source.shuffle(fitting)
        error = self._largest_error(position, corner, fitting)
        self.largest_error = max(self.largest_error, error)
        for way in fitting:
            if (after := self.lay(position, corner, way)) is not None:
                self.largest_error = max(self.largest_error, after.error)
                yield after

    def _tightest(self, position: Position, corners: Sequence[int]) -> tuple[int, list[Way]]:
        """The corner that the fewest fit, and these; of several where errors stay smallest."""
        best, least = -1, inf
        fewest: list[Way] = []
        for i in corners:
            # No need to see all that fit, once there are more.
            found = list(islice(self.fitting(position, i), len(fewest) + 1 if fewest else None))
            error = self._largest_error(position, i, found)
            if best < 0 or (len(found), error) < (len(fewest), least):
                best, fewest, least = i, found, error
            if not fewest:
                break
        return best, fewest

    def corners(self, position: Position) -> list[int]:
        """The strokes that leave a corner."""
        return [i for i, joint in enumerate(position.joints) if joint.is_corner]

    def fitting(self, position: Position, i: int) -> Iterator[Way]:
        """The ways to fill a corner, as far as directions, the angle and the colour tell."""
        stroke, joint = position.rest[i], position.joints[i]
        colour = position.seams[stroke].colour
        along = position.rest[joint.last].end - stroke.start
        along /= abs(along)
        heading = angle_of(along) % tau
        loosest = min(pi, self.slack / min(self.stock.shortest, joint.run))
        low = bisect_left(self.stock.headings, heading - loosest)
        high = bisect_right(self.stock.headings, heading + loosest)
        shorter = min(joint.length, position.joints[joint.before].length)
        for _, (kind, look, corner) in self.stock.by_heading[low:high]:
            reach = min(shorter, corner.side, corner.back)
            over = corner.side - joint.run if joint.bounded else 0.0
            if (
                position.left[kind]
                and (colour is None or colour == corner.colour)
                and abs(along - corner.heading) * min(corner.side, joint.run) <= self.slack
                and (corner.angle - joint.angle) * reach <= self.slack
                and over <= self.slack
            ):
                yield Way(kind, look, corner)

    def lay(self, position: Position, i: int, way: Way) -> Position | None:
        """The position with a piece in a corner, or None where it does not fit."""
        shift = position.rest[i].start - way.corner.at
        bounds = self._bounds(position, i, way.corner)
        return self.put(position, Lying(way.kind, way.look, shift), bounds)

    def is_sure(self, position: Position, i: int, ways: Sequence[Way]) -> bool:
        """Whether nothing that is right was refused in a corner where just these were tried."""
        error = self._largest_error(position, i, ways)
        return not self.is_doubtful and error <= LARGEST_ERROR * self.near

    def _largest_error(self, position: Position, i: int, ways: Sequence[Way]) -> float:
        """How far a right filling may have pieces from where they are tried in a corner.

        Only half of it counts, for what is refused lies wrong by the whole snapping distance. For
        what is laid, the sides that it touches tell more.
        """
        bounds = (self._bounds(position, i, way.corner) for way in ways)
        # What is refused by angles and lengths alone is known no better than sides are.
        return max([BESIDE * self.tolerance, *(_farthest(*pair) / 2 for pair in bounds)])

    def _bounds(self, position: Position, i: int, corner: Corner) -> tuple[Bound, Bound]:
        """How far a right filling may have a piece from where it is laid in a corner.

        Along the run there is no more room than a fault has. If the piece fills the corner, so it
        is along the stroke that arrives.
        """
        joint, room = position.joints[i], BESIDE * self.tolerance
        stroke, arriving = position.rest[i], position.rest[joint.before]
        first, second = position.seams[stroke].error, position.seams[arriving].error
        beside = Bound(corner.heading, first + room)
        if 2 * (joint.angle - corner.angle) < self.stock.slimmest:
            return beside, Bound(corner.back_heading, second + room)
        vertex = (second + first * abs(cos(joint.angle))) / sin(joint.angle)
        return beside, Bound(1j * corner.heading, vertex + room * self._slide(joint, corner))

    def _slide(self, joint: Joint, corner: Corner) -> float:
        """How far along the run a piece may be from a corner that it does not fill, in tolerances.

        Where it begins later, a disc that rolls along the run meets the pieces behind it before it
        fits into the gap; each leaves the disc's way where its side is as high as the disc. Where
        it begins earlier, a disc fits into the tip that lies outside.
        """
        gap = 1 + 0.5 / tan(joint.angle / 2)
        angle = corner.angle
        while angle < min(joint.angle, pi / 2):
            gap += 1 / tan(angle)
            angle += self.stock.slimmest
        tip = (1 / tan(corner.angle / 2) + tan(joint.angle / 2)) / 2
        return max(gap, tip)

    def put(
        self, position: Position, lying: Lying, bounds: Sequence[Bound] = ()
    ) -> Position | None:
        """The position with a piece anywhere, or None where it does not fit.

        Without bounds it lies just there.
        """
        sides = [side.moved(lying.shift) for side in self.looks[lying.look].sides]
        if not position.left[lying.kind] or self._clashes(sides, position.seams):
            return None
        piece = [Stroke(side.start, side.end) for side in sides]
        rest = carved(position.rest, piece, self.snap)
        if rest is None:
            return None
        left = tuple(n - (kind == lying.kind) for kind, n in enumerate(position.left))
        known = list(position.seams.items())
        if bounds:
            bounds = [*bounds, *self._contacts(sides, position.seams)]
        for side in sides:
            error = _error((side.end - side.start) / side.length, bounds)
            known.append((Stroke(side.end, side.start), Seam(side.colour, error)))
        return self._position(rest, known, left, (*position.laid, lying), _least(bounds))

    def _position(
        self,
        rest: list[Stroke],
        known: Sequence[tuple[Stroke, Seam]],
        left: tuple[int, ...],
        laid: tuple[Lying, ...],
        error: float = 0.0,
    ) -> Position | None:
        """The position, or None where a part of it is not as large as any pieces together."""
        survey = surveyed(rest, self.snap)
        if survey is None:
            return None
        rest, joints, contours = survey
        if not all(self._can_be_filled(part, left) for part in parts_of(rest, contours)):
            return None
        by_stroke = dict(known)
        seams = {
            stroke: by_stroke[stroke] if stroke in by_stroke else _seam(stroke, known)
            for stroke in rest
        }
        return Position(rest, joints, seams, left, laid, error)

    def _can_be_filled(self, part: Part, left: tuple[int, ...]) -> bool:
        """Whether some of the pieces left have the area of a part."""
        # Each stretch of an outline bounds faults that are as wide as the tolerance.
        if self.tolerance * self.stock.density * part.area > self.near * part.length:
            return True
        return self.stock.sums.nearest(left, part.area) <= self.near * part.length

    def _clashes(self, sides: Sequence[Side], seams: Seams) -> bool:
        """Whether a side would lie along a stroke that asks for another colour."""
        return any(
            colour is not None and colour != side.colour and self._runs_along(side, stroke)
            for stroke, (colour, _) in seams.items()
            for side in sides
        )

    def _runs_along(self, side: Side, stroke: Stroke) -> bool:
        """Whether a stroke runs along a side, the same way, so that no piece fits in between."""
        length, off = _stretch(side, stroke)
        return off <= self.near and length > max(CLEAR, 2 / self.stock.slimmest) * self.near

    def _contacts(self, sides: Sequence[Side], seams: Seams) -> Iterator[Bound]:
        """Bounds by the strokes along which sides lie."""
        for side in sides:
            for stroke, (_, error) in seams.items():
                if self._runs_along(side, stroke):
                    along = (side.end - side.start) / side.length
                    yield Bound(along, error + BESIDE * self.tolerance)


def _stretch(side: Side, stroke: Stroke) -> tuple[float, float]:
    """How long a stroke lies beside a side, run the same way, and how far from it at most."""
    unit = ((side.end - side.start) / side.length).conjugate()
    first, last = ((at - side.start) * unit for at in (stroke.start, stroke.end))
    low, high = max(0.0, first.real), min(side.length, last.real)
    if high <= low:
        return 0.0, 0.0
    slope = (last.imag - first.imag) / (last.real - first.real)
    return high - low, max(abs(first.imag + slope * (at - first.real)) for at in (low, high))


def _farthest(one: Bound, other: Bound) -> float:
    """How far a piece may be moved within two bounds."""
    a, b, cosine = one.error, other.error, abs(dot(one.along, other.along))
    return sqrt(a * a + b * b + 2 * a * b * cosine) / abs(cross(one.along, other.along))


def _least(bounds: Sequence[Bound]) -> float:
    """How far a piece may be moved within bounds; 0 if there are none."""
    pairs = combinations(bounds, 2)
    return min(
        (_farthest(a, b) for a, b in pairs if abs(cross(a.along, b.along)) > PARALLEL), default=0.0
    )


def _error(along: Point, bounds: Sequence[Bound]) -> float:
    """How far a piece may be moved across a direction within bounds; 0 if there are none."""
    found = inf if bounds else 0.0
    for i, (one, a) in enumerate(bounds):
        if abs(cross(one, along)) < PARALLEL:
            found = min(found, a + PARALLEL * _farthest(*bounds[:2]))
        for other, b in bounds[:i]:
            sine = abs(cross(one, other))
            if sine > PARALLEL:
                parts = abs(cross(along, other)) * a + abs(cross(one, along)) * b
                found = min(found, parts / sine)
    return found


def _is_clear_piece(contour: tuple[Line, ...], near: float) -> bool:
    """Whether a piece has no feature of about the snapping distance, or smaller."""
    shape = [merged(contour, near)]
    sizes = (*edge_lengths(shape), *distances_below(shape, CLEAR * near))
    return min(sizes) >= CLEAR * near and is_clear([contour], near)


def _seam(stroke: Stroke, known: Iterable[tuple[Stroke, Seam]]) -> Seam:
    """What is known of the stroke of which this one is a part."""
    middle, along = stroke.middle, stroke.end - stroke.start
    alike = ((s, seam) for s, seam in known if dot(s.end - s.start, along) > 0)
    return min(alike, key=lambda each: abs(each[0].nearest(middle) - middle))[1]
