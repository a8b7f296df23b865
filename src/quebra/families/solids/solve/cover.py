"""Exact cover with lists of options, as a kernel on lists or compiled on arrays.

Every depth of the search has its own list of the options that are still possible. A child is one
pass over the list of its parent, which keeps the options that share no item with the chosen one;
then one pass counts the options of each item, and the search branches on the item with the fewest.
Nothing is undone when it goes back. The nodes are those of dancing links (Knuth, The Art of
Computer Programming 4B, 7.2.2.1), but memory is read in order.

Items are the cells and the kinds of pieces. Sets of cells are words of `BITS` bits, which stay
positive in plain Python. Kinds with several copies are counted; they are branched on when one copy
is left, for then exactly one option of them is used.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from quebra.engine.kernels import NODES, Ended

Ints = MutableSequence[int]

BITS = 62
DEPTH, BACK, SLOTS = range(1, 4)
"""Slots of `at`: the number of options chosen; whether the search goes back; the number of slots.
`NODES` counts the options chosen so far."""


class Cover(NamedTuple):
    """The options and items of a cover, and the state of the search."""

    words: int
    cells: int
    required: int
    """The numbers of words of a set, of cells, and of those to be covered, which are first."""
    kinds: int
    pieces: int
    options: int
    first: Ints
    item: Ints
    """The items of each option from `first`: its kind, then its cells."""
    masks: Ints
    """The words of the cells of each option."""
    counts: Ints
    """The copies of each kind that are not used yet."""
    covered: Ints
    """The words of the cells that are covered, for each depth."""
    lists: Ints
    length: Ints
    """The options that are possible, for each depth, and their number."""
    branch: Ints
    """The item that is branched on, for each depth."""
    place: Ints
    """The place in the list of the next option to try, for each depth."""
    chosen: Ints
    sizes: Ints
    """The number of options of each item, at the present depth."""
    at: Ints


def new_cover(
    cells: int, required: int, counts: Sequence[int], options: Sequence[tuple[int, Sequence[int]]]
) -> Cover:
    """A cover of options, each a kind and cells, of which the `required` first must be covered.

    >>> cover = new_cover(3, 3, [1, 1], [(0, [0, 1]), (0, [1, 2]), (1, [2])])
    >>> search(cover, 9), cover.chosen
    (<Ended.FOUND: 1>, [0, 2])
    """
    words = max(1, -(-cells // BITS))
    first, item, masks = [0], [], []
    for kind, covers in options:
        item += [cells + kind, *covers]
        first.append(len(item))
        row = [0] * words
        for cell in covers:
            row[cell // BITS] |= 1 << cell % BITS
        masks += row
    pieces = sum(counts)
    depths = pieces + 1
    return Cover(
        words=words,
        cells=cells,
        required=required,
        kinds=len(counts),
        pieces=pieces,
        options=len(options),
        first=first,
        item=item,
        masks=masks,
        counts=list(counts),
        covered=[0] * (depths * words),
        lists=[*range(len(options)), *[0] * (pieces * len(options))],
        length=[len(options)] * depths,
        branch=[0] * depths,
        place=[0] * depths,
        chosen=[0] * pieces,
        sizes=[0] * (cells + len(counts)),
        at=[0] * SLOTS,
    )


def search(cover: Cover, most: int) -> int:
    """Search on for at most `most` nodes, or until the next cover, which is then in `chosen`."""
    at, until = cover.at, cover.at[NODES] + most
    if at[NODES] == 0 and at[BACK] == 0 and at[DEPTH] == 0:
        at[BACK] = choose_item(cover, 0)
    while at[NODES] < until:
        depth = at[DEPTH]
        if at[BACK] == 1:
            if depth == 0:
                return Ended.EXHAUSTED
            depth -= 1
            at[DEPTH] = depth
            cover.counts[kind_of(cover, cover.chosen[depth])] += 1
            at[BACK] = 0
        option = next_option(cover, depth)
        if option < 0:
            at[BACK] = 1
            continue
        cover.chosen[depth] = option
        cover.counts[kind_of(cover, option)] -= 1
        at[NODES] += 1
        at[DEPTH] = depth + 1
        keep_possible(cover, depth, option)
        if depth + 1 == cover.pieces:
            at[BACK] = 1
            if is_complete(cover, depth + 1):
                return Ended.FOUND
        else:
            at[BACK] = choose_item(cover, depth + 1)
    return Ended.PAUSED


def kind_of(cover: Cover, option: int) -> int:
    """The kind of an option."""
    return cover.item[cover.first[option]] - cover.cells


def next_option(cover: Cover, depth: int) -> int:
    """The next option of the item that is branched on; -1 if all were tried."""
    item, start = cover.branch[depth], depth * cover.options
    place, length = cover.place[depth], cover.length[depth]
    while place < length:
        option = cover.lists[start + place]
        place += 1
        if item >= cover.cells:
            if cover.item[cover.first[option]] == item:
                cover.place[depth] = place
                return option
        elif cover.masks[option * cover.words + item // BITS] >> (item % BITS) & 1:
            cover.place[depth] = place
            return option
    return -1


def keep_possible(cover: Cover, depth: int, option: int) -> None:
    """Make the next list: the options that share no cell with one, and whose kind is left."""
    words, masks, lists = cover.words, cover.masks, cover.lists
    here, there = depth * cover.options, (depth + 1) * cover.options
    for word in range(words):
        cover.covered[(depth + 1) * words + word] = (
            cover.covered[depth * words + word] | masks[option * words + word]
        )
    kept = 0
    kind = cover.item[cover.first[option]]
    gone = 0  # options of the kind before this place are gone
    if cover.counts[kind - cover.cells] == 0:
        gone = cover.length[depth]
    elif cover.branch[depth] == kind:
        # Copies are chosen in the order of the list, so that no choice is made twice.
        gone = cover.place[depth]
    for place in range(cover.length[depth]):
        other = lists[here + place]
        if place < gone and cover.item[cover.first[other]] == kind:
            continue
        apart = 1
        for word in range(words):
            if masks[other * words + word] & masks[option * words + word]:
                apart = 0
                break
        if apart:
            lists[there + kept] = other
            kept += 1
    cover.length[depth + 1] = kept


def choose_item(cover: Cover, depth: int) -> int:
    """Choose the item with the fewest options; returns 1 if one has none, else 0."""
    sizes, start = cover.sizes, depth * cover.options
    for item in range(cover.cells + cover.kinds):
        sizes[item] = 0
    for place in range(cover.length[depth]):
        option = cover.lists[start + place]
        for node in range(cover.first[option], cover.first[option + 1]):
            sizes[cover.item[node]] += 1
    best, fewest = -1, cover.options + 1
    for cell in range(cover.required):
        if sizes[cell] < fewest and not (
            cover.covered[depth * cover.words + cell // BITS] >> (cell % BITS) & 1
        ):
            best, fewest = cell, sizes[cell]
    for kind in range(cover.kinds):
        if cover.counts[kind] == 1 and sizes[cover.cells + kind] < fewest:
            best, fewest = cover.cells + kind, sizes[cover.cells + kind]
        elif cover.counts[kind] > 1 and sizes[cover.cells + kind] == 0:
            return 1
    if fewest == 0:
        return 1
    if best < 0:
        best = first_kind(cover)
    cover.branch[depth] = best
    cover.place[depth] = 0
    return 0


def first_kind(cover: Cover) -> int:
    """The first kind with copies left, if no cell is left to be covered."""
    for kind in range(cover.kinds):
        if cover.counts[kind] > 0:
            return cover.cells + kind
    return cover.cells


def is_complete(cover: Cover, depth: int) -> int:
    """Whether all required cells are covered."""
    for cell in range(cover.required):
        if not cover.covered[depth * cover.words + cell // BITS] >> (cell % BITS) & 1:
            return 0
    return 1
