"""The score of a board by its danger, with gravity or without."""

from __future__ import annotations

from itertools import pairwise

from quebra.contract.results import Grade
from quebra.i18n.text import Text

SEED = 20_261
"""Where the random numbers of all games start."""
BAND = 100
"""The range of the score of a grade."""

UNSOLVABLE = Grade(None, 0.0, (), Text("The board cannot be cleared, so it has no grade."))


def score_of(danger: float, limits: tuple[float, ...]) -> float:
    """The score for a danger; `limits` are the dangers at which grades begin.

    >>> [score_of(danger, (0, 6, 20, 50)) for danger in (3, 6, 35, 100)]
    [50.0, 100.0, 250.0, 350.0]
    """
    for number, (low, high) in enumerate(pairwise(limits)):
        if danger < high:
            return round(BAND * (number + (danger - low) / (high - low)), 1)
    beyond = danger - limits[-1]
    return round(BAND * (len(limits) - 1 + beyond / (beyond + limits[-1])), 1)
