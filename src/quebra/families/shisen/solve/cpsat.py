"""A CP-SAT model with a Boolean variable for each pair and an integer for each tile's round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.engine.cpsat import enumerate_model, improve_model, new_model
from quebra.families.shisen.model import Clearing, Shisen, admit_without_gravity
from quebra.families.shisen.paths import Path, needed_paths
from quebra.families.shisen.solve.improve import improving
from quebra.families.shisen.solve.schedule import Pair, clearing, pairs
from quebra.grid.cells import Cell

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MAX_TILES_ON_PATHS = 1_000_000
"""Tiles over all paths; more do not fit into memory."""


def cpsat(puzzle: Shisen, budget: Budget, *, goal: str, seed: int | None) -> Iterator[Clearing]:
    """The rules as a model for CP-SAT, in which a pair goes when its first path is free."""
    admit_without_gravity(puzzle)
    return _Search(puzzle, budget, exact=goal == "any", seed=seed).answers(goal, budget)


class _Search:
    """The model and its variables.

    In an `exact` model the pairing determines the rounds, so that each pairing is one solution.
    Where rounds are minimised, lower bounds suffice, and they have a better relaxation.
    """

    def __init__(self, puzzle: Shisen, budget: Budget, exact: bool, seed: int | None) -> None:
        self.puzzle, self.exact, self.seed = puzzle, exact, seed
        self.model = new_model(budget)
        self.latest = len(puzzle.tiles) // 2 - 1
        self.rounds = {cell: self._new_round(0) for cell in puzzle.tiles}
        self.chosen: dict[Pair, cp_model.IntVar] = {}
        self._tiles_on_paths = 0
        ready = {}
        for pair in pairs(puzzle):
            budget.pause()
            self.chosen[pair] = self.model.new_bool_var("")
            ready[pair] = self._ready(needed_paths(puzzle, *pair))
            for cell in pair:
                going = self.model.add(self.rounds[cell] == ready[pair])
                going.only_enforce_if(self.chosen[pair])
        self._pair_each_tile(ready)

    def _new_round(self, earliest: int) -> cp_model.IntVar:
        return self.model.new_int_var(earliest, self.latest + earliest, "")

    def _ready(self, paths: tuple[Path, ...]) -> cp_model.IntVar | int:
        """The round from which one of the paths is free."""
        if any(not path.tiles for path in paths):
            return 0
        ready = self._new_round(1)
        self.model.add_min_equality(ready, [self._free(path) for path in paths])
        return ready

    def _free(self, path: Path) -> cp_model.IntVar:
        """The round from which a path is free: the one after its last tile went."""
        self._tiles_on_paths += len(path.tiles)
        if self._tiles_on_paths > MAX_TILES_ON_PATHS:
            raise Cut("memory")
        free = self._new_round(1)
        after = [self.rounds[tile] + 1 for tile in sorted(path.tiles)]
        if self.exact:
            self.model.add_max_equality(free, after)
        else:
            for each in after:
                self.model.add(free >= each)
        return free

    def _pair_each_tile(self, ready: dict[Pair, cp_model.IntVar | int]) -> None:
        """Each tile goes with one other; not before the first of its pairs is ready."""
        of: dict[Cell, list[Pair]] = {cell: [] for cell in self.rounds}
        for pair in self.chosen:
            for cell in pair:
                of[cell].append(pair)
        for cell, its_pairs in of.items():
            self.model.add_exactly_one(self.chosen[pair] for pair in its_pairs)
            first = self._new_round(0)
            self.model.add_min_equality(first, [ready[pair] for pair in its_pairs])
            self.model.add(self.rounds[cell] >= first)

    def answers(self, goal: str, budget: Budget) -> Iterator[Clearing]:
        """All answers; with a goal, better and better ones up to the best."""
        if goal != "any":
            return improving(self.puzzle, goal, budget, self._minimise)
        found = enumerate_model(self.model, self._pairing, budget, self.seed)
        return (clearing(self.puzzle, pairing) for pairing in found)

    def _minimise(
        self, measure: str, most_rounds: int | None, budget: Budget
    ) -> Iterator[list[Pair]]:
        rounds = list(self.rounds.values())
        if most_rounds is not None:
            for each in rounds:
                self.model.add(each < most_rounds)
        if measure == "rounds":
            number = self._new_round(1)
            self.model.add_max_equality(number, [each + 1 for each in rounds])
            self.model.minimize(number)
        else:
            self.model.minimize(sum(rounds))
        return improve_model(self.model, self._pairing, budget, self.seed)

    def _pairing(self, solution: cp_model.CpSolverSolutionCallback) -> list[Pair]:
        return [pair for pair, chosen in self.chosen.items() if solution.boolean_value(chosen)]
