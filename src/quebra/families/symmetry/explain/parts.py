"""The parts of a line between shapes whose partners are known, which must mirror each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quebra.families.symmetry.explain.lines import BLANK, Masks
from quebra.grid.candidates import settled

Pair = tuple[int, int]
"""Two positions that match each other; the middle of a line is a pair of equal positions."""


@dataclass(frozen=True, slots=True)
class Part:
    """Two stretches of a line that must read the same: `head` forwards, `tail` backwards.

    They lie between the matched pairs `outer` and `inner`. The part in the centre has no inner
    pair; it is one stretch and its reverse. Cells that are known to be blank are left out.
    """

    head: tuple[int, ...]
    tail: tuple[int, ...]
    outer: Pair | None
    inner: Pair | None


def core(line: Masks) -> Part:
    """The part of a line inside the ends that already match.

    >>> core((0b10, 0b11, 0b11, 0b01, 0b10))
    Part(head=(1, 2), tail=(2, 1), outer=(0, 4), inner=None)
    """
    everything = range(len(line))
    return _stripped(line, everything, everything[::-1], None, None)


def parts(line: Masks) -> Iterator[Part]:
    """The parts between the shapes whose partners are known.

    These are the shapes that no open cell can hold. The first one of a kind matches the last, the
    second the last but one, and so on; one without a partner is the middle.

    >>> [(part.head, part.tail) for part in parts((0b011, 0b100, 0b011, 0b011))]
    [((0,), (3, 2))]
    """
    outer: Pair | None = None
    start, end = 0, len(line)
    for pair in _pairs(line):
        left, right = pair
        yield _stripped(line, range(start, left), range(end - 1, right, -1), outer, pair)
        outer, start, end = pair, left + 1, right
    if start < end:
        inside = range(start, end)
        yield _stripped(line, inside, inside[::-1], outer, None)


def _pairs(line: Masks) -> list[Pair]:
    undecided = 0
    for mask in line:
        undecided |= 0 if settled(mask) else mask
    spots: dict[int, list[int]] = {}
    for i, mask in enumerate(line):
        if settled(mask) and mask != BLANK and not mask & undecided:
            spots.setdefault(mask, []).append(i)
    return sorted(
        (held[k], held[-1 - k]) for held in spots.values() for k in range((len(held) + 1) // 2)
    )


def _stripped(
    line: Masks, head: Sequence[int], tail: Sequence[int], outer: Pair | None, inner: Pair | None
) -> Part:
    """A part without its blanks and without the ends that match already."""
    head = [i for i in head if line[i] != BLANK]
    tail = [i for i in tail if line[i] != BLANK]
    while _match(line, head, tail, 0):
        outer = head[0], tail[0]
        if inner is None:
            head, tail = head[1:-1], tail[1:-1]
        else:
            head, tail = head[1:], tail[1:]
    while inner is not None and _match(line, head, tail, -1):
        inner = head[-1], tail[-1]
        head, tail = head[:-1], tail[:-1]
    return Part(tuple(head), tuple(tail), outer, inner)


def _match(line: Masks, head: Sequence[int], tail: Sequence[int], end: int) -> bool:
    if not head or not tail or head[end] == tail[end]:
        return False
    return line[head[end]] == line[tail[end]] and settled(line[head[end]])
