"""The snapping distance of a search, which records whether a decision was doubtful."""

from __future__ import annotations

CLEAR_SHARE = 0.125
"""Share of the snapping distance below which two points are certainly one."""
ERROR_SHARE = 0.25
"""Share of the snapping distance that is the largest error of a position. Two such errors and a
certain snap add up to less than the snapping distance."""


class Snap:
    """A snapping distance: points closer than `distance` count as one.

    If a search knows all positions to a quarter of the distance, points that it keeps apart are
    different. Points that it merges are certainly equal only below an eighth of the distance;
    `is_ambiguous` is set where any were farther apart.

    >>> snap = Snap(0.1)
    >>> snap.within(0.01, 0.1), snap.within(0.11, 0.1), snap.is_ambiguous
    (True, False, False)
    >>> snap.within(0.09, 0.1), snap.is_ambiguous
    (True, True)
    """

    __slots__ = ("distance", "is_ambiguous")

    def __init__(self, distance: float) -> None:
        self.distance = distance
        self.is_ambiguous = False

    def within(self, measure: float, limit: float) -> bool:
        """Whether a measure is at most its limit, so that two points or strokes are merged."""
        if measure > limit:
            return False
        if measure > CLEAR_SHARE * self.distance:
            self.is_ambiguous = True
        return True
