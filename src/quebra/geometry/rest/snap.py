"""The snapping distance of a search, and whether any decision made with it was close."""

from __future__ import annotations

LEAST, MOST, FACTOR = 0.25, 4.0, 2.0
"""A measure is clear below LEAST snapping distances, or beyond MOST and FACTOR times its limit."""


class Snap:
    """A snapping distance: points closer than `near` count as one.

    A decision compares a measure with a limit of a few snapping distances. It is clear where every
    assembly that differs by less than a quarter of the distance leads to the same decision; `close`
    is whether there was one that is not.

    >>> snap = Snap(0.1)
    >>> snap.within(0.01, 0.1), snap.within(1.0, 0.1), snap.close
    (True, False, False)
    >>> snap.within(0.09, 0.1), snap.close
    (True, True)
    """

    __slots__ = ("close", "near")

    def __init__(self, near: float) -> None:
        self.near = near
        self.close = False

    def within(self, measure: float, limit: float) -> bool:
        """Whether a measure is at most its limit."""
        if LEAST * self.near < measure < max(MOST * self.near, FACTOR * limit):
            self.close = True
        return measure <= limit
