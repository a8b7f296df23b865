"""The paper's mixed-integer program: a choice for each pair and path, a round for each tile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from quebra.contract.errors import Cut
from quebra.contract.family import EngineOptions, option
from quebra.engine.budget import Budget
from quebra.engine.program import Program
from quebra.families.shisen.model import Shisen, admit_without_gravity
from quebra.families.shisen.paths import Path, needed_paths, paths
from quebra.families.shisen.solve.schedule import Pair, pairs
from quebra.grid.cells import Cell
from quebra.i18n.text import Text

MOST_ROWS = 1_000_000
"""More rows than this do not fit into memory."""


class AllPaths(EngineOptions, frozen=True):
    """Variants of the program; without any, it is the paper's with all paths."""

    rounds: Annotated[
        Literal["real", "integer"],
        option(Text("whether the rounds are real numbers in the program or integers")),
    ] = "real"
    earliest: Annotated[
        bool, option(Text("add a lower bound on the round of each tile, and reduce M by it"))
    ] = False
    cycles: Annotated[
        bool, option(Text("add constraints that forbid two paths that block each other"))
    ] = False
    lagrangean: Annotated[
        bool, option(Text("add the lower bound of a Lagrangean relaxation on the goal"))
    ] = False


class Variant(AllPaths, frozen=True):
    """Variants of the program; without any, it is the paper's without dominated paths."""

    paths: Annotated[
        Literal["needed", "all"],
        option(Text("paths in the program: without dominated ones or all")),
    ] = "needed"


PLAIN = Variant()


class PaperModel:
    """The program (1)-(6) of the paper, with the cells numbered from 1 as it does.

    Its M is half the number of cells. Here M is half the number of tiles, which is equal on a full
    board and also valid on one with holes, as no clearing has more rounds than pairs.

    >>> board = Shisen(board=(("A", "B", "A"), (None, "B", None)))
    >>> PaperModel(board, Budget()).program.names
    ['c_1', 'c_2', 'c_3', 'c_5', 'p_1_3_1', 'p_2_5_1']
    """

    def __init__(self, puzzle: Shisen, budget: Budget, variant: Variant = PLAIN) -> None:
        admit_without_gravity(puzzle)
        self.puzzle = puzzle
        self.program = Program()
        self.rounds = {
            cell: self.program.add_number(f"c_{self._index(cell)}", variant.rounds == "integer")
            for cell in puzzle.tiles
        }
        self.earliest = dict.fromkeys(puzzle.tiles, 0)
        if variant.earliest:
            self._begin_rounds(budget)
        self.joins: dict[Pair, list[int]] = {}
        self._paths: list[tuple[int, Pair, Path]] = []
        find = needed_paths if variant.paths == "needed" else paths
        for pair in pairs(puzzle):
            budget.pause()
            self.joins[pair] = [
                self._add_path(pair, number, path)
                for number, path in enumerate(find(puzzle, *pair), 1)
            ]
        self._pair_each_tile()
        if variant.cycles:
            self._forbid_cycles(budget)
        self.program.minimise(dict.fromkeys(self.rounds.values(), 1))

    def pairing(self, values: Sequence[float]) -> list[Pair]:
        """The pairs that a solution chooses."""
        return [
            pair
            for pair, choices in self.joins.items()
            if any(values[choice] > 0.5 for choice in choices)
        ]

    def _index(self, cell: Cell) -> int:
        return cell[0] * self.puzzle.size[1] + cell[1] + 1

    def _begin_rounds(self, budget: Budget) -> None:
        """Bound the round of each tile from below, by playing with all pairs at once."""
        from quebra.papers.shisen_ip.lagrangean import earliest_rounds

        for cell, first in earliest_rounds(self.puzzle, budget).items():
            self.earliest[cell] = first
            if first:
                self.program.add_row([(1, self.rounds[cell])], low=first)

    def _add_path(self, pair: Pair, number: int, path: Path) -> int:
        """(3) and (4): on the path chosen, both tiles go later than each tile in the way.

        On other paths the row says nothing, as no tile goes later than in round n/2 - 1, and a tile
        goes in its earliest round or later.
        """
        program, half = self.program, len(self.puzzle.tiles) // 2
        start, end = map(self._index, pair)
        choice = program.add_choice(f"p_{start}_{end}_{number}")
        for tile in sorted(path.tiles):
            for one in pair:
                most = half - self.earliest[one]
                terms = [(1, self.rounds[one]), (-1, self.rounds[tile]), (-most, choice)]
                program.add_row(terms, low=1 - most)
        self._paths.append((choice, pair, path))
        self._admit_rows()
        return choice

    def _pair_each_tile(self) -> None:
        """(2): each tile goes with one other, on one path."""
        choices: dict[Cell, list[int]] = {cell: [] for cell in self.rounds}
        for pair, path_choices in self.joins.items():
            for cell in pair:
                choices[cell] += path_choices
        for path_choices in choices.values():
            self.program.add_row([(1, choice) for choice in path_choices], low=1, high=1)

    def _forbid_cycles(self, budget: Budget) -> None:
        """Cycles of two, as in figure 3 (a): a path over a tile h, and h on a path back over it.

        A tile has one choice, so that all paths of h that lead back share a row.
        """
        through: dict[tuple[Cell, Cell], list[int]] = {}
        for choice, pair, path in self._paths:
            for cell in pair:
                for tile in path.tiles:
                    through.setdefault((cell, tile), []).append(choice)
        for choice, pair, path in self._paths:
            budget.pause()
            for tile in sorted(path.tiles):
                back = {each for cell in pair for each in through.get((tile, cell), ())}
                if back:
                    self.program.add_row([(1, each) for each in (choice, *sorted(back))], high=1)
            self._admit_rows()

    def _admit_rows(self) -> None:
        if self.program.rows > MOST_ROWS:
            raise Cut("memory")
