"""A CP-SAT model in which each line is a walk of two pointers from its ends to the middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.engine.cpsat import enumerate_model, improve_model, new_model
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.families.symmetry.solve.bounds import clue_bound
from quebra.grid.cells import Cell, GridAnswer, as_rows, cells

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Choices = list[cp_model.IntVar]
    """One Boolean variable for each value of a cell; the first is the blank."""

MAX_STATES = 1_000_000
"""Positions of the pointers, over all lines; more do not fit into memory."""


def cpsat(puzzle: Symmetry, budget: Budget, *, goal: str, seed: int | None) -> Iterator[GridAnswer]:
    """The rules as a model for CP-SAT; shares no code with the engine `own`."""
    set_clue_bound(puzzle, budget, goal)
    rows, cols = puzzle.size
    if rows * cols * (rows + cols) // 2 > MAX_STATES:
        raise Cut("memory")
    board = BoardModel(puzzle, budget)
    for line in board.lines():
        budget.pause()
        _walk(board.model, line)
    return board.solutions(goal, budget, seed)


def set_clue_bound(puzzle: Symmetry, budget: Budget, goal: str) -> None:
    """Set the bound of the clues before the model is built, which may exceed the budget."""
    if goal != "any":
        budget.bound = clue_bound(puzzle, goal)


class BoardModel:
    """A model of the cells, to which the constraints of lines are added."""

    def __init__(self, puzzle: Symmetry, budget: Budget) -> None:
        self.puzzle = puzzle
        self.model = new_model(budget)
        self.choices: dict[Cell, Choices] = {}
        for r, c in cells(*puzzle.size):
            budget.pause()
            choices = [self.model.new_bool_var("") for _ in range(puzzle.shapes + 1)]
            self.model.add_exactly_one(choices)
            if (clue := puzzle.clues[r][c]) != EMPTY:
                self.model.add_bool_and(choices[max(clue, 0)])
            self.choices[r, c] = choices

    def lines(self) -> Iterator[list[Choices]]:
        """The variables of all rows, then of all columns."""
        rows, cols = self.puzzle.size
        for r in range(rows):
            yield [self.choices[r, c] for c in range(cols)]
        for c in range(cols):
            yield [self.choices[r, c] for r in range(rows)]

    def solutions(self, goal: str, budget: Budget, seed: int | None) -> Iterator[GridAnswer]:
        """All solutions; with a goal, better and better ones up to the best."""
        if goal == "any":
            return enumerate_model(self.model, self._read, budget, seed)
        shapes = len(self.choices) - sum(choices[0] for choices in self.choices.values())
        if goal == "fewest":
            self.model.minimize(shapes)
        else:
            self.model.maximize(shapes)
        return improve_model(self.model, self._read, budget, seed)

    def _read(self, solution: cp_model.CpSolverSolutionCallback) -> GridAnswer:
        rows, cols = self.puzzle.size
        return GridAnswer(
            grid=as_rows(
                (
                    [solution.boolean_value(choice) for choice in self.choices[r, c]].index(True)
                    for c in range(cols)
                )
                for r in range(rows)
            )
        )


def _walk(model: cp_model.CpModel, line: Sequence[Choices]) -> None:
    """Require that two pointers meet, where one passes a blank or both pass equal shapes.

    The walk is a flow through the positions (i, j) of the pointers. The left pointer passes its
    blanks first, so that the cells determine the walk.
    """
    last = len(line) - 1
    entering: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    for length in range(last, 0, -1):
        for i in range(last - length + 1):
            j = i + length
            into = entering.get((i, j), [])
            if (i, j) != (0, last) and not into:
                continue
            left, right, both = (model.new_bool_var("") for _ in range(3))
            here = 1 if (i, j) == (0, last) else sum(into)
            model.add(left + right + both == here)
            entering.setdefault((i + 1, j), []).append(left)
            entering.setdefault((i, j - 1), []).append(right)
            entering.setdefault((i + 1, j - 1), []).append(both)
            model.add_implication(left, line[i][0])
            for move in (right, both):
                model.add_implication(move, ~line[i][0])
            model.add_implication(right, line[j][0])
            model.add_implication(both, ~line[j][0])
            for one, other in zip(line[i][1:], line[j][1:], strict=True):
                model.add_bool_or(~both, ~one, other)
                model.add_bool_or(~both, one, ~other)
