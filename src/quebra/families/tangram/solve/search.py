"""The corner search: in a corner of what is left, try every piece that could lie there."""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, islice, product
from math import degrees, inf, pi, radians, sin, sqrt, tan
from typing import NamedTuple

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.colours import (
    Colour,
    coloured_strokes,
    common_length,
    sides_of,
    stroke_colour,
)
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.solve.classes import equal_kinds
from quebra.families.tangram.solve.fitting import Fitting
from quebra.families.tangram.solve.spins import spins, spun
from quebra.families.tangram.solve.turns import Turns, turns_left
from quebra.families.tangram.solve.variants import HAIR, Variant, is_wheel, variants_of
from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import area_of, components, moved
from quebra.geometry.remainder.areas import Part, Sums, contours_of, parts_of, surveyed
from quebra.geometry.remainder.carving import carved, is_inside
from quebra.geometry.remainder.corners import CLEAR, Joint
from quebra.geometry.remainder.snap import CLEAR_SHARE, ERROR_SHARE, Snap
from quebra.geometry.remainder.strokes import (
    Stroke,
    is_clear,
    joined_strokes,
    outline_strokes,
)

SLIM = 0.1
"""Where all corners of pieces are wider, a corner that one of them fills has no room for others."""

LEAST_ERROR = 2
"""Nothing is known to lie better than within this many faults."""
LARGEST = 2.8
"""An angle that is as good as straight where a tip beyond it is measured, in radians."""
STRAIGHT = 1e-6
"""Half the turn, in radians, of an arc that is as good as straight."""


Colours = dict[Stroke, Colour]
Known = Sequence[tuple[Stroke, Colour]]
"""Strokes with their colours, of which others are parts."""


class Laid(NamedTuple):
    """A piece that has been laid: a variant with its corner at a point and its side's direction."""

    variant: Variant
    corner: Point
    heading: Point

    @property
    def motions(self) -> list[Motion]:
        """The motions that bring the piece there: several where it is symmetric."""
        return [way.motion(self.corner, self.heading) for way in self.variant.ways]


@dataclass(frozen=True)
class Position:
    """What is left of the figure and of the pieces, and what has been laid.

    `turns` are the angles by which the whole may be turned, where pieces have angles of their own.
    `errors` tells how far a vertex may be from where a right assembly has it, and `colours` which
    colour a stroke asks for, where there are colours.
    """

    rest: list[Stroke]
    joints: list[Joint]
    left: tuple[int, ...]
    laid: tuple[Laid, ...]
    turns: Turns
    colours: Colours = field(default_factory=dict)
    errors: dict[Point, float] = field(default_factory=dict)

    @property
    def corners(self) -> list[int]:
        """The strokes that leave a corner where a piece must have one too."""
        return [i for i, joint in enumerate(self.joints) if joint.is_corner]

    def error(self, vertex: Point) -> float:
        """How far a vertex may be from where a right assembly has it."""
        return self.errors.get(vertex, 0.0)


class Search:
    """All tilings of a figure in which corners and sides agree within a snapping distance.

    When it has ended, `is_proof` tells whether every assembly that is right at the puzzle's
    tolerance is among them. It is none where a piece may slide along a circle (not `complete`),
    where things that may be two were made one, or where errors may have added up to more than a
    quarter of the snapping distance. `fault` is the width of the faults to allow for: the puzzle's
    tolerance, if nothing else is known.

    Of equal kinds of pieces the first is laid first, so that each tiling is found once.
    """

    def __init__(
        self,
        puzzle: Tangram,
        near: float,
        budget: Budget,
        source: Source | None = None,
        fault: float | None = None,
    ) -> None:
        self.puzzle, self.near, self.budget, self.source = puzzle, near, budget, source
        self.snap = Snap(near)
        self.complete = True
        self.turns_freely = False
        self.fault = puzzle.tolerance_used if fault is None else fault
        self.largest_error = 0.0
        self.outlines: Sequence[Sequence[Contour]] = puzzle.shapes
        self.variants = [
            variants_of(kind, piece, shape, near)
            for kind, (piece, shape) in enumerate(zip(puzzle.pieces, puzzle.shapes, strict=True))
        ]
        self.fitting = Fitting([v for kind in self.variants for v in kind], self.snap)
        pieces = [components(shape) for shape in puzzle.shapes]
        self.sums = Sums([[area_of(part) for part in piece] for piece in pieces])
        self.scattered = [len(piece) > 1 for piece in pieces]
        self.lengths = [
            sum(edge.length for contour in shape for edge in contour) for shape in puzzle.shapes
        ]
        self.found = 0
        self.earlier = _earlier_equals(puzzle)
        self._slimmest_of: dict[tuple[bool, ...], tuple[float, float]] = {}
        self._known_headings = {
            id(variant): known
            for kind in self.variants
            for variant in kind
            if (known := _known_headings(puzzle, variant))
        }

    @property
    def is_proof(self) -> bool:
        """Whether nothing that is right at the puzzle's tolerance can have been missed so far."""
        error = max(self.largest_error, LEAST_ERROR * self.fault)
        return not self.is_doubtful and error <= ERROR_SHARE * self.near

    @property
    def is_doubtful(self) -> bool:
        """Whether something may have been missed for another reason than errors that add up."""
        return (
            not self.complete
            or self.snap.close
            or not all(is_clear(outline, self.near) for outline in self.outlines)
        )

    def start(self, lying: Motion | None = None) -> Position | None:
        """The figure with nothing laid; None where it cannot be filled by its areas."""
        puzzle, lying = self.puzzle, lying or Motion()
        figure = moved(puzzle.target, lying)
        self.outlines = (figure, *puzzle.shapes)
        left = tuple(piece.count for piece in puzzle.pieces)
        turns = (0.0,) if puzzle.upright else None
        known: Known = ()
        if puzzle.has_colours:
            sides = sides_of(puzzle.target, puzzle.colours or (), self.near)
            sides = tuple(side.moved(lying) for side in sides)
            known = coloured_strokes(sides, self.near)
            rest = joined_strokes([[side.edge for side in sides]], self.near)
        else:
            rest = outline_strokes(figure, self.near)
        position = self._position(rest, left, (), turns, known)
        if position:
            position.errors.update((stroke.start, 0.0) for stroke in position.rest)
        return position

    def completions(self, position: Position, budget: Budget) -> Iterator[Position]:
        """The positions where all pieces lie and nothing is left, each tiling once."""
        return (each for each in self.steps(position, budget) if each is not None)

    def steps(self, position: Position, budget: Budget) -> Iterator[Position | None]:
        """The same, with None for each node on the way, so that others may work in between."""
        stack = [iter([position])]
        while stack:
            budget.spend()
            yield None
            here = next(stack[-1], None)
            if here is None:
                stack.pop()
            elif self.is_leaf(here):
                self.found += 1
                yield here
            elif any(here.left):
                stack.append(self.following(here))

    def is_leaf(self, position: Position) -> bool:
        """Whether the figure is filled, with all pieces that must be used."""
        return not position.rest and (bool(self.puzzle.spare) or not any(position.left))

    def _position(
        self,
        rest: list[Stroke],
        left: tuple[int, ...],
        laid: tuple[Laid, ...],
        turns: Turns,
        known: Known,
    ) -> Position | None:
        """The position, or None where it leads nowhere; `known` are strokes with their colours."""
        survey = surveyed(rest, self.snap)
        if survey is None:
            return None
        rest, joints, contours = survey
        if (len(contours) > 1 or self.puzzle.spare) and not all(
            self._can_be_filled(part, left) for part in parts_of(rest, contours)
        ):
            return None
        colours: Colours = {}
        if known:
            by_stroke = dict(known)
            colours = {
                stroke: by_stroke[stroke] if stroke in by_stroke else stroke_colour(stroke, known)
                for stroke in rest
            }
        return Position(rest, joints, left, laid, turns, colours)

    def _can_be_filled(self, part: Part, left: tuple[int, ...]) -> bool:
        """Whether a part is as large as some of the pieces left.

        Vertices off by a quarter of the snapping distance, and the faults forgiven, change areas by
        less than what is allowed for here: so this is never close.
        """
        outlines = part.length + sum(n * each for n, each in zip(left, self.lengths, strict=True))
        faults = self.near * part.length / 4 + self.fault * outlines
        return self.sums.nearest(left, part.area) <= max(self.near * part.length, faults)

    def following(self, position: Position) -> Iterator[Position]:
        """The positions after one more piece."""
        if not position.corners:
            usable = [v for kind in self.usable(position) for v in self.variants[kind]]
            yield from self._following_smooth(position, usable)
            return
        # Sharp corners tell best where a piece lies, so that errors stay small.
        sharp = [i for i in position.corners if position.joints[i].is_sharp]
        corner, fitting = self.tightest(position, sharp or position.corners)
        # What is refused there by angles and lengths is refused only as surely as the corner lies.
        self.largest_error = max(self.largest_error, self._vertex_error(position, corner))
        if self.source:
            self.source.shuffle(fitting)
        else:
            fitting.sort(key=lambda v: -self.fitting.evidence(v, corner, position.joints))
        for variant in fitting:
            yield from self.laid_in(position, corner, variant)

    def tightest(self, position: Position, corners: Sequence[int]) -> tuple[int, list[Variant]]:
        """Of some corners the one that the fewest variants fit, and those."""
        best, *others = corners
        fewest = list(self.fitting_at(position, best))
        for i in others:
            # No need to see all that fit, once they are as many.
            found = list(islice(self.fitting_at(position, i), len(fewest)))
            if len(found) < len(fewest):
                best, fewest = i, found
        return best, fewest

    def fitting_at(self, position: Position, i: int) -> Iterator[Variant]:
        """The variants that could lie in a corner, as far as angles and lengths tell."""
        fitting = self.fitting.at(i, position.rest, position.joints, position.left)
        colour, usable = position.colours.get(position.rest[i]), set(self.usable(position))
        return (
            variant
            for variant in fitting
            if variant.kind in usable
            and not self._clashes_at(colour, position.rest[i], variant)
            and (self._headings_at(position, i, variant) or not self._has_known_angles(variant))
        )

    def usable(self, position: Position) -> list[int]:
        """The kinds of pieces left, of equal ones the first."""
        return [
            kind
            for kind, count in enumerate(position.left)
            if count and not any(position.left[other] for other in self.earlier[kind])
        ]

    def _clashes_at(self, colour: Colour, stroke: Stroke, variant: Variant) -> bool:
        """Whether the side that leaves the corner of a variant has another colour than a stroke."""
        own = variant.colours[variant.first]
        if colour is None or own is None or own == colour:
            return False
        return min(stroke.length, variant.strokes[variant.first].length) > self.least_meeting

    def _clashes(self, piece: Sequence[Stroke], colours: Sequence[Colour], known: Colours) -> bool:
        """Whether a side of a piece would lie along a stroke that asks for another colour."""
        return any(
            own is not None
            and colour is not None
            and own != colour
            and common_length(side, stroke, self.near) > self.least_meeting
            for side, own in zip(piece, colours, strict=True)
            for stroke, colour in known.items()
        )

    @cached_property
    def least_meeting(self) -> float:
        """Strokes that lie along one another for longer do meet: no piece fits in between."""
        slimmest = min(v.angle for kind in self.variants for v in kind)
        return max(CLEAR, 2 / slimmest) * self.near if slimmest > 0 else inf

    def laid_in(self, position: Position, i: int, variant: Variant) -> Iterator[Position]:
        """The position with a piece in a corner; a second one if it could clearly lie otherwise."""
        fitted: Point | None = None
        error = self._corner_error(position, i, variant), self._turn_error(position, i, variant)
        self.largest_error = max(self.largest_error, error[0] + variant.reach * error[1])
        for heading in self.headings(position, i, variant):
            if fitted is None or abs(heading - fitted) * variant.reach > CLEAR * self.near:
                laid = Laid(variant, position.rest[i].start, heading)
                after = self.lay(position, laid)
                if after is not None:
                    fitted = heading
                    self._note_errors(position, laid, error, after)
                    yield after

    def _note_errors(
        self, position: Position, laid: Laid, error: tuple[float, float], after: Position
    ) -> None:
        """Note how far vertices may be from where a right assembly has them.

        Those of the figure are where they are; those of a piece that was laid are as far off as its
        corner, its direction and the snapping make them.
        """
        spots = [laid.corner + laid.heading * spot for spot, _, _ in laid.variant.strokes]
        for vertex, _, _ in after.rest:
            known = position.errors.get(vertex)
            if known is None:
                snapped = min(abs(vertex - spot) for spot in spots)
                known = error[0] + abs(vertex - laid.corner) * error[1] + snapped
            after.errors[vertex] = known

    def _corner_error(self, position: Position, i: int, variant: Variant) -> float:
        """How far the corner of a piece may be: within the faults that are forgiven there."""
        slide = self._slide(position.joints[i], variant, position.left)
        return max(self._vertex_error(position, i), position.error(position.rest[i].start) + slide)

    def _vertex_error(self, position: Position, i: int) -> float:
        """The same for a piece that fills a corner."""
        joint, leaving = position.joints[i], position.rest[i].bend
        arriving = position.rest[joint.before].bend
        if joint.is_sharp:
            slide = 2 * self.fault / sin(joint.angle / 2)
        else:
            bend = abs(leaving + arriving if joint.angle < pi / 2 else leaving - arriving)
            slide = sqrt(8 * self.fault / bend) if bend else inf
        return position.error(position.rest[i].start) + slide

    def _slide(self, joint: Joint, variant: Variant, left: tuple[int, ...]) -> float:
        """How far along the run a piece may be from a corner that it does not fill.

        Where it begins later, a disc that rolls along the run meets the pieces behind it before it
        fits into the gap; each leaves the disc's way where its side is as high as the disc. Where
        it begins earlier, a disc fits into the tip that lies outside. Round sides open a corner
        further, at least along the shortest side that lies behind them.
        """
        length, slimmest = self._slimmest(tuple(map(bool, left)))
        angle = variant.opening(length)
        if joint.angle - variant.angle < slimmest / 2:
            return 0.0
        if slimmest <= 0:
            return inf
        tip = (1 / tan(angle / 2) + tan(min(joint.angle, LARGEST) / 2)) / 2
        gap = 1 + 0.5 / tan(max(joint.angle, slimmest) / 2)
        while angle < min(joint.angle, pi / 2):
            gap += 1 / tan(angle)
            angle += slimmest
        return 2 * self.fault * max(gap, tip)

    def _slimmest(self, left: tuple[bool, ...]) -> tuple[float, float]:
        """Half the shortest side of the pieces left, and the least angle of a corner so far out."""
        if left not in self._slimmest_of:
            usable = [
                v for kind, is_left in enumerate(left) if is_left for v in self.variants[kind]
            ]
            length = min(v.side for v in usable) / 2
            self._slimmest_of[left] = length, min(v.opening(length) for v in usable)
        return self._slimmest_of[left]

    def _turn_error(self, position: Position, i: int, variant: Variant) -> float:
        """By how much the direction of a piece may be off: the better of its two sides tells it."""
        if self._has_known_angles(variant):
            return radians(self.puzzle.angle_tolerance)
        joint, joints = position.joints[i], position.joints
        run = [i]
        while run[-1] != joint.last:
            run.append(joints[run[-1]].after)
        ends = [position.rest[k].end for k in run]
        along = self._side_error(position, i, run, ends, variant.side)
        slimmest = min(
            v.angle for kind, n in enumerate(position.left) if n for v in self.variants[kind]
        )
        spare = abs(joint.angle - variant.angle)
        if not joint.is_sharp or slimmest < SLIM or spare > slimmest / 2:
            return along
        back = [joint.before]
        while joints[back[-1]].is_flat and joints[back[-1]].before != joint.before:
            back.append(joints[back[-1]].before)
        starts = [position.rest[k].start for k in back]
        return min(along, spare + self._side_error(position, i, back, starts, variant.back))

    def _side_error(
        self, position: Position, i: int, run: list[int], spots: list[Point], side: float
    ) -> float:
        """By how much the direction of a side along a run may be off.

        The side lies within two tolerances of the run; the corner and the vertices beside the side
        tell where that is.
        """
        bend, length, off, passed = position.rest[run[0]].bend, 0.0, 0.0, 0
        for k, spot in zip(run, spots, strict=True):
            length += position.joints[k].length
            off = max(off, position.error(spot))
            passed += 1
            if length >= side:
                break
        shorter = _chord(min(side, length), bend)
        reach = _chord(length, bend) if passed == 1 else shorter
        at_corner = position.error(position.rest[i].start)
        return (at_corner + off) / reach + 4 * self.fault / shorter

    def headings(self, position: Position, i: int, variant: Variant) -> Iterator[Point]:
        """Directions of a side along a run, the best first.

        A short run does not tell it well: the farthest corner of the piece that would come near to
        a vertex tells it better, unless that is a chance.
        """
        if self._has_known_angles(variant):
            yield from self._headings_at(position, i, variant)
            return
        corner, joint = position.rest[i].start, position.joints[i]
        heading = _run_heading(position, i)
        loose = CLEAR * self.near / joint.run
        far, better = CLEAR * self.near, heading
        for spot, _, _ in variant.strokes:
            if abs(spot) > far:
                there, window = corner + heading * spot, self.near + abs(spot) * loose
                for (vertex, _, _), other in zip(position.rest, position.joints, strict=True):
                    if abs(vertex - there) <= window and not other.is_flat and vertex != corner:
                        far, better = abs(spot), (vertex - corner) / spot
                        break
        better /= abs(better)
        if abs(better - heading) * variant.reach > CLEAR_SHARE * self.near:
            self.snap.close = True
        yield better
        if abs(better - heading) * far > self.near / CLEAR:
            yield heading

    def _has_known_angles(self, variant: Variant) -> bool:
        """Whether the figure is not turned, so that the angles of a piece are known."""
        return id(variant) in self._known_headings

    def _headings_at(self, position: Position, i: int, variant: Variant) -> list[Point]:
        """The directions of a side at the angles allowed that may be that of a run."""
        heading = _run_heading(position, i)
        reach = min(position.joints[i].run, variant.side)
        return [
            known
            for known in self._known_headings.get(id(variant), ())
            if abs(known - heading) * reach <= CLEAR * self.near
        ]

    def lay(self, position: Position, laid: Laid) -> Position | None:
        """The position with one more piece, or None where it does not fit."""
        kind = laid.variant.kind
        turns = position.turns
        if (allowed := self.puzzle.pieces[kind].angles) is not None:
            lying = [motion.angle for motion in laid.motions]
            loose = CLEAR * self.near / laid.variant.side
            turns = turns_left(turns, lying, allowed, degrees(loose))
            if not turns:
                return None
        piece = laid.variant.laid(laid.corner, laid.heading)
        if self.scattered[kind] and not self.is_within(piece, position.rest):
            return None
        known, colours = position.colours, laid.variant.colours
        if known and self._clashes(piece, colours, known):
            return None
        rest = carved(position.rest, piece, self.snap)
        if rest is None:
            return None
        left = tuple(n - (k == kind) for k, n in enumerate(position.left))
        strokes: Known = ()
        if known:
            inner = zip((stroke.reversed() for stroke in piece), colours, strict=True)
            strokes = [*known.items(), *inner]
        return self._position(rest, left, (*position.laid, laid), turns, strokes)

    def is_within(self, piece: list[Stroke], rest: list[Stroke]) -> bool:
        """Whether no part of a piece that has several lies outside."""
        return all(
            is_inside(stroke.middle, rest)
            or min(abs(each.nearest(stroke.middle) - stroke.middle) for each in rest) <= self.near
            for stroke in piece
        )

    def _following_smooth(self, position: Position, usable: list[Variant]) -> Iterator[Position]:
        """The same where there is no corner: only circles, and vertices that point inwards.

        A piece along a circle may be turned around it. If the whole figure is round, one turn
        stands for all. If only a part of it is, every turn makes another assembly, once one did.
        """
        # Nothing is known of how colours around a circle may be turned.
        self.complete &= not self.puzzle.has_colours
        all_parts = parts_of(position.rest, contours_of(position.rest, position.joints))
        if not all_parts:
            return
        part = all_parts[0]
        outline = [position.rest[i] for i in part.strokes]
        i = next((i for i in part.strokes if not position.joints[i].is_flat), part.strokes[0])
        stroke, joint = position.rest[i], position.joints[i]
        alike = [
            v for v in usable if self.fitting.are_alike(v.side, v.bend, joint.run, stroke.bend)
        ]
        free = [v for v in alike if not v.wheel]
        if not is_wheel(outline, CLEAR * self.near):
            self.complete &= not free or sum(position.left) == 1
            for variant in alike:
                for spin in spins(variant, stroke, outline, CLEAR * self.near):
                    laid = Laid(variant, *spun(stroke, spin))
                    if (after := self.lay(position, laid)) is not None:
                        yield after
                        break
            return
        self.complete &= not free or all(piece.angles is None for piece in self.puzzle.pieces)
        before = self.found
        is_whole = not position.laid and len(all_parts) == 1
        self.turns_freely |= is_whole and bool(free)
        for turn in range(1) if is_whole else count():
            for variant in free if turn else alike:
                laid = Laid(variant, *spun(stroke, rect(1, turn)))
                if (after := self.lay(position, laid)) is not None:
                    yield after
            if self.found == before or not free:
                return


def _earlier_equals(puzzle: Tangram) -> list[list[int]]:
    """For each kind of piece the kinds before it that are equal to it."""
    classes = equal_kinds(puzzle)
    return [
        [other for other in range(kind) if classes[other] == classes[kind]]
        for kind in range(len(classes))
    ]


def _run_heading(position: Position, i: int) -> Point:
    """The direction of the run that leaves a corner."""
    stroke, joint = position.rest[i], position.joints[i]
    along = position.rest[joint.last].end - stroke.start
    # A run that is nearly straight, about as long as its chord, tells more than its first part.
    is_straight = not stroke.bend and 2 * abs(along) > joint.run
    return along / abs(along) if is_straight else stroke.leaving


def _known_headings(puzzle: Tangram, variant: Variant) -> list[Point]:
    """The directions that the side of a variant may have, where the figure is not turned."""
    angles = puzzle.pieces[variant.kind].angles if puzzle.upright else None
    found: list[Point] = []
    for way, angle in product(variant.ways, angles or ()):
        heading = Motion(0, angle).turn * way.heading
        if all(abs(heading - other) > HAIR for other in found):
            found.append(heading)
    return found


def _chord(length: float, bend: float) -> float:
    """The largest distance from the beginning of an arc of a length to a point of it."""
    turn = length * abs(bend) / 2
    return 2 / abs(bend) * sin(min(turn, pi / 2)) if turn > STRAIGHT else length
