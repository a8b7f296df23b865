"""The techniques that look at one line for what must match, one small function each.

They are asked only about lines that can still read the same both ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from quebra.families.symmetry.explain.deduce import Keep, deduced
from quebra.families.symmetry.explain.lines import BLANK, Masks, narrowed
from quebra.families.symmetry.explain.marks import Deduction, Line
from quebra.families.symmetry.explain.parts import Part, core, parts
from quebra.families.symmetry.explain.wording import side, signs, spots, within
from quebra.grid.candidates import bits, settled
from quebra.grid.cells import joined


def outermost(line: Line, masks: Masks) -> Deduction | None:
    """The first shape of a line is known: the last one is the same."""
    part = core(masks)
    for near, far in ((part.near, part.far), (part.far, part.near)):
        if near and settled(masks[near[0]]):
            keep = _matched_ends(masks, near, far)
            words = partial(_outermost_words, line, masks, part, near, far)
            return deduced("outermost", line, masks, keep, near[:1], words)
    return None


def _outermost_words(
    line: Line, masks: Masks, part: Part, near: Sequence[int], far: Sequence[int]
) -> str:
    shape = masks[near[0]]
    here = f"the {signs(shape)} in {spots(line, near[:1])}"
    text = f"the outermost shapes of {_named(line, masks, part)} must match, and {here} is one"
    partners = [i for i in _reach(masks, far) if masks[i] & shape]
    if len(partners) == 1 and not settled(masks[partners[0]]):
        return f"{text}; only {spots(line, partners)} can be the other"
    return text


def ends(line: Line, masks: Masks) -> Deduction | None:
    """The first and the last shape of a line are not known, but must be the same."""
    part = core(masks)
    keep = _matched_ends(masks, part.near, part.far)
    evidence = (*_reach(masks, part.near), *_reach(masks, part.far))
    words = partial(_ends_words, line, masks, part)
    return deduced("ends", line, masks, keep, evidence, words)


def _ends_words(line: Line, masks: Masks, part: Part) -> str:
    text = f"the outermost shapes of {_named(line, masks, part)} must match"
    one, other = (_union(masks, _reach(masks, path)) & ~BLANK for path in (part.near, part.far))
    if not one & other:
        return f"{text}, and there are none that could"
    return f"{text}: {signs(one)} {side(line, 0)}, {signs(other)} {side(line, 1)}"


def no_partner(line: Line, masks: Masks) -> Deduction | None:
    """A part of a line that cannot hold a shape: the part that mirrors it cannot either."""
    for part in parts(masks):
        if part.inner is None:
            continue
        here, there = (_union(masks, cells) for cells in (part.near, part.far))
        keep = dict.fromkeys(part.near, there | BLANK) | dict.fromkeys(part.far, here | BLANK)
        evidence = (*part.near, *part.far, *part.inner, *(part.outer or ()))
        words = partial(_no_partner_words, line, masks, part)
        if found := deduced("no partner", line, masks, keep, evidence, words):
            return found
    return None


def _no_partner_words(line: Line, masks: Masks, part: Part) -> str:
    here, there = (_union(masks, cells) & ~BLANK for cells in (part.near, part.far))
    return (
        f"the shapes of {_named(line, masks, part)} must match each other, "
        f"and {signs(here ^ there)} would have no partner"
    )


def counting(line: Line, masks: Masks) -> Deduction | None:
    """Parts that mirror each other hold a shape equally often."""
    for part in parts(masks):
        if part.inner is None:
            continue
        for shape in bits(_union(masks, (*part.near, *part.far)) & ~BLANK):
            keep: Keep = {}
            (low, high), (least, most) = (
                _how_many(masks, cells, shape) for cells in (part.near, part.far)
            )
            for cells, fewest, room in ((part.near, low, high), (part.far, least, most)):
                if fewest == min(high, most):
                    keep |= {i: ~(1 << shape) for i in cells if not settled(masks[i])}
                elif room == max(low, least):
                    keep |= {i: 1 << shape for i in cells if masks[i] >> shape & 1}
            evidence = (*part.near, *part.far, *part.inner, *(part.outer or ()))
            text = partial(_counting_words, line, masks, part, shape)
            if found := deduced("counting", line, masks, keep, evidence, text):
                return found
    return None


def _counting_words(line: Line, masks: Masks, part: Part, shape: int) -> str:
    counts = []
    for which, cells in enumerate((part.near, part.far)):
        fewest, most = _how_many(masks, cells, shape)
        amount = str(most) if fewest == most else f"{fewest} to {most}"
        counts.append(f"{amount} {side(line, which)}")
    return (
        f"the shapes of {_named(line, masks, part)} must match each other, "
        f"and of {signs(1 << shape)} there are {joined(counts)}"
    )


def middle(line: Line, masks: Masks) -> Deduction | None:
    """A shape without a partner would be the middle of the line, and cannot."""
    for shape in _shapes(masks):
        holders = [i for i, mask in enumerate(masks) if mask >> shape & 1]
        unsure = [i for i in holders if not settled(masks[i])]
        if len(unsure) != 1:
            continue
        spot = unsure[0]
        if len(holders) % 2 == 0:
            holders.remove(spot)
        if other := _uneven(masks, holders[len(holders) // 2], shape):
            keep = {spot: ~(1 << shape) if spot in holders else 1 << shape}
            words = partial(_middle_words, line, shape, other, spot, holders)
            return deduced("middle", line, masks, keep, range(len(masks)), words)
    return None


def _uneven(masks: Masks, centre: int, shape: int) -> int | None:
    """Another shape that cannot stand equally often on the two sides of a cell."""
    for other in _shapes(masks):
        before = _how_many(masks, range(centre), other)
        after = _how_many(masks, range(centre + 1, len(masks)), other)
        if other != shape and (before[0] > after[1] or after[0] > before[1]):
            return other
    return None


def _middle_words(line: Line, shape: int, other: int, spot: int, holders: list[int]) -> str:
    sign, rest, centre = signs(1 << shape), signs(1 << other), holders[len(holders) // 2]
    here = f"a {sign} in {spots(line, [spot])}"
    there = "it" if centre == spot else f"the one in {spots(line, [centre])}"
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
    one, other = (_union(masks, _reach(masks, path)) & ~BLANK for path in (part.near, part.far))
    if not one & other:
        return f"the outermost shapes of {_named(line, masks, part)} cannot match"
    return f"{line.name} cannot read the same both ways"


def _matched_ends(masks: Masks, near: Sequence[int], far: Sequence[int]) -> Keep:
    """What is left where the first shapes of two stretches must be the same."""
    common = _union(masks, _reach(masks, near)) & _union(masks, _reach(masks, far)) & ~BLANK
    needed = any(not masks[i] & BLANK for i in (*near, *far))
    keep: Keep = {}
    for path in (near, far):
        spots = [i for i in _reach(masks, path) if masks[i] & common]
        before = path[: path.index(spots[0])] if spots else path
        for i in before:
            keep[i] = keep.get(i, ~0) & BLANK
        if spots:
            alone = needed and len(spots) == 1
            keep[spots[0]] = keep.get(spots[0], ~0) & (common if alone else common | BLANK)
    return keep


def _reach(masks: Masks, path: Sequence[int]) -> Sequence[int]:
    """Where the first shape of a stretch can be."""
    for count, i in enumerate(path, 1):
        if not masks[i] & BLANK:
            return path[:count]
    return path


def _union(masks: Masks, positions: Iterable[int]) -> int:
    union = 0
    for i in positions:
        union |= masks[i]
    return union


def _shapes(masks: Masks) -> list[int]:
    """The shapes that are or can be in a line."""
    return bits(_union(masks, range(len(masks))) & ~BLANK)


def _how_many(masks: Masks, positions: Iterable[int], shape: int) -> tuple[int, int]:
    """How often a shape stands there at least and at most."""
    holders = [masks[i] for i in positions if masks[i] >> shape & 1]
    return sum(settled(mask) for mask in holders), len(holders)


def _named(line: Line, masks: Masks, part: Part) -> str:
    where = within(line, masks, part)
    return f"{line.name} {where}" if where else line.name
