"""The state of the kernels of Shisen-Sho: a board, and bounds on the rounds of its pairs."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

Ints = MutableSequence[int]

NEVER = 1 << 30
"""The time of a pair that is not allowed."""
UNREACHABLE = 1 << 40
"""More than any sum of rounds, also over all kinds."""
CHECKED = (1 << 13) - 1
"""Mask for the number of pairs between two checks of the budget."""
TRAIL_RESERVE = 3
"""Free places of the trail that a call of a kernel may need, for each pair of the board."""
LARGEST = 12
"""Tiles of a kind up to which the cheapest pairing is found exactly, by its subsets."""

TRAIL, LEVEL, LEVELS, CAP, MOST, BOUND, GONE, VALUE, WEIGHT, BEST, RANDOM, SLOTS = range(12)
"""Slots of `at`: length of the trail; the current level, and the number of levels so far; the
number of rounds allowed; the largest sum allowed; the lower bound of the sum; tiles that went in
the last round; the value of `mate`, the weight of a round in it, and the best value so far; state
of the random numbers; the number of slots."""


class ShisenState(NamedTuple):
    """A board and bounds on the rounds of its pairs.

    Tiles of one kind have consecutive numbers, and so have the pairs of a kind.
    """

    height: int
    width: int
    """Rows and columns, with the margin on both sides."""
    row: Ints
    col: Ints
    """The cell of each tile."""
    tiles: Ints
    """The first tile of each kind; the number of tiles at the end."""
    pairs: Ints
    """The first pair of each kind; the number of pairs at the end."""
    one: Ints
    two: Ints
    kind: Ints
    """The two tiles of each pair, the smaller number first, and their kind."""
    time: Ints
    """A lower bound on the round of each pair, or `NEVER`."""
    leave: Ints
    """A lower bound on the round of each tile."""
    cost: Ints
    """The smallest sum over the tiles of each kind, by the times of its pairs."""
    via: Ints
    """For each pair the smallest such sum of a pairing that contains it."""
    stale: Ints
    """Whether times of a kind have changed since its cost was computed."""
    clash: Ints
    """Difference between the cost of a kind and the rounds of its tiles; -1 where it is settled."""
    score: Ints
    """The lower bound of the whole sum with each pair, when it was last probed."""
    mate: Ints
    """For each tile its pair in the current pairing."""
    least: Ints
    """Scratch space of `probe_tile`: the least time of each pair."""
    queue: Ints
    """Pairs that are to be fixed together."""
    full_rows: Ints
    full_cols: Ints
    rows: Ints
    cols: Ints
    """The tiles of each row and column as bits: at the start, and in the current round."""
    heads: Ints
    order: Ints
    waiting: Ints
    gone: Ints
    """Scratch space for playing rounds."""
    plan: Ints
    plan_subset: Ints
    plan_rest: Ints
    plan_pair: Ints
    fit: Ints
    """How to match n tiles at least cost: from step `plan[n]` on, the cost of `plan_subset` is at
    most that of `plan_rest` and one pair; `fit` has the least cost of each subset."""
    trail_pair: Ints
    trail_time: Ints
    """The pairs whose times changed, and their former times."""
    stamp: Ints
    """The level at which each pair last changed."""
    at: Ints
