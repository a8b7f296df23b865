"""The paper's method for Symmetry: an automaton with a counter for each line, and labelling.

Its model, in SICStus Prolog, reads each line in both directions. A reading begins with the counter
0; a shape s changes it from C to C * 10 + s, and a blank leaves it unchanged. Both readings must
end with the same counter. Here the same model has propagation like that of such an automaton (see
`counters.py`).

Statistics are those of SICStus: a backtrack is a contradiction that propagation finds; constraints
are elementary ones. For each reading, cell and value there are three (cell = v if and only if B,
signature = v if and only if B, and the step of the counter for the signature v), and for each line
the equality of its two last counters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.engine.kernels import Ended
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.grid.cells import GridAnswer, as_rows
from quebra.papers.symmetry_clp.counters import Numbers, counter_bounds, narrow_line
from quebra.papers.symmetry_clp.strategies import READINGS, Strategy, least

ROUNDS = 500
"""Rounds of propagation on a line between two checks of the budget."""


def count_constraints(rows: int, cols: int, values: int = 4) -> int:
    """The number of elementary constraints of the model."""
    return 3 * values * READINGS * rows * cols + rows + cols


class Labelling:
    """The paper's model of a board, and its search."""

    def __init__(self, puzzle: Symmetry, budget: Budget) -> None:
        self.budget = budget
        self.rows, self.cols = puzzle.size
        self.values = puzzle.shapes + 1
        everything = (1 << self.values) - 1
        clues = np.array(puzzle.clues, np.int64).ravel()
        self.domains: Numbers = np.where(clues == EMPTY, everything, 1 << np.maximum(clues, 0))
        grid = np.arange(len(clues)).reshape(puzzle.size)
        self.lines: list[Numbers] = [*grid, *map(np.ascontiguousarray, grid.T)]
        budget.stats["backtracks"] = 0
        budget.stats["constraints"] = count_constraints(*puzzle.size, self.values)

    def solutions(self, strategy: Strategy, source: Source) -> Iterator[GridAnswer]:
        """All solutions, depth first; only the value order `random` uses the source."""
        waiting: list[tuple[Numbers, Sequence[int]]] = [(self.domains, range(len(self.lines)))]
        while waiting:
            domains, lines = waiting.pop()
            self.budget.spend()
            if not self._propagate(domains, lines):
                self.budget.stats["backtracks"] += 1
                continue
            open_cells = {
                cell: domain for cell, domain in enumerate(domains.tolist()) if domain & domain - 1
            }
            if not open_cells:
                yield self._answer(domains)
                continue
            cell = min(open_cells, key=lambda cell: strategy.variable_order(open_cells[cell]))
            for part in reversed(strategy.value_order(open_cells[cell], source)):
                tried = domains.copy()
                tried[cell] = part
                waiting.append((tried, self._lines_of(cell)))

    def _answer(self, domains: Numbers) -> GridAnswer:
        rows = self.lines[: self.rows]
        return GridAnswer(grid=as_rows(map(least, domains[row].tolist()) for row in rows))

    def _lines_of(self, cell: int) -> tuple[int, int]:
        return cell // self.cols, self.rows + cell % self.cols

    def _propagate(self, domains: Numbers, lines: Sequence[int]) -> bool:
        """Propagate from these lines; returns False on a contradiction."""
        waiting = dict.fromkeys(lines)
        while waiting:
            line = next(iter(waiting))
            cells = self.lines[line]
            before = domains[cells]
            if not self._narrow(cells, domains):
                return False
            for cell in cells[before != domains[cells]]:
                waiting.update(dict.fromkeys(self._lines_of(int(cell))))
            del waiting[line]
        return True

    def _narrow(self, cells: Numbers, domains: Numbers) -> bool:
        low, high = counter_bounds(len(cells), self.values)
        while (
            ended := narrow_line(cells, domains, self.values, low, high, ROUNDS)
        ) == Ended.PAUSED:
            self.budget.pause()
        return ended == Ended.FOUND
