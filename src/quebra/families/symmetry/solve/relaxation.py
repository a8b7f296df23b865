"""Prices from the linear relaxation, which make the bound of `prices` the best one possible.

A line is a flow through its parts, from the whole line inwards: each arc puts a blank at one end of
a part, or equal shapes at both. Row and column of a cell use each shape equally often, and the dual
value of that equation is the share of the shape's cost that the column pays. Errors of floating
point only make prices a little worse: bounds are computed from them in integers.
"""

from __future__ import annotations

from collections import defaultdict

from quebra.engine.budget import Budget
from quebra.engine.highs import relaxation_duals
from quebra.engine.program import Program
from quebra.families.symmetry.model import EMPTY
from quebra.families.symmetry.solve.kernel import SymmetryState
from quebra.families.symmetry.solve.prices import UNIT

MAX_PARTS = 80_000
"""Parts of lines for which the interior point method takes seconds; a board of 30x30 has 54,000."""

Part = tuple[int, int]
"""The first cell of a part of a line, and the one after its last."""


def relaxed_prices(state: SymmetryState, sign: int, budget: Budget) -> list[int]:
    """The row's share of the cost of each value of each cell; empty where that takes too long.

    A shape costs `sign`. All lines of the state must have been narrowed.
    """
    lines = state.rows + state.cols
    if sum(len(_cells(state, line)) ** 2 for line in range(lines)) > MAX_PARTS:
        return []
    flow = _Flow(state, sign)
    for line in range(lines):
        budget.pause()
        flow.add_line(line)
    first = flow.program.rows
    for uses in flow.uses.values():
        flow.program.add_row(uses, low=0, high=0)
    flow.program.minimise(flow.costs)
    duals = relaxation_duals(flow.program, budget)
    prices = ([0] + [sign * UNIT // 2] * (state.values - 1)) * (state.rows * state.cols)
    for place, dual in zip(flow.uses, duals[first:], strict=True) if duals else ():
        prices[place] = round((sign - dual) * UNIT)
    return prices


def _cells(state: SymmetryState, line: int) -> list[tuple[int, list[int]]]:
    """The cells of a line that can hold a shape, and their values."""
    rows, cols, lines = state.rows, state.cols, state.rows + state.cols
    found = []
    for i in range(cols if line < rows else rows):
        held = [v for v in range(state.values) if state.bits[v * lines + line] >> i & 1]
        if held != [EMPTY]:
            found.append((line * cols + i if line < rows else i * cols + line - rows, held))
    return found


class _Flow:
    """A program in which each line has a flow."""

    def __init__(self, state: SymmetryState, sign: int) -> None:
        self.state = state
        self.sign = sign
        self.program = Program()
        self.costs: dict[int, int] = {}
        self.uses: dict[int, list[tuple[float, int]]] = defaultdict(list)
        """For each shape of each cell the arcs of its row, and less those of its column."""

    def add_line(self, line: int) -> None:
        """Add the flow of a line; only parts that have a completion are in it."""
        cells = _cells(self.state, line)
        completed = _completed(cells)
        side = 1 if line < self.state.rows else -1
        entering: dict[Part, list[int]] = {(0, len(cells)): []}
        for length in range(len(cells), 0, -1):
            for i in range(len(cells) - length + 1):
                part = i, i + length
                if part not in entering:
                    continue
                leaving = []
                for value, used, inner in _moves(cells, part):
                    if inner not in completed:
                        continue
                    arc = self.program.add_number("")
                    leaving.append(arc)
                    if inner[0] < inner[1]:
                        entering.setdefault(inner, []).append(arc)
                    if value != EMPTY:
                        self._use(arc, value, used, side)
                into = entering[part]
                through = 0 if into else 1
                terms = [*((1, arc) for arc in leaving), *((-1, arc) for arc in into)]
                self.program.add_row(terms, low=through, high=through)

    def _use(self, arc: int, value: int, used: list[int], side: int) -> None:
        for cell in used:
            self.uses[cell * self.state.values + value].append((side, arc))
        if side > 0:
            self.costs[arc] = self.sign * len(used)


def _completed(cells: list[tuple[int, list[int]]]) -> set[Part]:
    """The parts of a line that can be completed."""
    found = {(i, i) for i in range(len(cells) + 1)}
    for length in range(1, len(cells) + 1):
        for i in range(len(cells) - length + 1):
            part = i, i + length
            if any(inner in found for _, _, inner in _moves(cells, part)):
                found.add(part)
    return found


def _moves(cells: list[tuple[int, list[int]]], part: Part) -> list[tuple[int, list[int], Part]]:
    """What the ends of a part can hold: a value, the cells that hold it, and the part within."""
    i, j = part
    (left, held), (right, others) = cells[i], cells[j - 1]
    if j - i == 1:
        return [(value, [left], (j, j)) for value in held]
    moves: list[tuple[int, list[int], Part]] = []
    if EMPTY in held:
        moves.append((EMPTY, [left], (i + 1, j)))
    if EMPTY in others:
        moves.append((EMPTY, [right], (i, j - 1)))
    both = {*held} & {*others} - {EMPTY}
    return moves + [(value, [left, right], (i + 1, j - 1)) for value in sorted(both)]
