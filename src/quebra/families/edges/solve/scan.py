"""Depth-first search over the cells in a fixed order. Runs plain and compiled."""

from __future__ import annotations

from typing import NamedTuple

Ints = list[int]

FOUND, PAUSED, EXHAUSTED = 1, 0, -1

DEPTH, NODES, BASE = 0, 1, 2

INDEX = 0xFFFF_FFFF
"""Tells the compiler that an index is not negative, which makes the search a third faster."""


class Scan(NamedTuple):
    """What the search works upon; a depth is the place of a cell in the order of filling.

    Ways are told by the place of their first colour in `colour`. The candidates of a cell are a
    leaf of a tree whose branches are the colours that the cell must show, one after the other.
    """

    known: Ints
    """For each depth its first known side, and their number at the end."""
    by: Ints
    at_side: Ints
    """The depth and side of the cell beyond each known side."""
    root: Ints
    """The tree of each depth."""
    tree: Ints
    """For each node of a tree and each colour the next node; at the last colour a leaf."""
    leaf: Ints
    """The first candidate of each leaf, and the number of candidates at the end."""
    way: Ints
    kind: Ints
    """The way of each candidate, and its kind."""
    colour: Ints
    """The colours of each way, side by side."""
    left: Ints
    """How many pieces of each kind are left."""
    lying: Ints
    """The way at each depth."""
    next: Ints
    end: Ints
    """The next candidate of each depth, and the end of its candidates."""
    at: Ints
    """The depth that is filled next, how many pieces were placed, and how many are not moved."""


def search(s: Scan, most: int) -> int:
    """Go on until the next filled board, or until so many pieces were placed."""
    depths = len(s.root)
    depth = s.at[DEPTH] & INDEX
    base = s.at[BASE]
    nodes = 0
    ended = PAUSED
    if depth == depths:
        depth -= 1
        s.left[s.kind[(s.next[depth] - 1) & INDEX] & INDEX] += 1
    k = s.next[depth] & INDEX
    end = s.end[depth]
    while nodes < most:
        while k < end and s.left[s.kind[k] & INDEX] == 0:
            k += 1
        if k == end:
            if depth == base:
                ended = EXHAUSTED
                break
            depth = (depth - 1) & INDEX
            k = s.next[depth] & INDEX
            end = s.end[depth]
            s.left[s.kind[(k - 1) & INDEX] & INDEX] += 1
            continue
        s.next[depth] = k + 1
        s.left[s.kind[k] & INDEX] -= 1
        s.lying[depth] = s.way[k]
        nodes += 1
        depth = (depth + 1) & INDEX
        if depth == depths:
            ended = FOUND
            break
        node = s.root[depth]
        for j in range(s.known[depth] & INDEX, s.known[depth + 1] & INDEX):
            colour = s.colour[(s.lying[s.by[j] & INDEX] + s.at_side[j]) & INDEX]
            node = s.tree[(node + colour) & INDEX]
        k = s.leaf[node & INDEX] & INDEX
        end = s.leaf[(node + 1) & INDEX]
        s.next[depth] = k
        s.end[depth] = end
    s.at[DEPTH] = depth
    s.at[NODES] += nodes
    return ended
