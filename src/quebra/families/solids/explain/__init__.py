"""The steps by which a person can pack, and the grade that follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from quebra.contract.family import GRADE_NAMES, Explain
from quebra.contract.results import Change, Grade, Technique
from quebra.engine.budget import Budget
from quebra.families.solids.explain import techniques as t
from quebra.families.solids.explain.steps import explain
from quebra.families.solids.model import Assembly, Solids
from quebra.grid.difficulty import score_by_effort
from quebra.grid.ladder import UNSOLVABLE
from quebra.i18n.text import Plural

HARDEST: Mapping[str, int] = {"easy": 2, "medium": 3, "hard": 4, "expert": 5}
"""The level of the hardest technique of each grade."""
WEIGHTS: Mapping[Technique, float] = {
    t.CELL: 0.5,
    t.PIECE: 0.5,
    t.POCKET: 1,
    t.ROOM: 1,
    t.BALANCE: 3,
    t.CHOICE: 2,
    t.AHEAD: 5,
    t.TRIAL: 8,
}
SCALE = 25


def change_agrees(answer: Assembly, change: Change[Any]) -> bool:
    """Whether an answer has a placement of a step, or does not have one that is ruled out."""
    return (change.value in answer.places) == (change.action == "place")


def grade(puzzle: Solids, budget: Budget) -> Grade:
    """The grade: by the hardest technique, and within it by the weights of all steps."""
    steps = list(explain(puzzle, None, budget))
    used = Counter(step.technique for step in steps)
    if not steps or used[t.DEAD_END.name]:
        return UNSOLVABLE
    level = max(each.level for each in t.TECHNIQUES if used[each.name])
    name = next(grade for grade, hardest in HARDEST.items() if level <= hardest)
    effort = sum(weight * used[each.name] for each, weight in WEIGHTS.items())
    counts = tuple((each.name, used[each.name]) for each in t.TECHNIQUES if used[each.name])
    text = Plural(
        "{grade}: {n} step.", "{grade}: {n} steps.", n=len(steps), grade=GRADE_NAMES[name]
    )
    hardest = {each.name for each in t.TECHNIQUES if each.level == level}
    crux = next(step for step in steps if step.technique in hardest)
    return Grade(name, score_by_effort(name, effort / SCALE), counts, text, crux=crux.where)


EXPLAIN: Explain[Solids, Assembly] = Explain(
    techniques=t.TECHNIQUES, steps=explain, change_agrees=change_agrees, grade=grade
)
