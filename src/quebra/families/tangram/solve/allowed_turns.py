"""Turns of the whole assembly that bring every piece to one of its allowed angles.

The figure may be formed at any angle, so only the differences between angles of pieces matter.
"""

from __future__ import annotations

from collections.abc import Sequence

from quebra.families.tangram.model import angle_difference

Turns = tuple[float, ...] | None
"""The possible turns of the assembly in degrees, the smallest first; None for any."""
DIGITS = 9
"""Turns are rounded to this many decimals, so that noise does not make them differ."""


def remaining_turns(
    turns: Turns, angles: Sequence[float], allowed: Sequence[float], tolerance: float
) -> tuple[float, ...]:
    """The turns that bring one more piece, now at one of `angles`, to one of its `allowed` angles.

    >>> remaining_turns(None, [30.0], [0.0, 90.0], 0.1)
    (330.0, 60.0)
    >>> remaining_turns((330.0, 60.0), [120.0], [0.0, 90.0], 0.1)
    (330.0,)
    """
    wanted = {round((a - b) % 360, DIGITS) % 360 for a in allowed for b in angles}
    if turns is None:
        return tuple(sorted(wanted, key=lambda turn: angle_difference(turn, 0)))
    return tuple(
        turn for turn in turns if any(angle_difference(turn, w) <= tolerance for w in wanted)
    )
