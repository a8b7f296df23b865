"""The pairs of boxes that overlap, found without comparing each with every other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product
from math import floor

from quebra.geometry.edges import Box


def close_pairs(boxes: Sequence[Box], margin: float) -> Iterator[tuple[int, int]]:
    """The pairs of boxes that overlap when each is widened by the margin, the lower index first.

    The few boxes that are far larger than the average are compared with all others; the others are
    sorted into the squares of a grid, so that the cost is linear in the boxes and the pairs.

    >>> list(close_pairs([(0, 0, 1, 1), (5, 5, 6, 6), (1, 1, 2, 2)], 0.1))
    [(0, 2)]
    """
    numbers = list(range(len(boxes)))
    while numbers:  # until no box is far larger than the average of those that remain
        side = margin + sum(_size(boxes[i]) for i in numbers) / len(numbers)
        # A larger box would occupy more squares of the grid than there are boxes.
        most = side * len(numbers) ** 0.5
        large = [i for i in numbers if _size(boxes[i]) > most]
        if not large:
            yield from _pairs_in_grid(boxes, numbers, margin, side)
            return
        numbers = [i for i in numbers if _size(boxes[i]) <= most]
        for i, j in chain(combinations(large, 2), product(large, numbers)):
            left, low, right, high = _common(boxes[i], boxes[j], margin)
            if left <= right and low <= high:
                yield min(i, j), max(i, j)


def _pairs_in_grid(
    boxes: Sequence[Box], numbers: Sequence[int], margin: float, side: float
) -> Iterator[tuple[int, int]]:
    """The pairs among the boxes of these numbers, by the squares of a grid."""
    squares: dict[tuple[int, int], list[int]] = {}
    for i in numbers:
        x0, y0, x1, y1 = boxes[i]
        for x in range(floor((x0 - margin) / side), floor((x1 + margin) / side) + 1):
            for y in range(floor((y0 - margin) / side), floor((y1 + margin) / side) + 1):
                squares.setdefault((x, y), []).append(i)
    for (x, y), members in squares.items():
        for i, j in combinations(members, 2):
            left, low, right, high = _common(boxes[i], boxes[j], margin)
            # A pair that shares several squares is yielded only for that of its lower left corner.
            if left <= right and low <= high and (floor(left / side), floor(low / side)) == (x, y):
                yield i, j


def _size(box: Box) -> float:
    return max(box[2] - box[0], box[3] - box[1])


def _common(a: Box, b: Box, margin: float) -> Box:
    """The intersection of two boxes, each widened by the margin."""
    return (
        max(a[0], b[0]) - margin,
        max(a[1], b[1]) - margin,
        min(a[2], b[2]) + margin,
        min(a[3], b[3]) + margin,
    )
