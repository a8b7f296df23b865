"""The search itself, in a Python that runs twice: as it is on lists, and compiled on arrays.

A line is a row or a column. `bits[value * lines + line]` has one bit for each cell of the line,
set while the cell can hold the value (0 is blank), so one operation serves a whole line. Rows are
lines 0 to rows - 1 and columns follow; each cell is kept in both of its lines.

Only whole numbers are shifted and masked, and only tuples of flat sequences are handed about:
Python takes them as they are, and numba compiles the very same functions.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

Ints = MutableSequence[int]

EXHAUSTED, FOUND, PAUSED = 0, 1, 2
"""What a slice of the search ends with."""

TRAIL, QUEUED, FIRST, DEPTH, NODES, SOLVED, FAILED, FAILURES, PATIENCE, PLACES = range(10)
"""The places of `at`, which tells how far the search is; and how many they are."""

FIRST_PATIENCE = 30
"""Failures before the first restart; each run may fail half as often again as the one before."""
FOREVER = 1 << 60


class State(NamedTuple):
    """A board and how far its search is; the sequences are lists, or arrays of 64-bit integers."""

    rows: int
    cols: int
    values: int
    """Kinds of shapes, and the blank."""
    bits: Ints
    fit: Ints
    """Room for `revise`: which parts of a line can be completed, by their length."""
    support: Ints
    """Room for `revise`: what it found, by value."""
    trail: Ints
    """Pairs of a place in `bits` and what it held before."""
    queue: Ints
    waiting: Ints
    guesses: Ints
    """Triples: the length of the trail before, the cell, the value."""
    order: Ints
    """For each cell the values in the order in which they are guessed."""
    rank: Ints
    """For each cell a number that settles ties."""
    weight: Ints
    """How often each line has failed."""
    at: Ints


def revise(state: State, line: int) -> bool:
    """Find exactly the values that the cells of a line can still take; whether there are any.

    `fit[m]` has bit i when the m cells from i on can be completed to read the same both ways:
    blank at one end, or equal shapes at both ends, and a shorter part that can be completed. Then
    the same steps are walked from the whole line inwards, and leave their values as support.
    """
    rows, cols, values = state.rows, state.cols, state.values
    bits, fit, support = state.bits, state.fit, state.support
    lines = rows + cols
    size = cols if line < rows else rows
    blank = bits[line]
    fit[0] = (1 << (size + 1)) - 1
    fit[1] = 0
    for v in range(values):
        fit[1] |= bits[v * lines + line]
    for m in range(2, size + 1):
        equal = 0
        for v in range(1, values):
            shape = bits[v * lines + line]
            equal |= shape & (shape >> (m - 1))
        inner = fit[m - 1]
        ends = (blank & (inner >> 1)) | ((blank >> (m - 1)) & inner)
        fit[m] = ends | (equal & (fit[m - 2] >> 1))
    if not fit[size] & 1:
        return False
    for v in range(values):
        support[v] = 0
    here, inward, centre = 1, 0, 0
    for m in range(size, 1, -1):
        if here:
            inner = fit[m - 1]
            left = here & blank & (inner >> 1)
            right = here & (blank >> (m - 1)) & inner
            support[0] |= left | (right << (m - 1))
            inward |= (left << 1) | right
            here &= fit[m - 2] >> 1
            for v in range(1, values):
                shape = bits[v * lines + line]
                pair = here & shape & (shape >> (m - 1))
                support[v] |= pair | (pair << (m - 1))
                centre |= pair << 1
        here, inward, centre = inward, centre, 0
    for v in range(values):
        support[v] |= here & bits[v * lines + line]
    return True


def record(state: State, place: int, now: int) -> None:
    """Change a place in `bits`, noting what it held."""
    at, trail = state.at, state.trail
    trail[at[TRAIL]] = place
    trail[at[TRAIL] + 1] = state.bits[place]
    at[TRAIL] += 2
    state.bits[place] = now


def wait(state: State, line: int) -> None:
    """Put a line into the queue."""
    if not state.waiting[line]:
        at, lines = state.at, state.rows + state.cols
        state.waiting[line] = 1
        state.queue[(at[FIRST] + at[QUEUED]) % lines] = line
        at[QUEUED] += 1


def next_line(state: State) -> int:
    """Take the line that has waited longest."""
    at, lines = state.at, state.rows + state.cols
    line = state.queue[at[FIRST]]
    at[FIRST] = (at[FIRST] + 1) % lines
    at[QUEUED] -= 1
    state.waiting[line] = 0
    return line


def narrow(state: State, line: int) -> bool:
    """Revise a line, take away what has no support, and let the crossing lines wait."""
    if not revise(state, line):
        return False
    rows, lines = state.rows, state.rows + state.cols
    here = line if line < rows else line - rows
    across = rows if line < rows else 0
    for v in range(state.values):
        lost = state.bits[v * lines + line] & ~state.support[v]
        if lost:
            record(state, v * lines + line, state.support[v])
        cell = 0
        while lost:
            if lost & 1:
                place = v * lines + across + cell
                record(state, place, state.bits[place] & ~(1 << here))
                wait(state, across + cell)
            lost >>= 1
            cell += 1
    return True


def open_cells(state: State, r: int, count: int) -> int:
    """The cells of a row that can hold that many values, of 2 and 3, or more."""
    once, twice, thrice, more = 0, 0, 0, 0
    for v in range(state.values):
        held = state.bits[v * (state.rows + state.cols) + r]
        more |= thrice & held
        thrice |= twice & held
        twice |= once & held
        once |= held
    if count == 2:
        return twice & ~thrice
    return thrice & ~more if count == 3 else more


def heaviest(state: State, r: int, among: int, best: int) -> int:
    """The best so far, or a cell of a row whose lines failed more often; ties go by rank."""
    rows, cols, weight, rank = state.rows, state.cols, state.weight, state.rank
    most = weight[best // cols] + weight[rows + best % cols] if best >= 0 else -1
    c = 0
    while among:
        if among & 1:
            cell, heavy = r * cols + c, weight[r] + weight[rows + c]
            if heavy > most or (heavy == most and rank[cell] < rank[best]):
                best, most = cell, heavy
        among >>= 1
        c += 1
    return best


def choose(state: State) -> int:
    """An open cell with few values, in the lines that failed most; -1 if none is open."""
    best, count = -1, 2
    while best < 0 and count <= 4:
        for r in range(state.rows):
            among = open_cells(state, r, count)
            if among:
                best = heaviest(state, r, among, best)
                if not state.at[FAILED]:
                    break
        count += 1
    return best


def keep(state: State, cell: int, value: int, only: bool) -> None:
    """Settle a cell on a value, or take only that value away from it."""
    rows, cols = state.rows, state.cols
    r, c = cell // cols, cell % cols
    lines = rows + cols
    for v in range(state.values):
        if (v == value) == only:
            continue
        row, column = v * lines + r, v * lines + rows + c
        if state.bits[row] >> c & 1:
            record(state, row, state.bits[row] & ~(1 << c))
            record(state, column, state.bits[column] & ~(1 << r))
    wait(state, r)
    wait(state, rows + c)


def guess(state: State, cell: int) -> None:
    """Settle a cell on the first value of its order that it can hold."""
    at, guesses, values = state.at, state.guesses, state.values
    lines = state.rows + state.cols
    r, c = cell // state.cols, cell % state.cols
    value = 0
    for i in range(values):
        value = state.order[cell * values + i]
        if state.bits[value * lines + r] >> c & 1:
            break
    top = 3 * at[DEPTH]
    guesses[top], guesses[top + 1], guesses[top + 2] = at[TRAIL], cell, value
    at[DEPTH] += 1
    at[NODES] += 1
    keep(state, cell, value, True)


def undo(state: State, depth: int) -> None:
    """Take back the guess at that depth and all that came after."""
    at = state.at
    while at[QUEUED]:
        next_line(state)
    at[DEPTH] = depth
    while at[TRAIL] > state.guesses[3 * depth]:
        at[TRAIL] -= 2
        state.bits[state.trail[at[TRAIL]]] = state.trail[at[TRAIL] + 1]


def retreat(state: State) -> bool:
    """Take the last guess back and rule its value out; whether there was one."""
    at = state.at
    if not at[DEPTH]:
        return False
    at[NODES] += 1
    undo(state, at[DEPTH] - 1)
    top = 3 * at[DEPTH]
    keep(state, state.guesses[top + 1], state.guesses[top + 2], False)
    return True


def fail(state: State, line: int) -> bool:
    """Learn from a failure and go back a step, or to the start; whether anything is left.

    Lines that failed weigh more. Until there is a solution, the search starts anew from time to
    time with what it has learnt; afterwards it would find the same solution again.
    """
    at = state.at
    state.weight[line] += 1
    at[FAILED] = 1
    at[FAILURES] += 1
    if at[FAILURES] < at[PATIENCE] or at[DEPTH] < 2:
        return retreat(state)
    at[FAILURES] = 0
    at[PATIENCE] += at[PATIENCE] // 2
    undo(state, 0)
    return True


def search(state: State, work: int) -> int:
    """Go on until the next solution, the end, or the work, in lines revised, is done."""
    at = state.at
    if at[SOLVED]:
        at[SOLVED], at[PATIENCE] = 0, FOREVER
        if not retreat(state):
            return EXHAUSTED
    while work > 0:
        if at[QUEUED]:
            work -= 1
            line = next_line(state)
            if not narrow(state, line) and not fail(state, line):
                return EXHAUSTED
        else:
            cell = choose(state)
            if cell < 0:
                at[SOLVED] = 1
                return FOUND
            guess(state, cell)
    return PAUSED
