"""The way from an attempt to the figure: what cannot stay, and what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from quebra.core.budget import Budget
from quebra.core.grid import joined
from quebra.core.results import Change, Step, Technique
from quebra.families.tangram.explain.hints import Guide
from quebra.families.tangram.explain.table import Table
from quebra.families.tangram.judge import Copy, judge
from quebra.families.tangram.model import Assembly, Placement, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve.choice import tilings
from quebra.families.tangram.solve.search import Position
from quebra.geometry.motion import Motion
from quebra.geometry.region import moved

TECHNIQUES = (
    Technique("mistake", 0, "a piece of the attempt cannot stay where it lies"),
    Technique("dead end", 0, "the pieces do not form the figure"),
)
UNFINISHED = ("missing", "gap")
"""What is wrong with every attempt that is only begun."""


def steps(puzzle: Tangram, attempt: Assembly, budget: Budget) -> Iterator[Step]:
    """What is wrong with an attempt, or else the pieces that it lacks, each where it may lie."""
    return _Walk(puzzle, attempt, budget).steps()


class _Walk:
    def __init__(self, puzzle: Tangram, attempt: Assembly, budget: Budget) -> None:
        self.puzzle, self.budget = puzzle, budget
        self.attempt = attempt
        self.copies = list(_copies(attempt))
        lying = judge(puzzle, attempt).motion if attempt.places else Motion()
        flip = Motion(flip=lying.flip)
        # The table's figure lies as the one that is drawn, or its mirror image, and the attempt
        # elsewhere.
        self.motion = flip.then(lying)
        self.table = Table(puzzle, budget)
        self.figure = moved(puzzle.target, flip)

    def steps(self) -> Iterator[Step]:
        position = self.table.start(self.figure)
        solution = self._solution(position) if position else ()
        if not position or not solution:
            where = tuple((kind, 0) for kind in range(len(self.puzzle.pieces)))
            text = "The pieces do not form the figure, as a search proves."
            yield Step("dead end", where, (), text)
            return
        wrong = []
        for copy, place in self.copies:
            after = self._after(position, place)
            found = self._solution(after) if after else ()
            if after and found:
                position, solution = after, found
            else:
                wrong.append((copy, place))
        if wrong:
            yield self._mistake(wrong)
            return
        used = Counter(place.piece for place in self.attempt.places)
        for hint in Guide(self.table, solution).hints(position):
            place = self.table.place(hint.after.laid[-1], self.motion)
            copy = (place.piece, used[place.piece])
            used[place.piece] += 1
            change = Change("place", copy, written(place))
            yield Step(hint.technique, (copy,), (change,), hint.reason)

    def _solution(self, position: Position) -> Sequence[Placement]:
        """The places of a tiling that goes on from a position; empty if there is none."""
        if not position.laid and not self.attempt.places:
            return next((each.places for each in tilings(self.puzzle, self.budget)), ())
        tiling = self.table.filled(position)
        return [self.table.place(laid) for laid in tiling.laid] if tiling else ()

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
        changes = tuple(Change("remove", copy, written(place)) for copy, place in wrong)
        return Step("mistake", tuple(copy for copy, _ in wrong), changes, f"{text}. {why}")


def _copies(attempt: Assembly) -> Iterator[tuple[Copy, Placement]]:
    """Each piece of an attempt as (kind, copy), with its place."""
    used: Counter[int] = Counter()
    for place in attempt.places:
        yield (place.piece, used[place.piece]), place
        used[place.piece] += 1


def written(place: Placement) -> str:
    """A place as the value of a change.

    >>> written(Placement(3, 1.0, 0.5, 90.0, True))
    '1.0 0.5 90.0 flip'
    """
    return f"{place.x!r} {place.y!r} {place.angle!r}{' flip' if place.flip else ''}"
