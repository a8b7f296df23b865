"""The engine `paper` of Kojun: section "Solução Proposta" of the report, with its figure 3.

Each cell has a list of values. The search takes the first cell, in reading order, that has several,
and for each of these values makes a board on which it is the only one. `possibleChoices` then
removes from every list with several values those already set in its region or a neighbour, once. A
board on which every list has one value is checked by all rules; no branch is pruned before.
"""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.families.kojun.model import Kojun
from quebra.families.kojun.rules import check
from quebra.grid.cells import Cell, GridAnswer, as_rows, neighbours

Values = tuple[int, ...]
Former = dict[Cell, Values]
"""The values of cells before a choice."""

MAX_VALUES = 2_000_000
"""More values than this, over all cells, do not fit into memory."""


def paper(puzzle: Kojun, budget: Budget, *, goal: str, seed: int | None) -> Iterator[GridAnswer]:
    """The backtracking of the paper: the first open cell, reduced choices, rules at the end.

    The report stops at the first solution; here the search goes on. The seed has no effect.

    >>> board = Kojun(regions=(("a", "a"), ("b", "b")), givens=((2, 0), (0, 0)))
    >>> [answer.grid for answer in paper(board, Budget(), goal="any", seed=None)]
    [((2, 1), (1, 2))]
    """
    if sum(len(region) ** 2 for region in puzzle.region_cells) > MAX_VALUES:
        raise Cut("memory")
    yield from search(puzzle, PaperBoard(puzzle), budget)


def search(puzzle: Kojun, board: PaperBoard, budget: Budget) -> Iterator[GridAnswer]:
    """All solutions, by depth-first search on the lists of a board."""
    board.reduce()
    tried: list[tuple[Cell, Iterator[int], Former]] = []
    while True:
        budget.spend()
        if board.is_given_up():
            pass
        elif cell := board.first_open():
            tried.append((cell, iter(board.values[cell]), {}))
        elif (answer := board.answer()) and not check(puzzle, answer):
            yield answer
        while tried:
            cell, choices, former = tried.pop()
            board.values.update(former)
            if value := next(choices, 0):
                tried.append((cell, choices, board.choose(cell, value)))
                break
        else:
            return


class PaperBoard:
    """The values of each cell, in reading order.

    >>> board = PaperBoard(Kojun(regions=(("a", "a", "a"),), givens=((1, 0, 0),)))
    >>> board.values
    {(0, 0): (1,), (0, 1): (1, 2, 3), (0, 2): (1, 2, 3)}
    >>> board.reduce()
    {(0, 1): (1, 2, 3), (0, 2): (1, 2, 3)}
    >>> board.first_open(), board.values[0, 1]
    ((0, 1), (2, 3))
    """

    def __init__(self, puzzle: Kojun) -> None:
        self.size = puzzle.size
        self.regions = puzzle.region_cells
        self.region_of = {
            cell: number for number, region in enumerate(self.regions) for cell in region
        }
        self.values: dict[Cell, Values] = {}
        for r, c in sorted(self.region_of):
            given = puzzle.givens[r][c]
            every = range(1, len(self.regions[self.region_of[r, c]]) + 1)
            self.values[r, c] = (given,) if given else tuple(every)

    def first_open(self) -> Cell | None:
        """The first cell with several values (`firstWithPossibles`)."""
        return next((cell for cell, values in self.values.items() if len(values) > 1), None)

    def is_given_up(self) -> bool:
        """Whether no choice is tried on this board; in the report, all are."""
        return False

    def choose(self, cell: Cell, value: int) -> Former:
        """Set a cell and reduce the others; returns the former values."""
        former = {cell: self.values[cell]}
        self.values[cell] = (value,)
        return former | self.reduce()

    def reduce(self) -> Former:
        """Remove values already set in the region or a neighbour from open cells, in one pass.

        Returns the former values of the cells that changed.
        """
        in_region = [{n for cell in region for n in self._set(cell)} for region in self.regions]
        reduced = {}
        for cell, values in self.values.items():
            if len(values) > 1:
                in_neighbours = {n for other in self.neighbours(cell) for n in self._set(other)}
                taken = in_region[self.region_of[cell]] | in_neighbours
                reduced[cell] = tuple(value for value in values if value not in taken)
        former = {cell: self.values[cell] for cell in reduced}
        self.values.update(reduced)
        return former

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """The cells beside a cell, whose numbers are removed from its list."""
        return neighbours(cell, *self.size)

    def answer(self) -> GridAnswer | None:
        """The answer if every cell has one value, else None."""
        if any(len(values) != 1 for values in self.values.values()):
            return None
        grid = [[0] * self.size[1] for _ in range(self.size[0])]
        for (r, c), values in self.values.items():
            grid[r][c] = values[0]
        return GridAnswer(grid=as_rows(grid))

    def _set(self, cell: Cell) -> Values:
        values = self.values.get(cell, ())
        return values if len(values) == 1 else ()
