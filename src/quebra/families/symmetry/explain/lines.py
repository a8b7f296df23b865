"""One line by itself: exactly what it can still be.

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

REMEMBERED = 64
"""What longer lines can be is not kept: together they would fill the memory."""


class Tables:
    """What can match inside and outside each stretch of a line, as bits for where it ends.

    Bit e of `inside[s]`: the cells from s up to e, e left out, can read the same both ways.
    Bit e of `outside[s]`: the cells before s and those from e on can match one another.

    >>> tables = Tables((0b010, 0b100, 0b011))
    >>> tables.inside[0] >> 3 & 1, tables.inside[0] >> 2 & 1
    (1, 0)
    """

    __slots__ = ("blank", "held", "inside", "outside")

    def __init__(self, line: Masks) -> None:
        self.blank, self.held = _spread(line)
        self.inside = self._inside(line)
        self.outside = self._outside(line)

    def partners(self, mask: int) -> int:
        """The cells that can hold a shape of this mask, as bits."""
        found = 0
        for shape in bits(mask & ~BLANK):
            found |= self.held[shape]
        return found

    def _inside(self, line: Masks) -> list[int]:
        inside = [1 << len(line)] * (len(line) + 1)
        for start in range(len(line) - 1, -1, -1):
            inner = inside[start + 1]
            ends = 3 << start | (inner & self.partners(line[start])) << 1
            if line[start] & BLANK:
                ends |= inner
            inside[start] = _filled(ends, self.blank)
        return inside

    def _outside(self, line: Masks) -> list[int]:
        size = len(line)
        blank = _reversed(self.blank, size)
        outside = []
        ends = 1 << size
        for start in range(size + 1):
            # Blanks carry an end towards the start: upwards, once the bits are reversed.
            ends = _reversed(_filled(_reversed(ends, size + 1), blank), size + 1)
            outside.append(ends)
            if start < size:
                matched = ends >> 1 & self.partners(line[start])
                ends = matched | (ends if line[start] & BLANK else 0)
        return outside


def narrowed(line: Masks) -> Masks | None:
    """What each cell can be where the line reads the same both ways; None where it cannot.

    >>> narrowed((0b0010, 0b1111, 0b1001))
    (2, 3, 1)
    >>> narrowed((0b0010, 0b0100)) is None
    True
    """
    return _remembered(line) if len(line) <= REMEMBERED else _narrowed(line)


def _narrowed(line: Masks) -> Masks | None:
    tables = Tables(line)
    inside, outside = tables.inside, tables.outside
    if not inside[0] >> len(line) & 1:
        return None
    found = [0] * len(line)
    blank, held = 0, dict.fromkeys(tables.held, 0)
    for start, mask in enumerate(line):
        if outside[start] >> start + 1 & 1:
            found[start] |= mask
        if outside[start] & inside[start + 1]:
            found[start] |= mask & BLANK
        last = outside[start] >> 1
        blank |= last & inside[start] & tables.blank
        for shape in bits(mask & ~BLANK):
            if matched := last & inside[start + 1] & tables.held[shape]:
                found[start] |= 1 << shape
                held[shape] |= matched
    for value, spots in ((0, blank), *held.items()):
        for i in bits(spots):
            found[i] |= 1 << value
    return tuple(found)


_remembered = lru_cache(maxsize=1 << 15)(_narrowed)


def ways(line: Masks) -> Iterator[tuple[int, ...]]:
    """All fillings of a line that read the same both ways.

    >>> list(ways((0b01, 0b11, 0b10)))
    [(0, 0, 1), (0, 1, 1)]
    """
    inside = Tables(line).inside
    if not inside[0] >> len(line) & 1:
        return
    open_cases = [iter([Case(0, len(line), ())])]
    while open_cases:
        case = next(open_cases[-1], None)
        if case is None:
            open_cases.pop()
        elif case.start < case.end:
            open_cases.append(_cases(line, inside, case))
        else:
            held = dict(case.shapes)
            yield tuple(held.get(i, 0) for i in range(len(line)))


class Case(NamedTuple):
    """A line filled but for a stretch: where the shapes are."""

    start: int
    end: int
    shapes: tuple[tuple[int, int], ...]


def _cases(line: Masks, inside: list[int], case: Case) -> Iterator[Case]:
    """What the first cell of the stretch can be: blank, or a shape with its partner."""
    start, end, shapes = case
    if line[start] & BLANK and inside[start + 1] >> end & 1:
        yield Case(start + 1, end, shapes)
    for last in range(end - 1, start - 1, -1):
        if last == start or inside[start + 1] >> last & 1:
            for shape in bits(line[start] & line[last] & ~BLANK):
                yield Case(start + 1, last, (*shapes, (start, shape), (last, shape)))
        if not line[last] & BLANK:
            return


def _spread(line: Masks) -> tuple[int, dict[int, int]]:
    """Where a line can be blank, and where it can hold each shape, as bits."""
    spots: dict[int, int] = {0: 0}
    for i, mask in enumerate(line):
        for value in bits(mask):
            spots[value] = spots.get(value, 0) | 1 << i
    return spots.pop(0), spots


def _filled(bits: int, through: int) -> int:
    """The bits, each carried up through the ones of a mask to the first bit that is none.

    >>> bin(_filled(0b00010, 0b00110))
    '0b1110'
    """
    return bits | (through + (bits & through)) ^ through


def _reversed(bits: int, size: int) -> int:
    return int(f"{bits:0{size}b}"[::-1], 2)
