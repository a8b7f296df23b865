"""The figure on the table, partly filled: what fits its corners, and whether it can be filled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Placement, Tangram
from quebra.families.tangram.solve.answers import place_in_form
from quebra.families.tangram.solve.search import Laid, Position, Search
from quebra.families.tangram.solve.variants import Variant
from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion


@dataclass(frozen=True)
class Corner:
    """A corner of what is left, and the positions after each way to lay a piece there.

    There is no point where all that is left is round.
    """

    point: Point | None
    ways: tuple[Position, ...]


class Table:
    """The corner search, taken piece by piece."""

    def __init__(self, puzzle: Tangram, budget: Budget) -> None:
        # With the snapping distance that led to a solution, if it was found within the budget.
        near = budget.stats.get("snapping", puzzle.tolerance_used)
        self.puzzle, self.budget = puzzle, budget
        self.search = Search(puzzle, near, budget)

    def start(self, lying: Motion) -> Position:
        """The figure with nothing laid; `Cut` is raised where its areas say it cannot be filled."""
        position = self.search.start(lying)
        if position is None:
            raise Cut("method")
        return position

    def corners(self, position: Position) -> Iterator[Corner]:
        """The corners, each with all that fits there."""
        corners = position.corners
        for i in corners:
            self.budget.spend()
            ways = [
                after
                for variant in self.search.fitting_at(position, i)
                if (after := self._laid_at(position, i, variant)) is not None
            ]
            yield Corner(position.rest[i].start, tuple(ways))
        if not corners:
            yield Corner(None, tuple(self.search.following(position)))

    def is_stuck(self, position: Position) -> bool:
        """Whether there is a corner that nothing fits."""
        corners = position.corners
        if not corners:
            return next(self.search.following(position), None) is None
        return not all(self._is_fillable(position, i) for i in corners)

    def after(self, position: Position, kind: int, motion: Motion) -> Position | None:
        """The position after a piece is laid anywhere; None if it does not fit."""
        if not position.left[kind]:
            return None
        for variant in self.search.variants[kind]:
            for way in variant.ways:
                if way.flip == motion.flip:
                    corner = motion.turn * way.corner + motion.shift
                    laid = Laid(variant, corner, motion.turn * way.heading)
                    strokes = variant.laid(laid.corner, laid.heading)
                    inside = self.search.is_within(strokes, position.rest)
                    return self.search.lay(position, laid) if inside else None
        return None

    def filled(self, position: Position) -> Position | None:
        """A tiling that goes on from a position, or None: there is none."""
        return next(self.search.completions(position, self.budget), None)

    def can_be_filled(self, position: Position, nodes: int) -> bool | None:
        """Whether a position leads to a tiling; None if so many nodes do not settle it."""
        try:
            return any(self.search.completions(position, self.budget.share(nodes)))
        except Cut:
            self.budget.pause()
            return None

    def place(self, laid: Laid, whole: Motion | None = None) -> Placement:
        """Where a piece lies, after the whole was moved."""
        motion = laid.motions[0].then(whole or Motion())
        return place_in_form(self.puzzle, laid.variant.kind, motion)

    def _is_fillable(self, position: Position, i: int) -> bool:
        self.budget.spend()
        tried = (self._laid_at(position, i, each) for each in self.search.fitting_at(position, i))
        return any(after is not None for after in tried)

    def _laid_at(self, position: Position, i: int, variant: Variant) -> Position | None:
        for heading in self.search.headings(position, i, variant):
            after = self.search.lay(position, Laid(variant, position.rest[i].start, heading))
            if after is not None:
                return after
        return None
