"""A normal form of assemblies, so that engines which find the same tiling give equal answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from quebra.families.tangram.colours import Colour, coloured_congruences, sides_of
from quebra.families.tangram.model import (
    EPSILON,
    Assembly,
    Placement,
    Tangram,
    angle_difference,
    rounded_placement,
)
from quebra.geometry.motion import Motion
from quebra.geometry.outline import read_outline
from quebra.geometry.region import size_of

Turns = tuple[float, ...] | None
"""The possible turns of the assembly in degrees, the smallest first; None for any."""
TURN_DIGITS = 9
"""Turns are rounded to this many decimals, so that noise does not make them differ."""
PlacedPieces = Sequence[tuple[int, Motion]]
"""Pieces in the frame of the figure: the kind of each and the motion that places it."""


def normalised_assembly(puzzle: Tangram, placed: PlacedPieces) -> Assembly:
    """The placements in normal form, sorted by kind."""
    places = [normalised_placement(puzzle, kind, motion) for kind, motion in placed]
    return Assembly(places=tuple(sorted(places, key=placement_key)))


def remaining_turns(
    turns: Turns, angles: Sequence[float], allowed: Sequence[float], tolerance: float
) -> tuple[float, ...]:
    """The turns that bring one more piece, now at one of `angles`, to one of its `allowed` angles.

    >>> remaining_turns(None, [30.0], [0.0, 90.0], 0.1)
    (330.0, 60.0)
    >>> remaining_turns((330.0, 60.0), [120.0], [0.0, 90.0], 0.1)
    (330.0,)
    """
    wanted = {round((a - b) % 360, TURN_DIGITS) % 360 for a in allowed for b in angles}
    if turns is None:
        return tuple(sorted(wanted, key=lambda turn: angle_difference(turn, 0)))
    return tuple(
        turn for turn in turns if any(angle_difference(turn, w) <= tolerance for w in wanted)
    )


def assembly_at_allowed_angles(puzzle: Tangram, placed: PlacedPieces, turns: Turns) -> Assembly:
    """The normal form of an assembly, turned by the first of `turns` and each piece then exactly
    to its nearest allowed angle.
    """
    whole = Motion(0, turns[0] if turns else 0.0)
    return normalised_assembly(
        puzzle,
        [(kind, _at_allowed_angle(puzzle, kind, motion.then(whole))) for kind, motion in placed],
    )


def _at_allowed_angle(puzzle: Tangram, kind: int, motion: Motion) -> Motion:
    """The motion turned about the piece's centre to the nearest allowed angle, if any are set."""
    piece = puzzle.pieces[kind]
    if piece.angles is None:
        return motion
    symmetries = outline_symmetries(piece.outline, piece.colours or ())
    same = [symmetry.then(motion) for symmetry in symmetries]
    pairs = [(each, a) for each in same if piece.flip or not each.flip for a in piece.angles]
    nearest, angle = min(pairs, key=lambda pair: angle_difference(pair[0].angle, pair[1]))
    corners = [edge.start for contour in puzzle.shapes[kind] for edge in contour]
    centre = sum(corners) / len(corners)
    turn = Motion(0, angle, nearest.flip)
    return Motion(nearest(centre) - turn(centre), angle, nearest.flip)


def normalised_placement(puzzle: Tangram, kind: int, motion: Motion) -> Placement:
    """The least placement among those that cover the same region."""
    piece = puzzle.pieces[kind]
    motions = [
        symmetry.then(motion) for symmetry in outline_symmetries(piece.outline, piece.colours or ())
    ]
    if not piece.flip:
        motions = [motion for motion in motions if not motion.flip]
    if piece.angles is not None:
        motions = [motion]
    return min((rounded_placement(kind, motion) for motion in motions), key=placement_key)


def placement_key(place: Placement) -> tuple[int, bool, float, float, float]:
    """Sort key of placements: unflipped and small angles first within a kind."""
    return place.piece, place.flip, place.angle, place.x, place.y


@lru_cache(maxsize=256)
def outline_symmetries(outline: str, colours: tuple[Colour, ...] = ()) -> tuple[Motion, ...]:
    """The motions that map an outline with its side colours onto itself.

    >>> outlines = "M0 0 L1 0 L1 1 L0 1 Z", "M0 0 L1 0 L2 1 L1 1 Z"
    >>> tuple(len(outline_symmetries(outline)) for outline in outlines)
    (8, 2)
    >>> len(outline_symmetries("M0 0 L1 0 L1 1 L0 1 Z", (1, 2, 1, 2)))
    4
    """
    contours = read_outline(outline)
    epsilon = EPSILON * size_of(contours)
    sides = sides_of(contours, colours, epsilon)
    return tuple(coloured_congruences(sides, sides, 10 * epsilon))
