"""Techniques on the shapes of one line that must match, one generator each.

All but `dead_end` are called only for lines that have a filling.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from quebra.contract.results import Figure
from quebra.families.symmetry.explain.candidates import Line
from quebra.families.symmetry.explain.deduction import Keep, deduce
from quebra.families.symmetry.explain.lines import BLANK, Masks, narrowed
from quebra.families.symmetry.explain.parts import Part, core, parts
from quebra.families.symmetry.explain.phrases import (
    outcome_of,
    part_name,
    position,
    value_list,
)
from quebra.families.symmetry.signs import MARGIN
from quebra.grid.candidates import bits, settled, union
from quebra.grid.deduction import Deduction, Explanation, arrow
from quebra.i18n.text import Text, sentences


def outermost(line: Line, masks: Masks) -> Iterator[Deduction]:
    """The first shape of a line is known, and the last one must be the same."""
    part = core(masks)
    for head, tail in ((part.head, part.tail), (part.tail, part.head)):
        if head and settled(masks[head[0]]):
            keep = _match_ends(masks, head, tail)
            explain = partial(_explain_outermost, line, masks, part, head[0])
            yield from deduce("outermost", line, masks, keep, 2, explain)
            return


def _explain_outermost(
    line: Line, masks: Masks, part: Part, known: int, found: Deduction
) -> Explanation:
    shape, spot = value_list(masks[known]), position(line, known)
    text = _matching_ends(line, part, found)
    reason = sentences(
        _ends_match(line, masks, part),
        Text("One is the {shape} in {position}.", shape=shape, position=spot),
        _so(line, found),
    )
    return Explanation(text, reason, (line.cells[known],), _arrow(line, known, found))


def _arrow(line: Line, start: int, found: Deduction) -> tuple[Figure, ...]:
    """An arrow from a position to the cell that changes."""
    end = line.cells.index(found.cells[0])
    return arrow((line.places[start], line.places[end]), MARGIN)


def _matching_ends(line: Line, part: Part, found: Deduction) -> Text:
    outcome = outcome_of(line, found)
    if part.outer:
        return Text(
            "The outermost shapes of {line} that have no partner yet must match, so {outcome}.",
            line=line.name,
            outcome=outcome,
        )
    return Text(
        "The outermost shapes of {line} must match, so {outcome}.", line=line.name, outcome=outcome
    )


def _ends_match(line: Line, masks: Masks, part: Part) -> Text:
    return Text("The outermost shapes of {part} must match.", part=part_name(line, masks, part))


def _so(line: Line, found: Deduction) -> Text:
    return Text("So {outcome}.", outcome=outcome_of(line, found))


def ends(line: Line, masks: Masks) -> Iterator[Deduction]:
    """The first and the last shape of a line are unknown, but must be the same."""
    part = core(masks)
    keep = _match_ends(masks, part.head, part.tail)
    evidence = len(_starts(masks, part.head)) + len(_starts(masks, part.tail))
    explain = partial(_explain_ends, line, masks, part)
    yield from deduce("ends", line, masks, keep, evidence, explain)


def _explain_ends(line: Line, masks: Masks, part: Part, found: Deduction) -> Explanation:
    one, other = _end_shapes(masks, part)
    first, last = value_list(one), value_list(other)
    if not one & other:
        possible = Text("No two shapes there can match.")
    elif line.is_row:
        possible = Text(
            "They can be {first} on the left and {last} on the right.", first=first, last=last
        )
    else:
        possible = Text("They can be {first} above and {last} below.", first=first, last=last)
    reason = sentences(_ends_match(line, masks, part), possible, _so(line, found))
    changed = line.cells.index(found.cells[0])
    other = max((part.head[0], part.tail[0]), key=lambda spot: abs(spot - changed))
    figures = _arrow(line, other, found)
    return Explanation(_matching_ends(line, part, found), reason, (line.cells[other],), figures)


def no_partner(line: Line, masks: Masks) -> Iterator[Deduction]:
    """A shape that one side of a part cannot hold is removed from the other side."""
    for part in parts(masks):
        if part.inner is None:
            continue
        here, there = (_union(masks, cells) for cells in (part.head, part.tail))
        keep = dict.fromkeys(part.head, there | BLANK) | dict.fromkeys(part.tail, here | BLANK)
        evidence = len(part.head) + len(part.tail)
        explain = partial(_explain_no_partner, line, masks, part)
        yield from deduce("no partner", line, masks, keep, evidence, explain)


def _explain_no_partner(line: Line, masks: Masks, part: Part, found: Deduction) -> Explanation:
    here, there = (_union(masks, cells) & ~BLANK for cells in (part.head, part.tail))
    is_head = line.cells.index(found.cells[0]) in part.head
    shapes = value_list(here & ~there if is_head else there & ~here)
    text = Text(
        "In {line}, {shapes} would have no partner on the other side, so {outcome}.",
        line=line.name,
        shapes=shapes,
        outcome=outcome_of(line, found),
    )
    none = Text("{shapes} would have no partner.", shapes=shapes)
    reason = sentences(_sides_match(line, masks, part), none, _so(line, found))
    return Explanation(text, reason, _pair_cells(line, part))


def _pair_cells(line: Line, part: Part) -> tuple[int, ...]:
    """The cells of the pair around which the sides of a part match."""
    return tuple(line.cells[at] for at in part.inner or ())


def _sides_match(line: Line, masks: Masks, part: Part) -> Text:
    name = part_name(line, masks, part)
    return Text("The shapes of {part} must match each other.", part=name)


def counting(line: Line, masks: Masks) -> Iterator[Deduction]:
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
            if keep:
                evidence = len(part.head) + len(part.tail)
                explain = partial(_explain_counting, line, masks, part, shape)
                yield from deduce("counting", line, masks, keep, evidence, explain)


def _explain_counting(
    line: Line, masks: Masks, part: Part, shape: int, found: Deduction
) -> Explanation:
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
    text = Text(
        "Both sides of {line} need equally many {shape}, so {outcome}.",
        line=line.name,
        shape=sign,
        outcome=outcome_of(line, found),
    )
    reason = sentences(_sides_match(line, masks, part), counts, _so(line, found))
    return Explanation(text, reason, _pair_cells(line, part))


def _amount(fewest: int, most: int) -> Text | int:
    return most if fewest == most else Text("{fewest} to {most}", fewest=fewest, most=most)


def middle(line: Line, masks: Masks) -> Iterator[Deduction]:
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
            explain = partial(_explain_middle, line, shape, other, spot, holders)
            yield from deduce("middle", line, masks, keep, len(holders) + 1, explain)


def _uneven_shape(masks: Masks, centre: int, shape: int) -> int | None:
    """Another shape whose numbers on the two sides of a cell cannot be equal."""
    for other in _shapes(masks):
        before = _count_range(masks, range(centre), other)
        after = _count_range(masks, range(centre + 1, len(masks)), other)
        if other != shape and (before[0] > after[1] or after[0] > before[1]):
            return other
    return None


def _explain_middle(
    line: Line, shape: int, other: int, spot: int, holders: list[int], found: Deduction
) -> Explanation:
    rest = value_list(1 << other)
    if line.is_row:
        uneven = Text("The {shape} left and right of it cannot be equally many.", shape=rest)
    else:
        uneven = Text("The {shape} above and below it cannot be equally many.", shape=rest)
    words = {
        "shape": value_list(1 << shape),
        "line": line.name,
        "outcome": outcome_of(line, found),
    }
    if spot in holders:
        text = Text(
            "With {shape} there, a {shape} would be the middle of {line}, which is impossible, "
            "so {outcome}.",
            **words,
        )
    else:
        text = Text(
            "Without {shape} there, a {shape} would be the middle of {line}, which is impossible, "
            "so {outcome}.",
            **words,
        )
    reasons = sentences(*_middle_reasons(line, shape, spot, holders), uneven, _so(line, found))
    return Explanation(text, reasons, (line.cells[holders[len(holders) // 2]],))


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


def dead_end(line: Line, masks: Masks) -> Iterator[Deduction]:
    """A line that cannot read the same both ways."""
    if narrowed(masks) is None:
        yield Deduction("dead end", (), (), len(masks), partial(_explain_dead_end, line, masks))


def _explain_dead_end(line: Line, masks: Masks, found: Deduction) -> Explanation:
    part = core(masks)
    one, other = _end_shapes(masks, part)
    text = Text("{line} cannot read the same both ways", line=line.name)
    if one & other:
        return Explanation(text, Text(), line.cells[:1])
    name = part_name(line, masks, part)
    reason = Text("The outermost shapes of {part} cannot match.", part=name)
    because = tuple(line.cells[spot] for spot in (*part.head[:1], *part.tail[:1]))
    return Explanation(text, reason, because or line.cells[:1])


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
