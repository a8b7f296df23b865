"""The optimising kernel of Symmetry: lower bounds from costs that rows and columns share.

The cost of a cell is split between its row and its column, and each line is completed at least cost
on its own; the sum over all lines is a lower bound for every split. A line gives away what it does
not need: for each value of a cell, a share of the extra cost of the line with that value. That
never lowers the bound. It is dual ascent on the linear relaxation (soft arc consistency: Cooper, de
Givry, Sanchez, Schiex, Zytnicki and Werner, Soft Arc Consistency Revisited, 2010). The extra costs
come from an inside and an outside pass over all parts of a line, and values whose extra cost
exceeds the remaining gap are removed (Focacci, Lodi and Milano, Cost-Based Domain Filtering, 1999).

Costs are integers, `UNIT` for a shape, so that every bound is exact. Runs in plain Python and
compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from quebra.families.symmetry.solve.kernel import (
    DEPTH,
    QUEUED,
    Ints,
    SymmetryState,
    dequeue,
    enqueue,
    narrow,
    record,
)

UNIT = 1 << 20
INFINITE = 1 << 44

LIMIT, TURN, BEFORE, BOUND, BASE, OPEN, PROVES, NEW_GUESS = range(8)
PROBING, SETTLED, PROBED, TRIED, DROPPED, COST_SLOTS = range(8, 14)
"""Slots of `Costs.at`: the largest total cost wanted; the next line of the sweep; the bound before
the sweep; the best bound at depth 0; of the line loaded last the cost of its blank cells, and how
many are open; whether guesses are to prove that there is
no solution; whether the last guess has not been
learnt from; whether to probe first, and whether sweeps before it have ended; the next value to
probe; how many values were tried, and how many dropped; the number of slots."""

ROOT_GAIN = UNIT >> 9
NODE_GAIN = UNIT >> 4
"""Sweeps over all lines go on while each raises the bound by at least this: before any guess, and
after."""

DONE, UNFINISHED = -2, -1
"""Results of `step` other than a line that failed."""


class Costs(NamedTuple):
    """Costs that belong to a `SymmetryState`."""

    cost: Ints
    """Cost of each value."""
    price: Ints
    """For each cell and value the row's share of the cost; the column pays the remainder."""
    wide: int
    """Length of the rows of the following tables: more than the cells of a line."""
    cell: Ints
    here: Ints
    """Scratch space: cells of one line, and its costs by value and cell."""
    inside: Ints
    outside: Ints
    pair: Ints
    """Scratch space: the least cost of each part of a line, of everything around it, and of a pair
    of shapes at its ends; by length and first cell."""
    extra: Ints
    """Scratch space: the extra cost of a line with each value of a cell, by value and cell."""
    least: Ints
    """The least cost of each line."""
    slack: Ints
    """For each cell and value the extra cost of its row with it; then the same for columns."""
    gain: Ints
    """For each cell and value how much it raised the bound as a guess; -1 if not known."""
    saved: Ints
    """For each of the first guesses the prices and bounds of lines before it."""
    guess_bound: Ints
    """For each guess the bound before it."""
    at: Ints

    @property
    def from_start(self) -> bool:
        """Kernels have no negative index for these sequences: see `engine.native`."""
        return True


def load_costs(state: SymmetryState, costs: Costs, line: int) -> int:
    """Load the costs of the cells of a line that can hold a shape; returns their number.

    `cell` says which they are. Values that a cell cannot hold cost `INFINITE`. The cost of the
    other cells, which are blank, goes into `at[BASE]`, and the number of open cells into
    `at[OPEN]`.
    """
    rows, cols, values = state.rows, state.cols, state.values
    lines, upright = rows + cols, line >= rows
    shapes = 0
    for v in range(1, values):
        shapes |= state.bits[v * lines + line]
    wide, count, opened, base = costs.wide, 0, 0, 0
    for i in range(rows if upright else cols):
        cell = i * cols + line - rows if upright else line * cols + i
        if not shapes >> i & 1:
            price = costs.price[cell * values]
            base += costs.cost[0] - price if upright else price
            continue
        held = 0
        for v in range(values):
            cost = INFINITE
            if state.bits[v * lines + line] >> i & 1:
                held += 1
                cost = costs.price[cell * values + v]
                if upright:
                    cost = costs.cost[v] - cost
            costs.here[v * wide + count] = cost
        costs.cell[count] = cell
        count += 1
        if held > 1:
            opened += 1
    costs.at[BASE], costs.at[OPEN] = base, opened
    return count


def find_inside_costs(costs: Costs, size: int, values: int) -> int:
    """Fill `inside` with the least cost of each part of a line, by length and first cell.

    Returns the least cost of the whole line. Loops go along the cells, so that they can be
    vectorised.
    """
    here, inside, pair, wide = costs.here, costs.inside, costs.pair, costs.wide
    for i in range(size + 1):
        inside[i] = 0
    for i in range(size):
        inside[wide + i] = here[i]
    for v in range(1, values):
        for i in range(size):
            inside[wide + i] = min(inside[wide + i], here[v * wide + i])
    for m in range(2, size + 1):
        row, above, last = m * wide, (m - 1) * wide, m - 1
        for i in range(size - last):
            pair[row + i] = here[wide + i] + here[wide + last + i]
        for v in range(2, values):
            first, second = v * wide, v * wide + last
            for i in range(size - last):
                pair[row + i] = min(pair[row + i], here[first + i] + here[second + i])
        for i in range(size - last):
            inside[row + i] = min(
                min(here[i] + inside[above + i + 1], here[last + i] + inside[above + i]),
                pair[row + i] + inside[above - wide + i + 1],
            )
    return inside[size * wide] + costs.at[BASE]


def find_outside_costs(costs: Costs, size: int) -> None:
    """Fill `outside` with the least cost around each part of a line, less that of the line."""
    here, outside, pair, wide = costs.here, costs.outside, costs.pair, costs.wide
    outside[size * wide] = -costs.inside[size * wide]
    for m in range(size - 1, 0, -1):
        row, below = m * wide, (m + 1) * wide
        outside[row] = INFINITE
        for i in range(size - m):
            outside[row + i + 1] = outside[below + i] + here[i]
        for i in range(size - m):
            outside[row + i] = min(outside[row + i], outside[below + i] + here[m + i])
        for i in range(size - m - 1):
            outside[row + i + 1] = min(
                outside[row + i + 1], outside[below + wide + i] + pair[below + wide + i]
            )


def find_extra_costs(costs: Costs, size: int, values: int) -> None:
    """Fill `extra` with the extra cost of a line with each value of each cell."""
    here, inside, outside, extra = costs.here, costs.inside, costs.outside, costs.extra
    wide = costs.wide
    for v in range(values):
        for i in range(size):
            extra[v * wide + i] = outside[wide + i] + here[v * wide + i]
    for m in range(2, size + 1):
        row, above, last = m * wide, (m - 1) * wide, m - 1
        for i in range(size - last):
            extra[i] = min(extra[i], outside[row + i] + here[i] + inside[above + i + 1])
        for i in range(size - last):
            extra[last + i] = min(
                extra[last + i], outside[row + i] + here[last + i] + inside[above + i]
            )
        for v in range(1, values):
            first, second = v * wide, v * wide + last
            for i in range(size - last):
                extra[first + i] = min(
                    extra[first + i],
                    outside[row + i]
                    + here[first + i]
                    + here[second + i]
                    + inside[above - wide + i + 1],
                )
            for i in range(size - last):
                extra[second + i] = min(
                    extra[second + i],
                    outside[row + i]
                    + here[first + i]
                    + here[second + i]
                    + inside[above - wide + i + 1],
                )


def bound_line(state: SymmetryState, costs: Costs, line: int) -> int:
    """Compute the least cost of a line; returns the number of cells that can hold a shape."""
    size = load_costs(state, costs, line)
    costs.least[line] = find_inside_costs(costs, size, state.values)
    return size


def find_slack(state: SymmetryState, costs: Costs, line: int, size: int) -> None:
    """Put the extra cost of a bounded line with each value of its cells into `slack`."""
    values, wide = state.values, costs.wide
    find_outside_costs(costs, size)
    find_extra_costs(costs, size, values)
    first = state.rows * state.cols * values if line >= state.rows else 0
    for k in range(size):
        place = first + costs.cell[k] * values
        for v in range(values):
            costs.slack[place + v] = costs.extra[v * wide + k]


def lower_bound(state: SymmetryState, costs: Costs) -> int:
    """A lower bound on the cost of every solution."""
    low = 0
    for line in range(state.rows + state.cols):
        low += costs.least[line]
    return low


def drop(state: SymmetryState, cell: int, value: int) -> None:
    """Remove a value from a cell."""
    r, c = cell // state.cols, cell % state.cols
    lines = state.rows + state.cols
    row, column = value * lines + r, value * lines + state.rows + c
    record(state, row, state.bits[row] & ~(1 << c))
    record(state, column, state.bits[column] & ~(1 << r))
    enqueue(state, r)
    enqueue(state, state.rows + c)


def price_line(state: SymmetryState, costs: Costs, line: int) -> bool:
    """Bound a line, drop values over the limit, and share its slack; False if no line fits."""
    values = state.values
    size = bound_line(state, costs, line)
    room = costs.at[LIMIT] - lower_bound(state, costs)
    if room < 0:
        return False
    if not costs.at[OPEN]:
        return True
    find_slack(state, costs, line, size)
    upright = line >= state.rows
    first = state.rows * state.cols * values if upright else 0
    for k in range(size):
        place = costs.cell[k] * values
        for v in range(values):
            slack = costs.slack[first + place + v]
            if slack >= INFINITE // 2:
                continue
            if slack > room:
                drop(state, costs.cell[k], v)
            share = slack // costs.at[OPEN]
            costs.price[place + v] += share if upright else -share
            costs.slack[first + place + v] -= share
    return True


def reset_bounds(costs: Costs) -> None:
    """Forget the bounds of all lines after backtracking."""
    for line in range(len(costs.least)):
        costs.least[line] = -INFINITE
    costs.at[TURN] = 0
    costs.at[BEFORE] = -INFINITE


def sweep_gained(state: SymmetryState, costs: Costs) -> bool:
    """End a sweep; whether it raised the bound enough for another one."""
    low, before = lower_bound(state, costs), costs.at[BEFORE]
    costs.at[TURN], costs.at[BEFORE] = 0, low
    if state.at[DEPTH]:
        return low - before >= NODE_GAIN
    costs.at[BOUND] = max(costs.at[BOUND], low)
    return low - before >= ROOT_GAIN


def step(state: SymmetryState, costs: Costs) -> int:
    """Revise or price the next line; returns a line that failed, `UNFINISHED` or `DONE`."""
    if state.at[QUEUED]:
        line = dequeue(state)
        return UNFINISHED if narrow(state, line) else line
    line = costs.at[TURN]
    if line < state.rows + state.cols:
        costs.at[TURN] += 1
        return UNFINISHED if price_line(state, costs, line) else line
    return UNFINISHED if sweep_gained(state, costs) else DONE
