"""Random regions that have a filling: grown cell by cell, and regrown where there is none."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.contract.errors import NotFound
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.kojun.model import Kojun, Order
from quebra.families.kojun.solve import solutions
from quebra.families.kojun.solve.board import KojunBoard
from quebra.families.kojun.solve.propagate import KojunState
from quebra.grid.cells import Cell, Rows, cells, neighbours
from quebra.i18n.text import Text

SMALLEST_REGION = 2
REPAIRS = 400
"""Regions that are regrown before a new board is started."""
TRIES = 50
"""Boards that are started before the generator gives up."""


def filled_board(
    size: tuple[int, int],
    largest: int,
    source: Source,
    budget: Budget,
    order: Order = "adjacent",
) -> tuple[Kojun, Rows[int]]:
    """A puzzle with random regions and no givens, and a random solution of it."""
    for _ in range(TRIES):
        patches = Patchwork(size, largest, source)
        for _ in range(REPAIRS):
            budget.pause()
            puzzle = patches.puzzle(order)
            filling, misfit = _fill(puzzle, source, budget)
            if filling is not None:
                return puzzle, filling
            patches.regrow(puzzle.region_cells[misfit][0])
    raise NotFound(
        Text("No board of {rows} x {cols} cells could be filled.", rows=size[0], cols=size[1])
    )


def _fill(puzzle: Kojun, source: Source, budget: Budget) -> tuple[Rows[int] | None, int]:
    """A random filling and -1, or None and the number of a region to regrow."""
    board = KojunBoard(puzzle)
    state = KojunState(board)
    misfit = state.propagate()
    if misfit >= 0:
        return None, misfit
    values = next(solutions(state, budget, source), None)
    if values is None:
        return None, source.below(len(board.regions))
    return board.answer(values).grid, -1


class Patchwork:
    """A rectangle cut into connected regions at random.

    >>> patches = Patchwork((4, 4), 5, Source(1))
    >>> min(len(region) for region in patches.puzzle().region_cells) > 1
    True
    """

    def __init__(self, size: tuple[int, int], largest: int, source: Source) -> None:
        self.size = size
        self.largest = largest
        self.source = source
        self.owner: dict[Cell, int] = {}
        self.regions: dict[int, list[Cell]] = {}
        self._next = 0
        self._grow(cells(*size))

    def puzzle(self, order: Order = "adjacent") -> Kojun:
        """The regions as a board without givens."""
        rows, cols = self.size
        regions = tuple(tuple(self.owner[r, c] for c in range(cols)) for r in range(rows))
        return Kojun(regions=regions, givens=((0,) * cols,) * rows, order=order)

    def regrow(self, cell: Cell) -> None:
        """Dissolve the region of a cell and its neighbours, and fill their cells with new ones."""
        mine = self.owner[cell]
        around = {
            self.owner[cell] for member in self.regions[mine] for cell in self._neighbours(member)
        }
        freed = [member for label in sorted(around | {mine}) for member in self.regions.pop(label)]
        for member in freed:
            del self.owner[member]
        self._grow(freed)

    def _grow(self, free: Iterable[Cell]) -> None:
        strays = []
        for start in self.source.shuffled(sorted(free)):
            if start not in self.owner:
                region = self._region_from(start)
                if len(region) < SMALLEST_REGION:
                    strays.append(start)
        for stray in strays:
            self._join(stray)

    def _region_from(self, start: Cell) -> list[Cell]:
        label, self._next = self._next, self._next + 1
        wanted = SMALLEST_REGION + self.source.below(max(1, self.largest - SMALLEST_REGION + 1))
        region = self.regions[label] = [start]
        self.owner[start] = label
        frontier = self._free(start)
        while frontier and len(region) < wanted:
            cell = frontier.pop(self.source.below(len(frontier)))
            if cell not in self.owner:
                region.append(cell)
                self.owner[cell] = label
                frontier.extend(self._free(cell))
        return region

    def _join(self, stray: Cell) -> None:
        """Merge a region of one cell with its smallest neighbour: many 1s leave no filling."""
        labels = {self.owner[cell] for cell in self._neighbours(stray)} - {self.owner[stray]}
        if len(self.regions[self.owner[stray]]) < SMALLEST_REGION and labels:
            label = min(labels, key=lambda each: (len(self.regions[each]), each))
            del self.regions[self.owner[stray]]
            self.owner[stray] = label
            self.regions[label].append(stray)

    def _neighbours(self, cell: Cell) -> list[Cell]:
        return list(neighbours(cell, *self.size))

    def _free(self, cell: Cell) -> list[Cell]:
        return [other for other in self._neighbours(cell) if other not in self.owner]
