"""Steps from an attempt to the finished figure: misplaced pieces first, then the missing ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from quebra.contract.results import Change, Step, Technique
from quebra.engine.budget import Budget
from quebra.families.tangram.explain.agreement import figure_motion_in_solution
from quebra.families.tangram.explain.hints import Guide
from quebra.families.tangram.explain.stepwise import StepwiseSearch
from quebra.families.tangram.judge import judge
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
from quebra.geometry.motion import Motion
from quebra.i18n.text import Text, all_of, sentences

MISTAKE, DEAD_END = TECHNIQUES = (
    Technique(Text("mistake"), 0, Text("a piece of the attempt cannot stay where it lies")),
    Technique(Text("dead end"), 0, Text("the pieces do not form the figure")),
)
UNFINISHED = ("missing", "gap")
"""Codes of violations that every unfinished attempt has."""


def steps(puzzle: Tangram, attempt: Assembly, budget: Budget) -> Iterator[Step]:
    """A step that removes misplaced pieces, or else steps that place the missing pieces."""
    return _Explainer(puzzle, attempt, budget).steps()


def position_of(puzzle: Tangram, attempt: Assembly, budget: Budget) -> Position | None:
    """The search position of an attempt; None if a piece does not fit."""
    return _Explainer(puzzle, attempt, budget).position()


class _Explainer:
    def __init__(
        self, puzzle: Tangram, attempt: Assembly, budget: Budget, motion: Motion | None = None
    ) -> None:
        self.puzzle, self.budget = puzzle, budget
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
            where = tuple((kind, 0) for kind in range(len(self.puzzle.pieces)))
            text = mismatch(self.puzzle) or Text(
                "The pieces do not form the figure: a search proves it."
            )
            yield Step(DEAD_END.name, where, (), text)
            return
        # A new search takes the snapping distance that led to the solution.
        self.search = StepwiseSearch(self.puzzle, self.budget)
        position = self.search.start(self.flip)
        if self.copies:
            reached = self.position()
            continuation = self._solution(reached) if reached else ()
            if not reached or not continuation:
                yield from self._with_moved_figure() or [self._mistake(self._misplaced(position))]
                return
            position, solution = reached, continuation
        used = Counter(place.piece for place in self.attempt.places)
        for hint in Guide(self.search, solution).hints(position):
            place = self.search.placement(hint.after.placed[-1], self.motion)
            copy = (place.piece, used[place.piece])
            used[place.piece] += 1
            change = Change("place", copy, place)
            yield Step(hint.technique.name, (copy,), (change,), hint.reason)

    def _with_moved_figure(self) -> Iterator[Step] | None:
        """The steps if the attempt is part of a solution with the figure at another position."""
        if self.is_motion_given:
            return None
        motion = figure_motion_in_solution(self.puzzle, self.attempt, self.budget)
        return (
            _Explainer(self.puzzle, self.attempt, self.budget, motion).steps() if motion else None
        )

    def _misplaced(self, position: Position) -> list[tuple[Copy, Placement]]:
        """The pieces that do not lead to a solution together with those before them."""
        misplaced = []
        for copy, place in self.copies:
            after = self._after(position, place)
            if after and self._solution(after):
                position = after
            else:
                misplaced.append((copy, place))
        return misplaced

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

    def _mistake(self, misplaced: list[tuple[Copy, Placement]]) -> Step:
        names = [self.puzzle.name_of(*copy) for copy, _ in misplaced]
        if len(names) == 1:
            text = Text("Piece {piece} cannot stay.", piece=names[0])
        else:
            text = Text("Pieces {pieces} cannot stay.", pieces=all_of(names))
        broken = [v for v in check(self.puzzle, self.attempt) if v.code not in UNFINISHED]
        why = broken[0].text if broken else Text("The rest of the figure could not be filled.")
        changes = tuple(Change("remove", copy, place) for copy, place in misplaced)
        where = tuple(copy for copy, _ in misplaced)
        assert isinstance(why, Text)
        return Step(MISTAKE.name, where, changes, sentences(text, why))
