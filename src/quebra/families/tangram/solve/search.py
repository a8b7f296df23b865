"""Corner search: pick a corner of the uncovered region and try every piece that fits there."""

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
from quebra.families.tangram.silhouette import outline_length
from quebra.families.tangram.solve.classes import equal_kinds
from quebra.families.tangram.solve.corner_candidates import CornerCandidates
from quebra.families.tangram.solve.normal_form import Turns, remaining_turns
from quebra.families.tangram.solve.variants import (
    ANGLE_EPSILON,
    Variant,
    are_concentric,
    circle_turns,
    turned_about_centre,
    variants_of,
)
from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import area_of, components, moved
from quebra.geometry.remainder.areas import Part, Sums, contours_of, parts_of, surveyed
from quebra.geometry.remainder.carving import carved, is_inside
from quebra.geometry.remainder.corners import CLEAR, Joint
from quebra.geometry.remainder.snap import CLEAR_SHARE, ERROR_SHARE, Snap
from quebra.geometry.remainder.strokes import Stroke, is_clear, joined_strokes, outline_strokes

SLIM = 0.1
"""In radians: if every piece's corner is wider, no second piece fits beside one that fills it."""
LEAST_ERROR = 2
"""The smallest position error assumed, in fault widths."""
LARGEST = 2.8
"""Angles are capped here, in radians, where the tangent of their half is taken."""
STRAIGHT = 1e-6
"""Arcs that turn by less than twice this, in radians, are measured as straight lines."""

Colours = dict[Stroke, Colour]
ColouredStrokes = Sequence[tuple[Stroke, Colour]]


class PlacedPiece(NamedTuple):
    """A variant placed with its corner at a point and its first side in the direction `heading`."""

    variant: Variant
    corner: Point
    heading: Point

    @property
    def motions(self) -> list[Motion]:
        """The motions that place the piece so; several where it is symmetric."""
        return [frame.motion(self.corner, self.heading) for frame in self.variant.frames]


@dataclass(frozen=True)
class Position:
    """A search state: the uncovered region, the remaining pieces and the placed ones.

    `remainder` are the boundary strokes of the uncovered region, `joints` their corners, and
    `remaining` the number of unused copies of each kind. `turns` are the angles by which the whole
    assembly may still be turned if pieces have allowed angles. `colours` gives the colour that a
    piece beside a stroke must have, and `errors` bounds the distance of a vertex from its place in
    a correct assembly.
    """

    remainder: list[Stroke]
    joints: list[Joint]
    remaining: tuple[int, ...]
    placed: tuple[PlacedPiece, ...]
    turns: Turns
    colours: Colours = field(default_factory=dict)
    errors: dict[Point, float] = field(default_factory=dict)

    @property
    def corners(self) -> list[int]:
        """Indices of strokes that leave a corner in which a piece must have a corner."""
        return [i for i, joint in enumerate(self.joints) if joint.is_corner]

    @property
    def pieces(self) -> list[tuple[int, Motion]]:
        """The kind and the motion of each placed piece."""
        return [(piece.variant.kind, piece.motions[0]) for piece in self.placed]

    def error(self, vertex: Point) -> float:
        """Upper bound of the distance of a vertex from its place in a correct assembly."""
        return self.errors.get(vertex, 0.0)


class Search:
    """Enumerates the tilings whose corners and sides agree within a snapping distance.

    After the search has ended, `is_proof` says whether it found every assembly that is correct at
    the puzzle's tolerance. It does not if a piece can slide along a circle (`complete` is false),
    if points that may be distinct were merged, or if errors may exceed a quarter of the snapping
    distance. `fault` is the width of faults to allow for, by default the puzzle's tolerance.

    Equal kinds of pieces are used in order, so that each tiling is found once.
    """

    def __init__(
        self,
        puzzle: Tangram,
        snapping: float,
        budget: Budget,
        source: Source | None = None,
        fault: float | None = None,
    ) -> None:
        self.puzzle, self.snapping, self.budget, self.source = puzzle, snapping, budget, source
        self.snap = Snap(snapping)
        self.complete = True
        self.turns_freely = False
        self.fault = puzzle.tolerance_used if fault is None else fault
        self.largest_error = 0.0
        self.outlines: Sequence[Sequence[Contour]] = puzzle.shapes
        self.variants = [
            variants_of(kind, piece, shape, snapping)
            for kind, (piece, shape) in enumerate(zip(puzzle.pieces, puzzle.shapes, strict=True))
        ]
        self.candidates = CornerCandidates([v for kind in self.variants for v in kind], self.snap)
        pieces = [components(shape) for shape in puzzle.shapes]
        self.sums = Sums([[area_of(part) for part in piece] for piece in pieces])
        self.is_disconnected = [len(piece) > 1 for piece in pieces]
        self.lengths = [outline_length(shape) for shape in puzzle.shapes]
        self.found = 0
        self.later_equals = _later_equals(puzzle)
        self._slimmest_of: dict[tuple[bool, ...], tuple[float, float]] = {}
        self._known_headings = {
            id(variant): known
            for kind in self.variants
            for variant in kind
            if (known := _known_headings(puzzle, variant))
        }

    @property
    def is_proof(self) -> bool:
        """Whether no assembly that is correct at the puzzle's tolerance can have been missed."""
        error = max(self.largest_error, LEAST_ERROR * self.fault)
        return not self.is_doubtful and error <= ERROR_SHARE * self.snapping

    @property
    def is_doubtful(self) -> bool:
        """Whether an assembly may have been missed for a reason other than accumulated errors."""
        return (
            not self.complete
            or self.snap.close
            or not all(is_clear(outline, self.snapping) for outline in self.outlines)
        )

    def start(self, pose: Motion | None = None) -> Position | None:
        """The empty figure moved by `pose`; None if areas show that it cannot be filled."""
        puzzle, pose = self.puzzle, pose or Motion()
        figure = moved(puzzle.target, pose)
        self.outlines = (figure, *puzzle.shapes)
        remaining = tuple(piece.count for piece in puzzle.pieces)
        turns = (0.0,) if puzzle.upright else None
        known: ColouredStrokes = ()
        if puzzle.has_colours:
            sides = sides_of(puzzle.target, puzzle.colours or (), self.snapping)
            sides = tuple(side.moved(pose) for side in sides)
            known = coloured_strokes(sides, self.snapping)
            remainder = joined_strokes([[side.edge for side in sides]], self.snapping)
        else:
            remainder = outline_strokes(figure, self.snapping)
        position = self._position(remainder, remaining, (), turns, known)
        if position:
            position.errors.update((stroke.start, 0.0) for stroke in position.remainder)
        return position

    def completions(self, position: Position, budget: Budget) -> Iterator[Position]:
        """The complete positions reachable from a position, each tiling once."""
        return (each for each in self.nodes(position, budget) if each is not None)

    def nodes(self, position: Position, budget: Budget) -> Iterator[Position | None]:
        """Like `completions`, with None for each node, so that searches can be interleaved."""
        stack = [iter([position])]
        while stack:
            budget.spend()
            yield None
            here = next(stack[-1], None)
            if here is None:
                stack.pop()
            elif self.is_complete(here):
                self.found += 1
                yield here
            elif any(here.remaining):
                stack.append(self.successors(here))

    def is_complete(self, position: Position) -> bool:
        """Whether the figure is filled and every piece that must be used is used."""
        return not position.remainder and (bool(self.puzzle.spare) or not any(position.remaining))

    def _position(
        self,
        remainder: list[Stroke],
        remaining: tuple[int, ...],
        placed: tuple[PlacedPiece, ...],
        turns: Turns,
        known: ColouredStrokes,
    ) -> Position | None:
        """The position, or None if it is a dead end; `known` are coloured strokes to look up."""
        survey = surveyed(remainder, self.snap)
        if survey is None:
            return None
        remainder, joints, contours = survey
        if (len(contours) > 1 or self.puzzle.spare) and not all(
            self._can_be_filled(part, remaining) for part in parts_of(remainder, contours)
        ):
            return None
        colours: Colours = {}
        if known:
            by_stroke = dict(known)
            colours = {
                stroke: by_stroke[stroke] if stroke in by_stroke else stroke_colour(stroke, known)
                for stroke in remainder
            }
        return Position(remainder, joints, remaining, placed, turns, colours)

    def _can_be_filled(self, part: Part, remaining: tuple[int, ...]) -> bool:
        """Whether the area of a part is the sum of areas of some remaining pieces.

        The slack exceeds any change of area by vertices off by a quarter of the snapping distance
        and by permitted faults, so this test never makes the search doubtful.
        """
        outlines = part.length + sum(
            n * each for n, each in zip(remaining, self.lengths, strict=True)
        )
        faults = self.snapping * part.length / 4 + self.fault * outlines
        return self.sums.nearest(remaining, part.area) <= max(self.snapping * part.length, faults)

    def successors(self, position: Position) -> Iterator[Position]:
        """The positions with one more piece placed."""
        if not position.corners:
            kinds = sorted(self.usable_kinds(position))
            variants = [variant for kind in kinds for variant in self.variants[kind]]
            yield from self._successors_without_corner(position, variants)
            return
        # Sharp corners determine a placement best, which keeps errors small.
        sharp = [i for i in position.corners if position.joints[i].is_sharp]
        corner, candidates = self.most_constrained_corner(position, sharp or position.corners)
        # Rejections by angle and length are only as certain as the position of the corner.
        self.largest_error = max(self.largest_error, self._vertex_error(position, corner))
        if self.source:
            self.source.shuffle(candidates)
        else:
            candidates.sort(key=lambda v: -self.candidates.evidence(v, corner, position.joints))
        usable = self.usable_kinds(position)
        for variant in candidates:
            if variant.kind in usable:
                yield from self.place_in_corner(position, corner, variant)

    def most_constrained_corner(
        self, position: Position, corners: Sequence[int]
    ) -> tuple[int, list[Variant]]:
        """The corner with the fewest candidates, and its candidates, equal pieces included."""
        best, *others = corners
        fewest = list(self._fitting_at(position, best))
        for i in others:
            # Stop counting as soon as this corner cannot be better.
            found = list(islice(self._fitting_at(position, i), len(fewest)))
            if len(found) < len(fewest):
                best, fewest = i, found
        return best, fewest

    def candidates_at(self, position: Position, i: int) -> Iterator[Variant]:
        """The variants for corner `i`, one of equal pieces."""
        usable = self.usable_kinds(position)
        return (each for each in self._fitting_at(position, i) if each.kind in usable)

    def _fitting_at(self, position: Position, i: int) -> Iterator[Variant]:
        """The variants whose angle, lengths and colours allow them in corner `i`."""
        candidates = self.candidates.at(i, position.remainder, position.joints, position.remaining)
        colour = position.colours.get(position.remainder[i])
        return (
            variant
            for variant in candidates
            if not self._clashes_at(colour, position.remainder[i], variant)
            and (self._headings_at(position, i, variant) or not self._has_known_angles(variant))
        )

    def usable_kinds(self, position: Position) -> set[int]:
        """The remaining kinds of pieces, without those equal to a later remaining kind."""
        return {
            kind
            for kind, count in enumerate(position.remaining)
            if count and not any(position.remaining[other] for other in self.later_equals[kind])
        }

    def _clashes_at(self, colour: Colour, stroke: Stroke, variant: Variant) -> bool:
        """Whether the first side of a variant has a colour other than the one required."""
        own = variant.colours[variant.first_stroke]
        if colour is None or own is None or own == colour:
            return False
        return min(stroke.length, variant.strokes[variant.first_stroke].length) > self.least_meeting

    def _clashes(self, piece: Sequence[Stroke], colours: Sequence[Colour], known: Colours) -> bool:
        """Whether a side of a piece lies along a stroke that requires another colour."""
        return any(
            own is not None
            and colour is not None
            and own != colour
            and common_length(side, stroke, self.snapping) > self.least_meeting
            for side, own in zip(piece, colours, strict=True)
            for stroke, colour in known.items()
        )

    @cached_property
    def least_meeting(self) -> float:
        """The common length beyond which two strokes meet, as no piece fits between them."""
        slimmest = min(v.angle for kind in self.variants for v in kind)
        return max(CLEAR, 2 / slimmest) * self.snapping if slimmest > 0 else inf

    def place_in_corner(self, position: Position, i: int, variant: Variant) -> Iterator[Position]:
        """The positions with a piece in corner `i`: one for each clearly different heading."""
        fitted: Point | None = None
        error = self._corner_error(position, i, variant), self._turn_error(position, i, variant)
        self.largest_error = max(self.largest_error, error[0] + variant.reach * error[1])
        for heading in self.headings(position, i, variant):
            if fitted is None or abs(heading - fitted) * variant.reach > CLEAR * self.snapping:
                placed = PlacedPiece(variant, position.remainder[i].start, heading)
                after = self.with_piece(position, placed)
                if after is not None:
                    fitted = heading
                    self._note_errors(position, placed, error, after)
                    yield after

    def _note_errors(
        self, position: Position, placed: PlacedPiece, error: tuple[float, float], after: Position
    ) -> None:
        """Store error bounds for the vertices of the new remainder.

        Known vertices keep theirs. A vertex of the placed piece adds the errors of the piece's
        corner and heading to the distance by which it was snapped.
        """
        spots = [placed.corner + placed.heading * spot for spot, _, _ in placed.variant.strokes]
        for vertex, _, _ in after.remainder:
            known = position.errors.get(vertex)
            if known is None:
                snapped = min(abs(vertex - spot) for spot in spots)
                known = error[0] + abs(vertex - placed.corner) * error[1] + snapped
            after.errors[vertex] = known

    def _corner_error(self, position: Position, i: int, variant: Variant) -> float:
        """Bound of the position error of a piece's corner, given the faults permitted there."""
        slide = self._slide(position.joints[i], variant, position.remaining)
        return max(
            self._vertex_error(position, i), position.error(position.remainder[i].start) + slide
        )

    def _vertex_error(self, position: Position, i: int) -> float:
        """Bound of the position error of the corner of a piece that fills corner `i`."""
        joint, leaving = position.joints[i], position.remainder[i].bend
        arriving = position.remainder[joint.before].bend
        if joint.is_sharp:
            slide = 2 * self.fault / sin(joint.angle / 2)
        else:
            bend = abs(leaving + arriving if joint.angle < pi / 2 else leaving - arriving)
            slide = sqrt(8 * self.fault / bend) if bend else inf
        return position.error(position.remainder[i].start) + slide

    def _slide(self, joint: Joint, variant: Variant, remaining: tuple[int, ...]) -> float:
        """How far a piece may slide along the run from a corner that it does not fill.

        If it starts too late, a disc as wide as the fault rolls along the run into the gap until
        it meets the pieces behind; each of them clears the disc where its side is as high as the
        disc. If it starts too early, the disc fits into the tip outside the figure. Round sides
        open a corner further, at least along the shortest side behind them.
        """
        length, slimmest = self._slimmest(tuple(map(bool, remaining)))
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

    def _slimmest(self, remaining: tuple[bool, ...]) -> tuple[float, float]:
        """Half the shortest remaining side, and the least opening of a corner at that length."""
        if remaining not in self._slimmest_of:
            usable = [
                v for kind, is_left in enumerate(remaining) if is_left for v in self.variants[kind]
            ]
            length = min(v.side for v in usable) / 2
            self._slimmest_of[remaining] = length, min(v.opening(length) for v in usable)
        return self._slimmest_of[remaining]

    def _turn_error(self, position: Position, i: int, variant: Variant) -> float:
        """Bound of the heading error of a piece in radians, from the better of its two sides."""
        if self._has_known_angles(variant):
            return radians(self.puzzle.angle_tolerance)
        joint, joints = position.joints[i], position.joints
        run = [i]
        while run[-1] != joint.last:
            run.append(joints[run[-1]].after)
        ends = [position.remainder[k].end for k in run]
        along = self._side_error(position, i, run, ends, variant.side)
        slimmest = min(
            v.angle for kind, n in enumerate(position.remaining) if n for v in self.variants[kind]
        )
        spare = abs(joint.angle - variant.angle)
        if not joint.is_sharp or slimmest < SLIM or spare > slimmest / 2:
            return along
        back = [joint.before]
        while joints[back[-1]].is_flat and joints[back[-1]].before != joint.before:
            back.append(joints[back[-1]].before)
        starts = [position.remainder[k].start for k in back]
        return min(along, spare + self._side_error(position, i, back, starts, variant.back))

    def _side_error(
        self, position: Position, i: int, run: list[int], spots: list[Point], side: float
    ) -> float:
        """Bound of the heading error of a side along a run, in radians.

        The side lies within two fault widths of the run, whose position is known within the errors
        of the corner and of the vertices beside the side.
        """
        bend, length, off, passed = position.remainder[run[0]].bend, 0.0, 0.0, 0
        for k, spot in zip(run, spots, strict=True):
            length += position.joints[k].length
            off = max(off, position.error(spot))
            passed += 1
            if length >= side:
                break
        shorter = _chord(min(side, length), bend)
        reach = _chord(length, bend) if passed == 1 else shorter
        at_corner = position.error(position.remainder[i].start)
        return (at_corner + off) / reach + 4 * self.fault / shorter

    def headings(self, position: Position, i: int, variant: Variant) -> Iterator[Point]:
        """Candidate headings of a side along a run, the best first.

        A short run determines the heading badly. The vertex nearest to the farthest corner of the
        piece determines it better, unless they are close by coincidence.
        """
        if self._has_known_angles(variant):
            yield from self._headings_at(position, i, variant)
            return
        corner, joint = position.remainder[i].start, position.joints[i]
        heading = _run_heading(position, i)
        loose = CLEAR * self.snapping / joint.run
        far, better = CLEAR * self.snapping, heading
        for spot, _, _ in variant.strokes:
            if abs(spot) > far:
                there, window = corner + heading * spot, self.snapping + abs(spot) * loose
                for (vertex, _, _), other in zip(position.remainder, position.joints, strict=True):
                    if abs(vertex - there) <= window and not other.is_flat and vertex != corner:
                        far, better = abs(spot), (vertex - corner) / spot
                        break
        better /= abs(better)
        if abs(better - heading) * variant.reach > CLEAR_SHARE * self.snapping:
            self.snap.close = True
        yield better
        if abs(better - heading) * far > self.snapping / CLEAR:
            yield heading

    def _has_known_angles(self, variant: Variant) -> bool:
        """Whether the figure is upright and the piece has allowed angles."""
        return id(variant) in self._known_headings

    def _headings_at(self, position: Position, i: int, variant: Variant) -> list[Point]:
        """The allowed headings of a variant that agree with the run of corner `i`."""
        heading = _run_heading(position, i)
        reach = min(position.joints[i].run, variant.side)
        return [
            known
            for known in self._known_headings.get(id(variant), ())
            if abs(known - heading) * reach <= CLEAR * self.snapping
        ]

    def with_piece(self, position: Position, placed: PlacedPiece) -> Position | None:
        """The position with one more piece, or None if it does not fit."""
        kind = placed.variant.kind
        turns = position.turns
        if (allowed := self.puzzle.pieces[kind].angles) is not None:
            pose = [motion.angle for motion in placed.motions]
            loose = CLEAR * self.snapping / placed.variant.side
            turns = remaining_turns(turns, pose, allowed, degrees(loose))
            if not turns:
                return None
        piece = placed.variant.strokes_at(placed.corner, placed.heading)
        if self.is_disconnected[kind] and not self.is_within(piece, position.remainder):
            return None
        known, colours = position.colours, placed.variant.colours
        if known and self._clashes(piece, colours, known):
            return None
        remainder = carved(position.remainder, piece, self.snap)
        if remainder is None:
            return None
        remaining = tuple(n - (k == kind) for k, n in enumerate(position.remaining))
        strokes: ColouredStrokes = ()
        if known:
            inner = zip((stroke.reversed() for stroke in piece), colours, strict=True)
            strokes = [*known.items(), *inner]
        return self._position(remainder, remaining, (*position.placed, placed), turns, strokes)

    def is_within(self, piece: list[Stroke], remainder: list[Stroke]) -> bool:
        """Whether all sides of a piece lie inside or along the boundary of the remainder."""
        return all(
            is_inside(stroke.middle, remainder)
            or min(abs(each.nearest(stroke.middle) - stroke.middle) for each in remainder)
            <= self.snapping
            for stroke in piece
        )

    def _successors_without_corner(
        self, position: Position, variants: list[Variant]
    ) -> Iterator[Position]:
        """The successors where the remainder has only circles and vertices that point inwards.

        A piece along a circle can be turned about its centre. If the whole figure is round, one
        turn represents all. If only a part is, every turn is a different assembly as soon as one
        turn is an assembly.
        """
        # With colours, not every turn about a circle is equivalent.
        self.complete &= not self.puzzle.has_colours
        all_parts = parts_of(position.remainder, contours_of(position.remainder, position.joints))
        if not all_parts:
            return
        part = all_parts[0]
        outline = [position.remainder[i] for i in part.strokes]
        i = next((i for i in part.strokes if not position.joints[i].is_flat), part.strokes[0])
        stroke, joint = position.remainder[i], position.joints[i]
        along = [
            v
            for v in variants
            if self.candidates.may_coincide(v.side, v.bend, joint.run, stroke.bend)
        ]
        free = [v for v in along if not v.concentric]
        if not are_concentric(outline, CLEAR * self.snapping):
            self.complete &= not free or sum(position.remaining) == 1
            for variant in along:
                for spin in circle_turns(variant, stroke, outline, CLEAR * self.snapping):
                    placed = PlacedPiece(variant, *turned_about_centre(stroke, spin))
                    if (after := self.with_piece(position, placed)) is not None:
                        yield after
                        break
            return
        self.complete &= not free or all(piece.angles is None for piece in self.puzzle.pieces)
        before = self.found
        is_whole = not position.placed and len(all_parts) == 1
        self.turns_freely |= is_whole and bool(free)
        for turn in range(1) if is_whole else count():
            for variant in free if turn else along:
                placed = PlacedPiece(variant, *turned_about_centre(stroke, rect(1, turn)))
                if (after := self.with_piece(position, placed)) is not None:
                    yield after
            if self.found == before or not free:
                return


def _later_equals(puzzle: Tangram) -> list[list[int]]:
    """For each kind of piece, the later kinds that are equal to it."""
    classes = equal_kinds(puzzle)
    return [
        [other for other in range(kind + 1, len(classes)) if classes[other] == classes[kind]]
        for kind in range(len(classes))
    ]


def _run_heading(position: Position, i: int) -> Point:
    """The direction of the run that leaves a corner."""
    stroke, joint = position.remainder[i], position.joints[i]
    along = position.remainder[joint.last].end - stroke.start
    # The chord of a nearly straight run is more precise than its first stroke.
    is_straight = not stroke.bend and 2 * abs(along) > joint.run
    return along / abs(along) if is_straight else stroke.leaving


def _known_headings(puzzle: Tangram, variant: Variant) -> list[Point]:
    """The allowed headings of a variant's first side if the figure is upright, else none."""
    angles = puzzle.pieces[variant.kind].angles if puzzle.upright else None
    found: list[Point] = []
    for frame, angle in product(variant.frames, angles or ()):
        heading = Motion(0, angle).turn * frame.heading
        if all(abs(heading - other) > ANGLE_EPSILON for other in found):
            found.append(heading)
    return found


def _chord(length: float, bend: float) -> float:
    """The largest distance from the start of an arc to one of its points."""
    turn = length * abs(bend) / 2
    return 2 / abs(bend) * sin(min(turn, pi / 2)) if turn > STRAIGHT else length
