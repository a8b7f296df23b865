"""Pieces that may lie at certain angles only: by how much the whole may be turned for them.

The figure may be formed at any angle, so the angles of pieces matter only beside one another.
"""

from __future__ import annotations

from collections.abc import Sequence

Turns = tuple[float, ...] | None
"""The angles in degrees by which the whole may be turned, the least first; None for any."""
DIGITS = 9
"""Turns are rounded, so that those are one that differ by noise."""


def turns_left(
    turns: Turns, lying: Sequence[float], allowed: Sequence[float], loose: float
) -> tuple[float, ...]:
    """The turns that are left with one more piece: the angles at which it lies, and those allowed.

    >>> turns_left(None, [30.0], [0.0, 90.0], 0.1)
    (330.0, 60.0)
    >>> turns_left((330.0, 60.0), [120.0], [0.0, 90.0], 0.1)
    (330.0,)
    """
    wanted = {round((a - b) % 360, DIGITS) % 360 for a in allowed for b in lying}
    if turns is None:
        return tuple(sorted(wanted, key=lambda turn: apart(turn, 0)))
    return tuple(turn for turn in turns if any(apart(turn, each) <= loose for each in wanted))


def apart(one: float, other: float) -> float:
    """How far two angles in degrees are apart.

    >>> apart(350, 10)
    20
    """
    return abs((one - other + 180) % 360 - 180)
