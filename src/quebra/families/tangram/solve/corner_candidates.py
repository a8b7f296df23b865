"""Filters the piece variants that can fit in a corner, by angles and lengths."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from quebra.families.tangram.solve.variants import Variant
from quebra.geometry.remainder.corners import CLEAR, LOOSEST, Joint, run_arriving, run_leaving
from quebra.geometry.remainder.snap import Snap
from quebra.geometry.remainder.strokes import Stroke

Remaining = tuple[int, ...]
"""The number of unused pieces of each kind."""

REMEMBERED = 1000
"""The most sets of remaining pieces whose variants are remembered."""
RARE = 4
"""A measure is rare if at most this many variants have it: two pieces, each flipped or not."""
SURPRISES = (6, 1, 0, 0)
"""Cost of a variant by its evidence: 0, 1, 2 or 3 rare measures that agree.

Tuned on figures cut into about forty pieces, along lines from side to side or part by part.
"""


class CornerCandidates:
    """The variants of all pieces, sorted by angle and by side for fast lookup."""

    def __init__(self, variants: Sequence[Variant], snap: Snap) -> None:
        self.snap, self.snapping = snap, snap.distance
        self.slack = CLEAR * snap.distance
        cornered = [variant for variant in variants if not variant.is_circle]
        self.by_angle = sorted(cornered, key=lambda variant: variant.angle)
        self.angles = [variant.angle for variant in self.by_angle]
        self.by_side = sorted(cornered, key=lambda variant: variant.side)
        self.sides = [variant.side for variant in self.by_side]
        self._by_remaining: dict[Remaining, tuple[list[Variant], list[float]]] = {}

    def at(
        self, i: int, remainder: Sequence[Stroke], joints: Sequence[Joint], remaining: Remaining
    ) -> Iterator[Variant]:
        """The variants that can fit in corner `i`, those that fill most of its angle first."""
        joint = joints[i]
        shorter = min(joint.length, joints[joint.before].length)
        loose = self._looseness(i, joints)
        by_angle, angles = self._remaining_by_angle(remaining)
        slimmest = angles[0] if angles else 0.0
        leaving, arriving = remainder[i].bend, remainder[joint.before].bend
        shortest = self._shortest(leaving, joint.run, remaining) if joint.bounded else 0.0
        nearest = self._shortest(arriving, joint.back, remaining) if joint.back_bounded else 0.0
        for k in range(bisect_right(angles, joint.angle + loose) - 1, -1, -1):
            variant = by_angle[k]
            if not self._can_border(
                variant.side, variant.bend, joint.run, leaving, joint.bounded, shortest
            ):
                continue
            spare = joint.angle - variant.angle
            if abs(spare) <= loose:
                # A piece this slim could lie between two sides that start at the same corner.
                if slimmest <= loose or self._can_border(
                    variant.back,
                    variant.back_bend,
                    joint.back,
                    arriving,
                    joint.back_bounded,
                    nearest,
                ):
                    yield variant
            elif spare > 0 and self._can_be_filled(
                spare, slimmest, min(shorter, variant.back), remaining
            ):
                yield variant

    def _remaining_by_angle(self, remaining: Remaining) -> tuple[list[Variant], list[float]]:
        """The variants of remaining pieces by angle, and their angles."""
        if remaining not in self._by_remaining:
            if len(self._by_remaining) == REMEMBERED:
                self._by_remaining.clear()
            left = [variant for variant in self.by_angle if remaining[variant.kind]]
            self._by_remaining[remaining] = left, [variant.angle for variant in left]
        return self._by_remaining[remaining]

    @cached_property
    def has_distinctive_sides(self) -> bool:
        """Whether most sides have a rare length, so that agreement is rarely a coincidence."""
        rare = sum(_is_rare(self.sides, side, self.slack) for side in self.sides)
        return 2 * rare > len(self.sides)

    def evidence(self, variant: Variant, i: int, joints: Sequence[Joint]) -> int:
        """How many rare measures of a variant agree with a corner, from 0 to 3.

        The measures are the lengths of both sides and the angle between them. A side agrees with a
        run if it ends at any vertex of it: pieces on its two sides often end at the same place.
        """
        joint = joints[i]
        loose = self._looseness(i, joints)
        along = self._is_distinctive_match(run_leaving(i, joints), joints, variant.side)
        if abs(joint.angle - variant.angle) > loose:
            return along
        back = self._is_distinctive_match(run_arriving(i, joints), joints, variant.back)
        return along + back + _is_rare(self.angles, variant.angle, loose)

    def best_evidence(
        self, i: int, remainder: Sequence[Stroke], joints: Sequence[Joint], remaining: Remaining
    ) -> tuple[int, int]:
        """The highest evidence of variants that fill corner `i`, and how many have it."""
        joint, loose = joints[i], self._looseness(i, joints)
        found = [
            self.evidence(variant, i, joints)
            for variant in self.by_angle[_span(self.angles, joint.angle, loose)]
            if remaining[variant.kind]
            and self.may_coincide(variant.side, variant.bend, joint.run, remainder[i].bend)
        ]
        best = max(found, default=0)
        return best, found.count(best)

    def _looseness(self, i: int, joints: Sequence[Joint]) -> float:
        """The tolerance of the angle at a corner, in radians."""
        return self._angle(min(joints[i].length, joints[joints[i].before].length))

    def _angle(self, length: float) -> float:
        """The angle, in radians, that moves a point at this distance by the slack."""
        if self.snapping > LOOSEST * length:
            self.snap.is_ambiguous = True
        return min(LOOSEST, self.slack / length)

    def _is_distinctive_match(
        self, run: Iterable[int], joints: Sequence[Joint], side: float
    ) -> bool:
        """Whether a side of a rare length ends at a vertex of a run."""
        ends = accumulate(joints[k].length for k in run)
        return any(abs(end - side) <= self.slack for end in ends) and _is_rare(
            self.sides, side, self.slack
        )

    def _can_border(
        self, side: float, bend: float, run: float, other: float, bounded: bool, shortest: float
    ) -> bool:
        """Whether a side can lie along a run such that the remaining run can be filled."""
        reach = min(side, run)
        if abs(bend - other) * reach * reach / 8 > 2 * self.snapping:
            return False
        over = run - side
        return not bounded or abs(over) <= self.slack or over >= shortest - self.slack

    def may_coincide(self, side: float, bend: float, run: float, other: float) -> bool:
        """Whether the bends of a side and a run allow them to coincide over their common length."""
        reach = min(side, run)
        return abs(bend - other) * reach * reach / 8 <= 4 * self.snapping

    def _shortest(self, bend: float, run: float, remaining: Remaining) -> float:
        """The shortest remaining side that can lie along a run."""
        return next(
            (
                v.side
                for v in self.by_side
                if remaining[v.kind] and self.may_coincide(v.side, v.bend, run, bend)
            ),
            0.0,
        )

    def _can_be_filled(
        self, spare: float, slimmest: float, shorter: float, remaining: Remaining
    ) -> bool:
        """Whether a spare angle equals that of one corner or is wide enough for two."""
        loose = 2 * self._angle(shorter)
        if spare >= 2 * slimmest - loose:
            return True
        alike = self.by_angle[_span(self.angles, spare, loose)]
        return any(remaining[variant.kind] for variant in alike)


def _span(values: Sequence[float], value: float, loose: float) -> slice:
    """The slice of sorted values within `loose` of a value."""
    return slice(bisect_left(values, value - loose), bisect_right(values, value + loose))


def _is_rare(values: Sequence[float], value: float, loose: float) -> bool:
    """Whether few of the sorted values lie within `loose` of a value."""
    return len(values[_span(values, value, loose)]) <= RARE
