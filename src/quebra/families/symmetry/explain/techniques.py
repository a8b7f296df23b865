"""Techniques on the shapes of one line that must match, one function each.

All but `dead_end` are called only for lines that have a filling.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from quebra.families.symmetry.explain.candidates import Deduction, Line
from quebra.families.symmetry.explain.deduction import Keep, make_deduction
from quebra.families.symmetry.explain.lines import BLANK, Masks, narrowed
from quebra.families.symmetry.explain.parts import Part, core, parts
from quebra.families.symmetry.explain.phrases import part_name, position_list, side, value_list
from quebra.grid.candidates import bits, settled, union
from quebra.grid.cells import joined


def outermost(line: Line, masks: Masks) -> Deduction | None:
    """The first shape of a line is known, and the last one must be the same."""
    part = core(masks)
    for head, tail in ((part.head, part.tail), (part.tail, part.head)):
        if head and settled(masks[head[0]]):
            keep = _match_ends(masks, head, tail)
            words = partial(_outermost_words, line, masks, part, head, tail)
            return make_deduction("outermost", line, masks, keep, head[:1], words)
    return None


def _outermost_words(
    line: Line, masks: Masks, part: Part, head: Sequence[int], tail: Sequence[int]
) -> str:
    shape = masks[head[0]]
    here = f"the {value_list(shape)} in {position_list(line, head[:1])}"
    text = f"the outermost shapes of {part_name(line, masks, part)} must match, and {here} is one"
    partners = [i for i in _starts(masks, tail) if masks[i] & shape]
    if len(partners) == 1 and not settled(masks[partners[0]]):
        return f"{text}; only {position_list(line, partners)} can be the other"
    return text


def ends(line: Line, masks: Masks) -> Deduction | None:
    """The first and the last shape of a line are unknown, but must be the same."""
    part = core(masks)
    keep = _match_ends(masks, part.head, part.tail)
    evidence = (*_starts(masks, part.head), *_starts(masks, part.tail))
    words = partial(_ends_words, line, masks, part)
    return make_deduction("ends", line, masks, keep, evidence, words)


def _ends_words(line: Line, masks: Masks, part: Part) -> str:
    text = f"the outermost shapes of {part_name(line, masks, part)} must match"
    one, other = _end_shapes(masks, part)
    if not one & other:
        return f"{text}, and there are none that could"
    return f"{text}: {value_list(one)} {side(line, 0)}, {value_list(other)} {side(line, 1)}"


def no_partner(line: Line, masks: Masks) -> Deduction | None:
    """A shape that one side of a part cannot hold is removed from the other side."""
    for part in parts(masks):
        if part.inner is None:
            continue
        here, there = (_union(masks, cells) for cells in (part.head, part.tail))
        keep = dict.fromkeys(part.head, there | BLANK) | dict.fromkeys(part.tail, here | BLANK)
        evidence = (*part.head, *part.tail, *part.inner, *(part.outer or ()))
        words = partial(_no_partner_words, line, masks, part)
        if found := make_deduction("no partner", line, masks, keep, evidence, words):
            return found
    return None


def _no_partner_words(line: Line, masks: Masks, part: Part) -> str:
    here, there = (_union(masks, cells) & ~BLANK for cells in (part.head, part.tail))
    return (
        f"the shapes of {part_name(line, masks, part)} must match each other, "
        f"and {value_list(here ^ there)} would have no partner"
    )


def counting(line: Line, masks: Masks) -> Deduction | None:
    """Both sides of a part must hold each shape equally often."""
    for part in parts(masks):
        if part.inner is None:
            continue
        for shape in bits(_union(masks, (*part.head, *part.tail)) & ~BLANK):
            keep: Keep = {}
            (low, high), (least, most) = (
                _count_range(masks, cells, shape) for cells in (part.head, part.tail)
            )
            for cells, fewest, room in ((part.head, low, high), (part.tail, least, most)):
                if fewest == min(high, most):
                    keep |= {i: ~(1 << shape) for i in cells if not settled(masks[i])}
                elif room == max(low, least):
                    keep |= {i: 1 << shape for i in cells if masks[i] >> shape & 1}
            evidence = (*part.head, *part.tail, *part.inner, *(part.outer or ()))
            text = partial(_counting_words, line, masks, part, shape)
            if found := make_deduction("counting", line, masks, keep, evidence, text):
                return found
    return None


def _counting_words(line: Line, masks: Masks, part: Part, shape: int) -> str:
    counts = []
    for which, cells in enumerate((part.head, part.tail)):
        fewest, most = _count_range(masks, cells, shape)
        amount = str(most) if fewest == most else f"{fewest} to {most}"
        counts.append(f"{amount} {side(line, which)}")
    return (
        f"the shapes of {part_name(line, masks, part)} must match each other, "
        f"and of {value_list(1 << shape)} there are {joined(counts)}"
    )


def middle(line: Line, masks: Masks) -> Deduction | None:
    """A shape without a partner would be the middle of the line, but cannot be."""
    for shape in _shapes(masks):
        holders = [i for i, mask in enumerate(masks) if mask >> shape & 1]
        unsure = [i for i in holders if not settled(masks[i])]
        if len(unsure) != 1:
            continue
        spot = unsure[0]
        if len(holders) % 2 == 0:
            holders.remove(spot)
        if other := _uneven_shape(masks, holders[len(holders) // 2], shape):
            keep = {spot: ~(1 << shape) if spot in holders else 1 << shape}
            words = partial(_middle_words, line, shape, other, spot, holders)
            return make_deduction("middle", line, masks, keep, range(len(masks)), words)
    return None


def _uneven_shape(masks: Masks, centre: int, shape: int) -> int | None:
    """Another shape whose numbers on the two sides of a cell cannot be equal."""
    for other in _shapes(masks):
        before = _count_range(masks, range(centre), other)
        after = _count_range(masks, range(centre + 1, len(masks)), other)
        if other != shape and (before[0] > after[1] or after[0] > before[1]):
            return other
    return None


def _middle_words(line: Line, shape: int, other: int, spot: int, holders: list[int]) -> str:
    sign, rest, centre = value_list(1 << shape), value_list(1 << other), holders[len(holders) // 2]
    here = f"a {sign} in {position_list(line, [spot])}"
    there = "it" if centre == spot else f"the one in {position_list(line, [centre])}"
    if holders == [spot]:
        text = f"{here} has no partner in {line.name}, so it would be the middle"
    elif spot in holders:
        text = f"with {here}, {line.name} has {len(holders)} {sign} and {there} is the middle"
    else:
        text = f"without {here}, {line.name} has {len(holders)} {sign} and {there} is the middle"
    sides = "left and right of" if line.across == "column" else "above and below"
    return f"{text}; but the {rest} {sides} it cannot be equally many"


def dead_end(line: Line, masks: Masks) -> Deduction | None:
    """A line that cannot read the same both ways."""
    if narrowed(masks) is not None:
        return None
    return Deduction("dead end", line.cells, (), partial(_dead_end_words, line, masks))


def _dead_end_words(line: Line, masks: Masks) -> str:
    part = core(masks)
    one, other = _end_shapes(masks, part)
    if not one & other:
        return f"the outermost shapes of {part_name(line, masks, part)} cannot match"
    return f"{line.name} cannot read the same both ways"


def _match_ends(masks: Masks, head: Sequence[int], tail: Sequence[int]) -> Keep:
    """The masks to keep so that the first shapes of two stretches can be the same."""
    common = _union(masks, _starts(masks, head)) & _union(masks, _starts(masks, tail)) & ~BLANK
    needed = any(not masks[i] & BLANK for i in (*head, *tail))
    keep: Keep = {}
    for path in (head, tail):
        starts = [i for i in _starts(masks, path) if masks[i] & common]
        before = path[: path.index(starts[0])] if starts else path
        for i in before:
            keep[i] = keep.get(i, ~0) & BLANK
        if starts:
            alone = needed and len(starts) == 1
            keep[starts[0]] = keep.get(starts[0], ~0) & (common if alone else common | BLANK)
    return keep


def _end_shapes(masks: Masks, part: Part) -> tuple[int, int]:
    """The shapes that can be the first of the head and of the tail of a part."""
    head, tail = (_union(masks, _starts(masks, path)) & ~BLANK for path in (part.head, part.tail))
    return head, tail


def _starts(masks: Masks, path: Sequence[int]) -> Sequence[int]:
    """The positions where the first shape of a stretch can be."""
    for count, i in enumerate(path, 1):
        if not masks[i] & BLANK:
            return path[:count]
    return path


def _union(masks: Masks, positions: Iterable[int]) -> int:
    return union(masks[i] for i in positions)


def _shapes(masks: Masks) -> list[int]:
    """The shapes that some cell of a line can hold."""
    return bits(_union(masks, range(len(masks))) & ~BLANK)


def _count_range(masks: Masks, positions: Iterable[int], shape: int) -> tuple[int, int]:
    """The smallest and the largest number of cells that hold a shape."""
    holders = [masks[i] for i in positions if masks[i] >> shape & 1]
    return sum(settled(mask) for mask in holders), len(holders)
