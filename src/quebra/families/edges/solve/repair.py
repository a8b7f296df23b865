"""Taking some pieces off a full board and putting them back better. Runs plain and compiled."""

from __future__ import annotations

from quebra.engine.kernels import pulse
from quebra.families.edges.solve.scan import FOUND
from quebra.families.edges.solve.window import (
    BEST,
    FLAWS,
    LEVEL,
    LIMIT,
    SAME,
    SIZE,
    TRIED,
    Repair,
    draw,
    lift_window,
    mismatches,
    put_back,
    refill,
    take_off,
)


def polish(s: Repair, windows: int, largest: int, most: int) -> int:
    """Refill windows of up to so many cells about mismatches; keeps the best board.

    Returns whether it became better.
    """
    before = s.at[BEST]
    for _ in range(windows):
        pulse()
        if s.at[FLAWS] == 0:
            break
        choose_window(s, 2 + draw(s, largest - 1))
        if s.at[SIZE] < 2:
            continue
        lift_window(s)
        old = s.at[SAME]
        # Another board that is as good is welcome too, and is taken once.
        s.at[LIMIT] = old + 1
        search_window(s, most)
        put_back(s)
        s.at[FLAWS] += s.at[SAME] - old
        if s.at[FLAWS] < s.at[BEST]:
            s.at[BEST] = s.at[FLAWS]
            for cell in range(len(s.lying)):
                s.best[cell] = s.lying[cell]
    return 1 if s.at[BEST] < before else 0


def search_window(s: Repair, most: int) -> int:
    """Refill the window within so many ways tried; `SAME` has the mismatches that it keeps."""
    s.at[LEVEL] = 0
    s.flaws[0] = 0
    s.next[0] = 0
    until = s.at[TRIED] + most
    while s.at[TRIED] < until:
        ended = refill(s, until - s.at[TRIED])
        if ended == FOUND:
            s.at[SAME] = s.at[LIMIT]
            if s.at[LIMIT] == 0:
                break
        else:
            break
    while s.at[LEVEL] > 0:
        s.at[LEVEL] = take_off(s, s.at[LEVEL])
    return 0


def choose_window(s: Repair, size: int) -> int:
    """A window that grows from a mismatch, cells with most known sides being refilled first."""
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
        elif draw(s, 8) == 0:
            cell = find_flaw(s)
        else:
            cell = step(s, s.window[draw(s, count)])
    s.at[SIZE] = count
    for i in range(count):
        s.inside[s.window[i]] = 0
    return count


def find_flaw(s: Repair) -> int:
    """A cell with a mismatch, the first one after a random cell."""
    cells = len(s.lying)
    start = draw(s, cells)
    for i in range(cells):
        cell = (start + i) % cells
        if mismatches(s, cell, s.lying[cell]) > 0:
            return cell
    return start


def step(s: Repair, cell: int) -> int:
    """A random neighbour of a cell, or the cell itself."""
    place = s.beyond[cell * s.sides + draw(s, s.sides)]
    return cell if place < 0 else place // s.sides


def lift_all(s: Repair) -> int:
    """Make all cells that are not fixed the window, and get ready for less than the best."""
    count = 0
    for cell in range(len(s.lying)):
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


def count_flaws(s: Repair) -> int:
    """Count the mismatches of the board, which becomes the best."""
    total = 0
    for cell in range(len(s.lying)):
        total += mismatches(s, cell, s.lying[cell])
        s.best[cell] = s.lying[cell]
    s.at[FLAWS] = total // 2
    s.at[BEST] = total // 2
    return total // 2
