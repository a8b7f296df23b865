"""The state of simulated games and of the search for a plan, beside the one of the solver."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import NamedTuple

Ints = MutableSequence[int]

GAMES, RANDOM, MOVES, FREE, LOST, BLUNDERS, CHILDREN, CLEARED, SLOTS = range(9)
"""Slots of `at`: games played (the work of a slice); state of the random numbers; moves of the
current game, and free pairs in it; games lost, and blunders in all games; children of the last
node; the child that is clear, or -1; the number of slots."""

HASTY, TIDY, WARY = range(3)
"""Players: picks near pairs; takes whole kinds first; and also avoids deadlocks that it sees."""


class GameState(NamedTuple):
    """A game in progress on the board of a `ShisenState`, which has the tiles, pairs and lines."""

    standing: Ints
    """Whether each tile is on the board."""
    left: Ints
    """The number of tiles of each kind that are on the board."""
    moves: Ints
    """The pairs taken so far, in order."""
    free: Ints
    weight: Ints
    """The pairs that can go now, and how likely a player picks each."""
    weight_of: Ints
    """The weight of a pair by the length of its shortest free path."""
    dropped: Ints
    """The game in which a wary player last rejected each pair."""
    traps: Ints
    """The number of games in which a wary player rejected each pair."""
    saved_rows: Ints
    saved_cols: Ints
    gone: Ints
    """Scratch space of trials: the lines before, and the tiles that are gone in a relaxed game."""
    node: Ints
    """The rows of the node to expand."""
    child: Ints
    child_pair: Ints
    child_rank: Ints
    """The rows of each child of a node, the pair that opens it, and its rank."""
    at: Ints
