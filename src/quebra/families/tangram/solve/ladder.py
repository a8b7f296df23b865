"""The corner search at several snapping distances, in turns; what is found, and what is proved.

A search with a small snapping distance loses its way where a figure is drawn badly, and one with a
large distance takes different corners for one. So searches with several distances take turns, and
whichever comes to an assembly first has it polished and checked.

One of them may prove more: if no decision of the whole search was close, every assembly that is
right at the puzzle's tolerance is among those that it came to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from quebra.core.budget import Budget
from quebra.core.errors import Cut
from quebra.core.random import Source
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve.classes import note_tilings
from quebra.families.tangram.solve.formed import Formed, figures, mismatch
from quebra.families.tangram.solve.guided import steps_of
from quebra.families.tangram.solve.looser import hint
from quebra.families.tangram.solve.places import assembly
from quebra.families.tangram.solve.search import Position, Search
from quebra.geometry.outline import Contour

RUNGS = (1.5, 1, 0.75, 2, 3, 0.5, 4, 6)
"""The snapping distances, in tolerances."""
PROVING = 64
"""The snapping distance of the first search that may prove something, in tolerances."""
WIDEST = 0.1
"""The largest snapping distance of the first searches, as a share of the smallest piece's width."""
WIDER = 0.25
"""The largest one of searches anew."""
FIRST_TURN = 100
"""The nodes of each search's first turn; later ones are twice as long."""
UNSETTLED = "A proof needs figures and pieces without features as small as the tolerance."


class Rung:
    """A search with one snapping distance: an iterator of its nodes and leaves.

    It is `settled` where it ended, its decisions were clear, and every leaf was made right.
    """

    def __init__(
        self,
        puzzle: Tangram,
        near: float,
        figure: Sequence[Contour],
        budget: Budget,
        source: Source | None,
    ) -> None:
        self.puzzle, self.near, self.figure = puzzle, near, figure
        self.budget, self.source = budget, source
        self.tilings = 0
        self.ended = False
        self.has_doubt = False

    @cached_property
    def search(self) -> Search:
        """The search, which is made ready when its first turn comes."""
        return Search(self.puzzle, self.near, self.budget, self.source)

    @cached_property
    def _steps(self) -> Iterator[Position | None]:
        return steps_of(self.search, self.figure)

    def wider(self) -> Rung | None:
        """The search anew where errors may have added up to more than it allowed for."""
        near = 4 * self.search.largest_error
        if self.search.is_doubtful or not self.near < near <= WIDER * self.puzzle.width:
            return None
        return Rung(self.puzzle, near, self.figure, self.budget, self.source)

    def turn(self, nodes: int) -> Iterator[Position]:
        """The leaves among the next nodes."""
        for _ in range(nodes):
            found = next(self._steps, self)
            if found is self:
                self.ended = True
                return
            if isinstance(found, Position):
                yield found

    @property
    def is_settled(self) -> bool:
        """Whether nothing that is right can have been missed."""
        return self.ended and not self.has_doubt and self.search.is_proof


def tilings(puzzle: Tangram, budget: Budget, source: Source | None) -> Iterator[Assembly]:
    """The assemblies that are right at the puzzle's tolerance, one of each class.

    Where this ends by itself, there are no others: that is proved.
    """
    if reason := mismatch(puzzle):
        budget.why = f"{reason} {hint(puzzle, budget)}".rstrip()
        return
    settled = True
    for figure in figures(puzzle):
        formed = Formed(puzzle, figure)
        rungs = [Rung(puzzle, near, figure, budget, source) for near in snapping_distances(puzzle)]
        yield from _in_turns(formed, rungs)
        proof = next((rung for rung in rungs if rung.is_settled), None)
        settled &= proof is not None
        if proof:
            note_tilings(puzzle, proof.tilings, budget)
    if "snapping" not in budget.stats:
        budget.why = hint(puzzle, budget)
    if not settled:
        budget.why = budget.why or UNSETTLED
        raise Cut("method")


def snapping_distances(puzzle: Tangram) -> list[float]:
    """The snapping distances to search with; the first may prove that nothing was missed."""
    tolerance = puzzle.tolerance_used
    distances = [PROVING * tolerance, *(rung * tolerance for rung in RUNGS)]
    return [near for near in distances if near <= WIDEST * puzzle.width]


def _in_turns(formed: Formed, rungs: list[Rung]) -> Iterator[Assembly]:
    """The first assembly of each class, until a search has settled all or all have ended."""
    nodes = FIRST_TURN
    while not all(rung.ended for rung in rungs):
        for rung in rungs:
            for position in () if rung.ended else rung.turn(nodes):
                placed = formed.right(position, rung.near)
                if placed is None:
                    rung.has_doubt = True
                    continue
                rung.tilings += 1
                if formed.classes.add(placed):
                    answer = assembly(formed.puzzle, placed, position.turns)
                    if check(formed.puzzle, answer):
                        rung.has_doubt = True
                    else:
                        rung.budget.stats["snapping"] = rung.near
                        yield answer
            if rung.is_settled:
                return
        if rungs[0].ended and (again := rungs[0].wider()):
            rungs[0] = again
        nodes *= 2
