"""The window kernel of edge-matching: exact search for the best filling of some cells.

Branch and bound: the pieces of a window are taken off a full board and put back in every
arrangement with fewer mismatches than the best one so far. A window of all cells proves the best
board. Runs in plain Python and compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from quebra.engine.kernels import NODES, Ended, draw_below
from quebra.families.edges.solve.scan import INDEX

Ints = list[int]

LEVEL, LIMIT, SIZE, CHOICES, RANDOM, FLAWS, BEST, SAME, SLOTS = range(1, 10)
"""Slots of `at`: number of window cells that are filled; the number of mismatches that a filling
must stay below; cells of the window; candidates to choose from; state of the random numbers;
mismatches of the board, of the best board and of the window; the number of slots. `NODES` counts
the candidates tried."""

EMPTY = -1


class RepairState(NamedTuple):
    """A full board, and a window of cells whose pieces are permuted.

    A candidate is identified by the place of its first colour in `colour`.
    """

    sides: int
    beyond: Ints
    """For each side of each cell the side of the neighbour that it touches, or -1."""
    colour: Ints
    """The colours of all candidates, side after side."""
    kind: Ints
    """The kind of each candidate, at the place of its first colour."""
    first: Ints
    """The first candidate of each kind; the number of candidates at the end."""
    admits: Ints
    """For each class of cells and each place in `colour` whether the candidate is allowed there."""
    sort: Ints
    """For each cell the first place of its class in `admits`."""
    fixed: Ints
    """Whether the piece of a cell must stay."""
    placed: Ints
    """The candidate in each cell, or -1."""
    best: Ints
    """The best board."""
    window: Ints
    """The cells of the window, in the order of filling."""
    inside: Ints
    """For each cell whether it is in the window."""
    unused: Ints
    """Number of pieces of each kind that are off the board."""
    loose: Ints
    """Scratch space for the kinds that are off the board."""
    choice: Ints
    """The candidates of the pieces that are off the board."""
    next: Ints
    flaws: Ints
    """For each place of the window the next choice, and the mismatches of the places before it."""
    keep: Ints
    """The best filling of the window."""
    at: Ints


def refill(s: RepairState, most: int) -> int:
    """Search on for a filling of the window with fewer mismatches than the limit.

    The filling is kept, and its mismatches become the limit. About `most` candidates are tried.
    """
    size = s.at[SIZE]
    choices = s.at[CHOICES]
    level = s.at[LEVEL] & INDEX
    tried = 0
    ended = Ended.PAUSED
    while tried < most:
        cell = s.window[level] & INDEX
        row = s.sort[cell]
        limit = s.at[LIMIT]
        k = s.next[level] & INDEX
        found = False
        while k < choices:
            candidate = s.choice[k] & INDEX
            k += 1
            if s.unused[s.kind[candidate] & INDEX] == 0 or s.admits[(row + candidate) & INDEX] == 0:
                continue
            tried += 1
            flaws = s.flaws[level] + mismatches(s, cell, candidate)
            if flaws < limit:
                found = True
                break
        s.next[level] = k
        if not found:
            if level == 0:
                ended = Ended.EXHAUSTED
                break
            level = take_off(s, level)
            continue
        s.placed[cell] = candidate
        s.unused[s.kind[candidate] & INDEX] -= 1
        level += 1
        s.flaws[level] = flaws
        if level == size:
            for i in range(size):
                s.keep[i] = s.placed[s.window[i] & INDEX]
            s.at[LIMIT] = flaws
            level = take_off(s, level)
            ended = Ended.FOUND
            break
        s.next[level] = 0
    s.at[LEVEL] = level
    s.at[NODES] += tried
    return ended


def take_off(s: RepairState, level: int) -> int:
    """Take the piece off that was placed last; returns the level of its cell."""
    level = (level - 1) & INDEX
    cell = s.window[level] & INDEX
    s.unused[s.kind[s.placed[cell] & INDEX] & INDEX] += 1
    s.placed[cell] = EMPTY
    return level


def mismatches(s: RepairState, cell: int, candidate: int) -> int:
    """Number of mismatches of a candidate in a cell with the neighbours that are on the board."""
    flaws = 0
    for side in range(s.sides):
        place = s.beyond[(cell * s.sides + side) & INDEX]
        if place >= 0:
            other = s.placed[(place // s.sides) & INDEX]
            if other >= 0:
                shown = s.colour[(other + place % s.sides) & INDEX]
                if shown != s.colour[(candidate + side) & INDEX]:
                    flaws += 1
    return flaws


def lift_window(s: RepairState) -> int:
    """Take the pieces of the window off the board, and list the candidates to put them back."""
    s.at[SAME] = 0
    # Each seam is counted once: from the cell that is lifted before the other.
    for i in range(s.at[SIZE]):
        cell = s.window[i]
        candidate = s.placed[cell]
        s.at[SAME] += mismatches(s, cell, candidate)
        s.keep[i] = candidate
        s.placed[cell] = EMPTY
        s.unused[s.kind[candidate]] += 1
    sort_window(s)
    return list_choices(s)


def list_choices(s: RepairState) -> int:
    """List the candidates of all kinds off the board in random order; returns their number."""
    kinds = 0
    for kind in range(len(s.unused)):
        if s.unused[kind] > 0:
            s.loose[kinds] = kind
            kinds += 1
    choices = 0
    for i in range(kinds):
        j = i + draw_below(s.at, RANDOM, kinds - i)
        kind = s.loose[j]
        s.loose[j] = s.loose[i]
        count = s.first[kind + 1] - s.first[kind]
        turn = draw_below(s.at, RANDOM, count)
        for w in range(count):
            s.choice[choices] = s.sides * (s.first[kind] + (w + turn) % count)
            choices += 1
    s.at[CHOICES] = choices
    return choices


def sort_window(s: RepairState) -> int:
    """Sort the cells of the window so that each has as many known sides as possible."""
    size = s.at[SIZE]
    for i in range(size):
        s.inside[s.window[i]] = 1
    for i in range(size):
        best, most = i, -1
        for j in range(i, size):
            known = 0
            for side in range(s.sides):
                place = s.beyond[s.window[j] * s.sides + side]
                if place >= 0 and s.inside[place // s.sides] == 0:
                    known += 1
            if known > most:
                best, most = j, known
        s.window[i], s.window[best] = s.window[best], s.window[i]
        s.keep[i], s.keep[best] = s.keep[best], s.keep[i]
        s.inside[s.window[i]] = 0
    return 0


def put_back(s: RepairState) -> int:
    """Put the kept filling into the window."""
    for i in range(s.at[SIZE]):
        s.placed[s.window[i]] = s.keep[i]
        s.unused[s.kind[s.keep[i]]] -= 1
    return 0
