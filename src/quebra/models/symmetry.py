"""Symmetry: a variable for each cell, and for each line the places that two pointers reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.families.symmetry.rules import count_shapes
from quebra.grid.cells import GridAnswer, as_rows, cell_notation, cells
from quebra.models.problem import Literal, Total, Variable
from quebra.models.puzzle_model import PuzzleModel


class SymmetryModel(PuzzleModel[Symmetry, GridAnswer]):
    """The shapes of cells, 0 for none.

    A line is read from both ends by two pointers, which pass blanks, and stop at shapes, which must
    be equal. A variable says that the pointers are at two cells. Only one direction is stated: from
    where the pointers are, they go on. So all other such variables may be 0 in every solution.
    """

    goals = ("fewest", "most")

    def __init__(self, puzzle: Symmetry) -> None:
        super().__init__(puzzle)
        self.shapes = {}
        for r, c in cells(*puzzle.size):
            clue = puzzle.clues[r][c]
            values = range(puzzle.shapes + 1) if clue == EMPTY else (max(clue, EMPTY),)
            self.shapes[r, c] = self.problem.add_variable(cell_notation((r, c)), values)
        self.decisions = tuple(self.shapes.values())
        self.notes = (
            "rRcC is the shape in row R, column C, or 0.",
            "rowR_I_J and colC_I_J: cells I and J of the line are compared.",
        )

    def constrain(self) -> None:
        rows, cols = self.puzzle.size
        for r in range(rows):
            self._add_line(f"row{r + 1}", [self.shapes[r, c] for c in range(cols)])
        for c in range(cols):
            self._add_line(f"col{c + 1}", [self.shapes[r, c] for r in range(rows)])

    def _add_line(self, name: str, line: Sequence[Variable]) -> None:
        last, problem = len(line) - 1, self.problem
        at = {
            (i, i + gap): problem.add_variable(f"{name}_{i + 1}_{i + gap + 1}", (0, 1))
            for gap in range(last, 0, -1)
            for i in range(last - gap + 1)
        }
        if at:
            problem.require(at[0, last].equals(1))
        for (i, j), here in at.items():
            absent = here.equals(0)
            left, right = line[i], line[j]
            for next_place, reason in (
                ((i + 1, j), (left.differs(EMPTY),)),
                ((i, j - 1), (left.equals(EMPTY), right.differs(EMPTY))),
                ((i + 1, j - 1), (left.equals(EMPTY), right.equals(EMPTY))),
            ):
                if next_place in at:
                    problem.require(absent, *reason, at[next_place].equals(1))
            for shape in range(1, self.puzzle.shapes + 1):
                problem.require(
                    absent, left.differs(shape), right.equals(EMPTY), right.equals(shape)
                )

    def total(self, goal: str) -> Total:
        """The number of cells with a shape, or for the goal "most", of cells without one."""
        fewest = goal == "fewest"
        return Total(tuple(each._replace(equal=not fewest) for each in self._blanks()))

    def _blanks(self) -> Sequence[Literal]:
        return [variable.equals(EMPTY) for variable in self.decisions]

    def measure(self, goal: str, answer: GridAnswer) -> int:
        count = count_shapes(self.puzzle, answer)
        return count if goal == "fewest" else len(self.decisions) - count

    def answer(self, values: Mapping[str, int]) -> GridAnswer:
        rows, cols = self.puzzle.size
        return GridAnswer(
            grid=as_rows((values[self.shapes[r, c].name] for c in range(cols)) for r in range(rows))
        )

    def values(self, answer: GridAnswer) -> dict[str, int]:
        return {each.name: answer.grid[r][c] for (r, c), each in self.shapes.items()}


MODEL = SymmetryModel
