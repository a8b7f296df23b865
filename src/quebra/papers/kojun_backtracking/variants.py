"""The report's search with one idea more or less, to measure what each idea gains.

All variants choose the first open cell in reading order, and its values in increasing order, as the
report does. They are part of the study, not engines of the family.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from quebra.engine.budget import Budget
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.rules import check
from quebra.grid.cells import Cell, GridAnswer, as_rows
from quebra.papers.kojun_backtracking.engine import Former, PaperBoard, search


@dataclass(frozen=True)
class Ideas:
    """What a variant does differently from the report, where all but `beside` are False.

    `beside` removes numbers set beside a cell, and not only those of its region. `repeat` reduces
    until no list changes. `empty` gives a branch up at an empty list, and `rules` as soon as the
    numbers that are set break a rule.
    """

    beside: bool = True
    repeat: bool = False
    empty: bool = False
    rules: bool = False


VARIANTS: Mapping[str, Ideas] = {
    "region only": Ideas(beside=False),
    "paper": Ideas(),
    "empty": Ideas(empty=True),
    "fixpoint": Ideas(repeat=True),
    "rules": Ideas(rules=True),
    "empty, fixpoint": Ideas(empty=True, repeat=True),
    "all three": Ideas(empty=True, repeat=True, rules=True),
}


def solve(ideas: Ideas, puzzle: Kojun, budget: Budget) -> Iterator[GridAnswer]:
    """All solutions by a variant.

    >>> board = Kojun(regions=(("a", "a"), ("b", "b")), givens=((2, 0), (0, 0)))
    >>> [answer.grid for answer in solve(Ideas(empty=True), board, Budget())]
    [((2, 1), (1, 2))]
    """
    return search(puzzle, VariantBoard(puzzle, ideas), budget)


class VariantBoard(PaperBoard):
    """The lists of a board, with the ideas of a variant."""

    def __init__(self, puzzle: Kojun, ideas: Ideas) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle
        self.ideas = ideas

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        return super().neighbours(cell) if self.ideas.beside else iter(())

    def reduce(self) -> Former:
        former = super().reduce()
        changed = self.ideas.repeat
        while changed:
            again = super().reduce()
            changed = any(self.values[cell] != values for cell, values in again.items())
            former = again | former
        return former

    def is_given_up(self) -> bool:
        if self.ideas.empty and not all(self.values.values()):
            return True
        return self.ideas.rules and any(
            violation.code != "blank" for violation in check(self.puzzle, self._numbers())
        )

    def _numbers(self) -> GridAnswer:
        """The numbers that are set, as an attempt."""
        rows, cols = self.size
        grid = [[0] * cols for _ in range(rows)]
        for (r, c), values in self.values.items():
            grid[r][c] = values[0] if len(values) == 1 else 0
        return GridAnswer(grid=as_rows(grid))
