"""The optimising search of Symmetry: branch and bound within a limit, with probing.

A guess saves the prices and bounds, and backtracking restores them. Before each guess the extra
costs of a value in its row and in its column are added up: values whose sum exceeds the room below
the limit are removed. A proof guesses where both branches are expected to raise the bound most, by
what guesses have raised it so far (pseudo-costs: Benichou et al., Experiments in Mixed-Integer
Linear Programming, 1971). `probe` finds the first of these figures by trying each value of each
cell before the search, and removes the values that it refutes (probing: Savelsbergh, Preprocessing
and Probing Techniques for Mixed Integer Programming Problems, 1994).

Runs in plain Python and compiled.
"""

from __future__ import annotations

from quebra.engine.kernels import Ended
from quebra.families.symmetry.solve.kernel import (
    DEPTH,
    NO_RESTART,
    RESTART_AFTER,
    SOLVED,
    SymmetryState,
    backtrack,
    fail,
    guess,
    undo,
)
from quebra.families.symmetry.solve.prices import (
    BEFORE,
    BOUND,
    DONE,
    DROPPED,
    INFINITE,
    LIMIT,
    NEW_GUESS,
    PROBED,
    PROBING,
    PROVES,
    SETTLED,
    TRIED,
    TURN,
    UNIT,
    Costs,
    bound_line,
    drop,
    find_slack,
    lower_bound,
    reset_bounds,
    step,
)

LEAST_GAIN = UNIT >> 6
"""Added to both expected gains of a guess, so that their product is never 0."""
MOST_GAIN = UNIT << 4
"""Larger expected gains count as this, so that products fit into 64 bits."""
WORTH_PROBING = 32
"""Cells are probed again if one of this many values was removed."""


def measure_slack(state: SymmetryState, costs: Costs) -> None:
    """Compute the bounds of all lines and the extra costs of all values at the current prices."""
    for line in range(state.rows + state.cols):
        find_slack(state, costs, line, bound_line(state, costs, line))


def drop_over_limit(state: SymmetryState, costs: Costs) -> bool:
    """Drop values whose extra costs in row and column exceed the limit; whether there are any."""
    values, lines = state.values, state.rows + state.cols
    area = state.rows * state.cols
    room = costs.at[LIMIT] - lower_bound(state, costs)
    dropped = False
    for cell in range(area):
        r, c = cell // state.cols, cell % state.cols
        if count_values(state, cell) > 1:
            for v in range(values):
                place = cell * values + v
                if (
                    state.bits[v * lines + r] >> c & 1
                    and costs.slack[place] + costs.slack[area * values + place] > room
                ):
                    drop(state, cell, v)
                    dropped = True
    return dropped


def count_values(state: SymmetryState, cell: int) -> int:
    """The number of values that a cell can hold."""
    r, c = cell // state.cols, cell % state.cols
    lines, count = state.rows + state.cols, 0
    for v in range(state.values):
        count += state.bits[v * lines + r] >> c & 1
    return count


def choose_cell(state: SymmetryState, costs: Costs) -> int:
    """The open cell to guess in; -1 if none is open.

    For a proof, it has the largest product of its two least expected gains; else the largest
    difference of its two least extra costs, which leads to solutions sooner. The first of the two
    values becomes the first of its order.
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
                gain = costs.slack[place] + costs.slack[area * values + place]
                if costs.at[PROVES]:
                    gain = max(gain, costs.gain[place])
                if gain < low:
                    low, second, cheapest = gain, low, v
                elif gain < second:
                    second = gain
        if count > 1:
            heavy = state.weight[r] + state.weight[state.rows + c]
            score = second - low
            if costs.at[PROVES]:
                score = (LEAST_GAIN + min(low, MOST_GAIN)) * (LEAST_GAIN + min(second, MOST_GAIN))
            if score > most or (
                score == most
                and (
                    heavy > heaviest or (heavy == heaviest and state.rank[cell] < state.rank[best])
                )
            ):
                best, most, heaviest = cell, score, heavy
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


def save_prices(costs: Costs, depth: int) -> None:
    """Save prices and bounds before a guess, if there is space for that depth."""
    prices, lines = len(costs.price), len(costs.least)
    first = depth * (prices + lines)
    if first + prices + lines <= len(costs.saved):
        for i in range(prices):
            costs.saved[first + i] = costs.price[i]
        for i in range(lines):
            costs.saved[first + prices + i] = costs.least[i]


def restore_prices(costs: Costs, depth: int) -> None:
    """Restore what was saved before a guess; without it, forget the bounds and keep the prices."""
    prices, lines = len(costs.price), len(costs.least)
    first = depth * (prices + lines)
    reset_bounds(costs)
    if first + prices + lines <= len(costs.saved):
        for i in range(prices):
            costs.price[i] = costs.saved[first + i]
        for i in range(lines):
            costs.least[i] = costs.saved[first + prices + i]


def guess_and_save(state: SymmetryState, costs: Costs, cell: int) -> None:
    """Fix a cell to the first value of its order that it can hold."""
    depth = state.at[DEPTH]
    save_prices(costs, depth)
    costs.guess_bound[depth] = lower_bound(state, costs)
    costs.at[NEW_GUESS] = 1
    costs.at[TURN], costs.at[BEFORE] = 0, -INFINITE
    guess(state, cell)


def learn(state: SymmetryState, costs: Costs, bound: int) -> None:
    """Note how much the last guess has raised the bound; newer figures count more."""
    if costs.at[NEW_GUESS]:
        costs.at[NEW_GUESS] = 0
        depth = state.at[DEPTH] - 1
        place = state.guess_cell[depth] * state.values + state.guess_value[depth]
        gain, known = max(0, bound - costs.guess_bound[depth]), costs.gain[place]
        costs.gain[place] = gain if known < 0 else (known + gain) // 2


def probe_next(state: SymmetryState, costs: Costs) -> bool:
    """Guess the next value of an open cell; False if all have been probed often enough."""
    values = state.values
    places = state.rows * state.cols * values
    while True:
        place = costs.at[PROBED]
        if place == places:
            if costs.at[DROPPED] * WORTH_PROBING <= costs.at[TRIED]:
                return False
            costs.at[PROBED], costs.at[DROPPED], costs.at[TRIED] = 0, 0, 0
            continue
        costs.at[PROBED] += 1
        cell, value = place // values, place % values
        held = state.bits[value * (state.rows + state.cols) + cell // state.cols]
        if held >> cell % state.cols & 1 and count_values(state, cell) > 1:
            state.order[cell * values] = value
            costs.at[TRIED] += 1
            guess_and_save(state, costs, cell)
            return True


def probe(state: SymmetryState, costs: Costs, work: int) -> int:
    """Try the values of all cells, with at most `work` revisions or pricings.

    Values beyond the limit are dropped. Returns `Ended.FOUND` when all have been tried, and
    `Ended.EXHAUSTED` if there is no solution within the limit.
    """
    at = state.at
    while work > 0:
        if not at[DEPTH] and costs.at[SETTLED] and not probe_next(state, costs):
            return Ended.FOUND
        work -= 1
        line = step(state, costs)
        if line >= 0:
            learn(state, costs, costs.at[LIMIT] + UNIT)
            if not backtrack(state):
                return Ended.EXHAUSTED
            restore_prices(costs, 0)
            costs.at[SETTLED] = 0
            costs.at[DROPPED] += 1
        elif line == DONE and at[DEPTH]:
            learn(state, costs, lower_bound(state, costs))
            undo(state, 0)
            restore_prices(costs, 0)
        elif line == DONE:
            work -= state.rows + state.cols
            measure_slack(state, costs)
            costs.at[SETTLED] = 0 if drop_over_limit(state, costs) else 1
    return Ended.PAUSED


def advance(state: SymmetryState, costs: Costs) -> bool:
    """Drop values, or else guess, after the sweeps; True for a solution within the limit."""
    measure_slack(state, costs)
    low = lower_bound(state, costs)
    if not state.at[DEPTH]:
        costs.at[BOUND] = max(costs.at[BOUND], low)
    if drop_over_limit(state, costs):
        return False
    cell = choose_cell(state, costs)
    if cell >= 0:
        guess_and_save(state, costs, cell)
        return False
    if total_cost(state, costs) <= costs.at[LIMIT]:
        return True
    reset_bounds(costs)
    return False


def search_within_limit(state: SymmetryState, costs: Costs, work: int) -> int:
    """Search on for a solution within the limit, with at most `work` revisions or pricings."""
    at = state.at
    if costs.at[PROBING]:
        ended = probe(state, costs, work)
        if ended != Ended.FOUND:
            return ended
        costs.at[PROBING] = 0
    if at[SOLVED]:
        at[SOLVED], at[RESTART_AFTER] = 0, NO_RESTART
        if not backtrack(state):
            return Ended.EXHAUSTED
        restore_prices(costs, at[DEPTH])
    while work > 0:
        work -= 1
        line = step(state, costs)
        if line >= 0:
            learn(state, costs, costs.at[LIMIT] + UNIT)
            if not fail(state, line):
                return Ended.EXHAUSTED
            restore_prices(costs, at[DEPTH])
        elif line == DONE:
            learn(state, costs, lower_bound(state, costs))
            work -= state.rows + state.cols
            if advance(state, costs):
                at[SOLVED] = 1
                return Ended.FOUND
    return Ended.PAUSED
