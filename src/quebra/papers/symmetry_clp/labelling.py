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

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from quebra.contract.random import Source
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.grid.candidates import bits
from quebra.grid.cells import Rows, as_rows
from quebra.papers.symmetry_clp.counters import Numbers, narrow_line

READINGS = 4
"""Readings of a cell: its row and its column, in two directions each."""

Domain = int
"""A set of values as bits."""


@dataclass(frozen=True)
class Run:
    """The result of labelling: a grid or None, which is a proof unless the search was cut."""

    grid: Rows[int] | None
    backtracks: int
    constraints: int
    cut: bool = False


class _OutOfTime(Exception):
    """The time limit was reached."""


def _least(domain: Domain) -> int:
    return (domain & -domain).bit_length() - 1


def _suspended(domain: Domain) -> int:
    """The number of suspended constraints of a cell: those on values still undecided."""
    return READINGS * domain.bit_count()


def _regret(domain: Domain) -> int:
    first, second = bits(domain)[:2]
    return second - first


VARIABLE_ORDERS: dict[str, Callable[[Domain], tuple[int, ...]]] = {
    "leftmost": lambda domain: (),
    "min": lambda domain: (_least(domain),),
    "ff": lambda domain: (domain.bit_count(),),
    "occurrence": lambda domain: (-_suspended(domain),),
    "ffc": lambda domain: (domain.bit_count(), -_suspended(domain)),
    "max_regret": lambda domain: (-_regret(domain),),
}
"""The key of each variable order; the leftmost cell with the least key is next."""


def _value_or_others(domain: Domain, value: int) -> list[Domain]:
    return [1 << value, domain & ~(1 << value)]


def _bisect(domain: Domain) -> list[Domain]:
    upper = -1 << ((_least(domain) + domain.bit_length() - 1) // 2 + 1)
    return [domain & ~upper, domain & upper]


def _median(domain: Domain) -> int:
    values = bits(domain)
    return values[(len(values) - 1) // 2]


def _middle(domain: Domain) -> int:
    ends = _least(domain) + domain.bit_length() - 1
    return min(bits(domain), key=lambda value: abs(2 * value - ends))


VALUE_ORDERS: dict[str, Callable[[Domain, Source], list[Domain]]] = {
    "step": lambda domain, _: _value_or_others(domain, _least(domain)),
    "enum": lambda domain, _: [1 << value for value in bits(domain)],
    "bisect": lambda domain, _: _bisect(domain),
    "median": lambda domain, _: _value_or_others(domain, _median(domain)),
    "middle": lambda domain, _: _value_or_others(domain, _middle(domain)),
    "random": lambda domain, source: _value_or_others(domain, source.choice(bits(domain))),
}
"""The parts into which each value order splits a domain, in the order of trial."""


class Labelling:
    """The paper's model of a board, and the search for its first solution."""

    def __init__(self, puzzle: Symmetry) -> None:
        self.rows, self.cols = puzzle.size
        self.values = puzzle.shapes + 1
        everything = (1 << self.values) - 1
        clues = np.array(puzzle.clues, np.int64).ravel()
        self.domains: Numbers = np.where(clues == EMPTY, everything, 1 << np.maximum(clues, 0))
        grid = np.arange(len(clues)).reshape(puzzle.size)
        self.lines: list[Numbers] = [*grid, *map(np.ascontiguousarray, grid.T)]
        self.constraints = 3 * self.values * READINGS * len(clues) + len(self.lines)

    def run(
        self, variable_order: str, value_order: str, seed: int = 0, seconds: float = math.inf
    ) -> Run:
        """Label until the first solution, the end of the search, or the CPU time limit."""
        self.variable_order = VARIABLE_ORDERS[variable_order]
        self.value_order = VALUE_ORDERS[value_order]
        self.source = Source(seed)
        self.deadline = time.process_time() + seconds
        self.backtracks = 0
        solution, cut = None, False
        try:
            domains = self.domains.copy()
            if self._propagate(domains, range(len(self.lines))):
                solution = self._label(domains)
        except _OutOfTime:
            cut = True
        grid = None if solution is None else self._grid(solution)
        return Run(grid, self.backtracks, self.constraints, cut)

    def _grid(self, domains: Numbers) -> Rows[int]:
        return as_rows(map(_least, domains[line].tolist()) for line in self.lines[: self.rows])

    def _label(self, domains: Numbers) -> Numbers | None:
        open_cells = {
            cell: domain for cell, domain in enumerate(domains.tolist()) if domain & domain - 1
        }
        if not open_cells:
            return domains
        cell = min(open_cells, key=lambda cell: self.variable_order(open_cells[cell]))
        for part in self.value_order(open_cells[cell], self.source):
            tried = domains.copy()
            tried[cell] = part
            if self._propagate(tried, self._lines_of(cell)):
                found = self._label(tried)
                if found is not None:
                    return found
        return None

    def _lines_of(self, cell: int) -> tuple[int, int]:
        return cell // self.cols, self.rows + cell % self.cols

    def _propagate(self, domains: Numbers, lines: Sequence[int]) -> bool:
        """Propagate from these lines; returns False and counts a backtrack on a contradiction."""
        waiting = dict.fromkeys(lines)
        while waiting:
            line = next(iter(waiting))
            cells = self.lines[line]
            before = domains[cells]
            if not narrow_line(cells, domains, self.values):
                self._count_backtrack()
                return False
            for cell in cells[before != domains[cells]]:
                waiting.update(dict.fromkeys(self._lines_of(int(cell))))
            del waiting[line]
        return True

    def _count_backtrack(self) -> None:
        self.backtracks += 1
        if time.process_time() > self.deadline:
            raise _OutOfTime
