"""The way from an attempt to the figure: what cannot stay, and what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from quebra.contract.results import Change, Step, Technique
from quebra.engine.budget import Budget
from quebra.families.tangram.explain.agreement import place_in_a_solution
from quebra.families.tangram.explain.hints import Guide
from quebra.families.tangram.explain.table import Table
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import (
    Assembly,
    Copy,
    Placement,
    Tangram,
    copies,
    with_figure_moved,
)
from quebra.families.tangram.rest import kinds_left, rest_of
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve.choice import tilings
from quebra.families.tangram.solve.mismatch import mismatch
from quebra.families.tangram.solve.search import Position
from quebra.geometry.motion import Motion
from quebra.grid.cells import joined

TECHNIQUES = (
    Technique("mistake", 0, "a piece of the attempt cannot stay where it lies"),
    Technique("dead end", 0, "the pieces do not form the figure"),
)
UNFINISHED = ("missing", "gap")
"""What is wrong with every attempt that is only begun."""


def steps(puzzle: Tangram, attempt: Assembly, budget: Budget) -> Iterator[Step]:
    """What is wrong with an attempt, or else the pieces that it lacks, each where it may lie."""
    return _Walk(puzzle, attempt, budget).steps()


def position_of(puzzle: Tangram, attempt: Assembly, budget: Budget) -> Position | None:
    """What an attempt leaves of the figure; None where it cannot go on."""
    return _Walk(puzzle, attempt, budget).position()


class _Walk:
    def __init__(
        self, puzzle: Tangram, attempt: Assembly, budget: Budget, lying: Motion | None = None
    ) -> None:
        self.puzzle, self.budget = puzzle, budget
        self.attempt = attempt
        self.copies = list(copies(attempt))
        self.is_sure = lying is not None
        lying = lying or self._lying()
        flip = Motion(flip=lying.flip)
        # The table's figure lies as the one that is drawn, or its mirror image, and the attempt
        # elsewhere.
        self.motion = flip.then(lying)
        self.flip = flip
        self.table = Table(puzzle, budget)

    def _lying(self) -> Motion:
        """Where the figure lies: as the attempt forms it, or else as it can be formed."""
        if self.attempt.places:
            return judge(self.puzzle, self.attempt).motion
        tiling = next(tilings(self.puzzle, self.budget), None) if self.puzzle.mirror else None
        return Motion(flip=tiling is not None and judge(self.puzzle, tiling).motion.flip)

    def position(self) -> Position | None:
        position: Position | None = self.table.start(self.flip)
        for _, place in self.copies:
            position = self._after(position, place) if position else None
        return position

    def steps(self) -> Iterator[Step]:
        solution = self._solution_of_all()
        if not solution:
            where = tuple((kind, 0) for kind in range(len(self.puzzle.pieces)))
            areas = mismatch(self.puzzle)
            text = areas or "The pieces do not form the figure, as a search proves."
            yield Step("dead end", where, (), text)
            return
        # Steps are looked for at the tolerance at which there is a solution.
        self.table = Table(self.puzzle, self.budget)
        position = self.table.start(self.flip)
        if self.copies:
            lying = self.position()
            going_on = self._solution(lying) if lying else ()
            if not lying or not going_on:
                yield from self._elsewhere() or [self._mistake(self._wrong(position))]
                return
            position, solution = lying, going_on
        used = Counter(place.piece for place in self.attempt.places)
        for hint in Guide(self.table, solution).hints(position):
            place = self.table.place(hint.after.laid[-1], self.motion)
            copy = (place.piece, used[place.piece])
            used[place.piece] += 1
            change = Change("place", copy, place)
            yield Step(hint.technique, (copy,), (change,), hint.reason)

    def _elsewhere(self) -> Iterator[Step] | None:
        """The steps if the figure lies elsewhere than it seems, with the attempt a part of it."""
        if self.is_sure:
            return None
        lying = place_in_a_solution(self.puzzle, self.attempt, self.budget)
        return _Walk(self.puzzle, self.attempt, self.budget, lying).steps() if lying else None

    def _wrong(self, position: Position) -> list[tuple[Copy, Placement]]:
        """The pieces that cannot stay beside those before them."""
        wrong = []
        for copy, place in self.copies:
            after = self._after(position, place)
            if after and self._solution(after):
                position = after
            else:
                wrong.append((copy, place))
        return wrong

    def _solution_of_all(self) -> Sequence[Placement]:
        """The places of a tiling of the figure as the attempt forms it; empty if there is none."""
        puzzle = self.puzzle
        if self.attempt.places:
            puzzle = with_figure_moved(puzzle, self.flip)
        return next((each.places for each in tilings(puzzle, self.budget)), ())

    def _solution(self, position: Position) -> Sequence[Placement]:
        """The places of a tiling that goes on from a position; empty if there is none."""
        rest = rest_of(self.puzzle, position) if any(position.left) else None
        if rest is None:
            tiling = self.table.filled(position)
            return [self.table.place(laid) for laid in tiling.laid] if tiling else ()
        found = next(tilings(rest, self.budget), None)
        kinds = kinds_left(position)
        return [
            msgspec.structs.replace(place, piece=kinds[place.piece])
            for place in (found.places if found else ())
        ]

    def _after(self, position: Position, place: Placement) -> Position | None:
        """The position with a piece of the attempt."""
        if place.flip and not self.puzzle.pieces[place.piece].flip:
            return None
        there = place.motion.then(self.motion.inverse())
        return self.table.after(position, place.piece, there)

    def _mistake(self, wrong: list[tuple[Copy, Placement]]) -> Step:
        names = joined([self.puzzle.name_of(*copy) for copy, _ in wrong])
        broken = [v for v in check(self.puzzle, self.attempt) if v.code not in UNFINISHED]
        why = broken[0].text if broken else "With it, the rest of the figure cannot be filled."
        text = f"Piece {names} cannot stay" if len(wrong) == 1 else f"Pieces {names} cannot stay"
        changes = tuple(Change("remove", copy, place) for copy, place in wrong)
        return Step("mistake", tuple(copy for copy, _ in wrong), changes, f"{text}. {why}")
