"""An assembly laid upon the figure, and its faults, measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from quebra.families.tangram.colours import FIGURE, Meeting, meetings
from quebra.families.tangram.model import ANGLE, Assembly, Copy, Tangram, placed
from quebra.geometry.align import motions, outline_share, refined
from quebra.geometry.congruence import congruences
from quebra.geometry.faults import Layout
from quebra.geometry.motion import Motion
from quebra.geometry.region import area_of, moved

FEW, MANY = 6, 30
"""How many motions of the figure are tried first, and if none of them puts all pieces inside."""
REFINED = 4
"""How many of them are corrected and compared."""
DIGITS = 9
"""Shares are rounded, so that noise in the last digits does not look like progress."""


@dataclass(frozen=True)
class Judgement:
    """How an assembly lies upon the figure, which is moved by `motion`.

    `covered`, `overlapping` and `outlying` are shares of the figure's area. `done` is the share of
    pieces that lie without a fault, and of what the others cover beside them. `contour` is the
    share of its outline with a piece inside and none outside. A fault is wider than the tolerance;
    each is told with its area. `matched` is the share of the length of sides that meet in one
    colour, where there are colours, and `mismatches` are the others: two pieces, or one and None
    for the figure.
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
    """The assembly upon the figure, which is moved to where it has the least faults.

    A figure in which all pieces lie as it is drawn is not moved.
    """
    layout = _layout(puzzle, answer)
    best, most = Motion(), _value(layout, Motion())
    for count in (FEW, MANY):
        if most.inside:
            break
        for motion in _likely_motions(layout, puzzle, answer, count):
            best, most = max((best, most), (motion, _value(layout, motion)), key=itemgetter(1))
            if most.full:
                break
    if not most.inside:
        better = _corrected(best, puzzle, answer, by_largest=True)
        best, most = max((best, most), (better, _value(layout, better)), key=itemgetter(1))
    return _judgement(puzzle, answer, layout, best)


class _Value(NamedTuple):
    """Whether all pieces lie inside, whether they also fill the figure, and what they cover."""

    inside: bool
    full: bool
    covered: float


def _value(layout: Layout, motion: Motion) -> _Value:
    covered = layout.covered_area(motion)
    inside = layout.may_lie_inside(covered) and not layout.is_wide(layout.outside(motion))
    full = inside and not layout.is_wide(layout.gap(motion))
    return _Value(inside, full, round(covered, DIGITS))


def judge_in_place(puzzle: Tangram, answer: Assembly) -> Judgement:
    """The assembly upon the figure where that is drawn."""
    return _judgement(puzzle, answer, _layout(puzzle, answer), Motion())


def is_right(puzzle: Tangram, lying: Motion, placed: Sequence[tuple[int, Motion]]) -> bool:
    """Whether pieces form the figure, moved so, without a fault."""
    layout = Layout(moved(puzzle.target, lying), puzzle.shapes, placed, puzzle.tolerance_used)
    faults = layout.overlap, layout.outside(Motion()), layout.gap(Motion())
    if any(map(layout.is_wide, faults)):
        return False
    return all(meeting.matches for meeting in _meetings(puzzle, placed, lying))


def _meetings(
    puzzle: Tangram, placed: Sequence[tuple[int, Motion]], lying: Motion
) -> list[Meeting]:
    """Where sides with colours meet, with the figure moved so."""
    if not puzzle.has_colours:
        return []
    pieces = [
        tuple(side.moved(motion) for side in puzzle.coloured_shapes[kind])
        for kind, motion in placed
    ]
    figure = tuple(side.moved(lying) for side in puzzle.coloured_target)
    return list(meetings(pieces, figure, puzzle.tolerance_used))


def _best_meetings(
    puzzle: Tangram, placed: Sequence[tuple[int, Motion]], lying: Motion
) -> list[Meeting]:
    """The same, with the figure turned onto itself so that the most of its colours agree."""
    turns = [Motion()]
    if puzzle.colours and not puzzle.upright:
        near = puzzle.tolerance_used
        turns += congruences(puzzle.sides, puzzle.sides, 8 * near, flips=puzzle.mirror)
    found = (_meetings(puzzle, placed, turn.then(lying)) for turn in turns)
    return min(found, key=lambda each: sum(m.length for m in each if not m.matches))


def _layout(puzzle: Tangram, answer: Assembly) -> Layout:
    pieces = [(place.piece, place.motion) for place in answer.places]
    return Layout(puzzle.target, puzzle.shapes, pieces, puzzle.tolerance_used)


def _likely_motions(
    layout: Layout, puzzle: Tangram, answer: Assembly, count: int
) -> Iterator[Motion]:
    """Motions that bring sides of the figure onto sides of pieces: those that cover the most."""
    regions = [region for _, region in placed(puzzle, answer)]
    found = motions(puzzle.sides, regions, puzzle.tolerance_used, puzzle.mirror, count)
    allowed = (motion for _, motion in found if not puzzle.upright or _is_upright(motion))
    likely = sorted(allowed, key=layout.covered_area, reverse=True)
    return (_corrected(motion, puzzle, answer) for motion in likely[:REFINED])


def _corrected(
    motion: Motion, puzzle: Tangram, answer: Assembly, *, by_largest: bool = False
) -> Motion:
    regions = [region for _, region in placed(puzzle, answer)]
    tolerance = puzzle.tolerance_used
    better = refined(motion, puzzle.sides, regions, tolerance, by_largest=by_largest)
    return _set_upright(puzzle, better) if puzzle.upright else better


def _is_upright(motion: Motion) -> bool:
    """Whether a motion hardly turns."""
    return abs((motion.angle + 180) % 360 - 180) <= ANGLE


def _set_upright(puzzle: Tangram, motion: Motion) -> Motion:
    """The shift that comes nearest to a motion with hardly a turn."""
    corners = [edge.start for contour in puzzle.target for edge in contour]
    middle = sum(corners) / len(corners)
    return Motion(motion(middle) - middle)


def _judgement(puzzle: Tangram, answer: Assembly, layout: Layout, motion: Motion) -> Judgement:
    """The judgement with the figure moved so."""
    whole = area_of(puzzle.target)
    names, regions = zip(*placed(puzzle, answer), strict=True) if answer.places else ((), ())
    outside, gap = layout.outside(motion), layout.gap(motion)
    overlaps = list(layout.overlaps())
    overhangs = list(layout.overhangs(motion)) if layout.is_wide(outside) else []
    faulty = {
        *(i for i, _, _ in overlaps),
        *(j for _, j, _ in overlaps),
        *(i for i, _ in overhangs),
    }
    # Polygons that stand for round sides have areas less by a hair; what is right counts in full.
    right = sum(
        area_of(puzzle.shapes[place.piece])
        for i, place in enumerate(answer.places)
        if i not in faulty
    )

    pieces = [(place.piece, place.motion) for place in answer.places]
    met = _best_meetings(puzzle, pieces, motion)
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
