"""The figure on the table, partly filled: what fits its corners, and whether it can be filled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quebra.core.budget import Budget
from quebra.core.errors import Cut
from quebra.families.tangram.model import Placement, Tangram
from quebra.families.tangram.silhouette import Region
from quebra.families.tangram.solve.answers import place_in_form
from quebra.families.tangram.solve.search import Laid, Position, Search
from quebra.families.tangram.solve.strokes import joined_strokes
from quebra.families.tangram.solve.variants import Variant
from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion
from quebra.geometry.region import merged


@dataclass(frozen=True)
class Corner:
    """A corner of what is left, and the positions after each way to lay a piece there.

    There is no point where all that is left is round.
    """

    point: Point | None
    ways: tuple[Position, ...]


class Table(Search):
    """The corner search, taken piece by piece."""

    def __init__(self, puzzle: Tangram, budget: Budget) -> None:
        # As exact as the figure turned out to be, if it was solved within the same budget.
        super().__init__(puzzle, budget.stats.get("tolerance", puzzle.tolerance_used), budget)
        self.whole = budget

    def start(self, figure: Region) -> Position | None:
        """The figure with nothing laid; None where it cannot be filled by its areas."""
        rest = joined_strokes([merged(contour, self.near) for contour in figure], self.near)
        return self._position(rest, tuple(piece.count for piece in self.puzzle.pieces), (), None)

    def corners(self, position: Position) -> Iterator[Corner]:
        """The corners, each with all that fits there."""
        usable = [v for kind, n in enumerate(position.left) if n for v in self.variants[kind]]
        slimmest = min((v.angle for v in usable if not v.round), default=0.0)
        corners = [i for i, joint in enumerate(position.joints) if joint.is_corner]
        for i in corners:
            self.budget.spend()
            ways = [
                after
                for variant in self._candidates(position, i, usable, slimmest)
                if (after := self._laid_at(position, i, variant)) is not None
            ]
            yield Corner(position.rest[i].start, tuple(ways))
        if not corners:
            yield Corner(None, tuple(self._following(position)))

    def after(self, position: Position, kind: int, motion: Motion) -> Position | None:
        """The position after a piece is laid anywhere; None if it does not fit."""
        if not position.left[kind]:
            return None
        for variant in self.variants[kind]:
            for way in variant.ways:
                if way.flip == motion.flip:
                    corner = motion.turn * way.corner + motion.shift
                    laid = Laid(variant, corner, motion.turn * way.heading)
                    inside = self._is_within(variant.laid(laid.corner, laid.heading), position.rest)
                    return self._lay(position, laid) if inside else None
        return None

    def filled(self, position: Position) -> Position | None:
        """A tiling that goes on from a position, or None: there is none."""
        stack = [iter([position])]
        while stack:
            self.budget.spend()
            here = next(stack[-1], None)
            if here is None:
                stack.pop()
            elif any(here.left):
                stack.append(self._following(here))
            elif not here.rest:
                return here
        return None

    def can_be_filled(self, position: Position, nodes: int) -> bool | None:
        """Whether a position leads to a tiling; None if so many nodes do not settle it."""
        self.budget = self.whole.share(nodes)
        try:
            return self.filled(position) is not None
        except Cut:
            self.whole.pause()
            return None
        finally:
            self.budget = self.whole

    def place(self, laid: Laid, whole: Motion | None = None) -> Placement:
        """Where a piece lies, after the whole was moved."""
        motion = laid.motions[0].then(whole or Motion())
        return place_in_form(self.puzzle, laid.variant.kind, motion)

    def _laid_at(self, position: Position, i: int, variant: Variant) -> Position | None:
        for heading in self._headings(position, i, variant):
            after = self._lay(position, Laid(variant, position.rest[i].start, heading))
            if after is not None:
                return after
        return None
