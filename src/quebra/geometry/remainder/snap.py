"""The snapping distance of a search, and whether it made one of things that may be two."""

from __future__ import annotations

CLEAR_SHARE = 0.125
"""Things closer than this share of the snapping distance are one beyond doubt."""
ERROR_SHARE = 0.25
"""By this share of it places may be off: with what was made one, two are off by less than it."""


class Snap:
    """A snapping distance: points closer than `near` count as one.

    Where a search knows all places to a quarter of the distance, what it keeps apart is apart. What
    it makes one is one beyond doubt only below an eighth; `close` is whether anything was farther.

    >>> snap = Snap(0.1)
    >>> snap.within(0.01, 0.1), snap.within(0.11, 0.1), snap.close
    (True, False, False)
    >>> snap.within(0.09, 0.1), snap.close
    (True, True)
    """

    __slots__ = ("close", "near")

    def __init__(self, near: float) -> None:
        self.near = near
        self.close = False

    def within(self, measure: float, limit: float) -> bool:
        """Whether a measure is at most its limit, so that two things are made one."""
        if measure > limit:
            return False
        if measure > CLEAR_SHARE * self.near:
            self.close = True
        return True
