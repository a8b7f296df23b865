"""The paper's mixed-integer program: a choice for each pair and path, a round for each tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.engine.program import Program
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.paths import Path
from quebra.families.shisen.solve.schedule import Pair, pairs
from quebra.grid.cells import Cell

MOST_ROWS = 1_000_000
"""More rows than this do not fit into memory."""

Finder = Callable[[Shisen, Cell, Cell], tuple[Path, ...]]
"""Returns the paths of a pair to consider: all, or those not dominated."""


class PaperModel:
    """The program (1)-(6) of the paper, with the cells numbered from 1 as it does.

    Its M is half the number of cells. Here M is half the number of tiles, which is equal on a full
    board and also valid on one with holes, as no clearing has more rounds than pairs.

    >>> from quebra.families.shisen.paths import needed_paths
    >>> board = Shisen(board=(("A", "B", "A"), (None, "B", None)))
    >>> PaperModel(board, Budget(), needed_paths).program.names
    ['c_1', 'c_2', 'c_3', 'c_5', 'p_1_3_1', 'p_2_5_1']
    """

    def __init__(self, puzzle: Shisen, budget: Budget, find: Finder) -> None:
        self.puzzle = puzzle
        self.program = Program()
        self.rounds = {
            cell: self.program.add_number(f"c_{self._index(cell)}") for cell in puzzle.tiles
        }
        self.joins: dict[Pair, list[int]] = {}
        for pair in pairs(puzzle):
            budget.pause()
            self.joins[pair] = [
                self._add_path(pair, number, path)
                for number, path in enumerate(find(puzzle, *pair), 1)
            ]
        self._pair_each_tile()
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

    def _add_path(self, pair: Pair, number: int, path: Path) -> int:
        """(3) and (4): on the path chosen, both tiles go later than each tile in the way."""
        program, most = self.program, len(self.puzzle.tiles) // 2
        start, end = map(self._index, pair)
        choice = program.add_choice(f"p_{start}_{end}_{number}")
        for tile in sorted(path.tiles):
            for one in pair:
                terms = [(1, self.rounds[one]), (-1, self.rounds[tile]), (-most, choice)]
                program.add_row(terms, low=1 - most)
        if program.rows > MOST_ROWS:
            raise Cut("memory")
        return choice

    def _pair_each_tile(self) -> None:
        """(2): each tile goes with one other, on one path."""
        choices: dict[Cell, list[int]] = {cell: [] for cell in self.rounds}
        for pair, path_choices in self.joins.items():
            for cell in pair:
                choices[cell] += path_choices
        for path_choices in choices.values():
            self.program.add_row([(1, choice) for choice in path_choices], low=1, high=1)
