"""The engines of Kojun: `own` in plain Python, and a model for CP-SAT."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from quebra.contract.errors import Cut
from quebra.contract.family import Engine, Solve
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.cpsat import enumerate_model, new_model
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.solve.board import KojunBoard
from quebra.families.kojun.solve.search import board_solutions, solutions
from quebra.grid.cells import Cell, GridAnswer, as_rows

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["ENGINES", "board_solutions", "cpsat", "own", "solutions"]

MAX_CHOICES = 2_000_000
"""Pairs of a cell and a value, which CP-SAT makes variables; more do not fit into memory."""


def own(puzzle: Kojun, budget: Budget, *, goal: str, seed: int | None) -> Iterator[GridAnswer]:
    """Propagation and depth-first search on bit sets, in plain Python."""
    board = KojunBoard(puzzle)
    source = None if seed is None else Source(seed)
    for values in board_solutions(board, board.givens(puzzle), budget, source):
        yield board.answer(values)


def cpsat(puzzle: Kojun, budget: Budget, *, goal: str, seed: int | None) -> Iterator[GridAnswer]:
    """The rules as a model for CP-SAT; shares no code with the engine `own`."""
    if sum(len(region) ** 2 for region in puzzle.region_cells) > MAX_CHOICES:
        raise Cut("memory")
    model, values = build_model(puzzle, budget)
    if seed is not None:
        source = Source(seed)
        for region in puzzle.region_cells:
            for cell in region:
                model.add_hint(values[cell], 1 + source.below(len(region)))

    def read(solution: cp_model.CpSolverSolutionCallback) -> GridAnswer:
        rows, cols = puzzle.size
        grid = [[0] * cols for _ in range(rows)]
        for (r, c), value in values.items():
            grid[r][c] = solution.value(value)
        return GridAnswer(grid=as_rows(grid))

    yield from enumerate_model(model, read, budget, seed)


def build_model(
    puzzle: Kojun, budget: Budget
) -> tuple[cp_model.CpModel, dict[Cell, cp_model.IntVar]]:
    """A model with one variable for each cell, and these variables."""
    model = new_model(budget)
    values: dict[Cell, cp_model.IntVar] = {}
    for region in puzzle.region_cells:
        budget.pause()
        for r, c in region:
            given = puzzle.givens[r][c]
            values[r, c] = model.new_int_var(given or 1, given or len(region), "")
        model.add_all_different([values[cell] for cell in region])
        for upper, lower in _stacked(puzzle, region):
            model.add(values[upper] > values[lower])
    for (r, c), value in values.items():
        for other in ((r, c + 1), (r + 1, c)):
            if other in values and puzzle.regions[r][c] != puzzle.regions[other[0]][other[1]]:
                model.add(value != values[other])
    return model, values


def _stacked(puzzle: Kojun, region: tuple[Cell, ...]) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of cells, upper and lower, that the order rule compares."""
    last: dict[int, Cell] = {}
    for r, c in region:
        upper = last.get(c)
        if upper and (puzzle.order == "column" or upper[0] == r - 1):
            yield upper, (r, c)
        last[c] = r, c


ENGINES: dict[str, Engine[Kojun, GridAnswer]] = {"own": own, "cpsat": cpsat}


SOLVE = Solve(engines=ENGINES)
