"""The verifier of the paper, to the letter: from relations between edges to a verdict.

M. Siqueira Júnior and others, *A Novel Algorithm to Verify the Solution of Geometric Puzzle Games*.
`rules.check` has none of its limits.

As in the paper, only contours count: unused pieces, forbidden flips and overlaps are not checked;
the paper assumes that pieces do not overlap.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from quebra.engine.budget import Budget
from quebra.families.tangram.model import (
    FIGURE_TEXT,
    Assembly,
    Tangram,
    admit_places,
    placed_regions,
)
from quebra.geometry.chains import Chain, chained_edges, contours_of, is_filled, is_within
from quebra.geometry.edges import Curve, signed_area
from quebra.geometry.outline import Contour, read_outline
from quebra.geometry.region import area_of, merged, region
from quebra.geometry.signature import Signature, common_length, mirrored, same, signature
from quebra.i18n.text import Text
from quebra.papers.geometric_verifier.elimination import Elimination, Finding, Side

Copy = tuple[int, int]
"""A piece: its kind and the number of the copy."""


@dataclass(frozen=True)
class Bounded:
    """A filled contour of the assembly, measured against the figure.

    `contour` is the share of the figure's outline present in one run, `filled` the share of its
    area that the contour encloses without holes; `forms` says whether the signatures are equal.
    """

    outline: Contour
    holes: tuple[Contour, ...]
    forms: bool
    contour: float
    filled: float

    @property
    def completeness(self) -> float:
        """The smaller of both shares; 1 if it is the figure."""
        return 1.0 if self.forms and not self.holes else min(self.contour, self.filled)


@dataclass(frozen=True)
class Verification:
    """The results of the paper's verifier, in the order of its steps.

    `unmet` lists assumptions of the paper that the puzzle violates; then nothing is accepted.
    `sides` are those that remain after the relations.
    """

    pieces: tuple[Copy, ...]
    findings: tuple[Finding, ...]
    sides: tuple[Side, ...]
    chains: tuple[Chain, ...]
    loose: tuple[Chain, ...]
    contours: tuple[Contour, ...]
    filled: tuple[Bounded, ...]
    unmet: tuple[Text, ...]

    @property
    def nearest(self) -> Bounded | None:
        """The filled contour nearest to the figure."""
        return max(self.filled, key=lambda each: (each.contour, each.filled), default=None)

    @property
    def accepted(self) -> bool:
        """Whether a contour is that of the figure and has no hole."""
        return not self.unmet and any(each.forms and not each.holes for each in self.filled)

    @property
    def completeness(self) -> float:
        """The completeness of the nearest contour, from 0 to 1."""
        if self.accepted:
            return 1.0
        return self.nearest.completeness if self.nearest else 0.0


def verify(puzzle: Tangram, answer: Assembly, budget: Budget | None = None) -> Verification:
    """Check an assembly as the paper does.

    >>> from quebra.families.tangram.model import Piece, Placement
    >>> halves = Piece(name="half", outline="M0 0 H1 V1 Z", count=2)
    >>> puzzle = Tangram(pieces=(halves,), figure="M0 0 H1 V1 H0 Z")
    >>> both = (Placement(piece=0, x=0, y=0), Placement(piece=0, x=1, y=1, angle=180))
    >>> verify(puzzle, Assembly(places=both)).accepted
    True
    >>> verify(puzzle, Assembly(places=both[:1])).completeness
    0.5
    """
    admit_places(puzzle, answer)
    tolerance = puzzle.tolerance_used
    pieces = list(placed_regions(puzzle, answer))
    work = Elimination(sides_of(puzzle, answer), tolerance)
    findings = tuple(work.findings(budget))
    chains, loose = chained_edges([side.edge for side in work.left], tolerance)
    contours = tuple(merged(chain, tolerance) for chain in chains)
    return Verification(
        pieces=tuple(name for name, _ in pieces),
        findings=findings,
        sides=tuple(work.left),
        chains=tuple(chains),
        loose=tuple(loose),
        contours=contours,
        filled=_measured(puzzle, contours),
        unmet=unmet_conditions(puzzle),
    )


def sides_of(puzzle: Tangram, answer: Assembly) -> list[Side]:
    """The edges of all placed pieces."""
    return [
        Side(number, edge)
        for number, (_, contours) in enumerate(placed_regions(puzzle, answer))
        for contour in contours
        for edge in contour
    ]


def unmet_conditions(puzzle: Tangram) -> tuple[Text, ...]:
    """The assumptions of the paper that a puzzle violates; overlaps are not checked."""
    figure = figure_contours(puzzle)
    outlines = (*figure, *(contour for shape in puzzle.shapes for contour in shape))
    faults = {
        Text("a side is neither straight nor an arc"): any(
            isinstance(edge, Curve) for contour in outlines for edge in contour
        ),
        Text("the figure has a hole"): not all(map(is_filled, figure)),
        Text("the figure has several parts"): sum(map(is_filled, figure)) > 1,
        Text("a piece has more than one contour"): any(len(shape) > 1 for shape in puzzle.shapes),
    }
    return tuple(text for text, there in faults.items() if there)


@lru_cache(maxsize=16)
def figure_contours(puzzle: Tangram) -> tuple[Contour, ...]:
    """The contours of the figure, chained and merged as those of an assembly, largest first."""
    outline = region(read_outline(puzzle.figure, FIGURE_TEXT), FIGURE_TEXT)
    edges = [edge for contour in outline for edge in contour]
    contours, _ = contours_of(edges, puzzle.tolerance_used)
    return tuple(sorted(contours, key=signed_area, reverse=True))


def _measured(puzzle: Tangram, contours: tuple[Contour, ...]) -> tuple[Bounded, ...]:
    """The filled contours with their holes, against the outer contour of the figure."""
    tolerance = puzzle.tolerance_used
    outer = figure_contours(puzzle)[0]
    goals = [signature(outer), *([signature(mirrored(outer))] if puzzle.mirror else [])]
    length, area = sum(edge.length for edge in outer), area_of(puzzle.target)
    found = []
    for contour in filter(is_filled, contours):
        inner = (each for each in contours if not is_filled(each))
        holes = tuple(hole for hole in inner if is_within(hole, contour, tolerance))
        own = signature(contour)
        found.append(
            Bounded(
                outline=contour,
                holes=holes,
                forms=any(same(goal, own, tolerance) for goal in goals),
                contour=_share(_nearness(goals, own, tolerance), length),
                filled=_share(area_of((contour, *holes)), area),
            )
        )
    return tuple(found)


def _nearness(goals: list[Signature], own: Signature, tolerance: float) -> float:
    return max(common_length(goal, own, tolerance) for goal in goals)


def _share(part: float, whole: float) -> float:
    return min(1.0, max(0.0, part / whole))
