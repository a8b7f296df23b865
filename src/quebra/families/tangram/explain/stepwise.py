"""The corner search one piece at a time, for explanations."""

from __future__ import annotations

from cmath import rect
from collections.abc import Iterator
from dataclasses import dataclass

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.families.tangram.explain.techniques import FITS_TRIED
from quebra.families.tangram.model import Placement, Tangram
from quebra.families.tangram.solve.normal_form import normalised_placement
from quebra.families.tangram.solve.position import PlacedPiece, Position
from quebra.families.tangram.solve.search import Search
from quebra.families.tangram.solve.variants import ANGLE_EPSILON, Variant
from quebra.geometry.motion import Motion
from quebra.geometry.remainder.carving import carved
from quebra.geometry.remainder.corners import LOOSEST
from quebra.geometry.remainder.strokes import Stroke


@dataclass(frozen=True)
class Corner:
    """A corner of the uncovered region, and the positions with one piece placed in it.

    `stroke` is the index of the stroke that leaves it; None if the uncovered region is round.
    """

    stroke: int | None
    successors: tuple[Position, ...]


class StepwiseSearch:
    """Corner search that a caller drives piece by piece."""

    def __init__(self, puzzle: Tangram, budget: Budget) -> None:
        # The snapping distance that led to a solution, if one was found with this budget.
        snapping = budget.stats.get("snapping", puzzle.tolerance_used)
        self.puzzle, self.budget = puzzle, budget
        self.search = Search(puzzle, snapping, budget)

    def start(self, pose: Motion) -> Position:
        """The empty figure moved by `pose`; raises `Cut` if areas rule out a solution."""
        position = self.search.start(pose)
        if position is None:
            raise Cut("method")
        return position

    def corners(self, position: Position) -> list[Corner]:
        """Corners of the uncovered region with all pieces that fit there, the fewest first.

        In puzzles of many pieces, only the corners with the fewest candidates are searched.
        """
        if not position.corners:
            return [Corner(None, tuple(self.search.successors(position)))]
        candidates = {i: list(self.search.candidates_at(position, i)) for i in position.corners}
        found: list[Corner] = []
        tried = 0
        for i in sorted(candidates, key=lambda i: len(candidates[i])):
            if found and tried + len(candidates[i]) > FITS_TRIED:
                break
            tried += len(candidates[i])
            self.budget.spend()
            successors = (self._first_in_corner(position, i, each) for each in candidates[i])
            found.append(Corner(i, tuple(each for each in successors if each is not None)))
        return sorted(found, key=lambda corner: len(corner.successors))

    def is_stuck(self, position: Position) -> bool:
        """Whether there is a corner in which no piece fits."""
        corners = position.corners
        if not corners:
            return bool(position.remainder) and next(self.search.successors(position), None) is None
        return not all(self._is_fillable(position, i) for i in corners)

    def others_fit(
        self, position: Position, corner: int, chosen: Variant, *, anywhere: bool
    ) -> bool:
        """Whether another piece could be laid into a corner, or the same one in another way.

        It has a side along the edge that leaves the corner, or with `anywhere` along either edge.
        What it leaves open does not matter.
        """
        return any(
            self.search.is_within(strokes, position.remainder)
            and carved(position.remainder, strokes, self.search.snap) is not None
            for strokes in self._laid_into(position, corner, chosen, anywhere)
        )

    def _laid_into(
        self, position: Position, corner: int, chosen: Variant, anywhere: bool
    ) -> Iterator[list[Stroke]]:
        """The outlines of all other pieces with a corner and a side at that of the region."""
        origin, angle = position.remainder[corner].start, position.joints[corner].angle
        usable = self.search.usable_kinds(position)
        for variant in self.search.candidates.by_angle:
            if variant.kind not in usable or variant.angle > angle + LOOSEST:
                continue
            self.budget.pause()
            headings = [*self.search.headings.in_corner(position, corner, variant)]
            if variant is not chosen:
                yield from (variant.strokes_at(origin, heading) for heading in headings)
            spare = angle - variant.angle
            if anywhere and spare > ANGLE_EPSILON and not self.search.headings.are_known(variant):
                turned = position.remainder[corner].leaving * rect(1, spare)
                yield variant.strokes_at(origin, turned)

    def after(self, position: Position, kind: int, motion: Motion) -> Position | None:
        """The position with one more piece at any place; None if it does not fit."""
        placed = self.piece_at(kind, motion) if position.remaining[kind] else None
        if placed is None:
            return None
        strokes = placed.variant.strokes_at(placed.corner, placed.heading)
        inside = self.search.is_within(strokes, position.remainder)
        return self.search.with_piece(position, placed) if inside else None

    def piece_at(self, kind: int, motion: Motion) -> PlacedPiece | None:
        """A piece at any place; None if it may not be turned over so."""
        for variant in self.search.variants[kind]:
            for frame in variant.frames:
                if frame.flip == motion.flip:
                    corner = motion.turn * frame.corner + motion.shift
                    return PlacedPiece(variant, corner, motion.turn * frame.heading)
        return None

    def filled(self, position: Position) -> Position | None:
        """A tiling that contains the placed pieces of a position; None if there is none."""
        return next(self.search.completions(position, self.budget), None)

    def can_be_filled(self, position: Position, nodes: int) -> bool | None:
        """Whether a position leads to a tiling; None if that is not settled within `nodes`."""
        try:
            return any(self.search.completions(position, self.budget.share(nodes)))
        except Cut:
            self.budget.pause()
            return None

    def placement(self, placed: PlacedPiece, whole: Motion | None = None) -> Placement:
        """The placement of a piece after the whole assembly was moved by `whole`."""
        motion = placed.motions[0].then(whole or Motion())
        return normalised_placement(self.puzzle, placed.variant.kind, motion)

    def _is_fillable(self, position: Position, i: int) -> bool:
        self.budget.spend()
        tried = (
            self._first_in_corner(position, i, each)
            for each in self.search.candidates_at(position, i)
        )
        return any(after is not None for after in tried)

    def _first_in_corner(self, position: Position, i: int, variant: Variant) -> Position | None:
        for heading in self.search.headings.in_corner(position, i, variant):
            after = self.search.with_piece(
                position, PlacedPiece(variant, position.remainder[i].start, heading)
            )
            if after is not None:
                return after
        return None
