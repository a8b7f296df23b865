"""The propagation of the paper's model: bounds on the counters of one line, compiled by numba.

Bounds that only meet where they agree may creep towards one another in steps of one, through all
numbers of as many digits as the line has cells. That is how bounds propagation behaves, and part of
what the paper's figures show, so it is kept, and compiled.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

BASE = 10


@njit(cache=True)
def narrow_line(cells: Numbers, domains: Numbers, values: int) -> bool:
    """Take from the cells of a line what the counters of its two readings exclude.

    Each counter begins at 0 and lies between its bounds after each cell; the readings must end
    alike. Whether values are left for every cell; the domains, sets as bits, change in place.
    """
    size = len(cells)
    highest = (values - 1) * ((BASE**size - 1) // (BASE - 1))
    low = np.zeros((2, size + 1), np.int64)
    high = np.zeros((2, size + 1), np.int64)
    high[:, 1:] = highest
    moved = True
    while moved:
        moved = False
        for way in range(2):
            for i in range(2 * size):
                place = i if i < size else 2 * size - 1 - i
                cell = cells[place] if way == 0 else cells[size - 1 - place]
                if narrow_step(cell, domains, values, low[way], high[way], place):
                    moved = True
                if not domains[cell]:
                    return False
        if low[0, size] != low[1, size] or high[0, size] != high[1, size]:
            moved = True
            low[:, size] = max(low[0, size], low[1, size])
            high[:, size] = min(high[0, size], high[1, size])
            if low[0, size] > high[0, size]:
                return False
    return True


@njit(cache=True)
def narrow_step(
    cell: int, domains: Numbers, values: int, low: Numbers, high: Numbers, place: int
) -> bool:
    """Narrow a cell and the counter before and after it to each other; whether anything moved."""
    kept = 0
    least, most, next_least, next_most = high[place] + 1, -1, high[place + 1] + 1, -1
    for value in range(values):
        if not domains[cell] >> value & 1:
            continue
        factor = BASE if value else 1
        first = max(low[place], -((value - low[place + 1]) // factor))
        last = min(high[place], (high[place + 1] - value) // factor)
        if first <= last:
            kept |= 1 << value
            least, most = min(least, first), max(most, last)
            next_least = min(next_least, factor * first + value)
            next_most = max(next_most, factor * last + value)
    moved = bool(
        kept != domains[cell]
        or least != low[place]
        or most != high[place]
        or next_least != low[place + 1]
        or next_most != high[place + 1]
    )
    domains[cell] = kept
    low[place], high[place] = least, most
    low[place + 1], high[place + 1] = next_least, next_most
    return moved
