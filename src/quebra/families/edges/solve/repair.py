"""The repair kernels of edge-matching: large neighbourhood search on a full board.

Small windows that grow from mismatches are refilled by exact search (Shaw, Using Constraint
Programming and Local Search Methods, 1998). Run in plain Python and compiled.
"""

from __future__ import annotations

from quebra.engine.kernels import NODES, Ended, check_budget, draw_below
from quebra.families.edges.solve.window import (
    BEST,
    FLAWS,
    LEVEL,
    LIMIT,
    RANDOM,
    SAME,
    SIZE,
    RepairState,
    lift_window,
    mismatches,
    put_back,
    refill,
    take_off,
)


def polish(s: RepairState, windows: int, largest: int, most: int) -> int:
    """Refill windows of up to `largest` cells around mismatches, trying `most` candidates in each.

    Keeps the best board; returns 1 if it improved.
    """
    before = s.at[BEST]
    for _ in range(windows):
        check_budget()
        if s.at[FLAWS] == 0:
            break
        choose_window(s, 2 + draw_below(s.at, RANDOM, largest - 1))
        if s.at[SIZE] < 2:
            continue
        lift_window(s)
        old = s.at[SAME]
        # An equally good filling is taken once, so that the search moves on plateaus.
        s.at[LIMIT] = old + 1
        search_window(s, most)
        put_back(s)
        s.at[FLAWS] += s.at[SAME] - old
        if s.at[FLAWS] < s.at[BEST]:
            s.at[BEST] = s.at[FLAWS]
            for cell in range(len(s.placed)):
                s.best[cell] = s.placed[cell]
    return 1 if s.at[BEST] < before else 0


def search_window(s: RepairState, most: int) -> int:
    """Refill the window, trying `most` candidates; `at[SAME]` gets its mismatches."""
    s.at[LEVEL] = 0
    s.flaws[0] = 0
    s.next[0] = 0
    until = s.at[NODES] + most
    while s.at[NODES] < until:
        ended = refill(s, until - s.at[NODES])
        if ended == Ended.FOUND:
            s.at[SAME] = s.at[LIMIT]
            if s.at[LIMIT] == 0:
                break
        else:
            break
    while s.at[LEVEL] > 0:
        s.at[LEVEL] = take_off(s, s.at[LEVEL])
    return 0


def choose_window(s: RepairState, size: int) -> int:
    """Choose a window that grows from a mismatch; returns its number of cells."""
    cell = find_flaw(s)
    count = 0
    for _ in range(4 * size):
        if count == size:
            break
        if s.fixed[cell] == 0 and s.inside[cell] == 0:
            s.window[count] = cell
            s.inside[cell] = 1
            count += 1
        if count == 0:
            cell = step(s, cell)
        elif draw_below(s.at, RANDOM, 8) == 0:
            cell = find_flaw(s)
        else:
            cell = step(s, s.window[draw_below(s.at, RANDOM, count)])
    s.at[SIZE] = count
    for i in range(count):
        s.inside[s.window[i]] = 0
    return count


def find_flaw(s: RepairState) -> int:
    """The first cell with a mismatch after a random cell."""
    cells = len(s.placed)
    start = draw_below(s.at, RANDOM, cells)
    for i in range(cells):
        cell = (start + i) % cells
        if mismatches(s, cell, s.placed[cell]) > 0:
            return cell
    return start


def step(s: RepairState, cell: int) -> int:
    """A random neighbour of a cell, or the cell itself."""
    place = s.beyond[cell * s.sides + draw_below(s.at, RANDOM, s.sides)]
    return cell if place < 0 else place // s.sides


def lift_all(s: RepairState) -> int:
    """Make all cells that are not fixed the window, with the best board as limit of the search."""
    count = 0
    for cell in range(len(s.placed)):
        if s.fixed[cell] == 0:
            s.window[count] = cell
            count += 1
    s.at[SIZE] = count
    lift_window(s)
    s.flaws[0] = s.at[FLAWS] - s.at[SAME]
    s.at[LIMIT] = s.at[FLAWS]
    s.at[LEVEL] = 0
    s.next[0] = 0
    return count


def count_flaws(s: RepairState) -> int:
    """Count the mismatches of the board, which becomes the best board."""
    total = 0
    for cell in range(len(s.placed)):
        total += mismatches(s, cell, s.placed[cell])
        s.best[cell] = s.placed[cell]
    s.at[FLAWS] = total // 2
    s.at[BEST] = total // 2
    return total // 2
