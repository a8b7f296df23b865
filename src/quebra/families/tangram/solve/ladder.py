"""The corner search at several snapping distances, in turns; what is found, and what is proved.

A search with a small snapping distance loses its way where a figure is drawn badly, and one with a
large distance takes different corners for one. So searches with several distances take turns, and
whichever comes to an assembly first has it polished and checked. Smaller distances wait until a
decision with the larger ones was close.

One of them may prove more: if no decision of the whole search was close, every assembly that is
right at the puzzle's tolerance is among those that it came to.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

from quebra.contract.errors import BadInput, Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve.classes import APART, Classes, note_tilings
from quebra.families.tangram.solve.formed import Formed, figures
from quebra.families.tangram.solve.guided import Guided
from quebra.families.tangram.solve.lattice import lattice_of
from quebra.families.tangram.solve.looser import hint
from quebra.families.tangram.solve.mismatch import mismatch
from quebra.families.tangram.solve.places import assembly
from quebra.families.tangram.solve.search import Position, Search
from quebra.geometry.edges import Curve
from quebra.geometry.landmarks import LandmarkSet
from quebra.geometry.motion import Motion
from quebra.geometry.remainder.snap import ERROR_SHARE

RUNGS = (6, 4, 3, 2, 1.5, 1, 0.75, 0.5)
"""The snapping distances, in tolerances."""
GUIDED = 1
"""The snapping distance of the guided search, in tolerances."""
PROVING = 64
"""The snapping distance of the first search that may prove something, in tolerances."""
WIDEST = 0.1
"""The largest snapping distance of the first searches, as a share of the smallest piece's width."""
WIDER = 0.25
"""The largest one of searches anew."""
FIRST_TURN = 100
"""The nodes of each search's first turn; later ones are twice as long."""
CURVED = "There is no proof for curves other than arcs of circles."
SLIDING = "There is no proof where a piece can slide along a circle."
UNSETTLED = "A smaller tolerance may settle it."


class Rung:
    """A search with one snapping distance: an iterator of its nodes and leaves.

    It is `settled` where it ended, its decisions were clear, and every leaf was made right.
    """

    def __init__(
        self,
        puzzle: Tangram,
        near: float,
        lying: Motion,
        budget: Budget,
        source: Source | None,
        *,
        guided: bool = False,
        fault: float | None = None,
    ) -> None:
        self.puzzle, self.near, self.lying = puzzle, near, lying
        self.budget, self.source, self.guided, self.fault = budget, source, guided, fault
        self.tilings = LandmarkSet(APART * puzzle.tolerance_used)
        self.ended = False
        self.has_doubt = False

    @cached_property
    def search(self) -> Search:
        """The search, which is made ready when its first turn comes."""
        return Search(self.puzzle, self.near, self.budget, self.source, self.fault)

    @cached_property
    def _steps(self) -> Iterator[Position | None]:
        start = self.search.start(self.lying)
        if start is None:
            return iter(())
        if self.guided:
            return Guided(self.search).steps(start)
        return self.search.steps(start, self.budget)

    def anew(self) -> Rung | None:
        """The search anew, where errors may have added up to more than it allowed for."""
        if self.search.is_doubtful:
            return None
        near, fault = self.near, lattice_fault(self.puzzle)
        if fault >= self.search.fault:
            near, fault = self.search.largest_error / ERROR_SHARE, self.search.fault
        if near > WIDER * self.puzzle.width or (near <= self.near and fault == self.search.fault):
            return None
        return Rung(self.puzzle, near, self.lying, self.budget, self.source, fault=fault)

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
    def is_in_doubt(self) -> bool:
        """Whether a smaller snapping distance may lead elsewhere."""
        return self.ended or self.has_doubt or self.search.snap.close or not self.search.complete

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
    lyings = figures(puzzle)
    classes = Classes(puzzle, lyings)
    for lying in lyings:
        race = _Race(Formed(puzzle, lying, classes), budget, source)
        yield from race.assemblies()
        settled &= race.proof is not None
        if race.proof and not race.proof.search.turns_freely:
            note_tilings(len(race.proof.tilings.members), budget)
    if "snapping" not in budget.stats:
        budget.why = hint(puzzle, budget)
    if not settled:
        budget.why = budget.why or _what_is_missing(puzzle, race)
        raise Cut("method")


def _what_is_missing(puzzle: Tangram, race: _Race) -> str:
    """Why nothing is proved, or what would settle the question."""
    outlines = (puzzle.target, *puzzle.shapes)
    if any(isinstance(edge, Curve) for shape in outlines for each in shape for edge in each):
        return CURVED
    return UNSETTLED if race.rungs[0].search.complete else SLIDING


def snapping_distances(puzzle: Tangram) -> list[float]:
    """The snapping distances to search with; the first may prove that nothing was missed."""
    tolerance = puzzle.tolerance_used
    distances = [PROVING * tolerance, *(rung * tolerance for rung in RUNGS)]
    return [near for near in distances if near <= WIDEST * puzzle.width]


@lru_cache(maxsize=16)
def lattice_fault(puzzle: Tangram) -> float:
    """The width of the faults to allow for, where the puzzle may lie on a lattice.

    Where all that is right is a tiling of a lattice, but for small shifts, only tilings have to be
    found, and they have no faults but those of the lattice.
    """
    try:
        lattice = lattice_of(puzzle)
    except BadInput:
        return puzzle.tolerance_used
    return lattice.inexactness if lattice.proves(puzzle) else puzzle.tolerance_used


class _Race:
    """Searches of a figure that take turns."""

    def __init__(self, formed: Formed, budget: Budget, source: Source | None) -> None:
        puzzle = formed.puzzle

        def rung(near: float, *, guided: bool = False) -> Rung:
            return Rung(puzzle, near, formed.lying, budget, source, guided=guided)

        self.formed = formed
        self.rungs = [rung(near) for near in snapping_distances(puzzle)]
        self.guide = rung(GUIDED * puzzle.tolerance_used, guided=True)
        self.proof: Rung | None = None

    def assemblies(self) -> Iterator[Assembly]:
        """The first assembly of each class, until a search has settled all or all have ended."""
        nodes = FIRST_TURN
        while not all(rung.ended for rung in self.rungs):
            took_part = 0
            for rung in self.rungs:
                took_part += 1
                yield from self._turn(rung, nodes)
                if rung.is_settled:
                    self.proof = rung
                    return
                if rung is self.rungs[0] and rung.ended and (anew := rung.anew()):
                    self.rungs[0] = anew
                    break
                if not rung.is_in_doubt:
                    break
            if not self.formed.classes.added and self.rungs[0].search.fitting.is_telling:
                # As long as all others together, for it may be much sooner or not be of use.
                yield from self._turn(self.guide, took_part * nodes)
            nodes *= 2

    def _turn(self, rung: Rung, nodes: int) -> Iterator[Assembly]:
        """The assemblies of new classes among the next nodes of a search."""
        for position in () if rung.ended else rung.turn(nodes):
            placed = self.formed.right(position, rung.near)
            if placed is None:
                rung.has_doubt = True
                continue
            rung.tilings.add_new(self.formed.classes.marks(placed))
            if self.formed.classes.add(placed):
                answer = assembly(self.formed.puzzle, placed, position.turns)
                if check(self.formed.puzzle, answer):
                    rung.has_doubt = True
                else:
                    rung.budget.stats["snapping"] = rung.near
                    yield answer
