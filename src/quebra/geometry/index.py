"""Which boxes meet, without comparing each with every other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import floor

from quebra.geometry.edges import Box


def close_pairs(boxes: Sequence[Box], margin: float) -> Iterator[tuple[int, int]]:
    """The pairs of boxes that meet when each is widened by the margin.

    Boxes are sorted into the squares of a grid as wide as a usual box, so that the cost grows
    with the number of boxes and of meetings.

    >>> list(close_pairs([(0, 0, 1, 1), (5, 5, 6, 6), (1, 1, 2, 2)], 0.1))
    [(0, 2)]
    """
    if not boxes:
        return
    side = margin + sum(max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes) / len(boxes)
    squares: dict[tuple[int, int], list[int]] = {}
    for i, (x0, y0, x1, y1) in enumerate(boxes):
        for x in range(floor((x0 - margin) / side), floor((x1 + margin) / side) + 1):
            for y in range(floor((y0 - margin) / side), floor((y1 + margin) / side) + 1):
                squares.setdefault((x, y), []).append(i)
    for (x, y), members in squares.items():
        for i, j in combinations(members, 2):
            a, b = boxes[i], boxes[j]
            left, low = max(a[0], b[0]) - margin, max(a[1], b[1]) - margin
            right, high = min(a[2], b[2]) + margin, min(a[3], b[3]) + margin
            # A pair that shares several squares is told in the one of its lower left corner.
            if left <= right and low <= high and (floor(left / side), floor(low / side)) == (x, y):
                yield i, j
