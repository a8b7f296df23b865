"""What the kernels work upon: a board, and what is known of its pairs."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

Ints = MutableSequence[int]

NEVER = 1 << 30
"""The time of a pair that is not allowed."""
HOPELESS = 1 << 40
"""More than any sum of rounds, even over all kinds."""
OFTEN = (1 << 13) - 1
"""Pairs that are looked at between two looks at the budget."""
LARGEST = 12
"""Tiles of a kind for which the cheapest pairing is found exactly, by all its subsets."""

TRAIL, LEVEL, LEVELS, CAP, MOST, BOUND, GONE, VALUE, WEIGHT, BEST, CHANCE, PLACES = range(12)
"""The places of `at`: the length of the trail; the level, and how many there were; the number of
rounds allowed; the largest sum allowed; the bound; how many tiles went in a round; the value of
`mate`, the weight of a round in it, and the best value so far; and the state of a random source."""


class State(NamedTuple):
    """A board and what is known of its pairs; sequences are lists, or arrays of 64-bit integers.

    Tiles of one kind follow one another, and so do the pairs of a kind.
    """

    height: int
    width: int
    """Rows and columns, with the margin on both sides."""
    row: Ints
    col: Ints
    """Where each tile is."""
    tiles: Ints
    """The first tile of each kind, and the number of tiles at the end."""
    pairs: Ints
    """The first pair of each kind, and the number of pairs at the end."""
    one: Ints
    two: Ints
    kind: Ints
    """The tiles of each pair, the first being smaller, and their kind."""
    time: Ints
    """The earliest round of each pair that is allowed."""
    leave: Ints
    """The earliest round of each tile."""
    cost: Ints
    """The smallest sum over the tiles of each kind, by the times of its pairs."""
    via: Ints
    """The same with this pair among them."""
    stale: Ints
    """Whether times of a kind have changed since its cost was found."""
    clash: Ints
    """How far the rounds of a kind's tiles are from its cost; -1 where it is settled."""
    score: Ints
    """The bound on the whole sum with this pair, when it was last tried."""
    mate: Ints
    """For each tile its pair in the pairing at hand."""
    least: Ints
    """Room for `unite`: the least time of each pair."""
    queue: Ints
    """Pairs that are to be chosen together."""
    full_rows: Ints
    full_cols: Ints
    rows: Ints
    cols: Ints
    """The standing tiles of each row and column as bits: at first, and in the round at hand."""
    heads: Ints
    order: Ints
    waiting: Ints
    gone: Ints
    """Room for playing rounds."""
    plan: Ints
    plans: Ints
    fit: Ints
    """How to find the cheapest pairing of n tiles: triples from `plans[n]` on, and room for it."""
    trail: Ints
    """Pairs and their times before they changed."""
    stamp: Ints
    """The level at which each pair last changed."""
    at: Ints
