"""How matched shapes cut a line into parts that must mirror each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quebra.families.symmetry.explain.lines import BLANK, Masks
from quebra.grid.candidates import settled

Pair = tuple[int, int]
"""Two positions that match each other; twice the same for the middle of a line."""


@dataclass(frozen=True, slots=True)
class Part:
    """Two stretches of a line that must read the same towards the middle.

    The part in the centre, which has no inner pair, is one stretch and its reverse. Cells that
    are known to stay blank are left out.
    """

    near: tuple[int, ...]
    far: tuple[int, ...]
    outer: Pair | None
    inner: Pair | None


def core(line: Masks) -> Part:
    """What is left of a line inside the ends that match already.

    >>> core((0b10, 0b11, 0b11, 0b01, 0b10))
    Part(near=(1, 2), far=(2, 1), outer=(0, 4), inner=None)
    """
    everything = range(len(line))
    return _stripped(line, everything, everything[::-1], None, None)


def parts(line: Masks) -> Iterator[Part]:
    """The parts between the shapes whose partners are known.

    These are the kinds that no open cell can hold: the first of them matches the last, and so
    on inwards; the one without a partner is the middle.

    >>> [(part.near, part.far) for part in parts((0b011, 0b100, 0b011, 0b011))]
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
    line: Masks, near: Sequence[int], far: Sequence[int], outer: Pair | None, inner: Pair | None
) -> Part:
    """A part without its blanks and without the ends that match already."""
    near = [i for i in near if line[i] != BLANK]
    far = [i for i in far if line[i] != BLANK]
    while _match(line, near, far, 0):
        outer = near[0], far[0]
        if inner is None:
            near, far = near[1:-1], far[1:-1]
        else:
            near, far = near[1:], far[1:]
    while inner is not None and _match(line, near, far, -1):
        inner = near[-1], far[-1]
        near, far = near[:-1], far[:-1]
    return Part(tuple(near), tuple(far), outer, inner)


def _match(line: Masks, near: Sequence[int], far: Sequence[int], end: int) -> bool:
    if not near or not far or near[end] == far[end]:
        return False
    return line[near[end]] == line[far[end]] and settled(line[near[end]])
