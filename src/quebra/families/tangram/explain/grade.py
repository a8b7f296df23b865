"""How hard a figure is: how many solutions it has, how they are found, and how much they hide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import log2

from quebra.contract.errors import Cut
from quebra.contract.results import Grade
from quebra.engine.budget import Budget
from quebra.families.tangram.explain.hints import TECHNIQUES, Guide
from quebra.families.tangram.explain.table import Table
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.solve.choice import tilings
from quebra.geometry.outline import Contour
from quebra.grid.cells import counted
from quebra.grid.ladder import UNSOLVABLE

MOST_SOLUTIONS = 10
"""Solutions are counted up to here."""
MOST_NODES = 2_000
"""The nodes for counting them: the same on every machine."""
SCORES = {"easy": 23.0, "medium": 27.5, "hard": 32.0}
"""A figure is below the score of its grade; expert figures know no limit.

Of random figures of the classic set, a quarter are easy, a third medium, a third hard, the rest
expert.
"""
WEIGHTS = {"last piece": 0, "only fit": 1, "look ahead": 2, "trial": 5, "choice": 4}


def grade(puzzle: Tangram, budget: Budget) -> Grade:
    """How hard a figure is, by figures that are told along with it.

    >>> from quebra.families.tangram.sets import piece_set
    >>> grade(piece_set("classic").puzzle("square"), Budget()).name
    'expert'
    """
    solution = next(tilings(puzzle, budget), None)
    if solution is None:
        return UNSOLVABLE
    table = Table(puzzle, budget)
    position = table.start(judge(puzzle, solution).motion)
    corners = [len(corner.ways) for corner in table.corners(position) if corner.point is not None]
    used = Counter(h.technique for h in Guide(table, solution.places).hints(position))
    figures = _Figures(
        used=used,
        hidden=_hidden(puzzle),
        clear=corners.count(1),
        corners=len(corners),
        solutions=_count(puzzle, budget),
    )
    score = round(figures.score, 1)
    name = next((name for name, limit in SCORES.items() if score < limit), "expert")
    counts = tuple((t.name, used[t.name]) for t in TECHNIQUES if used[t.name])
    return Grade(name, score, counts, f"{name.capitalize()}: {figures.text}.")


@dataclass(frozen=True)
class _Figures:
    used: Counter[str]
    hidden: float
    clear: int
    corners: int
    solutions: tuple[int, bool]

    @property
    def score(self) -> float:
        """What each step needs, and the sides that are hidden; several solutions make it easier."""
        work = sum(WEIGHTS[name] * count for name, count in self.used.items())
        return max(0.0, work + 20 * self.hidden - 2 * log2(self.solutions[0]))

    @property
    def text(self) -> str:
        """The figures in a sentence; a count that is not complete says so."""
        count, complete = self.solutions
        many = ("" if complete else "at least ") + counted(count, "solution")
        forced = sum(self.used[name] for name in ("last piece", "only fit"))
        return (
            f"{many}, {self.clear} of {counted(self.corners, 'corner')} that only one piece fits, "
            f"{forced} of {counted(self.used.total(), 'step')} forced, "
            f"{self.hidden:.0%} of the sides hidden"
        )


def _hidden(puzzle: Tangram) -> float:
    """The share of the length of all sides that does not lie in the outline."""
    sides = sum(
        piece.count * _length(shape)
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True)
    )
    return max(0.0, 1 - _length(puzzle.target) / sides)


def _length(contours: Sequence[Contour]) -> float:
    return sum(edge.length for contour in contours for edge in contour)


def _count(puzzle: Tangram, budget: Budget) -> tuple[int, bool]:
    """How many solutions there are, up to a limit, and whether these are all."""
    count = 0
    share = budget.share(MOST_NODES)
    try:
        for _ in islice(tilings(puzzle, share), MOST_SOLUTIONS):
            count += 1
    except Cut:
        budget.pause()
        return max(1, count), False
    return count, count < MOST_SOLUTIONS
