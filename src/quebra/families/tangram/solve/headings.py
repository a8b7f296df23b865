"""The headings in which a piece can lie in a corner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from quebra.families.tangram.model import Tangram
from quebra.families.tangram.solve.position import Position
from quebra.families.tangram.solve.variants import ANGLE_EPSILON, Variant
from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion
from quebra.geometry.remainder.corners import CLEAR
from quebra.geometry.remainder.snap import CLEAR_SHARE, Snap


class Headings:
    """Finds the headings of pieces in corners.

    In an upright figure, pieces with allowed angles have known headings. The heading of any other
    piece follows from the run along which its side lies.
    """

    def __init__(self, puzzle: Tangram, variants: Sequence[Sequence[Variant]], snap: Snap) -> None:
        self.snap, self.snapping = snap, snap.distance
        self._known = {
            id(variant): known
            for kind in variants
            for variant in kind
            if (known := _known_headings(puzzle, variant))
        }

    @property
    def any_known(self) -> bool:
        """Whether the heading of any variant is known."""
        return bool(self._known)

    def are_known(self, variant: Variant) -> bool:
        """Whether the figure is upright and the piece has allowed angles."""
        return id(variant) in self._known

    def allow(self, position: Position, i: int, variant: Variant) -> bool:
        """Whether a variant may have a heading that agrees with the run of corner `i`."""
        return not self.are_known(variant) or bool(self._known_at(position, i, variant))

    def in_corner(self, position: Position, i: int, variant: Variant) -> Iterator[Point]:
        """Candidate headings of a side along the run of corner `i`, the best first.

        A short run determines the heading badly. The vertex nearest to the farthest corner of the
        piece determines it better, unless they are close by coincidence.
        """
        if self.are_known(variant):
            yield from self._known_at(position, i, variant)
            return
        corner, joint = position.remainder[i].start, position.joints[i]
        heading = _run_heading(position, i)
        loose = CLEAR * self.snapping / joint.run
        far, better = CLEAR * self.snapping, heading
        for spot, _, _ in variant.strokes:
            if abs(spot) > far:
                there, window = corner + heading * spot, self.snapping + abs(spot) * loose
                for (vertex, _, _), other in zip(position.remainder, position.joints, strict=True):
                    if abs(vertex - there) <= window and not other.is_flat and vertex != corner:
                        far, better = abs(spot), (vertex - corner) / spot
                        break
        better /= abs(better)
        if abs(better - heading) * variant.reach > CLEAR_SHARE * self.snapping:
            self.snap.is_ambiguous = True
        yield better
        if abs(better - heading) * far > self.snapping / CLEAR:
            yield heading

    def _known_at(self, position: Position, i: int, variant: Variant) -> list[Point]:
        """The known headings of a variant that agree with the run of corner `i`."""
        heading = _run_heading(position, i)
        reach = min(position.joints[i].run, variant.side)
        return [
            known
            for known in self._known[id(variant)]
            if abs(known - heading) * reach <= CLEAR * self.snapping
        ]


def _run_heading(position: Position, i: int) -> Point:
    """The direction of the run that leaves a corner."""
    stroke, joint = position.remainder[i], position.joints[i]
    along = position.remainder[joint.last].end - stroke.start
    # The chord of a nearly straight run is more precise than its first stroke.
    is_straight = not stroke.bend and 2 * abs(along) > joint.run
    return along / abs(along) if is_straight else stroke.leaving


def _known_headings(puzzle: Tangram, variant: Variant) -> list[Point]:
    """The allowed headings of a variant's first side if the figure is upright, else none."""
    angles = puzzle.pieces[variant.kind].angles if puzzle.upright else None
    found: list[Point] = []
    for frame, angle in product(variant.frames, angles or ()):
        heading = Motion(0, angle).turn * frame.heading
        if all(abs(heading - other) > ANGLE_EPSILON for other in found):
            found.append(heading)
    return found
