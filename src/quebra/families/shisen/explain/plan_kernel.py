"""The children of a node in the search for a plan with few openings.

An opening takes a pair whose kind cannot go completely. A node is a position without harmless
moves; a child is an opening and all harmless moves after it, unless tiles can then never go. Runs
in plain Python and compiled.
"""

from __future__ import annotations

from quebra.families.shisen.explain.game_kernel import (
    loses,
    on_board,
    put_back,
    start_game,
    take,
    take_harmless,
)
from quebra.families.shisen.explain.game_state import CHILDREN, CLEARED, MOVES, GameState
from quebra.families.shisen.solve.kernel import joined
from quebra.families.shisen.solve.state import ShisenState


def load_node(g: GameState, s: ShisenState) -> None:
    """Set up the position of the node."""
    start_game(g, s)
    for r in range(s.height):
        s.rows[r] = g.node[r]
    for c in range(s.width):
        s.cols[c] = 0
    for tile in range(len(g.standing)):
        r, c = s.row[tile], s.col[tile]
        g.standing[tile] = s.rows[r] >> c & 1
        if g.standing[tile]:
            s.cols[c] |= 1 << r
    for kind in range(len(g.left)):
        g.left[kind] = 0
        for tile in range(s.tiles[kind], s.tiles[kind + 1]):
            g.left[kind] += g.standing[tile]


def rank(g: GameState, s: ShisenState) -> int:
    """Twice the tiles on the board, and one for each kind of which some have gone."""
    total = 0
    for kind in range(len(g.left)):
        total += 2 * g.left[kind]
        if 0 < g.left[kind] < s.tiles[kind + 1] - s.tiles[kind]:
            total += 1
    return total


def expand(g: GameState, s: ShisenState) -> int:
    """Write the children of the node; returns their number."""
    load_node(g, s)
    count = 0
    g.at[CLEARED] = -1
    for kind in range(len(g.left)):
        if g.left[kind] == 0:
            continue
        for pair in range(s.pairs[kind], s.pairs[kind + 1]):
            if not on_board(g, s, pair) or not joined(s, pair) or loses(g, s, pair):
                continue
            take(g, s, pair)
            take_harmless(g, s)
            for r in range(s.height):
                g.child[count * s.height + r] = s.rows[r]
            g.child_pair[count] = pair
            g.child_rank[count] = rank(g, s)
            if g.child_rank[count] == 0:
                g.at[CLEARED] = count
            count += 1
            while g.at[MOVES]:
                put_back(g, s)
    g.at[CHILDREN] = count
    return count


def follow(g: GameState, s: ShisenState, count: int) -> int:
    """Take all harmless moves, and then again after each opening in `child_pair`; the moves."""
    start_game(g, s)
    take_harmless(g, s)
    for k in range(count):
        take(g, s, g.child_pair[k])
        take_harmless(g, s)
    return g.at[MOVES]
