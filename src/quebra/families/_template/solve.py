"""The engines, each a generator of answers; the engine `auto` stands for the first one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quebra.contract.family import Engine, Solve
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families._template.model import Latin
from quebra.grid.cells import Cell, GridAnswer, as_rows, cells


def candidates(grid: Sequence[Sequence[int]], cell: Cell) -> list[int]:
    """The numbers that are neither in the row nor in the column of a cell."""
    r, c = cell
    taken = {*grid[r], *(row[c] for row in grid)}
    return [n for n in range(1, len(grid) + 1) if n not in taken]


def backtrack(
    puzzle: Latin, budget: Budget, *, goal: str, seed: int | None
) -> Iterator[GridAnswer]:
    """Depth-first search on the cell with the fewest candidates; with a seed in random order."""
    grid = [[0] * len(row) for row in puzzle.givens]
    for r, c in cells(*puzzle.size):
        given = puzzle.givens[r][c]
        if given and given not in candidates(grid, (r, c)):
            return
        grid[r][c] = given
    yield from _fill(grid, budget, None if seed is None else Source(seed))


def _fill(grid: list[list[int]], budget: Budget, source: Source | None) -> Iterator[GridAnswer]:
    budget.spend()
    n = len(grid)
    open_cells = [cell for cell in cells(n, n) if not grid[cell[0]][cell[1]]]
    if not open_cells:
        yield GridAnswer(grid=as_rows(grid))
        return
    r, c = min(open_cells, key=lambda cell: len(candidates(grid, cell)))
    numbers = candidates(grid, (r, c))
    for number in source.shuffled(numbers) if source else numbers:
        grid[r][c] = number
        yield from _fill(grid, budget, source)
    grid[r][c] = 0


ENGINES: dict[str, Engine[Latin, GridAnswer]] = {"backtrack": backtrack}


SOLVE = Solve(engines=ENGINES)
