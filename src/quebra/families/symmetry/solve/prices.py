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

from quebra.engine.kernels import Ended
from quebra.families.symmetry.solve.kernel import (
    DEPTH,
    NO_RESTART,
    QUEUED,
    RESTART_AFTER,
    SOLVED,
    Ints,
    SymmetryState,
    backtrack,
    dequeue,
    enqueue,
    fail,
    guess,
    narrow,
    record,
)

UNIT = 1 << 20
INFINITE = 1 << 44

LIMIT, TURN, BEFORE, BOUND, COST_SLOTS = range(5)
"""Slots of `Costs.at`: the largest total cost wanted; the next line of the sweep; the bound before
the sweep; the best bound at depth 0; the number of slots."""

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
    here: Ints
    """Scratch space: the costs in one line, by cell and value."""
    inside: Ints
    outside: Ints
    """Scratch space: the least cost of each part of a line, and of everything around it."""
    least: Ints
    """The least cost of each line."""
    slack: Ints
    """For each cell and value the extra cost of its row with it; then the same for columns."""
    at: Ints


def load_costs(state: SymmetryState, costs: Costs, line: int) -> None:
    """Load the costs of one line into `here`; values that a cell cannot hold cost `INFINITE`."""
    rows, cols, values = state.rows, state.cols, state.values
    lines, upright = rows + cols, line >= rows
    size = rows if upright else cols
    for i in range(size):
        cell = i * cols + line - rows if upright else line * cols + i
        for v in range(values):
            cost = INFINITE
            if state.bits[v * lines + line] >> i & 1:
                cost = costs.price[cell * values + v]
                if upright:
                    cost = costs.cost[v] - cost
            costs.here[i * values + v] = cost


def find_inside_costs(costs: Costs, size: int, values: int) -> int:
    """Fill `inside` with the least cost of each part of a line, from cell i to j - 1.

    Returns the least cost of the whole line.
    """
    here, inside, wide = costs.here, costs.inside, size + 1
    for i in range(size + 1):
        inside[i * wide + i] = 0
    for i in range(size):
        least = INFINITE
        for v in range(values):
            least = min(least, here[i * values + v])
        inside[i * wide + i + 1] = least
    for m in range(2, size + 1):
        for i in range(size - m + 1):
            j = i + m - 1
            pair = INFINITE
            for v in range(1, values):
                pair = min(pair, here[i * values + v] + here[j * values + v])
            left = here[i * values] + inside[(i + 1) * wide + j + 1]
            right = here[j * values] + inside[i * wide + j]
            both = pair + inside[(i + 1) * wide + j]
            inside[i * wide + j + 1] = min(left, right, both)
    return inside[size]


def find_slack(costs: Costs, first: int, step: int, size: int, values: int) -> None:
    """Put the extra cost of a line with each value of each cell into `slack`, from `first` on."""
    here, inside, outside, slack = costs.here, costs.inside, costs.outside, costs.slack
    wide = size + 1
    whole = inside[size]
    for i in range(wide * wide):
        outside[i] = INFINITE
    for i in range(size):
        for v in range(values):
            slack[first + i * step + v] = INFINITE
    outside[size] = -whole
    for m in range(size, 1, -1):
        for i in range(size - m + 1):
            j = i + m - 1
            around = outside[i * wide + j + 1]
            if around >= INFINITE:
                continue
            left, right = first + i * step, first + j * step
            cost = around + here[i * values]
            place = (i + 1) * wide + j + 1
            outside[place] = min(outside[place], cost)
            slack[left] = min(slack[left], cost + inside[place])
            cost = around + here[j * values]
            place = i * wide + j
            outside[place] = min(outside[place], cost)
            slack[right] = min(slack[right], cost + inside[place])
            place = (i + 1) * wide + j
            for v in range(1, values):
                cost = around + here[i * values + v] + here[j * values + v]
                outside[place] = min(outside[place], cost)
                cost += inside[place]
                slack[left + v] = min(slack[left + v], cost)
                slack[right + v] = min(slack[right + v], cost)
    for i in range(size):
        around = outside[i * wide + i + 1]
        for v in range(values):
            place = first + i * step + v
            slack[place] = min(slack[place], around + here[i * values + v])


def lower_bound(state: SymmetryState, costs: Costs) -> int:
    """A lower bound on the cost of every solution."""
    low = 0
    for line in range(state.rows + state.cols):
        low += costs.least[line]
    return low


def drop(state: SymmetryState, line: int, i: int, value: int) -> None:
    """Remove a value from cell i of a line."""
    rows, lines = state.rows, state.rows + state.cols
    crossing, k = (rows + i, line) if line < rows else (i, line - rows)
    record(state, value * lines + line, state.bits[value * lines + line] & ~(1 << i))
    place = value * lines + crossing
    record(state, place, state.bits[place] & ~(1 << k))
    enqueue(state, crossing)


def price_line(state: SymmetryState, costs: Costs, line: int) -> bool:
    """Bound a line, drop values over the limit, and share its slack; False if no line fits."""
    rows, cols, values = state.rows, state.cols, state.values
    upright = line >= rows
    size = rows if upright else cols
    first = rows * cols * values + (line - rows) * values if upright else line * cols * values
    step = cols * values if upright else values
    load_costs(state, costs, line)
    costs.least[line] = find_inside_costs(costs, size, values)
    room = costs.at[LIMIT] - lower_bound(state, costs)
    if room < 0:
        return False
    find_slack(costs, first, step, size, values)
    for i in range(size):
        cell = i * cols + line - rows if upright else line * cols + i
        for v in range(values):
            slack = costs.slack[first + i * step + v]
            if slack >= INFINITE // 2:
                continue
            if slack > room:
                drop(state, line, i, v)
            share = slack // size
            costs.price[cell * values + v] += share if upright else -share
            costs.slack[first + i * step + v] -= share
    return True


def choose_by_regret(state: SymmetryState, costs: Costs) -> int:
    """The open cell whose second cheapest value costs most extra; -1 if none is open.

    The cheapest value of the cell becomes the first of its order.
    """
    values, lines = state.values, state.rows + state.cols
    area = state.rows * state.cols
    best, most, heaviest = 0, -1, -1
    for cell in range(area):
        r, c = cell // state.cols, cell % state.cols
        count, low, second, cheapest = 0, INFINITE * 4, INFINITE * 4, -1
        for v in range(values):
            if state.bits[v * lines + r] >> c & 1:
                count += 1
                place = cell * values + v
                cost = costs.slack[place] + costs.slack[area * values + place]
                if cost < low:
                    low, second, cheapest = cost, low, v
                elif cost < second:
                    second = cost
        if count > 1:
            heavy = state.weight[r] + state.weight[state.rows + c]
            if second - low > most or (
                second - low == most
                and (
                    heavy > heaviest or (heavy == heaviest and state.rank[cell] < state.rank[best])
                )
            ):
                best, most, heaviest = cell, second - low, heavy
                state.order[cell * values] = cheapest
    return best if most >= 0 else -1


def total_cost(state: SymmetryState, costs: Costs) -> int:
    """The cost of a board in which every cell has one value."""
    lines, paid = state.rows + state.cols, 0
    for v in range(state.values):
        for r in range(state.rows):
            for c in range(state.cols):
                paid += (state.bits[v * lines + r] >> c & 1) * costs.cost[v]
    return paid


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


def search_within_limit(state: SymmetryState, costs: Costs, work: int) -> int:
    """Search on for a solution within the limit, with at most `work` revisions or pricings."""
    at = state.at
    if at[SOLVED]:
        at[SOLVED], at[RESTART_AFTER] = 0, NO_RESTART
        if not backtrack(state):
            return Ended.EXHAUSTED
        reset_bounds(costs)
    while work > 0:
        work -= 1
        line = step(state, costs)
        if line >= 0:
            if not fail(state, line):
                return Ended.EXHAUSTED
            reset_bounds(costs)
        elif line == DONE:
            cell = choose_by_regret(state, costs)
            if cell >= 0:
                guess(state, cell)
            elif total_cost(state, costs) <= costs.at[LIMIT]:
                at[SOLVED] = 1
                return Ended.FOUND
            else:
                reset_bounds(costs)
    return Ended.PAUSED
