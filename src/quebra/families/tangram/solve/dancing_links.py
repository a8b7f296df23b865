"""Exact cover by dancing links (Knuth, Algorithm X), as a kernel on lists or compiled on arrays.

Options cover items; the search chooses options that cover each item once. A kind of piece with
several copies is an item covered once per copy; it is never branched on, and its options are
removed when the last copy is used. Node 0 is the root, the next nodes are the items, and the nodes
of each option are consecutive.

xcover is 1.7 times as fast but supports neither copies nor pausing between two solutions, and has
the LGPL licence.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from quebra.engine.kernels import NODES, Ended

Ints = MutableSequence[int]

DEPTH, BACK, SLOTS = range(1, 4)
"""Slots of `at`: the number of options chosen; whether the search is backtracking; the number of
slots. `NODES` counts the options chosen so far."""


class Links(NamedTuple):
    """The linked items and options, and the state of the search."""

    left: Ints
    right: Ints
    """Circular list of the uncovered items, starting at the root."""
    up: Ints
    down: Ints
    """Circular list of the nodes of each item, starting at the item."""
    item: Ints
    option: Ints
    """The item and the option of each node."""
    first: Ints
    """The first node of each option, then the total number of nodes."""
    size: Ints
    copies: Ints
    """For an item with several copies the number of unused ones, else 0."""
    chosen: Ints
    """The node chosen at each depth."""
    at: Ints


def linked(items: int, copies: dict[int, int], options: Sequence[Sequence[int]]) -> Links:
    """The links of options, each a list of items from 1; `copies` are items with several copies.

    >>> links = linked(3, {}, [[1, 2], [3], [2, 3], [1]])
    >>> search(links, 9), [links.option[node] for node in links.chosen[: links.at[DEPTH]]]
    (<Ended.FOUND: 1>, [0, 1])
    """
    ring = [0, *(i for i in range(1, items + 1) if i not in copies)]
    left, right = list(range(items + 1)), list(range(items + 1))
    for here, there in zip(ring, [*ring[1:], 0], strict=True):
        right[here], left[there] = there, here
    up, down = list(range(items + 1)), list(range(items + 1))
    item, option, first = list(range(items + 1)), [-1] * (items + 1), []
    size = [0] * (items + 1)
    for number, covered in enumerate(options):
        first.append(len(item))
        for each in covered:
            node = len(item)
            item.append(each)
            option.append(number)
            up.append(up[each])
            down.append(each)
            down[up[each]] = up[each] = node
            size[each] += 1
    first.append(len(item))
    several = [copies.get(i, 0) for i in range(items + 1)]
    chosen = [0] * (items + 1 + sum(several))
    return Links(left, right, up, down, item, option, first, size, several, chosen, [0] * SLOTS)


def search(links: Links, most: int) -> int:
    """Search on for at most `most` nodes, or until the next cover, which is then in `chosen`."""
    at, chosen, down, item = links.at, links.chosen, links.down, links.item
    until = at[NODES] + most
    while at[NODES] < until:
        if at[BACK]:
            if at[DEPTH] == 0:
                return Ended.EXHAUSTED
            at[DEPTH] -= 1
            node = chosen[at[DEPTH]]
            unchoose(links, node)
            top = chosen[at[DEPTH]] = down[node]
            if top == item[node]:
                uncover(links, top)
                continue
        else:
            if links.right[0] == 0:
                at[BACK] = 1
                return Ended.FOUND
            best = smallest(links)
            if links.size[best] == 0:
                at[BACK] = 1
                continue
            cover(links, best)
            chosen[at[DEPTH]] = down[best]
        choose(links, chosen[at[DEPTH]])
        at[DEPTH] += 1
        at[BACK] = 0
        at[NODES] += 1
    return Ended.PAUSED


def smallest(links: Links) -> int:
    """The item to be covered that the fewest options cover."""
    best = here = links.right[0]
    while here != 0:
        if links.size[here] < links.size[best]:
            best = here
            if links.size[best] == 0:
                break
        here = links.right[here]
    return best


def choose(links: Links, node: int) -> None:
    """Cover all other items of a node's option."""
    number = links.option[node]
    for other in range(links.first[number], links.first[number + 1]):
        item = links.item[other]
        if links.copies[item] > 0:
            links.copies[item] -= 1
            if links.copies[item] == 0:
                cover(links, item)
                # 0 would mean an item without copies.
                links.copies[item] = -1
        elif other != node:
            cover(links, item)


def unchoose(links: Links, node: int) -> None:
    """Undo `choose`."""
    number = links.option[node]
    for other in range(links.first[number + 1] - 1, links.first[number] - 1, -1):
        item = links.item[other]
        if links.copies[item] != 0:
            if links.copies[item] < 0:
                links.copies[item] = 0
                uncover(links, item)
            links.copies[item] += 1
        elif other != node:
            uncover(links, item)


def cover(links: Links, item: int) -> None:
    """Remove an item from the uncovered ones, and its options from all other items."""
    up, down = links.up, links.down
    links.left[links.right[item]] = links.left[item]
    links.right[links.left[item]] = links.right[item]
    row = down[item]
    while row != item:
        number = links.option[row]
        for node in range(links.first[number], links.first[number + 1]):
            if node != row:
                up[down[node]] = up[node]
                down[up[node]] = down[node]
                links.size[links.item[node]] -= 1
        row = down[row]


def uncover(links: Links, item: int) -> None:
    """Undo `cover`."""
    up, down = links.up, links.down
    row = up[item]
    while row != item:
        number = links.option[row]
        for node in range(links.first[number + 1] - 1, links.first[number] - 1, -1):
            if node != row:
                links.size[links.item[node]] += 1
                up[down[node]] = node
                down[up[node]] = node
        row = up[row]
    links.left[links.right[item]] = item
    links.right[links.left[item]] = item
