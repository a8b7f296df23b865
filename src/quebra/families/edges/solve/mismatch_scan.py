"""The kernel that allows mismatches: depth-first search with a limit on mismatches at each depth.

As `scan`, but a candidate may mismatch its neighbours where the number of mismatches so far is
below the limit of its depth, and pieces with scarce colours must be used up early. Such limits and
such a schedule are also those of EternityII_Solver, a public program that looks for high scores of
Eternity II. Runs in plain Python and compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from quebra.engine.kernels import NODES, Ended, inline
from quebra.families.edges.solve.scan import INDEX

Ints = list[int]

DEPTH, DEEPEST, SLOTS = range(1, 4)
"""Slots of `at`: the depth that is filled next; the greatest depth so far; the number of slots.
`NODES` counts the pieces placed."""


class MismatchState(NamedTuple):
    """Tables and position of the search; the depth of a cell is its place in the order of filling.

    A candidate is identified by the index of its first colour in `colour`. Entries are listed by
    the colours at two known sides; other known sides are compared one by one.
    """

    root: Ints
    """The first list of candidates of each depth."""
    one: Ints
    one_side: Ints
    two: Ints
    two_side: Ints
    """Depths and sides of the neighbours at two known sides; after the last depth is a blank."""
    colours: int
    more: Ints
    """For each depth the first of its other known sides; the number of these at the end."""
    side: Ints
    by: Ints
    by_side: Ints
    """These sides, and the depths and sides of the neighbours there."""
    first: Ints
    flawed: Ints
    """The first candidate of each list, and the first one with a mismatch."""
    candidate: Ints
    kind: Ints
    gain: Ints
    """The candidate of each entry, its kind, and its number of scarce edges."""
    colour: Ints
    """The colours of all candidates, side after side."""
    quota: Ints
    """Number of scarce edges that must be used up to each depth."""
    allowed: Ints
    """Number of mismatches allowed up to each depth."""
    unused: Ints
    """Number of unused pieces of each kind."""
    placed: Ints
    """The candidate that is placed at each depth."""
    next: Ints
    end: Ints
    """For each depth the next candidate, and the end of its candidates; in the second half of `end`
    the first candidate with a mismatch."""
    gained: Ints
    broken: Ints
    """Number of scarce edges used before each depth, and of mismatches."""
    best: Ints
    """The candidates of the fullest board so far."""
    at: Ints


def search(s: MismatchState, most: int) -> int:
    """Search on for the next full board, placing at most `most` pieces."""
    depths = len(s.root)
    depth = s.at[DEPTH] & INDEX
    deepest = s.at[DEEPEST]
    nodes = 0
    ended = Ended.PAUSED
    if depth == depths:
        depth -= 1
        s.unused[s.kind[(s.next[depth] - 1) & INDEX] & INDEX] += 1
    k = s.next[depth] & INDEX
    end = s.end[depth]
    while nodes < most:
        need = s.quota[depth] - s.gained[depth]
        spare = s.allowed[depth] - s.broken[depth]
        while k < end and (s.unused[s.kind[k] & INDEX] == 0 or s.gain[k] < need):
            k += 1
        if k >= end:
            if depth == 0:
                ended = Ended.EXHAUSTED
                break
            depth = (depth - 1) & INDEX
            k = s.next[depth] & INDEX
            end = s.end[depth]
            s.unused[s.kind[(k - 1) & INDEX] & INDEX] += 1
            continue
        candidate = s.candidate[k]
        flaws = (1 if k >= s.end[depths + depth] else 0) + flaws_elsewhere(s, depth, candidate)
        k += 1
        if flaws > spare:
            continue
        s.next[depth] = k
        s.unused[s.kind[k - 1] & INDEX] -= 1
        s.placed[depth] = candidate
        nodes += 1
        gained = s.gained[depth] + s.gain[k - 1]
        broken = s.broken[depth] + flaws
        depth = (depth + 1) & INDEX
        s.gained[depth] = gained
        s.broken[depth] = broken
        if depth > deepest:
            deepest = depth
            for i in range(depth):
                s.best[i] = s.placed[i]
        if depth == depths:
            ended = Ended.FOUND
            break
        one = s.colour[(s.placed[s.one[depth] & INDEX] + s.one_side[depth]) & INDEX]
        two = s.colour[(s.placed[s.two[depth] & INDEX] + s.two_side[depth]) & INDEX]
        leaf = (s.root[depth] + one * s.colours + two) & INDEX
        k = s.first[leaf] & INDEX
        end = s.flawed[leaf]
        s.end[depths + depth] = end
        if broken < s.allowed[depth]:
            end = s.first[leaf + 1]
        s.next[depth] = k
        s.end[depth] = end
    s.at[DEPTH] = depth
    s.at[NODES] += nodes
    s.at[DEEPEST] = deepest
    return ended


@inline
def flaws_elsewhere(s: MismatchState, depth: int, candidate: int) -> int:
    """Number of mismatches at the known sides by which candidates are not listed."""
    flaws = 0
    for j in range(s.more[depth] & INDEX, s.more[depth + 1] & INDEX):
        beyond = s.colour[(s.placed[s.by[j] & INDEX] + s.by_side[j]) & INDEX]
        if s.colour[(candidate + s.side[j]) & INDEX] != beyond:
            flaws += 1
    return flaws
