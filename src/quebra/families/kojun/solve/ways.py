"""All ways to fill a region, as bit sets.

Inside a region the order rule makes chains, cells one above the other that increase upwards. To
put the values 1, 2, 3, … is to take, each time, the next cell of one of the chains: the ways to
fill a region are the ways to merge its chains. They are numbered here, and each cell and rank gets
the set of ways that put this rank into this cell, an int with one bit for each way. What remains
possible in a region is then exact, and costs one "and" for each candidate.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import factorial

Taken = tuple[int, ...]
"""How many cells of each chain are filled."""
Ways = dict[tuple[int, int], int]
"""For each (cell, rank), the ways that put this rank into this cell."""

MOST_CELLS = 16
"""Where more cells are open than this, nobody looks for a table."""
MOST_WAYS = 5040
"""Where there are more ways than this, there is no table."""


def count_ways(lengths: Taken) -> int:
    """How many ways there are to merge chains of these lengths.

    >>> count_ways((1, 2))
    3
    """
    ways = factorial(sum(lengths))
    for length in lengths:
        ways //= factorial(length)
    return ways


@lru_cache(maxsize=256)
def merge_chains(lengths: Taken) -> tuple[int, Ways] | None:
    """How many ways there are to merge chains of these lengths, and which; None if too many.

    Cells are numbered chain by chain, each from its lowest cell on. The same few lengths come
    again and again, so what was found is kept.

    >>> count, ways = merge_chains((1, 2))
    >>> count, [f"{ways[0, rank]:03b}" for rank in range(3)]
    (3, ['001', '010', '100'])
    """
    if count_ways(lengths) > MOST_WAYS:
        return None
    first = tuple(sum(lengths[:c]) for c in range(len(lengths)))
    onward: dict[Taken, tuple[int, Ways]] = {lengths: (1, {})}
    for rank in range(sum(lengths) - 1, -1, -1):
        onward = {state: _onward(state, rank, first, onward) for state in _before(onward)}
    return onward[(0,) * len(lengths)]


def _before(states: Iterable[Taken]) -> set[Taken]:
    """The states with one cell less."""
    return {
        (*state[:c], taken - 1, *state[c + 1 :])
        for state in states
        for c, taken in enumerate(state)
        if taken
    }


def _onward(
    state: Taken, rank: int, first: Taken, onward: dict[Taken, tuple[int, Ways]]
) -> tuple[int, Ways]:
    """The ways on from a state: one block of numbers for each chain that can be next."""
    ways: Ways = {}
    total = 0
    for c, taken in enumerate(state):
        after = (*state[:c], taken + 1, *state[c + 1 :])
        if after in onward:
            count, tail = onward[after]
            for key, those in tail.items():
                ways[key] = ways.get(key, 0) | those << total
            ways[first[c] + taken, rank] = ((1 << count) - 1) << total
            total += count
    return total, ways
