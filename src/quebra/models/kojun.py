"""Kojun: a variable for the number in each cell."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from quebra.contract.errors import BadInput
from quebra.families.kojun.model import Kojun
from quebra.grid.cells import GridAnswer, as_rows, cell_notation, neighbours
from quebra.models.problem import AllDifferent, Less
from quebra.models.puzzle_model import INCOMPLETE, PuzzleModel


class KojunModel(PuzzleModel[Kojun, GridAnswer]):
    """The numbers of cells, with the rules of the family's page one by one."""

    def __init__(self, puzzle: Kojun) -> None:
        super().__init__(puzzle)
        self.numbers = {}
        sizes = {cell: len(region) for region in puzzle.region_cells for cell in region}
        for (r, c), size in sorted(sizes.items()):
            given = puzzle.givens[r][c]
            values = (given,) if given else range(1, size + 1)
            self.numbers[r, c] = self.problem.add_variable(cell_notation((r, c)), values)
        self.decisions = tuple(self.numbers.values())
        self.notes = ("rRcC is the number in row R, column C.",)

    def constrain(self) -> None:
        for region in self.puzzle.region_cells:
            self.problem.add(AllDifferent(tuple(self.numbers[cell] for cell in region)))
            for upper, lower in combinations(region, 2):
                if upper[1] == lower[1] and self._ordered(upper, lower):
                    self.problem.add(Less(self.numbers[lower], self.numbers[upper]))
        for cell, number in self.numbers.items():
            for other in neighbours(cell, *self.puzzle.size):
                # Within a region, all numbers are different anyway.
                if other > cell and other in self.numbers and not self._together(cell, other):
                    self.problem.add(AllDifferent((number, self.numbers[other])))

    def _ordered(self, upper: tuple[int, int], lower: tuple[int, int]) -> bool:
        return self.puzzle.order == "column" or lower[0] == upper[0] + 1

    def _together(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        regions = self.puzzle.regions
        return regions[one[0]][one[1]] == regions[other[0]][other[1]]

    def answer(self, values: Mapping[str, int]) -> GridAnswer:
        rows, cols = self.puzzle.size
        grid = [[0] * cols for _ in range(rows)]
        for (r, c), variable in self.numbers.items():
            grid[r][c] = values[variable.name]
        return GridAnswer(grid=as_rows(grid))

    def values(self, answer: GridAnswer) -> dict[str, int]:
        found = {each.name: answer.grid[r][c] for (r, c), each in self.numbers.items()}
        if not all(found.values()):
            raise BadInput(INCOMPLETE)
        return found


MODEL = KojunModel
