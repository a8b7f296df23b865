"""The board for CP-SAT, and lines as two pointers that walk inwards."""

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
    """One 0-1 variable a value: whether the cell holds it; the first is the blank."""

MOST_STATES = 1_000_000
"""More states of the pointers than this, over all lines, do not fit into memory."""


def cpsat(puzzle: Symmetry, budget: Budget, *, goal: str, seed: int | None) -> Iterator[GridAnswer]:
    """Each line as a walk of two pointers from its ends, the states of which are a flow."""
    note_bound(puzzle, budget, goal)
    rows, cols = puzzle.size
    if rows * cols * (rows + cols) // 2 > MOST_STATES:
        raise Cut("memory")
    board = BoardModel(puzzle, budget)
    for line in board.lines():
        budget.pause()
        _walk(board.model, line)
    return board.solutions(goal, budget, seed)


def note_bound(puzzle: Symmetry, budget: Budget, goal: str) -> None:
    """What is known before the model is built, which may take longer than there is time."""
    if goal != "any":
        budget.bound = clue_bound(puzzle, goal)


class BoardModel:
    """The cells as choices, and what is asked about them."""

    def __init__(self, puzzle: Symmetry, budget: Budget) -> None:
        self.puzzle = puzzle
        self.model = new_model(budget)
        self.takes: dict[Cell, Choices] = {}
        for r, c in cells(*puzzle.size):
            budget.pause()
            choices = [self.model.new_bool_var("") for _ in range(puzzle.shapes + 1)]
            self.model.add_exactly_one(choices)
            if (clue := puzzle.clues[r][c]) != EMPTY:
                self.model.add_bool_and(choices[max(clue, 0)])
            self.takes[r, c] = choices

    def lines(self) -> Iterator[list[Choices]]:
        """All rows, then all columns."""
        rows, cols = self.puzzle.size
        for r in range(rows):
            yield [self.takes[r, c] for c in range(cols)]
        for c in range(cols):
            yield [self.takes[r, c] for r in range(rows)]

    def solutions(self, goal: str, budget: Budget, seed: int | None) -> Iterator[GridAnswer]:
        """All solutions; with a goal, ever better ones up to the best."""
        if goal == "any":
            return enumerate_model(self.model, self._read, budget, seed)
        shapes = len(self.takes) - sum(choices[0] for choices in self.takes.values())
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
                    [solution.boolean_value(choice) for choice in self.takes[r, c]].index(True)
                    for c in range(cols)
                )
                for r in range(rows)
            )
        )


def _walk(model: cp_model.CpModel, line: Sequence[Choices]) -> None:
    """Let two pointers meet: one passes a blank, or both pass equal shapes.

    Whether the pointers are ever at (i, j) is a variable; what comes in goes out, so the cells
    determine the walk. The left pointer passes its blanks first.
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
