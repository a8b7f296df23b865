"""Depth-first search that forgives some mismatches late. Runs plain and compiled."""

from __future__ import annotations

from typing import NamedTuple

from quebra.families.edges.solve.scan import DEPTH, EXHAUSTED, FOUND, INDEX, NODES, PAUSED

Ints = list[int]

DEEPEST = 2


class Build(NamedTuple):
    """What the search works upon; a depth is the place of a cell in the order of filling.

    Ways are told by the place of their first colour in `colour`. Candidates are listed by the
    colours beyond two known sides; other known sides are looked at one by one.
    """

    root: Ints
    """The first list of each depth."""
    one: Ints
    one_side: Ints
    two: Ints
    two_side: Ints
    """The depths and sides beyond two known sides; the last depth is a blank."""
    colours: int
    more: Ints
    """For each depth the first of its other known sides, and their number at the end."""
    side: Ints
    by: Ints
    by_side: Ints
    """Their own sides, and the depths and sides beyond."""
    first: Ints
    flawed: Ints
    """The first candidate of each list, and the first of those with a mismatch."""
    way: Ints
    kind: Ints
    gain: Ints
    """The way of each candidate, its kind, and how many scarce edges it uses up."""
    colour: Ints
    """The colours of each way, side by side."""
    quota: Ints
    """How many scarce edges must be used up to each depth."""
    allowed: Ints
    """How many mismatches there may be up to each depth."""
    left: Ints
    lying: Ints
    next: Ints
    end: Ints
    """The next candidate of each depth, and the end; then, for each depth, the first flawed one."""
    gained: Ints
    broken: Ints
    """Before each depth: scarce edges used up, and mismatches."""
    best: Ints
    """The ways of the deepest board."""
    at: Ints
    """The depth that is filled next, how many pieces were placed, and the deepest depth."""


def build(s: Build, most: int) -> int:
    """Go on until the next filled board, or until so many pieces were placed."""
    depths = len(s.root)
    depth = s.at[DEPTH] & INDEX
    deepest = s.at[DEEPEST]
    nodes = 0
    ended = PAUSED
    if depth == depths:
        depth -= 1
        s.left[s.kind[(s.next[depth] - 1) & INDEX] & INDEX] += 1
    k = s.next[depth] & INDEX
    end = s.end[depth]
    while nodes < most:
        need = s.quota[depth] - s.gained[depth]
        spare = s.allowed[depth] - s.broken[depth]
        while k < end and (s.left[s.kind[k] & INDEX] == 0 or s.gain[k] < need):
            k += 1
        if k >= end:
            if depth == 0:
                ended = EXHAUSTED
                break
            depth = (depth - 1) & INDEX
            k = s.next[depth] & INDEX
            end = s.end[depth]
            s.left[s.kind[(k - 1) & INDEX] & INDEX] += 1
            continue
        way = s.way[k]
        flaws = (1 if k >= s.end[depths + depth] else 0) + flaws_elsewhere(s, depth, way)
        k += 1
        if flaws > spare:
            continue
        s.next[depth] = k
        s.left[s.kind[k - 1] & INDEX] -= 1
        s.lying[depth] = way
        nodes += 1
        gained = s.gained[depth] + s.gain[k - 1]
        broken = s.broken[depth] + flaws
        depth = (depth + 1) & INDEX
        s.gained[depth] = gained
        s.broken[depth] = broken
        if depth > deepest:
            deepest = depth
            for i in range(depth):
                s.best[i] = s.lying[i]
        if depth == depths:
            ended = FOUND
            break
        one = s.colour[(s.lying[s.one[depth] & INDEX] + s.one_side[depth]) & INDEX]
        two = s.colour[(s.lying[s.two[depth] & INDEX] + s.two_side[depth]) & INDEX]
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


def flaws_elsewhere(s: Build, depth: int, way: int) -> int:
    """How many of the sides do not match by which candidates are not listed."""
    flaws = 0
    for j in range(s.more[depth] & INDEX, s.more[depth + 1] & INDEX):
        beyond = s.colour[(s.lying[s.by[j] & INDEX] + s.by_side[j]) & INDEX]
        if s.colour[(way + s.side[j]) & INDEX] != beyond:
            flaws += 1
    return flaws
