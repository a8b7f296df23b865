"""How varied a solution is: boards full of one shape look dull and are easy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from quebra.grid.cells import Rows

LONG_LINE = 4
"""Shapes in a line that should not all be the same."""


def sameness(solution: Rows[int]) -> tuple[float, float, float]:
    """Shares of touching shapes that are equal, of lines with one kind of shape, of the main shape.

    >>> sameness(((1, 1), (1, 2)))
    (0.5, 0.0, 0.75)
    """
    pairs = [a == b for a, b in _touching(solution) if a and b]
    lines = [
        [value for value in line if value] for line in (*solution, *zip(*solution, strict=True))
    ]
    uniform = [len(line) >= LONG_LINE and len(set(line)) == 1 for line in lines]
    counts = Counter(value for row in solution for value in row if value)
    return (
        sum(pairs) / max(1, len(pairs)),
        sum(uniform) / len(uniform),
        max(counts.values(), default=0) / max(1, counts.total()),
    )


def is_varied(solution: Rows[int], shapes: int) -> bool:
    """Whether a solution is about as varied as published ones.

    >>> is_varied(((1, 2, 1), (3, 0, 3), (1, 2, 1)), 3), is_varied(((1, 1), (1, 1)), 3)
    (True, False)
    """
    equal, uniform, main = sameness(solution)
    return equal <= 1.1 / shapes and uniform <= 0.1 and main <= 1.6 / shapes


def _touching(solution: Rows[int]) -> Iterator[tuple[int, int]]:
    for row in solution:
        yield from pairwise(row)
    for upper, lower in pairwise(solution):
        yield from zip(upper, lower, strict=True)
