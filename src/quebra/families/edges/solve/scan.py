"""The backtracking kernel of edge-matching: depth-first search over the cells in a fixed order.

Chronological backtracking without propagation, known as a scan-row backtracker where the order is
row by row (Verhaard, Details of Eternity II Solver eii, 2009). A step fills one cell, or two at
once. The colours that it must show select its entries from a table that is built once. When a step
is reached, its entries with unused pieces go to a stack, without a branch for each: branches that
cannot be predicted take most of the time of such a search. Runs in plain Python and compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from quebra.engine.kernels import NODES, Ended, inline

Ints = list[int]

STEP, BASE, TOP, SLOTS = range(1, 5)
"""Slots of `at`: the step that is filled next; the number of first steps that stay as they are; the
height of the stack; the number of slots. `NODES` counts the pieces placed."""

INDEX = 0xFFFF_FFFF
"""Mask that tells the compiler that an index is not negative: the search is a third faster."""
SECOND = 32
"""Bits before the second number of a pair: that of the second cell of a step."""


class ScanState(NamedTuple):
    """Tables and position of the search.

    The entries of a step are a leaf of a trie. Its branches are what earlier steps show to this
    one: numbers that stand for the colours at the sides by which the cells of both steps touch.
    """

    bits: int
    number: int
    """The bits of what an entry shows to one later step, and of the number of an entry."""
    depth: Ints
    """The number of cells filled before each step, and in all."""
    show: Ints
    """The place in `shown` of what each step shows to the first of the later steps that it touches;
    the end of these places."""
    one: Ints
    two: Ints
    """The places in `shown` of the first two branches that lead to the entries of a step; the last
    place is always 0."""
    known: Ints
    more: Ints
    """For each step its first place in `more`, which has the places of further branches; the length
    of `more` at the end."""
    root: Ints
    """The root of the trie of each step."""
    tree: Ints
    """For each node and branch the next node; the last branches lead to a pair: the first entry of
    a leaf, and the end of its entries, of which the last is tried first."""
    entry: Ints
    """Each entry: its number, and what it shows to each later step."""
    candidates: Ints
    """The candidates of each entry, as a pair."""
    kinds: Ints
    """The kinds of each entry, as a pair. In a step of one cell, the second is a kind of which
    there is always a piece."""
    unused: Ints
    """Number of unused pieces of each kind."""
    placed: Ints
    """The number of the entry that is placed in each step."""
    shown: Ints
    stack: Ints
    """The entries to try, those of the last step on top."""
    bottom: Ints
    """The height of the stack below the entries of each step."""
    at: Ints


def search(s: ScanState, most: int) -> int:
    """Search on for the next full board, placing at most `most` pieces or one more."""
    steps = len(s.root)
    step = s.at[STEP] & INDEX
    base = s.at[BASE]
    top = s.at[TOP] & INDEX
    nodes = 0
    ended = Ended.PAUSED
    if step == steps:
        step = (step - 1) & INDEX
        take_off(s, step)
    while nodes < most:
        if top == s.bottom[step]:
            if step == base:
                ended = Ended.EXHAUSTED
                break
            step = (step - 1) & INDEX
            take_off(s, step)
            continue
        top = (top - 1) & INDEX
        if place(s, step, s.stack[top]) < 0:  # twice the kind of the last unused piece
            take_off(s, step)
            continue
        nodes -= s.depth[step]
        step = (step + 1) & INDEX
        nodes += s.depth[step]
        if step == steps:
            ended = Ended.FOUND
            break
        s.bottom[step] = top
        top = push_entries(s, leaf_of(s, step), top) & INDEX
    s.at[STEP] = step
    s.at[TOP] = top
    s.at[NODES] += nodes
    return ended


@inline
def place(s: ScanState, step: int, entry: int) -> int:
    """Place an entry; the result is negative if its pieces are not both unused."""
    k = entry & ((1 << s.number) - 1)
    kinds = s.kinds[k & INDEX]
    s.placed[step] = k
    s.unused[kinds & INDEX] -= 1
    s.unused[kinds >> SECOND & INDEX] -= 1
    shows = entry >> s.number
    mask = (1 << s.bits) - 1
    at = s.show[step] & INDEX
    end = s.show[step + 1] & INDEX
    s.shown[at] = shows & mask
    s.shown[(at + 1) & INDEX] = shows >> s.bits & mask
    at += 2
    while at < end:
        shows = shows >> s.bits
        s.shown[at & INDEX] = shows >> s.bits & mask
        at += 1
    return s.unused[kinds >> SECOND & INDEX]


@inline
def take_off(s: ScanState, step: int) -> int:
    """Take the pieces of a step off the board."""
    kinds = s.kinds[s.placed[step & INDEX] & INDEX]
    s.unused[kinds & INDEX] += 1
    s.unused[kinds >> SECOND & INDEX] += 1
    return 0


@inline
def leaf_of(s: ScanState, step: int) -> int:
    """The leaf with the entries of a step, as a pair."""
    node = s.tree[(s.root[step] + s.shown[s.one[step] & INDEX]) & INDEX]
    node = s.tree[(node + s.shown[s.two[step] & INDEX]) & INDEX]
    for j in range(s.known[step] & INDEX, s.known[step + 1] & INDEX):
        node = s.tree[(node + s.shown[s.more[j] & INDEX]) & INDEX]
    return node


@inline
def push_entries(s: ScanState, leaf: int, top: int) -> int:
    """Push the entries of a leaf whose pieces are unused; returns the height of the stack."""
    k = leaf & INDEX
    end = leaf >> SECOND & INDEX
    while k < end:
        s.stack[top & INDEX] = s.entry[k & INDEX]
        kinds = s.kinds[k & INDEX]
        top += min(s.unused[kinds & INDEX], s.unused[kinds >> SECOND & INDEX]) > 0
        k += 1
    return top
