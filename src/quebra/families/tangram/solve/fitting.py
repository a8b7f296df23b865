"""Which pieces could lie in a corner, as far as angles and lengths tell."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from quebra.families.tangram.solve.variants import Variant
from quebra.geometry.remainder.corners import CLEAR, LOOSEST, Joint
from quebra.geometry.remainder.snap import Snap
from quebra.geometry.remainder.strokes import Stroke

Left = tuple[int, ...]
"""How many pieces of each kind are left."""


RARE = 4
"""A measure is rare if only so many variants have it: of two pieces, each turned over or not."""
SURPRISES = (3, 1, 0, 0)
"""How much it would surprise if a variant is right for which no, one, two or three measures speak.

Found by trying, on figures cut along straight lines into some forty pieces.
"""


class Fitting:
    """The variants of all pieces, sorted so that few are looked at."""

    def __init__(self, variants: Sequence[Variant], snap: Snap) -> None:
        self.snap, self.near = snap, snap.distance
        self.slack = CLEAR * snap.distance
        cornered = [variant for variant in variants if not variant.round]
        self.by_angle = sorted(cornered, key=lambda variant: variant.angle)
        self.angles = [variant.angle for variant in self.by_angle]
        self.by_side = sorted(cornered, key=lambda variant: variant.side)
        self.sides = [variant.side for variant in self.by_side]

    def at(
        self, i: int, rest: Sequence[Stroke], joints: Sequence[Joint], left: Left
    ) -> Iterator[Variant]:
        """The variants that could lie in a corner, those that fill most of its angle first."""
        joint = joints[i]
        shorter = min(joint.length, joints[joint.before].length)
        loose = self._looseness(i, joints)
        slimmest = next((v.angle for v in self.by_angle if left[v.kind]), 0.0)
        leaving, arriving = rest[i].bend, rest[joint.before].bend
        shortest = self._shortest(leaving, joint.run, left)
        nearest = self._shortest(arriving, joint.back, left)
        for k in range(bisect_right(self.angles, joint.angle + loose) - 1, -1, -1):
            variant = self.by_angle[k]
            if not left[variant.kind] or not self._agree(
                variant.side, variant.bend, joint.run, leaving, joint.bounded, shortest
            ):
                continue
            spare = joint.angle - variant.angle
            if abs(spare) <= loose:
                # A piece as slim as that could lie between two sides that only begin as one.
                if slimmest <= loose or self._agree(
                    variant.back,
                    variant.back_bend,
                    joint.back,
                    arriving,
                    joint.back_bounded,
                    nearest,
                ):
                    yield variant
            elif spare > 0 and self._can_be_filled(
                spare, slimmest, min(shorter, variant.back), left
            ):
                yield variant

    @cached_property
    def is_telling(self) -> bool:
        """Whether most sides are of a rare length, so that what agrees hardly does by chance."""
        rare = sum(_is_rare(self.sides, side, self.slack) for side in self.sides)
        return 2 * rare > len(self.sides)

    def evidence(self, variant: Variant, i: int, joints: Sequence[Joint]) -> int:
        """How much speaks for a variant in a corner: rare measures that agree, of three.

        These are the lengths of both sides and the angle between them.
        """
        joint = joints[i]
        loose = self._looseness(i, joints)
        along = self._is_telling(joint.run, variant.side)
        if abs(joint.angle - variant.angle) > loose:
            return along
        back = self._is_telling(joint.back, variant.back)
        return along + back + _is_rare(self.angles, variant.angle, loose)

    def best_evidence(
        self, i: int, rest: Sequence[Stroke], joints: Sequence[Joint], left: Left
    ) -> tuple[int, int]:
        """The most that speaks for a variant that fills a corner, and for how many so much does."""
        joint, loose = joints[i], self._looseness(i, joints)
        found = [
            self.evidence(variant, i, joints)
            for variant in self.by_angle[_span(self.angles, joint.angle, loose)]
            if left[variant.kind]
            and self.are_alike(variant.side, variant.bend, joint.run, rest[i].bend)
        ]
        best = max(found, default=0)
        return best, found.count(best)

    def _looseness(self, i: int, joints: Sequence[Joint]) -> float:
        """By how much the angle at a corner may be off."""
        return self._angle(min(joints[i].length, joints[joints[i].before].length))

    def _angle(self, length: float) -> float:
        """The angle that makes a difference at such a distance."""
        if self.near > LOOSEST * length:
            self.snap.close = True
        return min(LOOSEST, self.slack / length)

    def _is_telling(self, run: float, side: float) -> bool:
        return abs(run - side) <= self.slack and _is_rare(self.sides, side, self.slack)

    def _agree(
        self, side: float, bend: float, run: float, other: float, bounded: bool, shortest: float
    ) -> bool:
        """Whether a side and a run stay together, and what is left of the run can be filled."""
        reach = min(side, run)
        if abs(bend - other) * reach * reach / 8 > 2 * self.near:
            return False
        over = run - side
        return not bounded or abs(over) <= self.slack or over >= shortest - self.slack

    def are_alike(self, side: float, bend: float, run: float, other: float) -> bool:
        """Whether a side and a run, by their bends, may stay together for as long as both go on."""
        reach = min(side, run)
        return abs(bend - other) * reach * reach / 8 <= 4 * self.near

    def _shortest(self, bend: float, run: float, left: Left) -> float:
        """The shortest side that could lie along a run."""
        return next(
            (
                v.side
                for v in self.by_side
                if left[v.kind] and self.are_alike(v.side, v.bend, run, bend)
            ),
            0.0,
        )

    def _can_be_filled(self, spare: float, slimmest: float, shorter: float, left: Left) -> bool:
        """Whether an angle can be that of one corner, or is wide enough for two."""
        loose = 2 * self._angle(shorter)
        if spare >= 2 * slimmest - loose:
            return True
        alike = self.by_angle[_span(self.angles, spare, loose)]
        return any(left[variant.kind] for variant in alike)


def _span(values: Sequence[float], value: float, loose: float) -> slice:
    """Where in sorted values those lie that are about the same."""
    return slice(bisect_left(values, value - loose), bisect_right(values, value + loose))


def _is_rare(values: Sequence[float], value: float, loose: float) -> bool:
    """Whether only few of sorted values are about the same."""
    return len(values[_span(values, value, loose)]) <= RARE
