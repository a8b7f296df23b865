"""The search kernel of Symmetry: exact propagation of lines and depth-first search.

A line is a row or a column. It must read the same in both directions once blanks are left out,
which is a context-free language. `revise` keeps exactly the values that are part of some completion
of the line: the CYK parser as a filter (Quimper and Walsh, Global Grammar Constraints, 2006), for
all starting cells at once in the bits of an integer. The search guesses in the cell with the fewest
values, then in the lines with the most failures (dom/wdeg: Boussemart, Hemery, Lecoutre and Sais,
Boosting Systematic Search by Weighting Constraints, 2004), and restarts at geometric intervals
(Walsh, Search in a Small World, 1999).

`bits[value * lines + line]` has one bit for each cell of the line, set while the cell can hold the
value (0 is blank). Rows are lines 0 to rows - 1, columns follow; each cell is in both of its lines.
Runs in plain Python and compiled.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

from quebra.engine.kernels import NODES, Ended

Ints = MutableSequence[int]

TRAIL, QUEUED, FIRST, DEPTH, SOLVED, FAILED, FAILURES, RESTART_AFTER, SLOTS = range(1, 10)
"""Slots of `at`: length of the trail; lines in the queue, and the place of the first; number of
guesses; whether the state is a solution, and whether anything has failed; failures since the last
restart, and how many lead to the next; the number of slots."""

FIRST_RESTART = 30
"""Failures before the first restart; the number grows by half with each restart."""
NO_RESTART = 1 << 60


class SymmetryState(NamedTuple):
    """The candidates of all cells and the position of the search."""

    rows: int
    cols: int
    values: int
    """Number of shapes, plus one for the blank."""
    bits: Ints
    fit: Ints
    """Scratch space of `revise`: the parts of a line that can be completed, by length."""
    support: Ints
    """Result of `revise`: the cells that can hold each value."""
    trail_place: Ints
    trail_old: Ints
    """The places of `bits` that changed, and their former contents."""
    queue: Ints
    waiting: Ints
    """The lines to revise as a ring buffer, and for each line whether it is in there."""
    guess_trail: Ints
    guess_cell: Ints
    guess_value: Ints
    """For each guess the length of the trail before it, the cell and the value."""
    order: Ints
    """For each cell the values in the order in which they are guessed."""
    rank: Ints
    """For each cell a number that breaks ties."""
    weight: Ints
    """Number of failures of each line."""
    at: Ints


def revise(state: SymmetryState, line: int) -> bool:
    """Compute the values that each cell of a line has in some completion; False if there is none.

    Bit i of `fit[m]` says that the m cells from i on have a completion that reads the same in both
    directions: a blank at one end, or equal shapes at both ends, around a shorter completion. A
    second pass follows the same steps from the whole line inwards and collects their values.
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


def record(state: SymmetryState, place: int, now: int) -> None:
    """Change a place of `bits` and put its former contents on the trail."""
    top = state.at[TRAIL]
    state.trail_place[top] = place
    state.trail_old[top] = state.bits[place]
    state.at[TRAIL] = top + 1
    state.bits[place] = now


def enqueue(state: SymmetryState, line: int) -> None:
    """Put a line into the queue unless it is there."""
    if not state.waiting[line]:
        at, lines = state.at, state.rows + state.cols
        state.waiting[line] = 1
        state.queue[(at[FIRST] + at[QUEUED]) % lines] = line
        at[QUEUED] += 1


def dequeue(state: SymmetryState) -> int:
    """Remove the first line of the queue and return it."""
    at, lines = state.at, state.rows + state.cols
    line = state.queue[at[FIRST]]
    at[FIRST] = (at[FIRST] + 1) % lines
    at[QUEUED] -= 1
    state.waiting[line] = 0
    return line


def narrow(state: SymmetryState, line: int) -> bool:
    """Revise a line, drop values without support, and enqueue the crossing lines that changed.

    Returns False if the line has no completion.
    """
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
                enqueue(state, across + cell)
            lost >>= 1
            cell += 1
    return True


def open_cells(state: SymmetryState, r: int, count: int) -> int:
    """The cells of a row with `count` values, as bits; a count of 4 means 4 or more."""
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


def heaviest(state: SymmetryState, r: int, among: int, best: int) -> int:
    """`best`, or one of these cells of a row if its lines failed more often; ties go by rank."""
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


def choose(state: SymmetryState) -> int:
    """An open cell with the fewest values in the lines that failed most; -1 if none is open."""
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


def restrict(state: SymmetryState, cell: int, value: int, only: bool) -> None:
    """Fix a cell to a value if `only`, else remove the value from it."""
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
    enqueue(state, r)
    enqueue(state, rows + c)


def guess(state: SymmetryState, cell: int) -> None:
    """Fix a cell to the first value of its order that it can hold."""
    at, values = state.at, state.values
    lines = state.rows + state.cols
    r, c = cell // state.cols, cell % state.cols
    value = 0
    for i in range(values):
        value = state.order[cell * values + i]
        if state.bits[value * lines + r] >> c & 1:
            break
    depth = at[DEPTH]
    state.guess_trail[depth] = at[TRAIL]
    state.guess_cell[depth] = cell
    state.guess_value[depth] = value
    at[DEPTH] = depth + 1
    at[NODES] += 1
    restrict(state, cell, value, True)


def undo(state: SymmetryState, depth: int) -> None:
    """Undo the guess at a depth and everything after it."""
    at = state.at
    while at[QUEUED]:
        dequeue(state)
    at[DEPTH] = depth
    while at[TRAIL] > state.guess_trail[depth]:
        at[TRAIL] -= 1
        state.bits[state.trail_place[at[TRAIL]]] = state.trail_old[at[TRAIL]]


def backtrack(state: SymmetryState) -> bool:
    """Undo the last guess and remove its value; False if there was no guess."""
    at = state.at
    if not at[DEPTH]:
        return False
    at[NODES] += 1
    undo(state, at[DEPTH] - 1)
    restrict(state, state.guess_cell[at[DEPTH]], state.guess_value[at[DEPTH]], False)
    return True


def fail(state: SymmetryState, line: int) -> bool:
    """Add weight to a line that failed and backtrack, or restart; False if the search is over.

    After the first solution there are no restarts: the same solution would be found again.
    """
    at = state.at
    state.weight[line] += 1
    at[FAILED] = 1
    at[FAILURES] += 1
    if at[FAILURES] < at[RESTART_AFTER] or at[DEPTH] < 2:
        return backtrack(state)
    at[FAILURES] = 0
    at[RESTART_AFTER] += at[RESTART_AFTER] // 2
    undo(state, 0)
    return True


def search(state: SymmetryState, work: int) -> int:
    """Search on for the next solution, with at most `work` revisions of a line."""
    at = state.at
    if at[SOLVED]:
        at[SOLVED], at[RESTART_AFTER] = 0, NO_RESTART
        if not backtrack(state):
            return Ended.EXHAUSTED
    while work > 0:
        if at[QUEUED]:
            work -= 1
            line = dequeue(state)
            if not narrow(state, line) and not fail(state, line):
                return Ended.EXHAUSTED
        else:
            cell = choose(state)
            if cell < 0:
                at[SOLVED] = 1
                return Ended.FOUND
            guess(state, cell)
    return Ended.PAUSED
