"""Techniques on the shapes of one line that must match, one function each.

All but `dead_end` are called only for lines that have a filling.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from quebra.families.symmetry.explain.candidates import Deduction, Line
from quebra.families.symmetry.explain.deduction import Keep, make_deduction
from quebra.families.symmetry.explain.lines import BLANK, Masks, narrowed
from quebra.families.symmetry.explain.parts import Part, core, parts
from quebra.families.symmetry.explain.phrases import part_name, position, value_list
from quebra.grid.candidates import bits, settled, union
from quebra.i18n.text import Text, sentences


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
) -> Text:
    shape, spot = masks[head[0]], position(line, head[0])
    text = sentences(
        _ends_match(line, masks, part),
        Text("One is the {shape} in {position}.", shape=value_list(shape), position=spot),
    )
    partners = [i for i in _starts(masks, tail) if masks[i] & shape]
    if len(partners) == 1 and not settled(masks[partners[0]]):
        other = position(line, partners[0])
        return sentences(text, Text("Only {position} can hold the other.", position=other))
    return text


def _ends_match(line: Line, masks: Masks, part: Part) -> Text:
    return Text("The outermost shapes of {part} must match.", part=part_name(line, masks, part))


def ends(line: Line, masks: Masks) -> Deduction | None:
    """The first and the last shape of a line are unknown, but must be the same."""
    part = core(masks)
    keep = _match_ends(masks, part.head, part.tail)
    evidence = (*_starts(masks, part.head), *_starts(masks, part.tail))
    words = partial(_ends_words, line, masks, part)
    return make_deduction("ends", line, masks, keep, evidence, words)


def _ends_words(line: Line, masks: Masks, part: Part) -> Text:
    one, other = _end_shapes(masks, part)
    first, last = value_list(one), value_list(other)
    if not one & other:
        found = Text("No two shapes there can match.")
    elif line.is_row:
        found = Text(
            "They can be {first} on the left and {last} on the right.", first=first, last=last
        )
    else:
        found = Text("They can be {first} above and {last} below.", first=first, last=last)
    return sentences(_ends_match(line, masks, part), found)


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


def _no_partner_words(line: Line, masks: Masks, part: Part) -> Text:
    here, there = (_union(masks, cells) & ~BLANK for cells in (part.head, part.tail))
    return sentences(
        _sides_match(line, masks, part),
        Text("{shapes} would have no partner.", shapes=value_list(here ^ there)),
    )


def _sides_match(line: Line, masks: Masks, part: Part) -> Text:
    name = part_name(line, masks, part)
    return Text("The shapes of {part} must match each other.", part=name)


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


def _counting_words(line: Line, masks: Masks, part: Part, shape: int) -> Text:
    sign = value_list(1 << shape)
    first, last = (_amount(*_count_range(masks, side, shape)) for side in (part.head, part.tail))
    if line.is_row:
        counts = Text(
            "There are {first} {shape} on the left and {last} on the right.",
            first=first,
            shape=sign,
            last=last,
        )
    else:
        counts = Text(
            "There are {first} {shape} above and {last} below.",
            first=first,
            shape=sign,
            last=last,
        )
    return sentences(_sides_match(line, masks, part), counts)


def _amount(fewest: int, most: int) -> Text | int:
    return most if fewest == most else Text("{fewest} to {most}", fewest=fewest, most=most)


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


def _middle_words(line: Line, shape: int, other: int, spot: int, holders: list[int]) -> Text:
    rest = value_list(1 << other)
    if line.is_row:
        uneven = Text("The {shape} left and right of it cannot be equally many.", shape=rest)
    else:
        uneven = Text("The {shape} above and below it cannot be equally many.", shape=rest)
    return sentences(*_middle_reasons(line, shape, spot, holders), uneven)


def _middle_reasons(line: Line, shape: int, spot: int, holders: list[int]) -> Iterator[Text]:
    sign, here, centre = value_list(1 << shape), position(line, spot), holders[len(holders) // 2]
    if holders == [spot]:
        yield Text(
            "A {shape} in {position} has no partner in {line}.",
            shape=sign,
            position=here,
            line=line.name,
        )
    elif spot in holders:
        yield Text(
            "With a {shape} in {position}, {line} has {count} {shape}.",
            shape=sign,
            position=here,
            line=line.name,
            count=len(holders),
        )
    else:
        yield Text(
            "Without a {shape} in {position}, {line} has {count} {shape}.",
            shape=sign,
            position=here,
            line=line.name,
            count=len(holders),
        )
    if centre == spot:
        yield Text("So it would be the middle.")
    else:
        there = position(line, centre)
        yield Text("So the one in {position} would be the middle.", position=there)


def dead_end(line: Line, masks: Masks) -> Deduction | None:
    """A line that cannot read the same both ways."""
    if narrowed(masks) is not None:
        return None
    return Deduction("dead end", line.cells, (), partial(_dead_end_words, line, masks))


def _dead_end_words(line: Line, masks: Masks) -> Text:
    part = core(masks)
    one, other = _end_shapes(masks, part)
    if not one & other:
        name = part_name(line, masks, part)
        return Text("The outermost shapes of {part} cannot match.", part=name)
    return Text("{line} cannot read the same both ways.", line=line.name)


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
