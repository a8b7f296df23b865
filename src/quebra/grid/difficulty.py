"""The difficulty of a puzzle from its moments: waits for the next step, bottlenecks, the crux.

At a moment, several steps may be open. The wait for one of them is expected to be 1 / (sum of their
eases). The longest waits make the score inside a grade; `docs/grades.md` has the reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp
from typing import NamedTuple

from quebra.contract.family import GRADES
from quebra.contract.results import Place

LONGEST = 5
"""The number of the longest waits that make the score."""
BAND = 100.0
"""The points of each grade."""
MAX_IN_BAND = 99.9


class Moment(NamedTuple):
    """A step of a solution: its technique, and what was open before it.

    It has its places if the wait for it is the longest so far.
    """

    technique: str
    where: tuple[Place, ...]
    open_steps: int
    wait: float
    is_last: bool


def score(grade: str, waits: Iterable[float], scale: float) -> float:
    """The score: 100 points for each easier grade, and below 100 by the longest waits.

    >>> score("easy", [], 1.0), score("medium", [0.7] * 9, 1.0), score("hard", [1e9], 1.0)
    (0.0, 150.3, 299.9)
    """
    longest = sorted(waits, reverse=True)[:LONGEST]
    mean = sum(longest) / len(longest) if longest else 0.0
    return score_by_effort(grade, mean / scale)


def score_by_effort(grade: str, effort: float) -> float:
    """The score: 100 points for each easier grade, and 100 (1 - exp(-effort)), at most 99.9.

    >>> score_by_effort("easy", 0), score_by_effort("medium", 0.7), score_by_effort("hard", 1e9)
    (0.0, 150.3, 299.9)
    """
    inside = min(MAX_IN_BAND, round(BAND * (1 - exp(-effort)), 1))
    return round(BAND * GRADES.index(grade) + inside, 1)


def bottlenecks(moments: Iterable[Moment]) -> int:
    """The number of moments with one open step, without those of the last open cell."""
    return sum(moment.open_steps == 1 and not moment.is_last for moment in moments)


def crux(moments: Sequence[Moment]) -> tuple[Place, ...]:
    """The places of the step after the longest wait."""
    return max(moments, key=lambda moment: moment.wait).where if moments else ()
