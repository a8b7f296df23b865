"""Measures the faults of an assembly against the figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from quebra.families.tangram.colours import FIGURE, Meeting, meetings
from quebra.families.tangram.model import (
    ANGLE,
    Assembly,
    Copy,
    Tangram,
    angle_difference,
    placed_regions,
)
from quebra.geometry.align import motions, outline_share, refined
from quebra.geometry.congruence import congruences
from quebra.geometry.edges import edges_of
from quebra.geometry.faults import Layout
from quebra.geometry.motion import Motion
from quebra.geometry.outline import Contour
from quebra.geometry.region import area_of, moved

Regions = Sequence[Sequence[Contour]]
FEW, MANY = 6, 30
"""The number of figure motions tried first, and if none of those puts all pieces inside."""
REFINED = 4
"""The number of these motions that are refined and compared."""
DIGITS = 9
"""Shares are rounded to this many decimals, so that noise does not count as progress."""


@dataclass(frozen=True)
class Judgement:
    """The measured faults of an assembly against the figure moved by `motion`.

    `covered`, `overlapping` and `outlying` are shares of the figure's area. `done` is the share
    covered by pieces without a fault, plus what only the other pieces cover. `contour` is the share
    of the outline with a piece inside and none outside. `overlaps`, `outside` and `gap` are faults
    wider than the tolerance, with their areas. With colours, `matched` is the share of the length
    of meeting sides that agree, and `mismatches` are the others, with None for the figure.
    """

    motion: Motion
    done: float
    covered: float
    contour: float
    overlapping: float
    outlying: float
    overlaps: tuple[tuple[Copy, Copy, float], ...]
    outside: tuple[tuple[Copy, float], ...]
    gap: float
    around_gap: tuple[Copy, ...]
    matched: float | None
    mismatches: tuple[tuple[Copy, Copy | None, Meeting], ...]


@lru_cache(maxsize=16)
def judge(puzzle: Tangram, answer: Assembly) -> Judgement:
    """The judgement with the figure moved to where the assembly has the fewest faults.

    A figure in which all pieces lie as it is drawn is not moved.
    """
    layout = _layout(puzzle, answer)
    regions = [region for _, region in placed_regions(puzzle, answer)]
    best, most = Motion(), _value(layout, Motion())
    for count in (FEW, MANY):
        if most.inside:
            break
        for motion in _likely_motions(layout, puzzle, regions, count):
            best, most = max((best, most), (motion, _value(layout, motion)), key=itemgetter(1))
            if most.full:
                break
    if not most.inside:
        better = _corrected(best, puzzle, regions, by_largest=True)
        best, most = max((best, most), (better, _value(layout, better)), key=itemgetter(1))
    return _judgement(puzzle, answer, layout, best)


class _Value(NamedTuple):
    """The value of a figure motion: all pieces inside, figure filled, area covered."""

    inside: bool
    full: bool
    covered: float


def _value(layout: Layout, motion: Motion) -> _Value:
    covered = layout.covered_area(motion)
    inside = layout.may_lie_inside(covered) and not layout.is_wide(layout.outside(motion))
    full = inside and not layout.is_wide(layout.gap(motion))
    return _Value(inside, full, round(covered, DIGITS))


def judge_in_place(puzzle: Tangram, answer: Assembly) -> Judgement:
    """The judgement with the figure at its original position."""
    return _judgement(puzzle, answer, _layout(puzzle, answer), Motion())


def is_right(puzzle: Tangram, pose: Motion, placed: Sequence[tuple[int, Motion]]) -> bool:
    """Whether pieces form the figure moved by `pose` without a fault."""
    if pose != Motion() or not puzzle.balance.cancels(placed):
        figure = moved(puzzle.target, pose)
        if _is_faulty(Layout(figure, puzzle.shapes, placed, puzzle.tolerance_used)):
            return False
    return all(meeting.matches for meeting in _meetings(puzzle, placed, pose))


@lru_cache(maxsize=16)
def is_right_as_drawn(puzzle: Tangram, answer: Assembly) -> bool:
    """Whether pieces form the figure as it is drawn without a fault, which is judged quickly."""
    placed = answer.pieces
    if not puzzle.balance.cancels(placed) and _is_faulty(_layout(puzzle, answer)):
        return False
    return all(meeting.matches for meeting in _meetings(puzzle, placed, Motion()))


def _is_faulty(layout: Layout) -> bool:
    faults = layout.overlap, layout.outside(Motion()), layout.gap(Motion())
    return any(map(layout.is_wide, faults))


def _meetings(puzzle: Tangram, placed: Sequence[tuple[int, Motion]], pose: Motion) -> list[Meeting]:
    """The meetings of coloured sides, with the figure moved by `pose`."""
    if not puzzle.has_colours:
        return []
    pieces = [
        tuple(side.moved(motion) for side in puzzle.coloured_shapes[kind])
        for kind, motion in placed
    ]
    figure = tuple(side.moved(pose) for side in puzzle.coloured_target)
    return list(meetings(pieces, figure, puzzle.tolerance_used))


def _best_meetings(
    puzzle: Tangram, placed: Sequence[tuple[int, Motion]], pose: Motion
) -> list[Meeting]:
    """Like `_meetings`, with the figure mapped onto itself such that most colours agree."""
    turns = [Motion()]
    if puzzle.colours and not puzzle.upright:
        tolerance = puzzle.tolerance_used
        turns += congruences(puzzle.sides, puzzle.sides, 8 * tolerance, flips=puzzle.mirror)
    found = (_meetings(puzzle, placed, turn.then(pose)) for turn in turns)
    return min(found, key=lambda each: sum(m.length for m in each if not m.matches))


@lru_cache(maxsize=1)
def _layout(puzzle: Tangram, answer: Assembly) -> Layout:
    return Layout(puzzle.target, puzzle.shapes, answer.pieces, puzzle.tolerance_used)


def _likely_motions(
    layout: Layout, puzzle: Tangram, regions: Regions, count: int
) -> Iterator[Motion]:
    """Motions that bring sides of the figure onto sides of pieces, best coverage first."""
    found = motions(puzzle.sides, regions, puzzle.tolerance_used, puzzle.mirror, count)
    allowed = (motion for _, motion in found if not puzzle.upright or _is_upright(motion))
    likely = sorted(allowed, key=layout.covered_area, reverse=True)
    return (_corrected(motion, puzzle, regions) for motion in likely[:REFINED])


def _corrected(
    motion: Motion, puzzle: Tangram, regions: Regions, *, by_largest: bool = False
) -> Motion:
    tolerance = puzzle.tolerance_used
    better = refined(motion, puzzle.sides, regions, tolerance, by_largest=by_largest)
    return _without_turn(puzzle, better) if puzzle.upright else better


def _is_upright(motion: Motion) -> bool:
    """Whether a motion turns by less than the angle tolerance."""
    return angle_difference(motion.angle, 0) <= ANGLE


def _without_turn(puzzle: Tangram, motion: Motion) -> Motion:
    """The shift nearest to a motion that hardly turns."""
    corners = [edge.start for edge in edges_of(puzzle.target)]
    centre = sum(corners) / len(corners)
    return Motion(motion(centre) - centre)


def _judgement(puzzle: Tangram, answer: Assembly, layout: Layout, motion: Motion) -> Judgement:
    """The judgement with the figure moved by `motion`."""
    whole = area_of(puzzle.target)
    names, regions = (
        zip(*placed_regions(puzzle, answer), strict=True) if answer.places else ((), ())
    )
    outside, gap = layout.outside(motion), layout.gap(motion)
    overlaps = list(layout.overlaps())
    overhangs = list(layout.overhangs(motion)) if layout.is_wide(outside) else []
    faulty = {
        *(i for i, _, _ in overlaps),
        *(j for _, j, _ in overlaps),
        *(i for i, _ in overhangs),
    }
    # Polygons that approximate round sides have smaller areas, so correct pieces count exactly.
    right = sum(
        area_of(puzzle.shapes[place.piece])
        for i, place in enumerate(answer.places)
        if i not in faulty
    )
    met = _best_meetings(puzzle, answer.pieces, motion)
    wrong = [meeting for meeting in met if not meeting.matches]
    matched = 1 - sum(m.length for m in wrong) / sum(m.length for m in met) if wrong else 1.0

    def share(area: float) -> float:
        return round(min(1.0, area / whole), DIGITS)

    return Judgement(
        motion=motion,
        done=matched * share(right + layout.area_covered_only_by(motion, faulty)),
        covered=share(layout.covered_area(motion)),
        contour=round(outline_share(puzzle.sides, regions, motion, puzzle.tolerance_used), DIGITS),
        overlapping=share(layout.area(layout.overlap)),
        outlying=share(layout.area(outside)),
        overlaps=tuple((names[i], names[j], area) for i, j, area in overlaps),
        outside=tuple((names[i], area) for i, area in overhangs),
        gap=layout.area(gap) if layout.is_wide(gap) else 0.0,
        around_gap=tuple(sorted(names[i] for i in layout.neighbours(gap))) or ((0, 0),),
        matched=round(matched, DIGITS) if puzzle.has_colours else None,
        mismatches=tuple(
            (names[each.one], None if each.other == FIGURE else names[each.other], each)
            for each in wrong
        ),
    )
