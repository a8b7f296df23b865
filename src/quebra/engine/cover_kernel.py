"""Exact cover with lists of options, as a kernel on lists or compiled on arrays.

Every depth of the search has its own list of the options that are still possible. A child is one
pass over the list of its parent, which keeps the options that share no item with the chosen one,
and counts the options of each item. The search branches on the item with the fewest. Nothing is
undone when it goes back. The nodes are those of dancing links (Knuth, The Art of Computer
Programming 4B, 7.2.2.1), but memory is read in order.

Items are the cells and, after them, the kinds of pieces. A set of items is a row of words of
`BITS` bits, which stay positive in plain Python. Kinds with several copies are branched on when one
copy is left, for then exactly one option of them is used.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import NamedTuple

from quebra.engine.kernels import NODES, Ended

Ints = MutableSequence[int]

BITS = 62
MANY = 63
"""The most options of an item that are counted."""
DEPTH, BACK, SLOTS = range(1, 4)
"""Slots of `at`: the number of options chosen; whether the search goes back; the number of slots.
`NODES` counts the options chosen so far."""


class Cover(NamedTuple):
    """The options and items of a cover, and the state of the search."""

    words: int
    cells: int
    pieces: int
    options: int
    """The numbers of words of a set, of cells, of pieces and of options."""
    kind: Ints
    masks: Ints
    """The kind of each option, and the words of its items."""
    counts: Ints
    """The copies of each kind that are not used yet."""
    several: Ints
    """The words of the kinds of which there are several such copies."""
    needed: Ints
    """The words of the items that must be covered, for each depth."""
    lists: Ints
    length: Ints
    """The options that are possible, for each depth, and their number."""
    word: Ints
    bit: Ints
    """The item that is branched on, for each depth, as a bit of a word."""
    place: Ints
    """The place in the list of the next option to try, for each depth."""
    chosen: Ints
    at: Ints


def new_cover(
    cells: int, required: int, counts: Sequence[int], options: Sequence[tuple[int, Sequence[int]]]
) -> Cover:
    """A cover of options, each a kind and cells, of which the `required` first must be covered.

    >>> cover = new_cover(3, 3, [1, 1], [(0, [0, 1]), (0, [1, 2]), (1, [2])])
    >>> search(cover, 9), cover.chosen
    (<Ended.FOUND: 1>, [0, 2])
    """
    kinds, pieces = range(len(counts)), sum(counts)
    words = -(-(cells + len(counts)) // BITS)
    needed = [*range(required), *(cells + kind for kind in kinds if counts[kind])]
    several = [cells + kind for kind in kinds if counts[kind] > 1]
    cover = Cover(
        words=words,
        cells=cells,
        pieces=pieces,
        options=len(options),
        kind=[kind for kind, _ in options],
        masks=[word for k, covers in options for word in _set((cells + k, *covers), words)],
        counts=list(counts),
        several=_set(several, words),
        needed=_set(needed, words) + [0] * (pieces * words),
        lists=[*range(len(options)), *[0] * (pieces * len(options))],
        length=[len(options)] * (pieces + 1),
        word=[0] * (pieces + 1),
        bit=[0] * (pieces + 1),
        place=[0] * (pieces + 1),
        chosen=[0] * pieces,
        at=[0] * SLOTS,
    )
    cover.at[BACK] = choose_item(cover, 0)
    return cover


def _set(items: Iterable[int], words: int) -> list[int]:
    """The words of a set of items."""
    row = [0] * words
    for item in items:
        row[item // BITS] |= 1 << item % BITS
    return row


def search(cover: Cover, most: int) -> int:
    """Search on for at most `most` nodes, or until the next cover, which is then in `chosen`."""
    at, until = cover.at, cover.at[NODES] + most
    while at[NODES] < until:
        depth = at[DEPTH]
        if at[BACK] == 1:
            if depth == 0:
                return Ended.EXHAUSTED
            depth -= 1
            at[DEPTH] = depth
            at[BACK] = 0
            use(cover, cover.chosen[depth], -1)
        option = next_option(cover, depth)
        if option < 0:
            at[BACK] = 1
            continue
        cover.chosen[depth] = option
        use(cover, option, 1)
        at[NODES] += 1
        at[DEPTH] = depth + 1
        keep_possible(cover, depth, option)
        if depth + 1 == cover.pieces:
            at[BACK] = 1
            if is_complete(cover):
                return Ended.FOUND
        else:
            at[BACK] = choose_item(cover, depth + 1)
    return Ended.PAUSED


def use(cover: Cover, option: int, copies: int) -> None:
    """Use this many copies of the kind of an option, or give them back."""
    kind = cover.kind[option]
    cover.counts[kind] -= copies
    item = cover.cells + kind
    bit = 1 << item % BITS
    cover.several[item // BITS] &= ~bit
    if cover.counts[kind] > 1:
        cover.several[item // BITS] |= bit


def next_option(cover: Cover, depth: int) -> int:
    """Take the next option of the item that is branched on out of the list; -1 if there is none."""
    word, bit, start = cover.word[depth], cover.bit[depth], depth * cover.options
    for place in range(start + cover.place[depth], start + cover.length[depth]):
        option = cover.lists[place]
        if cover.masks[option * cover.words + word] & bit:
            cover.length[depth] -= 1
            cover.lists[place] = cover.lists[start + cover.length[depth]]
            cover.place[depth] = place - start
            return option
    return -1


def keep_possible(cover: Cover, depth: int, option: int) -> None:
    """Make the next list: the options that share no item with the one chosen.

    A kind is shared only when its last copy is used.
    """
    words, masks, lists = cover.words, cover.masks, cover.lists
    here, there = depth * cover.options, (depth + 1) * cover.options
    kind, kept = cover.cells + cover.kind[option], cover.length[depth]
    for word in range(words):
        taken = masks[option * words + word]
        if word == kind // BITS and cover.counts[cover.kind[option]] > 0:
            taken ^= 1 << kind % BITS
        needed = depth * words + word
        cover.needed[needed + words] = cover.needed[needed] & ~taken
        if taken == 0 and here == there:
            continue
        count = 0
        for place in range(kept):
            other = lists[here + place]
            lists[there + count] = other
            count += masks[other * words + word] & taken == 0
        here, kept = there, count
    cover.length[depth + 1] = kept


def choose_item(cover: Cover, depth: int) -> int:
    """Choose the item with the fewest options; returns 1 if a needed one has none, else 0."""
    words, masks, lists, forced = cover.words, cover.masks, cover.lists, 0
    start = depth * cover.options
    cover.place[depth] = 0
    for word in range(words):
        once = twice = 0
        for place in range(start, start + cover.length[depth]):
            items = masks[lists[place] * words + word]
            twice |= once & items
            once |= items
        needed = cover.needed[depth * words + word]
        if needed & ~once:
            return 1
        single = needed & ~twice & ~cover.several[word]
        if single:
            forced = 1
            cover.word[depth], cover.bit[depth] = word, single & -single
    if not forced:
        choose_by_count(cover, depth)
    return 0


def choose_by_count(cover: Cover, depth: int) -> None:
    """Choose the item with the fewest options, or a kind with several copies if no other is left.

    The options of all items of a word are counted at once: `ones` has the last bit of each count.
    Counts above `MANY` are equal.
    """
    words, masks, lists, fewest = cover.words, cover.masks, cover.lists, MANY + 1
    start = depth * cover.options
    for word in range(words):
        ones = twos = fours = eights = sixteens = more = many = 0
        for place in range(start, start + cover.length[depth]):
            carry = masks[lists[place] * words + word]
            ones, carry = ones ^ carry, ones & carry
            twos, carry = twos ^ carry, twos & carry
            fours, carry = fours ^ carry, fours & carry
            eights, carry = eights ^ carry, eights & carry
            sixteens, carry = sixteens ^ carry, sixteens & carry
            more, carry = more ^ carry, more & carry
            many |= carry
        needed = cover.needed[depth * words + word]
        best, size = needed & ~cover.several[word], 0
        for plane in (more, sixteens, eights, fours, twos, ones):
            fewer = best & ~(plane | many)
            size = 2 * size + (fewer == 0)
            best = fewer or best
        if best and size < fewest:
            fewest = size
            cover.word[depth], cover.bit[depth] = word, best & -best
        elif needed and fewest > MANY:
            cover.word[depth], cover.bit[depth] = word, needed & -needed


def is_complete(cover: Cover) -> int:
    """Whether the pieces, all used, cover all items that must be covered."""
    for word in range(cover.pieces * cover.words, (cover.pieces + 1) * cover.words):
        if cover.needed[word] != 0:
            return 0
    return 1
