"""The grade of a figure: by the hardest technique that it needs, and a score within the grade.

The score is 100 times the number of easier grades, plus 100 (1 - exp(-effort / 25)), at most 99.9,
where

    effort = sum of the weights of all steps + bottlenecks + 10 * hidden share of the sides.

So a harder grade always has a higher score. A bottleneck is a moment at which only one placement
follows by the technique that is needed there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from quebra.contract.family import GRADE_NAMES
from quebra.contract.results import Grade, Place, Technique
from quebra.engine.budget import Budget
from quebra.families.tangram.explain import techniques as t
from quebra.families.tangram.explain.hints import Guide, Hint
from quebra.families.tangram.explain.stepwise import StepwiseSearch
from quebra.families.tangram.judge import judge
from quebra.families.tangram.model import Tangram
from quebra.families.tangram.silhouette import outline_length
from quebra.families.tangram.solve.choice import tilings
from quebra.grid.difficulty import score_by_effort
from quebra.grid.ladder import UNSOLVABLE
from quebra.i18n.text import Plural, Text, sentences

HARDEST: Mapping[str, Technique] = {
    "easy": t.EITHER_WAY,
    "medium": t.SHORT_TRIAL,
    "hard": t.TRIAL,
    "expert": t.CHOICE,
}
"""The hardest techniques of each grade; those of the same level belong to it too."""
WEIGHTS: Mapping[Technique, float] = {
    t.LAST_PIECE: 0,
    t.SIDE: 0.5,
    t.ANGLE: 0.5,
    t.ONLY_FIT: 1,
    t.LOOK_AHEAD: 2,
    t.EITHER_WAY: 2,
    t.SHORT_TRIAL: 4,
    t.TRIAL: 7,
    t.CHOICE: 10,
}
HIDDEN = 10
SCALE = 25


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
    hints = [*Guide(search, solution.places, counting=True).hints(position)]
    used = Counter(hint.technique for hint in hints)
    level = max((technique.level for technique in used), default=0)
    name = next(grade for grade, hardest in HARDEST.items() if level <= hardest.level)
    bottlenecks = sum(hint.options == 1 for hint in hints[:-1])
    hidden = _hidden(puzzle)
    effort = sum(WEIGHTS[each] * n for each, n in used.items()) + bottlenecks + HIDDEN * hidden
    counts = tuple((each.name, used[each]) for each in t.TECHNIQUES if used[each])
    return Grade(
        name,
        score_by_effort(name, effort / SCALE),
        counts,
        _text(GRADE_NAMES[name], used, bottlenecks, hidden),
        bottlenecks,
        _crux(hints),
    )


def _crux(hints: Sequence[Hint]) -> tuple[Place, ...]:
    """The piece of the hardest moment: of the hardest technique, the longest trial."""
    if not hints:
        return ()
    hardest = max(range(len(hints)), key=lambda i: (hints[i].technique.level, hints[i].nodes, -i))
    kinds = [hint.after.placed[-1].variant.kind for hint in hints]
    return ((kinds[hardest], kinds[:hardest].count(kinds[hardest])),)


def _text(grade: Text, used: Counter[Technique], bottlenecks: int, hidden: float) -> Text:
    """The grade and the measured numbers in sentences."""
    forced = sum(n for technique, n in used.items() if technique.level == t.ONLY_FIT.level)
    follow = Text(
        "{grade}: {forced} of {all} pieces follow from a side, an angle or a corner.",
        grade=grade,
        forced=forced,
        all=used.total(),
    )
    narrow = Plural(
        "At {n} moment only one piece follows.",
        "At {n} moments only one piece follows.",
        n=bottlenecks,
    )
    inside = Text("{share:.0%} of the sides are inside the figure.", share=hidden)
    return sentences(follow, narrow, inside)


def _hidden(puzzle: Tangram) -> float:
    """The share of the total side length that is not on the outline."""
    sides = sum(
        piece.count * outline_length(shape)
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True)
    )
    return max(0.0, 1 - outline_length(puzzle.target) / sides)
