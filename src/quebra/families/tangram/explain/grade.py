"""The grade of a figure: from the techniques needed, hidden sides and number of solutions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from math import log2

from quebra.contract.errors import Cut
from quebra.contract.family import GRADE_NAMES, GRADES
from quebra.contract.results import Grade, Technique
from quebra.engine.budget import Budget
from quebra.families.tangram.explain.hints import (
    CHOICE,
    LAST_PIECE,
    LOOK_AHEAD,
    ONLY_FIT,
    TECHNIQUES,
    TRIAL,
    Guide,
)
from quebra.families.tangram.explain.stepwise import StepwiseSearch
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.silhouette import outline_length
from quebra.families.tangram.solve.choice import tilings
from quebra.grid.ladder import UNSOLVABLE
from quebra.i18n.text import Plural, Text, sentences

MOST_SOLUTIONS = 10
"""Solutions are counted up to this limit."""
MOST_NODES = 2_000
"""The node limit for counting solutions, which makes grades independent of the machine."""
SCORES = {"easy": 23.0, "medium": 27.5, "hard": 32.0}
"""Upper limits of the score of each grade; higher scores are expert.

Of random figures of the classic set, a quarter are easy, a third medium, a third hard, the rest
expert.
"""
WEIGHTS = {LAST_PIECE: 0, ONLY_FIT: 1, LOOK_AHEAD: 2, TRIAL: 5, CHOICE: 4}


def grade(puzzle: Tangram, budget: Budget) -> Grade:
    """The grade of a figure, with the numbers that justify it in its text.

    >>> from quebra.families.tangram.sets import piece_set
    >>> grade(piece_set("classic").puzzle("square"), Budget()).name
    'expert'
    """
    solution = next(tilings(puzzle, budget), None)
    if solution is None:
        return UNSOLVABLE
    search = StepwiseSearch(puzzle, budget)
    position = search.start(judge(puzzle, solution).motion)
    corners = [
        len(corner.successors) for corner in search.corners(position) if corner.point is not None
    ]
    used = Counter(h.technique for h in Guide(search, solution.places).hints(position))
    figures = _Figures(
        used=used,
        hidden=_hidden(puzzle),
        clear=corners.count(1),
        corners=len(corners),
        solutions=_count(puzzle, budget),
    )
    score = round(figures.score, 1)
    name = next((name for name, limit in SCORES.items() if score < limit), GRADES[-1])
    counts = tuple((t.name, used[t]) for t in TECHNIQUES if used[t])
    return Grade(name, score, counts, figures.text(GRADE_NAMES[name]))


@dataclass(frozen=True)
class _Figures:
    used: Counter[Technique]
    hidden: float
    clear: int
    corners: int
    solutions: tuple[int, bool]

    @property
    def score(self) -> float:
        """Weights of the steps, plus hidden sides, minus a bonus for several solutions."""
        work = sum(WEIGHTS[technique] * count for technique, count in self.used.items())
        return max(0.0, work + 20 * self.hidden - 2 * log2(self.solutions[0]))

    def text(self, grade: Text) -> Text:
        """The grade and the measured numbers in sentences."""
        count, complete = self.solutions
        if complete:
            many = Plural("{grade}: {n} solution.", "{grade}: {n} solutions.", n=count, grade=grade)
        else:
            many = Plural(
                "{grade}: at least {n} solution.",
                "{grade}: at least {n} solutions.",
                n=count,
                grade=grade,
            )
        clear = Text(
            "Corners with only one way to fill them: {clear} of {all}.",
            clear=self.clear,
            all=self.corners,
        )
        forced = Text(
            "Forced steps: {forced} of {all}.",
            forced=self.used[LAST_PIECE] + self.used[ONLY_FIT],
            all=self.used.total(),
        )
        hidden = Text("{share:.0%} of the sides are inside the figure.", share=self.hidden)
        return sentences(many, clear, forced, hidden)


def _hidden(puzzle: Tangram) -> float:
    """The share of the total side length that is not on the outline."""
    sides = sum(
        piece.count * outline_length(shape)
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True)
    )
    return max(0.0, 1 - outline_length(puzzle.target) / sides)


def _count(puzzle: Tangram, budget: Budget) -> tuple[int, bool]:
    """The number of solutions found, up to a limit, and whether these are all."""
    count = 0
    share = budget.share(MOST_NODES)
    try:
        for _ in islice(tilings(puzzle, share), MOST_SOLUTIONS):
            count += 1
    except Cut:
        budget.pause()
        return max(1, count), False
    return count, count < MOST_SOLUTIONS
