"""From pieces laid in corners to an answer."""

from __future__ import annotations

import msgspec

from quebra.families.tangram.model import Assembly, Tangram
from quebra.families.tangram.solve.answers import assembly_in_form
from quebra.families.tangram.solve.search import Laid, Position
from quebra.families.tangram.solve.turns import apart
from quebra.geometry.motion import Motion


def assembly(puzzle: Tangram, position: Position, tolerance: float | None) -> Assembly:
    """The answer that a position stands for, where all pieces lie."""
    turn = position.turns[0] if position.turns else 0.0
    moved = (
        (laid.variant.kind, _motion(laid, puzzle.pieces[laid.variant.kind].angles, turn))
        for laid in position.laid
    )
    return msgspec.structs.replace(assembly_in_form(puzzle, moved), tolerance=tolerance)


def _motion(laid: Laid, angles: tuple[float, ...] | None, turn: float) -> Motion:
    """How a piece is moved when the whole is turned too, to the very angle that is allowed."""
    whole = Motion(0, turn)
    motions = [motion.then(whole) for motion in laid.motions]
    if angles is None:
        return motions[0]
    pairs = ((motion, angle) for motion in motions for angle in angles)
    motion, angle = min(pairs, key=lambda pair: apart(pair[0].angle, pair[1]))
    corner = whole(laid.corner)
    upright = Motion(0, angle, motion.flip)
    return Motion(corner - upright(motion.inverse()(corner)), angle, motion.flip)
