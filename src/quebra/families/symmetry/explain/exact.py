"""The techniques that compare all ways to fill one line."""

from __future__ import annotations

from functools import partial
from itertools import islice

from quebra.families.symmetry.explain.deduce import Keep, deduced
from quebra.families.symmetry.explain.lines import Masks, Tables, narrowed, ways
from quebra.families.symmetry.explain.marks import Deduction, Line
from quebra.families.symmetry.explain.wording import reading, signs, spots
from quebra.grid.candidates import bits, settled
from quebra.grid.cells import joined

FEW = 4
"""As many ways to fill a line, or cells to match, as a person likes to compare."""

MANY = 100
"""As many ways as are counted."""


def last_cell(line: Line, masks: Masks) -> Deduction | None:
    """The only open cell of a line."""
    if sum(not settled(mask) for mask in masks) != 1:
        return None
    text = f"{line.name} has one open cell left and must read the same both ways"
    return deduced("last cell", line, masks, _exact(masks), range(len(masks)), lambda: text)


def few_ways(line: Line, masks: Masks) -> Deduction | None:
    """A line that can be filled in a few ways only: what they have in common."""
    if narrowed(masks) == masks:
        return None
    found = list(islice(ways(masks), FEW + 1))
    if len(found) > FEW:
        return None
    words = partial(_ways_words, line, found)
    return deduced("few ways", line, masks, _exact(masks), range(len(masks)), words)


def _ways_words(line: Line, found: list[tuple[int, ...]]) -> str:
    shown = joined([reading(way) for way in found], "or")
    return f"{line.name} can only be {shown}"


def partner(line: Line, masks: Masks) -> Deduction | None:
    """A shape that could match a few cells only, none of which leaves a match for the rest."""
    left = narrowed(masks) or masks
    if left == masks:
        return None
    tables = Tables(masks)
    rare = [shape for shape, spots in tables.held.items() if spots.bit_count() <= FEW]
    for spot, (before, after) in enumerate(zip(masks, left, strict=True)):
        for shape in rare:
            if (before & ~after) >> shape & 1:
                words = partial(_partner_words, line, tables, spot, shape)
                keep = {spot: ~(1 << shape)}
                return deduced("partner", line, masks, keep, range(len(masks)), words)
    return None


def _partner_words(line: Line, tables: Tables, spot: int, shape: int) -> str:
    faults: dict[str, list[int]] = {"outside": [], "between": []}
    for other in bits(tables.held[shape] & ~(1 << spot)):
        start, end = min(spot, other), max(spot, other)
        fits_outside = tables.outside[start] >> end + 1 & 1
        faults["between" if fits_outside else "outside"].append(other)
    reasons = [
        f"with {spots(line, cells, 'or')}, what lies {fault} cannot match"
        for fault, cells in faults.items()
        if cells
    ]
    text = f"a {signs(1 << shape)} in {spots(line, [spot])} cannot be the middle of {line.name}"
    return f"{text} and has no partner{': ' if reasons else ''}{'; '.join(reasons)}"


def one_line(line: Line, masks: Masks) -> Deduction | None:
    """All that a line can be, however many ways there are."""
    words = partial(_one_line_words, line, masks)
    whole = range(len(masks))
    return deduced("one line", line, masks, _exact(masks), whole, words, so=",")


def _one_line_words(line: Line, masks: Masks) -> str:
    count = sum(1 for _ in islice(ways(masks), MANY + 1))
    amount = f"the more than {MANY}" if count > MANY else str(count)
    return f"in all {amount} ways to fill {line.name} that read the same both ways"


def _exact(masks: Masks) -> Keep:
    return dict(enumerate(narrowed(masks) or masks))
