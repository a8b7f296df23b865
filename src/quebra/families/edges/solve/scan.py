"""The backtracking kernel of edge-matching: depth-first search over the cells in a fixed order.

Chronological backtracking without propagation, known as a scan-row backtracker where the order is
row by row (Verhaard, Details of Eternity II Solver eii, 2009). The colours that a cell must show
select its candidates from a table that is built once, a trie over the known sides, so that placing
a piece costs a few array accesses. Runs in plain Python and compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from quebra.engine.kernels import NODES, Ended

Ints = list[int]

DEPTH, BASE, SLOTS = range(1, 4)
"""Slots of `at`: the depth that is filled next; the number of first depths that stay as they are;
the number of slots. `NODES` counts the pieces placed."""

INDEX = 0xFFFF_FFFF
"""Mask that tells the compiler that an index is not negative: the search is a third faster."""


class ScanState(NamedTuple):
    """Tables and position of the search; the depth of a cell is its place in the order of filling.

    A candidate is identified by the index of its first colour in `colour`. The candidates of a cell
    are the entries of a leaf of a trie, whose branches are the colours that the cell must show.
    """

    known: Ints
    """For each depth its first known side; the number of known sides at the end."""
    by: Ints
    at_side: Ints
    """For each known side the depth and the side of the neighbour."""
    root: Ints
    """The root of the trie of each depth."""
    tree: Ints
    """For each node and colour the next node; a leaf after the last colour."""
    leaf: Ints
    """The first candidate of each leaf; the number of candidates at the end."""
    candidate: Ints
    kind: Ints
    """The candidate and the kind of each entry."""
    colour: Ints
    """The colours of all candidates, side after side."""
    unused: Ints
    """Number of unused pieces of each kind."""
    placed: Ints
    """The candidate that is placed at each depth."""
    next: Ints
    end: Ints
    """For each depth the next candidate, and the end of its candidates."""
    at: Ints


def search(s: ScanState, most: int) -> int:
    """Search on for the next full board, placing at most `most` pieces."""
    depths = len(s.root)
    depth = s.at[DEPTH] & INDEX
    base = s.at[BASE]
    nodes = 0
    ended = Ended.PAUSED
    if depth == depths:
        depth -= 1
        s.unused[s.kind[(s.next[depth] - 1) & INDEX] & INDEX] += 1
    k = s.next[depth] & INDEX
    end = s.end[depth]
    while nodes < most:
        while k < end and s.unused[s.kind[k] & INDEX] == 0:
            k += 1
        if k == end:
            if depth == base:
                ended = Ended.EXHAUSTED
                break
            depth = (depth - 1) & INDEX
            k = s.next[depth] & INDEX
            end = s.end[depth]
            s.unused[s.kind[(k - 1) & INDEX] & INDEX] += 1
            continue
        s.next[depth] = k + 1
        s.unused[s.kind[k] & INDEX] -= 1
        s.placed[depth] = s.candidate[k]
        nodes += 1
        depth = (depth + 1) & INDEX
        if depth == depths:
            ended = Ended.FOUND
            break
        node = s.root[depth]
        for j in range(s.known[depth] & INDEX, s.known[depth + 1] & INDEX):
            colour = s.colour[(s.placed[s.by[j] & INDEX] + s.at_side[j]) & INDEX]
            node = s.tree[(node + colour) & INDEX]
        k = s.leaf[node & INDEX] & INDEX
        end = s.leaf[(node + 1) & INDEX]
        s.next[depth] = k
        s.end[depth] = end
    s.at[DEPTH] = depth
    s.at[NODES] += nodes
    return ended
