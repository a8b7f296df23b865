"""How few shapes, or how many: bounds from prices, by which rows and columns share the costs.

Every cell belongs to a row and to a column. Its cost is split between the two, and then each line
is completed as cheaply as it can be, on its own; the sum is a lower bound whatever the prices are.
A line hands over what it does not need: for each value of a cell, a part of how much dearer the
line becomes with it. That never lowers the bound, and in the limit it is about as good as linear
programming can do. The same differences tell which values no solution within the limit can have.

Costs are whole numbers, `UNIT` a shape, so that every bound is exact. Runs plain and compiled,
like the kernel.
"""

from __future__ import annotations

from typing import NamedTuple

from quebra.families.symmetry.solve.kernel import (
    DEPTH,
    EXHAUSTED,
    FOREVER,
    FOUND,
    PATIENCE,
    PAUSED,
    QUEUED,
    SOLVED,
    Ints,
    State,
    fail,
    guess,
    narrow,
    next_line,
    record,
    retreat,
    wait,
)

UNIT = 1 << 20
INFINITE = 1 << 44

LIMIT, TURN, BEFORE, BOUND = range(4)
"""The places of `Costs.at`: the dearest total that is wanted, the line whose turn it is, the bound
before the sweep and the best bound while nothing was guessed."""

ROOT_GAIN = UNIT >> 9
NODE_GAIN = UNIT >> 4
"""A sweep over all lines that raises the bound by less is the last, before and after guesses."""


class Costs(NamedTuple):
    """What goes with a `State` when shapes are counted."""

    cost: Ints
    """What a cell costs, by value."""
    price: Ints
    """For each cell and value the share of the row; the column has the rest."""
    here: Ints
    """Room for `weigh`: the costs in one line, by cell and value."""
    inside: Ints
    outside: Ints
    """Room for `weigh`: the least cost of a part of a line, and of all around it."""
    least: Ints
    """The least cost of each line."""
    slack: Ints
    """For each cell and value how much dearer its row is with it; then the same for columns."""
    at: Ints


def load(state: State, costs: Costs, line: int) -> None:
    """The costs in one line; what is impossible is infinite."""
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


def complete(costs: Costs, size: int, values: int) -> int:
    """The least cost of each part of a line, from cell i up to before j; and of the whole."""
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


def surround(costs: Costs, first: int, step: int, size: int, values: int) -> None:
    """How much dearer a line is with each value, put into `slack` from `first` on."""
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


def bound(state: State, costs: Costs) -> int:
    """What any solution costs at least."""
    total = 0
    for line in range(state.rows + state.cols):
        total += costs.least[line]
    return total


def drop(state: State, line: int, i: int, value: int) -> None:
    """Take a value away from cell i of a line."""
    rows, lines = state.rows, state.rows + state.cols
    crossing, k = (rows + i, line) if line < rows else (i, line - rows)
    record(state, value * lines + line, state.bits[value * lines + line] & ~(1 << i))
    place = value * lines + crossing
    record(state, place, state.bits[place] & ~(1 << k))
    wait(state, crossing)


def weigh(state: State, costs: Costs, line: int) -> bool:
    """Bound a line, drop what is too dear, and share the rest; False if nothing can be."""
    rows, cols, values = state.rows, state.cols, state.values
    upright = line >= rows
    size = rows if upright else cols
    first = rows * cols * values + (line - rows) * values if upright else line * cols * values
    step = cols * values if upright else values
    load(state, costs, line)
    costs.least[line] = complete(costs, size, values)
    room = costs.at[LIMIT] - bound(state, costs)
    if room < 0:
        return False
    surround(costs, first, step, size, values)
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


def regret(state: State, costs: Costs) -> int:
    """The open cell that would cost most if its cheapest value were wrong; -1 if none is open.

    Its cheapest value is put first into its order.
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


def total(state: State, costs: Costs) -> int:
    """What a board costs whose cells are all settled."""
    lines, paid = state.rows + state.cols, 0
    for v in range(state.values):
        for r in range(state.rows):
            for c in range(state.cols):
                paid += (state.bits[v * lines + r] >> c & 1) * costs.cost[v]
    return paid


def forget(costs: Costs) -> None:
    """After going back, no line's bound is known."""
    for line in range(len(costs.least)):
        costs.least[line] = -INFINITE
    costs.at[TURN] = 0
    costs.at[BEFORE] = -INFINITE


def gained(state: State, costs: Costs) -> bool:
    """Whether the sweep that ended raised the bound by so much that another is worth it."""
    low, before = bound(state, costs), costs.at[BEFORE]
    costs.at[TURN], costs.at[BEFORE] = 0, low
    if state.at[DEPTH]:
        return low - before >= NODE_GAIN
    costs.at[BOUND] = max(costs.at[BOUND], low)
    return low - before >= ROOT_GAIN


def step(state: State, costs: Costs) -> int:
    """Revise or weigh the next line; the line if it fails, -1 if not, -2 if all is done."""
    if state.at[QUEUED]:
        line = next_line(state)
        return -1 if narrow(state, line) else line
    line = costs.at[TURN]
    if line < state.rows + state.cols:
        costs.at[TURN] += 1
        return -1 if weigh(state, costs, line) else line
    return -1 if gained(state, costs) else -2


def cheapen(state: State, costs: Costs, work: int) -> int:
    """Go on until a solution within the limit, the end, or the work, in lines, is done."""
    at = state.at
    if at[SOLVED]:
        at[SOLVED], at[PATIENCE] = 0, FOREVER
        if not retreat(state):
            return EXHAUSTED
        forget(costs)
    while work > 0:
        work -= 1
        line = step(state, costs)
        if line >= 0:
            if not fail(state, line):
                return EXHAUSTED
            forget(costs)
        elif line == -2:
            cell = regret(state, costs)
            if cell >= 0:
                guess(state, cell)
            elif total(state, costs) <= costs.at[LIMIT]:
                at[SOLVED] = 1
                return FOUND
            else:
                forget(costs)
    return PAUSED
