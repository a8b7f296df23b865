"""An engine of Kojun that tries all numbers in all cells."""

from collections.abc import Iterator
from itertools import product

from quebra.engine.budget import Budget
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.rules import check
from quebra.grid.cells import GridAnswer, as_rows


def force(puzzle: Kojun, budget: Budget, *, goal: str, seed: int | None) -> Iterator[GridAnswer]:
    """All numbers in all cells, each board tested by the rules."""
    ranges = {cell: range(1, len(region) + 1) for region in puzzle.region_cells for cell in region}
    for numbers in product(*ranges.values()):
        budget.spend()
        grid = [[0] * puzzle.size[1] for _ in range(puzzle.size[0])]
        for (r, c), number in zip(ranges, numbers, strict=True):
            grid[r][c] = number
        answer = GridAnswer(grid=as_rows(grid))
        if not check(puzzle, answer):
            yield answer
