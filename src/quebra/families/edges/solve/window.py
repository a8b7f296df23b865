"""A window of a full board: its pieces are taken off and put back. Runs plain and compiled."""

from __future__ import annotations

from typing import NamedTuple

from quebra.families.edges.solve.scan import EXHAUSTED, FOUND, INDEX, PAUSED

Ints = list[int]

LEVEL, LIMIT, SIZE, CHOICES, RANDOM, FLAWS, BEST, SAME, TRIED = range(9)

EMPTY = -1


class Repair(NamedTuple):
    """A full board, and a window of cells whose pieces are exchanged among them.

    Ways are told by the place of their first colour in `colour`.
    """

    sides: int
    beyond: Ints
    """For each side of each cell the side of a cell that it touches, or -1."""
    colour: Ints
    """The colours of each way, side by side."""
    kind: Ints
    """The kind of each way, at the place of its first colour."""
    first: Ints
    """The first way of each kind, and the end."""
    admits: Ints
    """For each class of cells and each place in `colour` whether the way may lie there."""
    sort: Ints
    """For each cell the first place of its class in `admits`."""
    fixed: Ints
    """Whether the piece of a cell stays where it is."""
    lying: Ints
    """The way in each cell, or -1."""
    best: Ints
    """The best board."""
    window: Ints
    """The cells of the window, in the order of filling."""
    inside: Ints
    """For each cell whether it is in the window."""
    left: Ints
    """How many pieces of each kind are off the board."""
    loose: Ints
    """Room for the kinds off the board."""
    choice: Ints
    """The ways that may be put back."""
    next: Ints
    flaws: Ints
    """For each place of the window the next choice, and the mismatches before it."""
    keep: Ints
    """The best ways to fill the window."""
    at: Ints
    """The numbers named above: `FLAWS` of the board, `BEST` of the best, `SAME` of the window."""


def refill(s: Repair, most: int) -> int:
    """Look for ways to fill the window with fewer mismatches than the limit.

    Goes on until the next such filling, which is then kept and the limit, the end of the search,
    or until so many ways were tried.
    """
    size = s.at[SIZE]
    choices = s.at[CHOICES]
    level = s.at[LEVEL] & INDEX
    tried = 0
    ended = PAUSED
    while tried < most:
        cell = s.window[level] & INDEX
        row = s.sort[cell]
        limit = s.at[LIMIT]
        k = s.next[level] & INDEX
        found = False
        while k < choices:
            way = s.choice[k] & INDEX
            k += 1
            if s.left[s.kind[way] & INDEX] == 0 or s.admits[(row + way) & INDEX] == 0:
                continue
            tried += 1
            flaws = s.flaws[level] + mismatches(s, cell, way)
            if flaws < limit:
                found = True
                break
        s.next[level] = k
        if not found:
            if level == 0:
                ended = EXHAUSTED
                break
            level = take_off(s, level)
            continue
        s.lying[cell] = way
        s.left[s.kind[way] & INDEX] -= 1
        level += 1
        s.flaws[level] = flaws
        if level == size:
            for i in range(size):
                s.keep[i] = s.lying[s.window[i] & INDEX]
            s.at[LIMIT] = flaws
            level = take_off(s, level)
            ended = FOUND
            break
        s.next[level] = 0
    s.at[LEVEL] = level
    s.at[TRIED] += tried
    return ended


def take_off(s: Repair, level: int) -> int:
    """Take the piece back that was placed last; the level of its cell."""
    level = (level - 1) & INDEX
    cell = s.window[level] & INDEX
    s.left[s.kind[s.lying[cell] & INDEX] & INDEX] += 1
    s.lying[cell] = EMPTY
    return level


def mismatches(s: Repair, cell: int, way: int) -> int:
    """How many seams of a cell would not match, of those whose other side is there."""
    flaws = 0
    for side in range(s.sides):
        place = s.beyond[(cell * s.sides + side) & INDEX]
        if place >= 0:
            other = s.lying[(place // s.sides) & INDEX]
            if other >= 0:
                shown = s.colour[(other + place % s.sides) & INDEX]
                if shown != s.colour[(way + side) & INDEX]:
                    flaws += 1
    return flaws


def lift_window(s: Repair) -> int:
    """Take the pieces of the window off the board, and list the ways to put them back."""
    s.at[SAME] = 0
    # Each seam is counted once: from the cell that is lifted before the other.
    for i in range(s.at[SIZE]):
        cell = s.window[i]
        way = s.lying[cell]
        s.at[SAME] += mismatches(s, cell, way)
        s.keep[i] = way
        s.lying[cell] = EMPTY
        s.left[s.kind[way]] += 1
    sort_window(s)
    return list_choices(s)


def list_choices(s: Repair) -> int:
    """List the ways of all kinds off the board, in random order; returns how many."""
    kinds = 0
    for kind in range(len(s.left)):
        if s.left[kind] > 0:
            s.loose[kinds] = kind
            kinds += 1
    choices = 0
    for i in range(kinds):
        j = i + draw(s, kinds - i)
        kind = s.loose[j]
        s.loose[j] = s.loose[i]
        ways = s.first[kind + 1] - s.first[kind]
        turn = draw(s, ways)
        for w in range(ways):
            s.choice[choices] = s.sides * (s.first[kind] + (w + turn) % ways)
            choices += 1
    s.at[CHOICES] = choices
    return choices


def sort_window(s: Repair) -> int:
    """Order the cells so that each has as many known sides as can be."""
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


def put_back(s: Repair) -> int:
    """Lay the kept ways into the window."""
    for i in range(s.at[SIZE]):
        s.lying[s.window[i]] = s.keep[i]
        s.left[s.kind[s.keep[i]]] -= 1
    return 0


def draw(s: Repair, below: int) -> int:
    """A random number from 0."""
    s.at[RANDOM] = (s.at[RANDOM] * 1103515245 + 12345) & 0x7FFFFFFF
    return (s.at[RANDOM] >> 8) % below
