"""Steps from an attempt to the finished figure: a misplaced piece, or else the missing ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from quebra.contract.errors import Cut
from quebra.contract.results import (
    MAX_WHERE,
    MAX_WORDS,
    Badge,
    Change,
    Line,
    Place,
    Step,
    Technique,
)
from quebra.engine.budget import Budget
from quebra.families.tangram.explain.agreement import figure_motion_in_solution
from quebra.families.tangram.explain.hints import Guide, Hint
from quebra.families.tangram.explain.naming import corner_mark, edge_mark
from quebra.families.tangram.explain.stepwise import StepwiseSearch
from quebra.families.tangram.judge import judge
from quebra.families.tangram.label_point import label_point
from quebra.families.tangram.model import (
    Assembly,
    Copy,
    Placement,
    Tangram,
    copies,
    with_moved_figure,
)
from quebra.families.tangram.remainder import remaining_kinds, remaining_puzzle
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve.choice import tilings
from quebra.families.tangram.solve.mismatch import mismatch
from quebra.families.tangram.solve.position import Position
from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion
from quebra.i18n.text import Text

MISTAKE, DEAD_END, SEARCH = TECHNIQUES = (
    Technique(Text("mistake"), 0, Text("a piece of the attempt cannot stay where it lies")),
    Technique(Text("dead end"), 0, Text("the pieces do not form the figure")),
    Technique(Text("search"), 0, Text("a short search found no solution")),
)
MANY_PIECES, QUICK_NODES = 20, 600
"""With more pieces, hints use a search of no more nodes, about a second."""
UNKNOWN = Text("No short argument places a piece here, and a short search found no solution.")
NO_TILING = Text("The pieces do not form the figure: a search proves it.")
UNFILLED = Text(
    "Together with the pieces that were placed before it, it leaves a rest that the other pieces "
    "do not fill."
)
UNFINISHED = ("missing", "gap")
"""Codes of violations that every unfinished attempt has."""


def steps(
    puzzle: Tangram, attempt: Assembly, budget: Budget, near: Place | None = None
) -> Iterator[Step]:
    """A step that removes a misplaced piece, or else steps that place the missing pieces."""
    return _Explainer(puzzle, attempt, budget, near=near).steps()


def quick_steps(
    puzzle: Tangram, attempt: Assembly, budget: Budget, near: Place | None = None
) -> Iterator[Step]:
    """The same steps, but in puzzles of many pieces only as far as a short search leads.

    The last step then has no changes.
    """
    if puzzle.extent <= MANY_PIECES:
        yield from steps(puzzle, attempt, budget, near)
        return
    try:
        yield from steps(puzzle, attempt, budget.share(QUICK_NODES), near)
    except Cut as cut:
        budget.pause()
        if cut.reason == "cancelled":
            raise
        yield Step(SEARCH.name, ((0, 0),), (), UNKNOWN)


def position_of(puzzle: Tangram, attempt: Assembly, budget: Budget) -> Position | None:
    """The search position of an attempt; None if a piece does not fit."""
    return _Explainer(puzzle, attempt, budget).position()


class _Explainer:
    def __init__(
        self,
        puzzle: Tangram,
        attempt: Assembly,
        budget: Budget,
        motion: Motion | None = None,
        near: Place | None = None,
    ) -> None:
        self.puzzle, self.budget, self.near = puzzle, budget, near
        self.attempt = attempt
        self.copies = list(copies(attempt))
        self.is_motion_given = motion is not None
        motion = motion or self._figure_motion()
        # The search uses the figure as drawn or mirrored; the attempt forms it elsewhere.
        self.flip = Motion(flip=motion.flip)
        self.motion = self.flip.then(motion)
        self.search = StepwiseSearch(puzzle, budget)

    def _figure_motion(self) -> Motion:
        """The motion of the figure in the attempt, or in a solution if the attempt is empty."""
        if self.attempt.places:
            return judge(self.puzzle, self.attempt).motion
        tiling = next(tilings(self.puzzle, self.budget), None) if self.puzzle.mirror else None
        return Motion(flip=tiling is not None and judge(self.puzzle, tiling).motion.flip)

    def position(self) -> Position | None:
        position: Position | None = self.search.start(self.flip)
        for _, place in self.copies:
            position = self._after(position, place) if position else None
        return position

    def steps(self) -> Iterator[Step]:
        solution = self._solution_of_figure()
        if not solution:
            where = tuple((kind, 0) for kind in range(len(self.puzzle.pieces)))[:MAX_WHERE]
            reason = mismatch(self.puzzle)
            short = reason if reason and len(reason.split()) <= MAX_WORDS else NO_TILING
            yield Step(DEAD_END.name, where, (), short, reason or Text())
            return
        # A new search takes the snapping distance that led to the solution.
        self.search = StepwiseSearch(self.puzzle, self.budget)
        position = self.search.start(self.flip)
        if self.copies:
            reached = self.position()
            continuation = self._solution(reached) if reached else ()
            if not reached or not continuation:
                wrong = self._wrong_since_the_last_move() or self._misplaced(position)
                yield from self._with_moved_figure() or [self._mistake(*wrong)]
                return
            position, solution = reached, continuation
        used = Counter(place.piece for place in self.attempt.places)
        guide = Guide(self.search, solution, self.motion, self._near_point())
        for hint in guide.hints(position):
            place = self.search.placement(hint.after.placed[-1], self.motion)
            copy = (place.piece, used[place.piece])
            used[place.piece] += 1
            change = Change("place", copy, place)
            figures = tuple(self._marks(position, hint))
            text, reason = hint.said
            yield Step(hint.technique.name, (copy,), (change,), text, reason, figures=figures)
            position = hint.after

    def _marks(self, position: Position, hint: Hint) -> Iterator[Line | Badge]:
        """The edge or the corner that a hint is about, in the plane of the puzzle."""
        if hint.edge:
            yield edge_mark([position.remainder[i] for i in hint.edge], self.motion)
        if hint.corner is not None:
            yield corner_mark(position.remainder[hint.corner].start, self.motion)

    def _near_point(self) -> Point | None:
        """A point of the piece that the player placed last."""
        there = dict(self.copies).get((self.near[0], self.near[-1])) if self.near else None
        if there is None:
            return None
        return there.motion(label_point(self.puzzle.pieces[there.piece].outline)[0])

    def _with_moved_figure(self) -> Iterator[Step] | None:
        """The steps if the attempt is part of a solution with the figure at another position."""
        if self.is_motion_given:
            return None
        motion = figure_motion_in_solution(self.puzzle, self.attempt, self.budget)
        if motion is None:
            return None
        return _Explainer(self.puzzle, self.attempt, self.budget, motion, self.near).steps()

    def _wrong_since_the_last_move(self) -> tuple[Copy, Placement] | None:
        """The piece that the player moved last, if the others alone lead to a solution."""
        last = (self.near[0], self.near[-1]) if self.near else None
        found = next(((copy, place) for copy, place in self.copies if copy == last), None)
        if found is None:
            return None
        others = Assembly(places=tuple(place for copy, place in self.copies if copy != last))
        return found if _Explainer(self.puzzle, others, self.budget).is_right() else None

    def is_right(self) -> bool:
        """Whether the attempt is part of a solution, wherever the figure lies."""
        if not self.attempt.places:
            return True
        reached = self.position()
        if reached and self._solution(reached):
            return True
        return figure_motion_in_solution(self.puzzle, self.attempt, self.budget) is not None

    def _misplaced(self, position: Position) -> tuple[Copy, Placement]:
        """The first piece that does not lead to a solution together with those before it.

        If the order matters, as with a piece that overlaps two others, this is the last of them.
        """
        for copy, place in self.copies:
            after = self._after(position, place)
            if not after or not self._solution(after):
                return copy, place
            position = after
        return self.copies[-1]

    def _solution_of_figure(self) -> Sequence[Placement]:
        """The placements of a tiling of the figure, mirrored as in the attempt; empty if none."""
        puzzle = self.puzzle
        if self.attempt.places:
            puzzle = with_moved_figure(puzzle, self.flip)
        return next((each.places for each in tilings(puzzle, self.budget)), ())

    def _solution(self, position: Position) -> Sequence[Placement]:
        """The placements that complete a position to a tiling; empty if none."""
        remainder = remaining_puzzle(self.puzzle, position) if any(position.remaining) else None
        if remainder is None:
            tiling = self.search.filled(position)
            return [self.search.placement(placed) for placed in tiling.placed] if tiling else ()
        found = next(tilings(remainder, self.budget), None)
        kinds = remaining_kinds(position)
        return [
            msgspec.structs.replace(place, piece=kinds[place.piece])
            for place in (found.places if found else ())
        ]

    def _after(self, position: Position, place: Placement) -> Position | None:
        """The position with one more piece of the attempt; None if it does not fit."""
        if place.flip and not self.puzzle.pieces[place.piece].flip:
            return None
        there = place.motion.then(self.motion.inverse())
        return self.search.after(position, place.piece, there)

    def _mistake(self, copy: Copy, place: Placement) -> Step:
        text = Text(
            "The {piece} cannot stay where it lies: the figure could not be completed.",
            piece=self.puzzle.name_of(*copy),
        )
        broken = [v for v in check(self.puzzle, self.attempt) if v.code not in UNFINISHED]
        why = next((v.text for v in broken if copy in v.where), UNFILLED)
        return Step(MISTAKE.name, (copy,), (Change("remove", copy, place),), text, why)
