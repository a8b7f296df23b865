"""All fillings of a region, as bit sets.

The order rule divides the cells of a region into chains, in which values increase upwards. Putting
the values 1, 2, 3, … means taking the next cell of one of the chains each time: the fillings of a
region are the ways to merge its chains. They are numbered, and each cell and rank gets the set of
fillings that have this rank in this cell, an integer with a bit for each filling. The candidates
that are part of some filling are then found with one bitwise "and" each, as in Compact-Table
(Demeulenaere and others, Compact-Table: Efficiently Filtering Table Constraints, 2016).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import factorial

Taken = tuple[int, ...]
"""Number of cells of each chain that are filled."""
Fillings = dict[tuple[int, int], int]
"""For each (cell, rank) the fillings with this rank in this cell."""

MAX_CELLS = 16
"""A region with more open cells gets no table."""
MAX_FILLINGS = 5040
"""A region with more fillings gets no table."""


def count_fillings(lengths: Taken) -> int:
    """Number of ways to merge chains of these lengths.

    >>> count_fillings((1, 2))
    3
    """
    fillings = factorial(sum(lengths))
    for length in lengths:
        fillings //= factorial(length)
    return fillings


@lru_cache(maxsize=256)
def merge_chains(lengths: Taken) -> tuple[int, Fillings] | None:
    """The number of fillings for chains of these lengths, and the fillings; None if too many.

    Cells are numbered chain by chain, each from its lowest cell on. Results are cached, because the
    same few lengths occur again and again.

    >>> count, fillings = merge_chains((1, 2))
    >>> count, [f"{fillings[0, rank]:03b}" for rank in range(3)]
    (3, ['001', '010', '100'])
    """
    if count_fillings(lengths) > MAX_FILLINGS:
        return None
    first = tuple(sum(lengths[:c]) for c in range(len(lengths)))
    onward: dict[Taken, tuple[int, Fillings]] = {lengths: (1, {})}
    for rank in range(sum(lengths) - 1, -1, -1):
        onward = {state: _onward(state, rank, first, onward) for state in _before(onward)}
    return onward[(0,) * len(lengths)]


def _before(states: Iterable[Taken]) -> set[Taken]:
    """The states with one filled cell less."""
    return {
        (*state[:c], taken - 1, *state[c + 1 :])
        for state in states
        for c, taken in enumerate(state)
        if taken
    }


def _onward(
    state: Taken, rank: int, first: Taken, onward: dict[Taken, tuple[int, Fillings]]
) -> tuple[int, Fillings]:
    """The fillings from a state on: one block of numbers for each chain that can be next."""
    fillings: Fillings = {}
    total = 0
    for c, taken in enumerate(state):
        after = (*state[:c], taken + 1, *state[c + 1 :])
        if after in onward:
            count, tail = onward[after]
            for key, those in tail.items():
                fillings[key] = fillings.get(key, 0) | those << total
            fillings[first[c] + taken, rank] = ((1 << count) - 1) << total
            total += count
    return total, fillings
