"""From pieces in the frame of the figure to an answer."""

from __future__ import annotations

from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.solve.answers import assembly_in_form, symmetries
from quebra.families.tangram.solve.classes import Placed
from quebra.families.tangram.solve.turns import Turns, apart
from quebra.geometry.motion import Motion


def assembly(puzzle: Tangram, placed: Placed, turns: Turns) -> Assembly:
    """The answer with pieces placed so, turned as a whole until all lie at angles allowed."""
    whole = Motion(0, turns[0] if turns else 0.0)
    return assembly_in_form(
        puzzle, ((kind, _at_angle(puzzle, kind, motion.then(whole))) for kind, motion in placed)
    )


def _at_angle(puzzle: Tangram, kind: int, motion: Motion) -> Motion:
    """A piece turned about its middle to the very angle that is allowed, if any angles are."""
    piece = puzzle.pieces[kind]
    if piece.angles is None:
        return motion
    ways = [each.then(motion) for each in symmetries(piece.outline, piece.colours or ())]
    pairs = [(way, angle) for way in ways for angle in piece.angles if piece.flip or not way.flip]
    way, angle = min(pairs, key=lambda pair: apart(pair[0].angle, pair[1]))
    corners = [edge.start for contour in puzzle.shapes[kind] for edge in contour]
    pivot = sum(corners) / len(corners)
    upright = Motion(0, angle, way.flip)
    return Motion(way(pivot) - upright(pivot), angle, way.flip)
