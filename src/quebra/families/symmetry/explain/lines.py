"""Exact reasoning about one line: which values its cells can have in a palindrome.

A line is a tuple of masks, one for each cell: bit 0 for blank, bit v for shape v.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from quebra.grid.candidates import bits

Masks = tuple[int, ...]

BLANK = 1
"""The mask of a cell that stays blank."""

MAX_CACHED_LENGTH = 64
"""Results for longer lines are not cached, because they would fill the memory."""


class PalindromeTables:
    """The stretches of a line that can be palindromes, and those whose surroundings can match.

    Bit e of `inside[s]`: the cells from s to e - 1 can read the same both ways.
    Bit e of `outside[s]`: the cells before s and those from e on can match each other.
    `blank` and `holders` have the cells, as bits, that can be blank or hold each shape.

    >>> tables = PalindromeTables((0b010, 0b100, 0b011))
    >>> tables.inside[0] >> 3 & 1, tables.inside[0] >> 2 & 1
    (1, 0)
    """

    __slots__ = ("blank", "holders", "inside", "outside")

    def __init__(self, line: Masks) -> None:
        self.blank, self.holders = _positions_by_value(line)
        self.inside = self._find_inside(line)
        self.outside = self._find_outside(line)

    def partners(self, mask: int) -> int:
        """The cells that can hold one of the shapes of a mask, as bits."""
        found = 0
        for shape in bits(mask & ~BLANK):
            found |= self.holders[shape]
        return found

    def _find_inside(self, line: Masks) -> list[int]:
        inside = [1 << len(line)] * (len(line) + 1)
        for start in range(len(line) - 1, -1, -1):
            inner = inside[start + 1]
            ends = 3 << start | (inner & self.partners(line[start])) << 1
            if line[start] & BLANK:
                ends |= inner
            inside[start] = _carry_up(ends, self.blank)
        return inside

    def _find_outside(self, line: Masks) -> list[int]:
        size = len(line)
        blank = _reversed(self.blank, size)
        outside = []
        ends = 1 << size
        for start in range(size + 1):
            # Blanks carry an end towards the start: upwards, once the bits are reversed.
            ends = _reversed(_carry_up(_reversed(ends, size + 1), blank), size + 1)
            outside.append(ends)
            if start < size:
                matched = ends >> 1 & self.partners(line[start])
                ends = matched | (ends if line[start] & BLANK else 0)
        return outside


def narrowed(line: Masks) -> Masks | None:
    """The mask of each cell over all fillings of a line; None if it has no filling.

    >>> narrowed((0b0010, 0b1111, 0b1001))
    (2, 3, 1)
    >>> narrowed((0b0010, 0b0100)) is None
    True
    """
    return _cached_narrowed(line) if len(line) <= MAX_CACHED_LENGTH else _narrowed(line)


def _narrowed(line: Masks) -> Masks | None:
    tables = PalindromeTables(line)
    inside, outside = tables.inside, tables.outside
    if not inside[0] >> len(line) & 1:
        return None
    found = [0] * len(line)
    blank, holders = 0, dict.fromkeys(tables.holders, 0)
    for start, mask in enumerate(line):
        if outside[start] >> start + 1 & 1:
            found[start] |= mask
        if outside[start] & inside[start + 1]:
            found[start] |= mask & BLANK
        last = outside[start] >> 1
        blank |= last & inside[start] & tables.blank
        for shape in bits(mask & ~BLANK):
            if matched := last & inside[start + 1] & tables.holders[shape]:
                found[start] |= 1 << shape
                holders[shape] |= matched
    for value, spots in ((0, blank), *holders.items()):
        for i in bits(spots):
            found[i] |= 1 << value
    return tuple(found)


_cached_narrowed = lru_cache(maxsize=1 << 15)(_narrowed)


def fillings(line: Masks) -> Iterator[tuple[int, ...]]:
    """All fillings of a line that read the same both ways.

    >>> list(fillings((0b01, 0b11, 0b10)))
    [(0, 0, 1), (0, 1, 1)]
    """
    inside = PalindromeTables(line).inside
    if not inside[0] >> len(line) & 1:
        return
    stack = [iter([PartialFilling(0, len(line), ())])]
    while stack:
        partial = next(stack[-1], None)
        if partial is None:
            stack.pop()
        elif partial.start < partial.end:
            stack.append(_extensions(line, inside, partial))
        else:
            holders = dict(partial.shapes)
            yield tuple(holders.get(i, 0) for i in range(len(line)))


class PartialFilling(NamedTuple):
    """A partial filling: the shapes by position outside the stretch from `start` to `end` - 1."""

    start: int
    end: int
    shapes: tuple[tuple[int, int], ...]


def _extensions(
    line: Masks, inside: list[int], partial: PartialFilling
) -> Iterator[PartialFilling]:
    """The fillings with one value more: the first cell is blank, or a shape with its partner."""
    start, end, shapes = partial
    if line[start] & BLANK and inside[start + 1] >> end & 1:
        yield PartialFilling(start + 1, end, shapes)
    for last in range(end - 1, start - 1, -1):
        if last == start or inside[start + 1] >> last & 1:
            for shape in bits(line[start] & line[last] & ~BLANK):
                yield PartialFilling(start + 1, last, (*shapes, (start, shape), (last, shape)))
        if not line[last] & BLANK:
            return


def _positions_by_value(line: Masks) -> tuple[int, dict[int, int]]:
    """The cells that can be blank, and those that can hold each shape, as bits."""
    spots: dict[int, int] = {0: 0}
    for i, mask in enumerate(line):
        for value in bits(mask):
            spots[value] = spots.get(value, 0) | 1 << i
    return spots.pop(0), spots


def _carry_up(bits: int, through: int) -> int:
    """The bits, each also carried up through adjacent ones of a mask to the first zero.

    >>> bin(_carry_up(0b00010, 0b00110))
    '0b1110'
    """
    return bits | (through + (bits & through)) ^ through


def _reversed(bits: int, size: int) -> int:
    return int(f"{bits:0{size}b}"[::-1], 2)
