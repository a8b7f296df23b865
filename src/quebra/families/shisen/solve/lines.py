"""Free cells of rows and columns, which are integers whose bits are the tiles.

Runs in plain Python, for lines of any length, and compiled.
"""

from __future__ import annotations

from collections.abc import Sequence


def reach(line: int, place: int, width: int) -> int:
    """The cells of a line that a place sees on both sides over no tile, and itself, as bits."""
    right = line >> (place + 1)
    free = ((right & -right) - 1) << (place + 1)
    below = (1 << place) - 1
    left = line & below
    shift = 1
    while shift < width:
        left |= left >> shift
        shift <<= 1
    return (free | 1 << place | (below & ~left)) & ((1 << width) - 1)


def crossings(
    lines: Sequence[int], line: int, place: int, to_line: int, to_place: int, width: int
) -> int:
    """The places where a free path between two lines can have its middle segment, as bits."""
    if line == to_line:
        low, high = min(place, to_place), max(place, to_place)
        tiles = lines[line] >> (low + 1) & ((1 << (high - low - 1)) - 1)
        return 1 << place if tiles == 0 else 0
    both = reach(lines[line], place, width) & reach(lines[to_line], to_place, width)
    between = min(line, to_line) + 1
    last = max(line, to_line)
    while both != 0 and between < last:
        both &= ~lines[between]
        between += 1
    return both
