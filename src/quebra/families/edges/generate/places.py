"""The cells of given pieces: the first near the centre, the others far from one another."""

from __future__ import annotations

from collections.abc import Sequence

from quebra.contract.random import Source
from quebra.families.edges.layout import Layout

ENDS = 7
"""Cells far from one another, between which the centre is: a start and up to six corners."""


def hint_cells(layout: Layout, count: int, source: Source) -> list[int]:
    """The numbers of cells for given pieces, away from the rim as long as there are any.

    >>> from quebra.families.edges.layout import grid_layout
    >>> hint_cells(grid_layout("square", (5, 5)), 1, Source(1))
    [12]
    >>> sorted(hint_cells(grid_layout("square", (5, 5)), 5, Source(1)))
    [6, 8, 12, 16, 18]
    """
    if not count:
        return []
    cells = source.shuffled(range(len(layout.cells)))
    outer = {cell for cell, _ in layout.rim}
    inner = [cell for cell in cells if cell not in outer]
    ends = [_distances(layout, end) for end in _far_apart(layout, cells[:1], cells, ENDS)]
    centre = min(inner or cells, key=lambda cell: max(distance[cell] for distance in ends))
    chosen = _far_apart(layout, [centre], inner, count)
    return _far_apart(layout, chosen, cells, count)


def _far_apart(layout: Layout, first: list[int], cells: Sequence[int], count: int) -> list[int]:
    """The first cells and others, each as far as possible from those before it."""
    chosen = list(first)
    nearest = [len(layout.cells)] * len(layout.cells)
    for cell in chosen:
        nearest = [*map(min, nearest, _distances(layout, cell))]
    while len(chosen) < count and any(nearest[cell] for cell in cells):
        chosen.append(max(cells, key=nearest.__getitem__))
        nearest = [*map(min, nearest, _distances(layout, chosen[-1]))]
    return chosen


def _distances(layout: Layout, start: int) -> list[int]:
    """The number of seams between a cell and each other one; without a way, as many as cells."""
    found = [len(layout.cells)] * len(layout.cells)
    found[start] = 0
    waiting = [start]
    for cell in waiting:
        for _, other, _ in layout.neighbours[cell]:
            if other != start and found[other] == len(found):
                found[other] = found[cell] + 1
                waiting.append(other)
    return found
