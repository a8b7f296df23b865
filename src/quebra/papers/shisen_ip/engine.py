"""The engines `mip` and `mip-all` of Shisen-Sho: the paper's model on HiGHS."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.engine.budget import Budget
from quebra.engine.highs import improve_program
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.paths import needed_paths, paths
from quebra.families.shisen.solve.improve import improving
from quebra.families.shisen.solve.schedule import Pair, clearing
from quebra.papers.shisen_ip.model import PaperModel


def mip(puzzle: Shisen, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Clearing]:
    """The paper's model without dominated paths."""
    return _Search(PaperModel(puzzle, budget, needed_paths), seed).answers(goal, budget)


def mip_all(puzzle: Shisen, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Clearing]:
    """The paper's model with all paths."""
    return _Search(PaperModel(puzzle, budget, paths), seed).answers(goal, budget)


class _Search:
    def __init__(self, model: PaperModel, seed: int | None) -> None:
        self.model, self.program, self.seed = model, model.program, seed

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
        if measure == "rounds":
            self.program.minimise({self._number_of_rounds(): 1})
        else:
            self.program.minimise(dict.fromkeys(rounds, 1))
        # Tiles are removed in pairs, so the sum of their rounds is even.
        unit = 2 if measure == "sum" else 1
        for values in improve_program(self.program, budget, unit, self.seed):
            yield self.model.pairing(values)

    def _number_of_rounds(self) -> int:
        """An additional variable, greater than the round of every tile."""
        number = self.program.add_number("rounds")
        for each in self.model.rounds.values():
            self.program.add_row([(1, number), (-1, each)], low=1)
        return number
