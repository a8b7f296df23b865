"""Better and better answers from the pairings that a solver proposes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from quebra.engine.budget import Budget
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.rules import GOALS
from quebra.families.shisen.solve.schedule import Pair, clearing


class Minimiser(Protocol):
    """Minimises one measure; ends only with a proof, and sets the bound of its budget."""

    def __call__(
        self, measure: str, most_rounds: int | None, budget: Budget
    ) -> Iterator[Iterable[Pair]]: ...


def improving(puzzle: Shisen, goal: str, budget: Budget, minimise: Minimiser) -> Iterator[Clearing]:
    """Better and better answers by the sum, or by the rounds and then by the sum."""
    answers = _Improvements(puzzle, goal)
    try:
        yield from answers.of(minimise(goal, None, budget))
    finally:
        answers.cap(budget)
    if answers.best and GOALS[goal].tie_break:
        second_stage = _with_own_bound(budget)
        yield from answers.of(minimise("sum", len(answers.best.rounds), second_stage))


class _Improvements:
    """Filters the answers that are better than all before them.

    The solver's own rounds for a pairing may be later than necessary, so that a pairing it takes
    for an improvement may be none.
    """

    def __init__(self, puzzle: Shisen, goal: str) -> None:
        self.puzzle, self.goal = puzzle, GOALS[goal]
        self.best: Clearing | None = None

    def of(self, pairings: Iterator[Iterable[Pair]]) -> Iterator[Clearing]:
        """The improving answers of these pairings."""
        for pairs in pairings:
            answer = clearing(self.puzzle, pairs)
            if self.best is None or self._rank(answer) < self._rank(self.best):
                self.best = answer
                yield answer

    def cap(self, budget: Budget) -> None:
        """Lower the bound of the solver to the value of the best answer, if that is less."""
        if self.best is not None and budget.bound is not None:
            budget.bound = min(budget.bound, self.goal.measure(self.puzzle, self.best))

    def _rank(self, answer: Clearing) -> tuple[float, float]:
        measured, tie_break = self.goal.measure(self.puzzle, answer), self.goal.tie_break
        return measured, tie_break(self.puzzle, answer) if tie_break else 0


def _with_own_bound(budget: Budget) -> Budget:
    """A budget for the second stage, whose bound does not replace that of the first."""

    def report(second_stage: Budget) -> None:
        budget.pause()
        second_stage.deadline = budget.deadline  # which is later if the search has waited

    second_stage = Budget(budget.left(), cancel=budget.cancel, report=report)
    second_stage.stats = budget.stats
    return second_stage
