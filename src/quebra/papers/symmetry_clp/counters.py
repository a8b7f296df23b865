"""The propagation of the paper's model: bounds on the counters of one line, compiled by numba.

Bounds may converge in steps of one, through all numbers with as many digits as the line has cells.
Bounds propagation behaves so, and the paper's figures show it, so it is reproduced, compiled.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from quebra.engine.kernels import Ended

Numbers = NDArray[np.int64]

BASE = 10


@njit(cache=True)
def counter_bounds(size: int, values: int) -> tuple[Numbers, Numbers]:
    """The lowest and highest counter of both readings, before the first cell and after each."""
    low = np.zeros((2, size + 1), np.int64)
    high = np.zeros((2, size + 1), np.int64)
    high[:, 1:] = (values - 1) * ((BASE**size - 1) // (BASE - 1))
    return low, high


@njit(cache=True)
def narrow_line(
    cells: Numbers, domains: Numbers, values: int, low: Numbers, high: Numbers, rounds: int
) -> int:
    """Remove values from the cells of a line that the counters of its two readings exclude.

    Both readings must end with the same counter. Changes the domains (sets as bits) and the bounds.
    Returns `FOUND` when nothing changes any more, `EXHAUSTED` if a cell has no value, and `PAUSED`
    after this number of rounds.
    """
    size = len(cells)
    for _ in range(rounds):
        changed = False
        for reading in range(2):
            for i in range(2 * size):
                place = i if i < size else 2 * size - 1 - i
                cell = cells[place] if reading == 0 else cells[size - 1 - place]
                if narrow_step(cell, domains, values, low[reading], high[reading], place):
                    changed = True
                if not domains[cell]:
                    return Ended.EXHAUSTED
        if low[0, size] != low[1, size] or high[0, size] != high[1, size]:
            changed = True
            low[:, size] = max(low[0, size], low[1, size])
            high[:, size] = min(high[0, size], high[1, size])
            if low[0, size] > high[0, size]:
                return Ended.EXHAUSTED
        if not changed:
            return Ended.FOUND
    return Ended.PAUSED


@njit(cache=True)
def narrow_step(
    cell: int, domains: Numbers, values: int, low: Numbers, high: Numbers, place: int
) -> bool:
    """Propagate between a cell and the counter before and after it; returns whether any changed."""
    remaining = 0
    least, most, next_least, next_most = high[place] + 1, -1, high[place + 1] + 1, -1
    for value in range(values):
        if not domains[cell] >> value & 1:
            continue
        factor = BASE if value else 1
        first = max(low[place], -((value - low[place + 1]) // factor))
        last = min(high[place], (high[place + 1] - value) // factor)
        if first <= last:
            remaining |= 1 << value
            least, most = min(least, first), max(most, last)
            next_least = min(next_least, factor * first + value)
            next_most = max(next_most, factor * last + value)
    changed = bool(
        remaining != domains[cell]
        or least != low[place]
        or most != high[place]
        or next_least != low[place + 1]
        or next_most != high[place + 1]
    )
    domains[cell] = remaining
    low[place], high[place] = least, most
    low[place + 1], high[place + 1] = next_least, next_most
    return changed
