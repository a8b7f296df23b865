"""Corner search: pick a corner of the uncovered region and try every piece that fits there."""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import count, islice
from math import degrees, inf, radians

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
from quebra.families.tangram.solve.error_bounds import ErrorBounds, PieceError, vertex_errors
from quebra.families.tangram.solve.headings import Headings
from quebra.families.tangram.solve.normal_form import Turns, remaining_turns
from quebra.families.tangram.solve.position import Colours, PlacedPiece, Position
from quebra.families.tangram.solve.variants import (
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
from quebra.geometry.remainder.corners import CLEAR
from quebra.geometry.remainder.snap import ERROR_SHARE, Snap
from quebra.geometry.remainder.strokes import Stroke, is_clear, joined_strokes, outline_strokes

LEAST_ERROR = 2
"""The smallest position error assumed, in fault widths."""

ColouredStrokes = Sequence[tuple[Stroke, Colour]]


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
        self.headings = Headings(puzzle, self.variants, self.snap)
        self.error_bounds = ErrorBounds(self.fault, self.variants)
        pieces = [components(shape) for shape in puzzle.shapes]
        self.sums = Sums([[area_of(part) for part in piece] for piece in pieces])
        self.is_disconnected = [len(piece) > 1 for piece in pieces]
        self.lengths = [outline_length(shape) for shape in puzzle.shapes]
        self.found = 0
        self.later_equals = _later_equals(puzzle)

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
            or self.snap.is_ambiguous
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
        self.largest_error = max(self.largest_error, self.error_bounds.vertex(position, corner))
        if self.source:
            self.source.shuffle(candidates)
        elif len(candidates) > 1:
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
        if not self.puzzle.has_colours and not self.headings.any_known:
            return candidates
        colour = position.colours.get(position.remainder[i])
        return (
            variant
            for variant in candidates
            if not self._clashes_at(colour, position.remainder[i], variant)
            and self.headings.allow(position, i, variant)
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
        error = self._piece_error(position, i, variant)
        self.largest_error = max(self.largest_error, error.at(variant.reach))
        for heading in self.headings.in_corner(position, i, variant):
            if fitted is None or abs(heading - fitted) * variant.reach > CLEAR * self.snapping:
                placed = PlacedPiece(variant, position.remainder[i].start, heading)
                after = self.with_piece(position, placed)
                if after is not None:
                    fitted = heading
                    after.errors.update(vertex_errors(position, placed, error, after))
                    yield after

    def _piece_error(self, position: Position, i: int, variant: Variant) -> PieceError:
        """Bounds of the errors of a piece in corner `i`."""
        if self.headings.are_known(variant):
            turn = radians(self.puzzle.angle_tolerance)
        else:
            turn = self.error_bounds.turn(position, i, variant)
        return PieceError(self.error_bounds.corner(position, i, variant), turn)

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
