"""The engines `mip` and `mip-all` of Shisen-Sho: the paper's model on HiGHS."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.engine.highs import improve_program
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.solve.improve import improving
from quebra.families.shisen.solve.schedule import Pair, clearing
from quebra.papers.shisen_ip.model import PLAIN, AllPaths, PaperModel, Variant

BOUND_SHARE = 0.2
"""Share of the time that the Lagrangean relaxation may take."""
ALL = AllPaths()


def mip(
    puzzle: Shisen,
    budget: Budget,
    *,
    goal: str,
    seed: int | None,
    options: Variant = PLAIN,
) -> Iterator[Clearing]:
    """The paper's model without dominated paths."""
    return _Search(PaperModel(puzzle, budget, options), options, seed).answers(goal, budget)


def mip_all(
    puzzle: Shisen, budget: Budget, *, goal: str, seed: int | None, options: AllPaths = ALL
) -> Iterator[Clearing]:
    """The paper's model with all paths."""
    variant = Variant(paths="all", **msgspec.structs.asdict(options))
    return mip(puzzle, budget, goal=goal, seed=seed, options=variant)


class _Search:
    def __init__(self, model: PaperModel, variant: Variant, seed: int | None) -> None:
        self.model, self.program, self.variant, self.seed = model, model.program, variant, seed

    def answers(self, goal: str, budget: Budget) -> Iterator[Clearing]:
        """All answers, or with a goal better and better ones up to the best."""
        if goal == "any":
            return self._all(budget)
        return improving(self.model.puzzle, goal, budget, self._minimise)

    def _all(self, budget: Budget) -> Iterator[Clearing]:
        """All pairings; each one found is excluded from the program."""
        self.program.minimise({})
        while found := list(improve_program(self.program, budget, seed=self.seed)):
            pairs = self.model.pairing(found[-1])
            yield clearing(self.model.puzzle, pairs)
            self._forbid(pairs)

    def _forbid(self, pairs: list[Pair]) -> None:
        """Exclude a pairing: different pairings differ in at least two pairs."""
        choices = [choice for pair in pairs for choice in self.model.joins[pair]]
        self.program.add_row([(1, choice) for choice in choices], high=len(pairs) - 2)

    def _minimise(
        self, measure: str, most_rounds: int | None, budget: Budget
    ) -> Iterator[list[Pair]]:
        rounds = self.model.rounds.values()
        if most_rounds is not None:
            for each in rounds:
                self.program.add_row([(1, each)], high=most_rounds - 1)
        costs = dict.fromkeys([self._number_of_rounds()] if measure == "rounds" else rounds, 1)
        self.program.minimise(costs)
        if self.variant.lagrangean and most_rounds is None:
            self._add_bound(measure, budget)
        # Tiles are removed in pairs, so the sum of their rounds is even.
        unit = 2 if measure == "sum" else 1
        for values in improve_program(self.program, budget, unit, self.seed):
            yield self.model.pairing(values)

    def _add_bound(self, measure: str, budget: Budget) -> None:
        """Add the bound of the Lagrangean relaxation on the costs."""
        from quebra.papers.shisen_ip.lagrangean import bound_rounds, bound_sum

        left = budget.left()
        share = Budget(None if left is None else BOUND_SHARE * left, cancel=budget.cancel)
        try:
            bound = (bound_rounds if measure == "rounds" else bound_sum)(self.model.puzzle, share)
        except Cut:  # its share was too short even for the propagation
            bound = None
        budget.pause()
        if bound is not None:
            budget.bound = bound.lagrangean
            terms = [(cost, variable) for variable, cost in self.program.costs.items()]
            self.program.add_row(terms, low=bound.lagrangean)

    def _number_of_rounds(self) -> int:
        """An additional variable, greater than the round of every tile."""
        number = self.program.add_number("rounds")
        for each in self.model.rounds.values():
            self.program.add_row([(1, number), (-1, each)], low=1)
        return number
