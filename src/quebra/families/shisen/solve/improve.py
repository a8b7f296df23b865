"""From the pairings that a solver proposes to ever better answers, in one stage or two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from quebra.engine.budget import Budget
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.rules import GOALS
from quebra.families.shisen.solve.schedule import Pair, clearing


class Minimiser(Protocol):
    """A solver of one measure at a time: ends by itself only with a proof, and notes the bound."""

    def __call__(
        self, measure: str, most_rounds: int | None, budget: Budget
    ) -> Iterator[Iterable[Pair]]: ...


def improving(puzzle: Shisen, goal: str, budget: Budget, minimise: Minimiser) -> Iterator[Clearing]:
    """Ever better answers: by the sum, or by the rounds and then by the sum within those."""
    answers = _Improvements(puzzle, goal)
    try:
        yield from answers.of(minimise(goal, None, budget))
    finally:
        answers.cap(budget)
    if answers.best and GOALS[goal].tie_break:
        second_stage = _with_own_bound(budget)
        yield from answers.of(minimise("sum", len(answers.best.rounds), second_stage))


class _Improvements:
    """Lets an answer pass if it is better than all before it.

    A solver may know a pairing with later rounds than it needs, and come back with better ones.
    """

    def __init__(self, puzzle: Shisen, goal: str) -> None:
        self.puzzle, self.goal = puzzle, GOALS[goal]
        self.best: Clearing | None = None

    def of(self, pairings: Iterator[Iterable[Pair]]) -> Iterator[Clearing]:
        """The answers that pass."""
        for pairs in pairings:
            answer = clearing(self.puzzle, pairs)
            if self.best is None or self._rank(answer) < self._rank(self.best):
                self.best = answer
                yield answer

    def cap(self, budget: Budget) -> None:
        """Lower a bound that a solver took from its own, worse view of the best answer."""
        if self.best is not None and budget.bound is not None:
            budget.bound = min(budget.bound, self.goal.measure(self.puzzle, self.best))

    def _rank(self, answer: Clearing) -> tuple[float, float]:
        measured, tie_break = self.goal.measure(self.puzzle, answer), self.goal.tie_break
        return measured, tie_break(self.puzzle, answer) if tie_break else 0


def _with_own_bound(budget: Budget) -> Budget:
    """The rest of a budget, for the second stage: the bound outside is that of the first."""
    second_stage = Budget(budget.left(), cancel=budget.cancel, report=lambda _: budget.pause())
    second_stage.stats = budget.stats
    return second_stage
