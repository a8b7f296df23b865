"""The corner search one piece at a time, for explanations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Placement, Tangram
from quebra.families.tangram.solve.normal_form import normalised_placement
from quebra.families.tangram.solve.position import PlacedPiece, Position
from quebra.families.tangram.solve.search import Search
from quebra.families.tangram.solve.variants import Variant
from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion


@dataclass(frozen=True)
class Corner:
    """A corner of the uncovered region, and the positions with one piece placed in it.

    `point` is None if the uncovered region is round.
    """

    point: Point | None
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

    def corners(self, position: Position) -> Iterator[Corner]:
        """The corners of the uncovered region, each with all pieces that fit there."""
        corners = position.corners
        for i in corners:
            self.budget.spend()
            successors = [
                after
                for variant in self.search.candidates_at(position, i)
                if (after := self._first_in_corner(position, i, variant)) is not None
            ]
            yield Corner(position.remainder[i].start, tuple(successors))
        if not corners:
            yield Corner(None, tuple(self.search.successors(position)))

    def is_stuck(self, position: Position) -> bool:
        """Whether there is a corner in which no piece fits."""
        corners = position.corners
        if not corners:
            return next(self.search.successors(position), None) is None
        return not all(self._is_fillable(position, i) for i in corners)

    def after(self, position: Position, kind: int, motion: Motion) -> Position | None:
        """The position with one more piece at any place; None if it does not fit."""
        if not position.remaining[kind]:
            return None
        for variant in self.search.variants[kind]:
            for frame in variant.frames:
                if frame.flip == motion.flip:
                    corner = motion.turn * frame.corner + motion.shift
                    placed = PlacedPiece(variant, corner, motion.turn * frame.heading)
                    strokes = variant.strokes_at(placed.corner, placed.heading)
                    inside = self.search.is_within(strokes, position.remainder)
                    return self.search.with_piece(position, placed) if inside else None
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
