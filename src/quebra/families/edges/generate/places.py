"""The cells of given pieces: the first near the centre, the others far from one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from quebra.contract.random import Source
from quebra.families.edges.layout import Layout

MOST_CORNERS = 12
"""Corners that the centre is measured from."""


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
    chosen = [_centre(layout, cells)]
    for among in ([cell for cell in cells if cell not in outer], cells):
        nearest = _distances(layout, chosen)
        while len(chosen) < count and any(nearest[cell] for cell in among):
            chosen.append(max(among, key=nearest.__getitem__))
            nearest = [*map(min, nearest, _distances(layout, chosen[-1:]))]
    return chosen


def _centre(layout: Layout, cells: Sequence[int]) -> int:
    """Of the cells that are farthest from the rim, one that is nearest to the farthest corner."""
    rim_sides = Counter(cell for cell, _ in layout.rim)
    most = max(rim_sides.values(), default=0)
    corners = [cell for cell in cells if rim_sides[cell] == most][:MOST_CORNERS]
    from_rim = _distances(layout, rim_sides)
    from_corners = [*map(max, *(_distances(layout, [corner]) for corner in (*corners, *corners)))]
    return min(cells, key=lambda cell: (-from_rim[cell], from_corners[cell]))


def _distances(layout: Layout, starts: Iterable[int]) -> list[int]:
    """The number of seams from each cell to the nearest start; without a way, that of all cells."""
    far = len(layout.cells)
    found = [far] * far
    waiting = list(starts)
    for cell in waiting:
        found[cell] = 0
    for cell in waiting:
        for _, other, _ in layout.neighbours[cell]:
            if found[other] == far:
                found[other] = found[cell] + 1
                waiting.append(other)
    return found
