"""An assembly laid upon the figure, and what fits and does not, measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from quebra.families.tangram.model import Assembly, Copy, Tangram, placed
from quebra.geometry.align import ENOUGH, motions
from quebra.geometry.arrangement import Arrangement, Cover, Face
from quebra.geometry.flat import flat_union, moved_flat
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import area_of, moved

Region = tuple[Contour, ...]
DIGITS = 9
"""Shares are rounded, so that noise in the last digits does not look like progress."""


@dataclass(frozen=True)
class Judgement:
    """How an assembly lies upon the figure.

    `covered`, `overlapping` and `outlying` are shares of the figure's area, `contour` is the share
    of its outline with a piece inside and none outside. Faults are told with their areas, where
    these are more than the puzzle's slack.
    """

    motion: Motion
    covered: float
    contour: float
    overlapping: float
    outlying: float
    overlaps: tuple[tuple[Copy, Copy, float], ...]
    outside: tuple[tuple[Copy, float], ...]
    gap: float
    around_gap: tuple[Copy, ...]


@lru_cache(maxsize=16)
def judge(puzzle: Tangram, answer: Assembly) -> Judgement:
    """The assembly upon the figure, laid as well as can be."""
    puzzle = puzzle.eased(answer.tolerance)
    pieces = list(placed(puzzle, answer))
    return _laid(puzzle, pieces, _best_motion(puzzle, [region for _, region in pieces]))


def judge_in_place(puzzle: Tangram, answer: Assembly) -> Judgement:
    """The assembly upon the figure where that is drawn."""
    return _laid(puzzle, list(placed(puzzle, answer)), Motion())


def _best_motion(puzzle: Tangram, regions: list[Region]) -> Motion:
    """The motion of the figure that most of its outline and of its area speak for."""
    ways = motions(puzzle.sides, regions, puzzle.tolerance_used, puzzle.mirror)
    share, motion = ways[0]
    if share >= ENOUGH or len(ways) == 1:
        return motion
    whole = area_of(puzzle.target)
    union = flat_union(regions, puzzle.tolerance_used)
    figure = flat_union([puzzle.target], puzzle.tolerance_used)

    lying: float = union.area()
    if lying - (union ^ figure).area() <= puzzle.slack:
        # What lies within the figure as it is drawn is meant for that one.
        return Motion()

    def value(way: tuple[float, Motion]) -> float:
        share, motion = way
        covered: float = (union ^ moved_flat(figure, motion)).area()
        return min(share, covered / whole)

    return max(ways, key=value)[1]


def _laid(puzzle: Tangram, pieces: Sequence[tuple[Copy, Region]], motion: Motion) -> Judgement:
    """The judgement with the figure moved so."""
    figure = len(pieces)
    regions = [region for _, region in pieces]
    plan = Arrangement([*regions, moved(puzzle.target, motion)], puzzle.tolerance_used)
    whole = area_of(puzzle.target)
    names = [name for name, _ in pieces]
    faults = _Faults(plan, figure)

    def share(wanted: Callable[[Cover], bool]) -> float:
        return round(min(1.0, plan.area(wanted) / whole), DIGITS)

    return Judgement(
        motion=motion,
        covered=share(lambda cover: figure in cover and len(cover) > 1),
        contour=_contour(plan, figure),
        overlapping=share(lambda cover: len(cover) - (figure in cover) > 1),
        outlying=share(lambda cover: bool(cover) and figure not in cover),
        overlaps=tuple(
            (names[i], names[j], area)
            for (i, j), area in faults.overlaps.items()
            if area > puzzle.slack
        ),
        outside=tuple(
            (names[i], area) for i, area in faults.outside.items() if area > puzzle.slack
        ),
        gap=faults.gap if faults.gap > puzzle.slack else 0.0,
        around_gap=tuple(sorted(names[i] for i in faults.around_gap)) or ((0, 0),),
    )


class _Faults:
    """The areas that should not be: of pairs of pieces, of pieces, and of none."""

    def __init__(self, plan: Arrangement, figure: int) -> None:
        self.plan = plan
        self.overlaps: dict[tuple[int, int], float] = {}
        self.outside: dict[int, float] = {}
        self.gap = 0.0
        self.around_gap: set[int] = set()
        for face in plan.faces[1:]:
            pieces = sorted(layer for layer in face.cover if layer != figure)
            for pair in combinations(pieces, 2):
                self.overlaps[pair] = self.overlaps.get(pair, 0.0) + face.area
            if figure not in face.cover:
                for piece in pieces:
                    self.outside[piece] = self.outside.get(piece, 0.0) + face.area
            elif not pieces:
                self.gap += face.area
                self.around_gap |= self._beyond(face) - {figure}

    def _beyond(self, face: Face) -> set[int]:
        """The layers on the far sides of a face's edges."""
        halves = (half for contour in face.contours for half in contour)
        beyond = (self.plan.faces[self.plan.face_of[half ^ 1]] for half in halves)
        return {layer for other in beyond for layer in other.cover}


def _contour(plan: Arrangement, figure: int) -> float:
    """The share of the figure's outline that has a piece inside, and none outside."""
    whole = right = 0.0
    for number, seam in enumerate(plan.seams):
        along = seam.layers.get(figure, 0)
        if along:
            inner = 2 * number + (along < 0)
            length = plan.shape(inner).length
            whole += length
            inside = plan.faces[plan.face_of[inner]].cover
            if len(inside) > 1 and not plan.faces[plan.face_of[inner ^ 1]].cover:
                right += length
    return round(min(1.0, right / whole), DIGITS) if whole else 0.0
