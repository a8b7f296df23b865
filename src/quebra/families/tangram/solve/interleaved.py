"""Corner searches at several snapping distances, run alternately.

A small snapping distance fails if a figure is drawn imprecisely, a large one merges different
corners. So searches with several distances run in alternating slices of growing length, and each
tiling is polished and checked. A search with a smaller distance starts only after one with a larger
distance met an ambiguous case.

A search in which no case was ambiguous proves that it found every assembly that is correct at the
puzzle's tolerance.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

from quebra.contract.errors import BadInput, Cut, Infeasible
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve.classes import SAME_PLACE_TOLERANCES, Classes, note_tilings
from quebra.families.tangram.solve.guided import Guided
from quebra.families.tangram.solve.lattice import lattice_of
from quebra.families.tangram.solve.mismatch import mismatch
from quebra.families.tangram.solve.normal_form import (
    PlacedPieces,
    assembly_at_allowed_angles,
    normalised_assembly,
)
from quebra.families.tangram.solve.posed_figure import PosedFigure, figure_poses
from quebra.families.tangram.solve.position import Position
from quebra.families.tangram.solve.search import Search
from quebra.families.tangram.solve.tolerance_hint import tolerance_hint
from quebra.geometry.edges import Curve
from quebra.geometry.landmarks import Landmarks, LandmarkSet
from quebra.geometry.motion import Motion
from quebra.geometry.remainder.snap import ERROR_SHARE
from quebra.i18n.text import Text, sentences

SNAPPING_FACTORS = (6, 4, 3, 2, 1.5, 1, 0.75, 0.5)
"""The snapping distances, in tolerances."""
GUIDED = 16
"""The snapping distance of the guided search, in tolerances: errors of small pieces add up."""
PROVING = 64
"""The snapping distance of the search meant to prove completeness, in tolerances."""
MAX_SNAPPING = 0.1
"""The largest snapping distance of a first search, as a share of the smallest piece's width."""
MAX_RESTART_SNAPPING = 0.25
"""The largest snapping distance of a restarted search, as such a share."""
FIRST_SLICE = 100
"""Nodes of each search's first slice; each round doubles it."""
CURVED = Text("There is no proof for curves other than arcs of circles.")
SLIDING = Text("There is no proof if a piece can slide along a circle.")
UNSETTLED = Text("A smaller tolerance may settle it.")


class SnappingSearch:
    """A corner search at one snapping distance that runs in slices.

    `has_rejected` says whether a tiling could not be made correct.
    """

    def __init__(
        self,
        puzzle: Tangram,
        snapping: float,
        pose: Motion,
        budget: Budget,
        source: Source | None,
        *,
        guided: bool = False,
        fault: float | None = None,
    ) -> None:
        self.puzzle, self.snapping, self.pose = puzzle, snapping, pose
        self.budget, self.source, self.guided, self.fault = budget, source, guided, fault
        self._tilings = LandmarkSet(SAME_PLACE_TOLERANCES * puzzle.tolerance_used)
        self._without_landmarks: list[PlacedPieces] = []
        self.ended = False
        self.has_rejected = False

    @cached_property
    def search(self) -> Search:
        """The search, created when its first slice begins."""
        return Search(self.puzzle, self.snapping, self.budget, self.source, self.fault)

    @cached_property
    def _nodes(self) -> Iterator[Position | None]:
        start = self.search.start(self.pose)
        if start is None:
            return iter(())
        if self.guided:
            return Guided(self.search).nodes(start)
        return self.search.nodes(start, self.budget)

    def restarted(self) -> SnappingSearch | None:
        """A search that allows for the errors met; None if that is impossible."""
        if self.search.is_doubtful:
            return None
        snapping, fault = self.snapping, lattice_fault_width(self.puzzle)
        if fault >= self.search.fault:
            snapping, fault = self.search.largest_error / ERROR_SHARE, self.search.fault
        is_same = snapping <= self.snapping and fault == self.search.fault
        if is_same or snapping > MAX_RESTART_SNAPPING * self.puzzle.width:
            return None
        return SnappingSearch(
            self.puzzle, snapping, self.pose, self.budget, self.source, fault=fault
        )

    def advance(self, nodes: int) -> Iterator[Position]:
        """The complete positions among the next nodes."""
        for _ in range(nodes):
            found = next(self._nodes, self)
            if found is self:
                self.ended = True
                return
            if isinstance(found, Position):
                yield found

    def note(self, placed: PlacedPieces, landmarks: Landmarks | None) -> None:
        """Note a tiling, whose landmarks may be computed later."""
        if landmarks is None:
            self._without_landmarks.append(placed)
        else:
            self._tilings.add_new(landmarks)

    def count_tilings(self, classes: Classes) -> int:
        """The number of different tilings noted so far."""
        while self._without_landmarks:
            self._tilings.add_new(classes.landmarks(self._without_landmarks.pop()))
        return len(self._tilings.members)

    @property
    def is_unsettled(self) -> bool:
        """Whether a smaller snapping distance may find other tilings."""
        is_doubtful = self.search.snap.is_ambiguous or not self.search.complete
        return self.ended or self.has_rejected or is_doubtful

    @property
    def is_settled(self) -> bool:
        """Whether the search proved that it found every correct assembly."""
        return self.ended and not self.has_rejected and self.search.is_proof


def tilings(puzzle: Tangram, budget: Budget, source: Source | None) -> Iterator[Assembly]:
    """The assemblies that are correct at the puzzle's tolerance, one of each class.

    If the iterator ends without `Cut`, it is proved that there are no others. `Infeasible` is
    raised where areas or colours prove that there are none.
    """
    if reason := mismatch(puzzle):
        raise Infeasible(sentences(reason, tolerance_hint(puzzle, budget)))
    settled = True
    poses = figure_poses(puzzle)
    classes = Classes(puzzle, poses)
    for pose in poses:
        searches = _InterleavedSearches(PosedFigure(puzzle, pose, classes), budget, source)
        yield from searches.assemblies()
        settled &= searches.proof is not None
        if searches.proof and not searches.proof.search.turns_freely:
            note_tilings(puzzle, searches.proof.count_tilings(classes), budget)
    if "snapping" not in budget.stats:
        budget.why = tolerance_hint(puzzle, budget)
    if not settled:
        budget.why = budget.why or _unproved_reason(puzzle, searches)
        raise Cut("method")


def _unproved_reason(puzzle: Tangram, searches: _InterleavedSearches) -> Text:
    """Why completeness is not proved, or what would help."""
    outlines = (puzzle.target, *puzzle.shapes)
    if any(isinstance(edge, Curve) for shape in outlines for each in shape for edge in each):
        return CURVED
    return UNSETTLED if searches.searches[0].search.complete else SLIDING


def snapping_distances(puzzle: Tangram) -> list[float]:
    """The snapping distances to search with; the first is meant to prove completeness."""
    distances = [factor * puzzle.tolerance_used for factor in (PROVING, *SNAPPING_FACTORS)]
    return [snapping for snapping in distances if snapping <= MAX_SNAPPING * puzzle.width]


@lru_cache(maxsize=16)
def lattice_fault_width(puzzle: Tangram) -> float:
    """The width of faults to allow for: less than the tolerance if the puzzle lies on a lattice.

    If every correct assembly is a small shift of a lattice tiling, only lattice tilings must be
    found, whose faults are at most the inexactness of the lattice.
    """
    try:
        lattice = lattice_of(puzzle)
    except BadInput:
        return puzzle.tolerance_used
    is_proof = lattice.rigid and lattice.is_coarse(puzzle)
    return lattice.inexactness if is_proof else puzzle.tolerance_used


class _InterleavedSearches:
    """The searches of one posed figure; `proof` is the one that proved completeness, if any."""

    def __init__(self, figure: PosedFigure, budget: Budget, source: Source | None) -> None:
        puzzle = figure.puzzle

        def run(snapping: float, *, guided: bool = False) -> SnappingSearch:
            return SnappingSearch(puzzle, snapping, figure.pose, budget, source, guided=guided)

        self.figure = figure
        self.searches = [run(snapping) for snapping in snapping_distances(puzzle)]
        largest = max(MAX_SNAPPING * puzzle.width, puzzle.tolerance_used)
        self.guide = run(min(GUIDED * puzzle.tolerance_used, largest), guided=True)
        self.proof: SnappingSearch | None = None

    def assemblies(self) -> Iterator[Assembly]:
        """The first assembly of each class, until a search is a proof or all have ended."""
        nodes = FIRST_SLICE
        while not all(run.ended for run in self.searches):
            for number, run in enumerate(self.searches, start=1):
                yield from self._advance(run, nodes)
                if run.is_settled:
                    self.proof = run
                    return
                if number == 1 and run.ended and (restarted := run.restarted()):
                    self.searches[0] = restarted
                    break
                if not run.is_unsettled:
                    break
            candidates = self.searches[0].search.candidates
            if not self.figure.classes.added and candidates.has_distinctive_sides:
                # It gets as many nodes as the others together: it may be far better or useless.
                yield from self._advance(self.guide, number * nodes)
            nodes *= 2

    def _advance(self, run: SnappingSearch, nodes: int) -> Iterator[Assembly]:
        """The assemblies of new classes among the next nodes of a search."""
        for position in () if run.ended else run.advance(nodes):
            # Polishing and `check` then see equal motions, of which much is remembered.
            normalised = normalised_assembly(self.figure.puzzle, position.pieces)
            pieces = normalised.pieces
            placed = self.figure.polish(pieces, run.snapping)
            if placed is None:
                run.has_rejected = True
                continue
            classes = self.figure.classes
            # Often there is only one tiling, so its landmarks are computed late.
            landmarks = classes.landmarks(placed) if classes.added else None
            run.note(placed, landmarks)
            if classes.add(placed, landmarks):
                answer = normalised
                if placed is not pieces or position.turns is not None:
                    answer = assembly_at_allowed_angles(self.figure.puzzle, placed, position.turns)
                if check(self.figure.puzzle, answer):
                    run.has_rejected = True
                else:
                    run.budget.stats["snapping"] = run.snapping
                    yield answer
