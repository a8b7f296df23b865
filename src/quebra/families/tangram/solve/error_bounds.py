"""Bounds of the position errors that the corner search accumulates.

A correct assembly may have faults up to a given width, so a piece in a corner lies only near its
place in that assembly. The bounds follow from the faults, the corner and the pieces beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, pi, sin, sqrt, tan
from typing import NamedTuple

from quebra.families.tangram.solve.position import PlacedPiece, Position
from quebra.families.tangram.solve.variants import Variant
from quebra.geometry.edges import Point
from quebra.geometry.remainder.corners import Joint, run_arriving, run_leaving

SLIM = 0.1
"""In radians: if every piece's corner is wider, no second piece fits beside one that fills it."""
LARGEST = 2.8
"""Angles are capped here, in radians, where the tangent of their half is taken."""
STRAIGHT = 1e-6
"""Arcs that turn by less than twice this, in radians, are measured as straight lines."""


class PieceError(NamedTuple):
    """Bounds of the errors of a placed piece: of its corner, and of its heading in radians."""

    corner: float
    turn: float

    def at(self, distance: float) -> float:
        """Bound of the error of a point at a distance from the corner."""
        return self.corner + distance * self.turn


class _Slimmest(NamedTuple):
    """The least measures of the remaining pieces.

    `length` is half the shortest side, `opening` the least opening of a corner at that length, and
    `angle` the least angle of a corner.
    """

    length: float
    opening: float
    angle: float


class ErrorBounds:
    """Error bounds of pieces placed in corners; `fault` is the width of permitted faults."""

    def __init__(self, fault: float, variants: Sequence[Sequence[Variant]]) -> None:
        self.fault, self.variants = fault, variants
        self._slimmest_of: dict[tuple[bool, ...], _Slimmest] = {}

    def vertex(self, position: Position, i: int) -> float:
        """Bound of the position error of the corner of a piece that fills corner `i`."""
        joint, leaving = position.joints[i], position.remainder[i].bend
        arriving = position.remainder[joint.before].bend
        if joint.is_sharp:
            slide = 2 * self.fault / sin(joint.angle / 2)
        else:
            bend = abs(leaving + arriving if joint.angle < pi / 2 else leaving - arriving)
            slide = sqrt(8 * self.fault / bend) if bend else inf
        return position.error(position.remainder[i].start) + slide

    def corner(self, position: Position, i: int, variant: Variant) -> float:
        """Bound of the position error of a piece's corner, given the faults permitted there."""
        slide = self._slide(position.joints[i], variant, position.remaining)
        return max(self.vertex(position, i), position.error(position.remainder[i].start) + slide)

    def turn(self, position: Position, i: int, variant: Variant) -> float:
        """Bound of the heading error of a piece in radians, from the better of its two sides."""
        joint, joints = position.joints[i], position.joints
        run = [(k, position.remainder[k].end) for k in run_leaving(i, joints)]
        along = self._side(position, i, run, variant.side)
        slimmest = self._slimmest(position.remaining).angle
        spare = abs(joint.angle - variant.angle)
        if not joint.is_sharp or slimmest < SLIM or spare > slimmest / 2:
            return along
        back = [(k, position.remainder[k].start) for k in run_arriving(i, joints)]
        return min(along, spare + self._side(position, i, back, variant.back))

    def _side(
        self, position: Position, i: int, run: Sequence[tuple[int, Point]], side: float
    ) -> float:
        """Bound of the heading error of a side along a run, in radians.

        `run` are strokes with their far ends. The side lies within two fault widths of the run,
        whose position is known within the errors of the corner and of the vertices beside the side.
        """
        bend, length, off, passed = position.remainder[run[0][0]].bend, 0.0, 0.0, 0
        for k, spot in run:
            length += position.joints[k].length
            off = max(off, position.error(spot))
            passed += 1
            if length >= side:
                break
        shorter = _chord(min(side, length), bend)
        reach = _chord(length, bend) if passed == 1 else shorter
        at_corner = position.error(position.remainder[i].start)
        return (at_corner + off) / reach + 4 * self.fault / shorter

    def _slide(self, joint: Joint, variant: Variant, remaining: tuple[int, ...]) -> float:
        """How far a piece may slide along the run from a corner that it does not fill.

        If it starts too late, a disc as wide as the fault rolls along the run into the gap until
        it meets the pieces behind; each of them clears the disc where its side is as high as the
        disc. If it starts too early, the disc fits into the tip outside the figure. Round sides
        open a corner further, at least along the shortest side behind them.
        """
        length, slimmest, _ = self._slimmest(remaining)
        angle = variant.opening(length)
        if joint.angle - variant.angle < slimmest / 2:
            return 0.0
        if slimmest <= 0:
            return inf
        tip = (1 / tan(angle / 2) + tan(min(joint.angle, LARGEST) / 2)) / 2
        gap = 1 + 0.5 / tan(max(joint.angle, slimmest) / 2)
        while angle < min(joint.angle, pi / 2):
            gap += 1 / tan(angle)
            angle += slimmest
        return 2 * self.fault * max(gap, tip)

    def _slimmest(self, remaining: tuple[int, ...]) -> _Slimmest:
        """The least measures of the remaining pieces, computed once for each set of kinds."""
        kinds = tuple(map(bool, remaining))
        if kinds not in self._slimmest_of:
            usable = [
                v for kind, is_left in enumerate(kinds) if is_left for v in self.variants[kind]
            ]
            length = min(v.side for v in usable) / 2
            opening = min(v.opening(length) for v in usable)
            self._slimmest_of[kinds] = _Slimmest(length, opening, min(v.angle for v in usable))
        return self._slimmest_of[kinds]


def vertex_errors(
    before: Position, placed: PlacedPiece, error: PieceError, after: Position
) -> Iterator[tuple[Point, float]]:
    """The vertices of the remainder after a piece is placed, with bounds of their errors.

    Known vertices keep theirs. A vertex of the placed piece adds the errors of the piece's corner
    and heading to the distance by which it was snapped.
    """
    spots = [placed.corner + placed.heading * spot for spot, _, _ in placed.variant.strokes]
    for vertex, _, _ in after.remainder:
        known = before.errors.get(vertex)
        if known is None:
            snapped = min(abs(vertex - spot) for spot in spots)
            known = error.at(abs(vertex - placed.corner)) + snapped
        yield vertex, known


def _chord(length: float, bend: float) -> float:
    """The largest distance from the start of an arc to one of its points."""
    turn = length * abs(bend) / 2
    return 2 / abs(bend) * sin(min(turn, pi / 2)) if turn > STRAIGHT else length
