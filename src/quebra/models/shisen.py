"""Shisen-Sho: the partner of each tile, the path that a pair takes, and the round of each tile."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from itertools import combinations

from quebra.contract.errors import BadInput
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.paths import needed_paths
from quebra.families.shisen.rules import number_of_rounds, sum_of_rounds
from quebra.families.shisen.solve.schedule import Pair, clearing
from quebra.grid.cells import Cell
from quebra.i18n.text import Text
from quebra.models.problem import Less, Total
from quebra.models.puzzle_model import INCOMPLETE, PuzzleModel

_CHOICE = re.compile("p_([0-9]{1,9})_([0-9]{1,9})_[0-9]{1,9}", re.ASCII)


class ShisenModel(PuzzleModel[Shisen, Clearing]):
    """The partners of tiles, whose cells are numbered from 1 row by row.

    A pair that goes takes a path, and both tiles go later than each tile on it. Dominated paths are
    left out: another one is free whenever such a path is.
    """

    goals = ("sum", "rounds")

    def __init__(self, puzzle: Shisen) -> None:
        if puzzle.gravity:
            raise BadInput(Text("The model cannot state that tiles fall."))
        super().__init__(puzzle)
        self.latest = len(puzzle.tiles) // 2 - 1
        self.partners = {
            cell: self.problem.add_variable(
                f"m_{self._index(cell)}", (self._index(other) for other in group if other != cell)
            )
            for group in puzzle.groups
            for cell in group
        }
        self.decisions = tuple(self.partners.values())
        self.notes = (
            "m_I is the cell of the tile that goes with the tile in cell I; t_I is its round.",
            "p_I_J_K is 1 if the tiles in cells I and J go on path K.",
            "Cells are numbered from 1, row by row; rounds are numbered from 0.",
        )

    def _index(self, cell: Cell) -> int:
        return cell[0] * self.puzzle.size[1] + cell[1] + 1

    def constrain(self) -> None:
        self.rounds = {
            cell: self.problem.add_variable(f"t_{self._index(cell)}", range(self.latest + 1))
            for cell in self.puzzle.tiles
        }
        for group in self.puzzle.groups:
            for pair in combinations(group, 2):
                self._add_pair(pair)

    def _add_pair(self, pair: Pair) -> None:
        problem, (one, other) = self.problem, pair
        here = self.partners[one].equals(self._index(other))
        there = self.partners[other].equals(self._index(one))
        problem.require(here.negated, there)
        problem.require(here, there.negated)
        first, second = self.rounds[one], self.rounds[other]
        paths = needed_paths(self.puzzle, one, other)
        if any(not path.tiles for path in paths):
            return
        name = f"p_{self._index(one)}_{self._index(other)}"
        taken = [problem.add_variable(f"{name}_{k}", (0, 1)) for k in range(1, len(paths) + 1)]
        problem.require(here.negated, *(path.equals(1) for path in taken))
        for path, variable in zip(paths, taken, strict=True):
            for tile in sorted(path.tiles):
                for end in (first, second):
                    problem.add(Less(self.rounds[tile], end, (variable.equals(0),)))

    def total(self, goal: str) -> Total:
        if goal == "sum":
            return Total(variables=tuple(self.rounds.values()))
        number = self.problem.add_variable("rounds", range(1, self.latest + 2))
        for each in self.rounds.values():
            self.problem.add(Less(each, number))
        return Total(variables=(number,))

    def measure(self, goal: str, answer: Clearing) -> int:
        return (sum_of_rounds if goal == "sum" else number_of_rounds)(self.puzzle, answer)

    def answer(self, values: Mapping[str, int]) -> Clearing:
        """The pairs, each as early as possible; pairs that never have a path are left out."""
        cells = {self._index(cell): cell for cell in self.partners}
        pairs = {
            tuple(sorted((cell, cells[values[partner.name]])))
            for cell, partner in self.partners.items()
        }
        return clearing(self.puzzle, [(one, other) for one, other in pairs])

    def choice_names(self, values: Mapping[str, int]) -> list[str]:
        """The choices of the paper's program; which path a pair takes does not matter."""
        mates = [(int(name.removeprefix("m_")), mate) for name, mate in values.items()]
        return [f"p_{tile}_{mate}_1" for tile, mate in mates if tile < mate]

    def chosen_values(self, chosen: Set[str]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {each.name: [] for each in self.decisions}
        for match in filter(None, map(_CHOICE.fullmatch, sorted(chosen))):
            one, other = int(match[1]), int(match[2])
            for tile, mate in ((one, other), (other, one)):
                found.setdefault(f"m_{tile}", []).append(mate)
        return found

    def values(self, answer: Clearing) -> dict[str, int]:
        found = {}
        for _, move in answer.moves:
            for one, other in (move.pair, move.pair[::-1]):
                if one not in self.partners:
                    raise BadInput(INCOMPLETE)
                found[self.partners[one].name] = self._index(other)
        if len(found) != len(self.partners):
            raise BadInput(INCOMPLETE)
        return found


MODEL = ShisenModel
