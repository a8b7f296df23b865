"""The states of the corner search: placed pieces and the uncovered region."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from quebra.families.tangram.colours import Colour
from quebra.families.tangram.solve.normal_form import Turns
from quebra.families.tangram.solve.variants import Variant
from quebra.geometry.edges import Point
from quebra.geometry.motion import Motion
from quebra.geometry.remainder.corners import Joint
from quebra.geometry.remainder.strokes import Stroke

Colours = dict[Stroke, Colour]


class PlacedPiece(NamedTuple):
    """A variant placed with its corner at a point and its first side in the direction `heading`."""

    variant: Variant
    corner: Point
    heading: Point

    @property
    def motions(self) -> list[Motion]:
        """The motions that place the piece so; several where it is symmetric."""
        return [frame.motion(self.corner, self.heading) for frame in self.variant.frames]


@dataclass(frozen=True)
class Position:
    """A search state: the uncovered region, the remaining pieces and the placed ones.

    `remainder` are the boundary strokes of the uncovered region, `joints` their corners, and
    `remaining` the number of unused copies of each kind. `turns` are the angles by which the whole
    assembly may still be turned if pieces have allowed angles. `colours` gives the colour that a
    piece beside a stroke must have, and `errors` bounds the distance of a vertex from its place in
    a correct assembly.
    """

    remainder: list[Stroke]
    joints: list[Joint]
    remaining: tuple[int, ...]
    placed: tuple[PlacedPiece, ...]
    turns: Turns
    colours: Colours = field(default_factory=dict)
    errors: dict[Point, float] = field(default_factory=dict)

    @property
    def corners(self) -> list[int]:
        """Indices of strokes that leave a corner in which a piece must have a corner."""
        return [i for i, joint in enumerate(self.joints) if joint.is_corner]

    @property
    def pieces(self) -> list[tuple[int, Motion]]:
        """The kind and the motion of each placed piece."""
        return [(piece.variant.kind, piece.motions[0]) for piece in self.placed]

    def error(self, vertex: Point) -> float:
        """Upper bound of the distance of a vertex from its place in a correct assembly."""
        return self.errors.get(vertex, 0.0)
