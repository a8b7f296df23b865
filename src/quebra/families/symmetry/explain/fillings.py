"""Techniques that compare all fillings of one line."""

from __future__ import annotations

from functools import partial
from itertools import islice

from quebra.families.symmetry.explain.candidates import Deduction, Line
from quebra.families.symmetry.explain.deduction import Keep, make_deduction
from quebra.families.symmetry.explain.lines import Masks, PalindromeTables, fillings, narrowed
from quebra.families.symmetry.explain.phrases import line_text, position_list, value_list
from quebra.grid.candidates import bits, settled
from quebra.grid.cells import joined

MAX_COMPARED = 4
"""Fillings of a line, or possible partners of a shape, that a person can compare."""

MAX_COUNTED = 100
"""Fillings that are counted for an explanation."""


def last_cell(line: Line, masks: Masks) -> Deduction | None:
    """The only open cell of a line."""
    if sum(not settled(mask) for mask in masks) != 1:
        return None
    text = f"{line.name} has one open cell left and must read the same both ways"
    return make_deduction(
        "last cell", line, masks, _narrowed_cells(masks), range(len(masks)), lambda: text
    )


def few_ways(line: Line, masks: Masks) -> Deduction | None:
    """Values that none of the few fillings of a line has."""
    if narrowed(masks) == masks:
        return None
    found = list(islice(fillings(masks), MAX_COMPARED + 1))
    if len(found) > MAX_COMPARED:
        return None
    words = partial(_few_fillings_words, line, found)
    return make_deduction("few ways", line, masks, _narrowed_cells(masks), range(len(masks)), words)


def _few_fillings_words(line: Line, found: list[tuple[int, ...]]) -> str:
    texts = joined([line_text(filling) for filling in found], "or")
    return f"{line.name} can only be {texts}"


def partner(line: Line, masks: Masks) -> Deduction | None:
    """A shape with few possible partners, each of which leaves the other cells without a match."""
    after = narrowed(masks) or masks
    if after == masks:
        return None
    tables = PalindromeTables(masks)
    rare = [shape for shape, mask in tables.holders.items() if mask.bit_count() <= MAX_COMPARED]
    for spot, mask in enumerate(masks):
        for shape in rare:
            if (mask & ~after[spot]) >> shape & 1:
                words = partial(_partner_words, line, tables, spot, shape)
                keep = {spot: ~(1 << shape)}
                return make_deduction("partner", line, masks, keep, range(len(masks)), words)
    return None


def _partner_words(line: Line, tables: PalindromeTables, spot: int, shape: int) -> str:
    faults: dict[str, list[int]] = {"outside": [], "between": []}
    for other in bits(tables.holders[shape] & ~(1 << spot)):
        start, end = min(spot, other), max(spot, other)
        fits_outside = tables.outside[start] >> end + 1 & 1
        faults["between" if fits_outside else "outside"].append(other)
    reasons = [
        f"with {position_list(line, cells, 'or')}, what lies {fault} cannot match"
        for fault, cells in faults.items()
        if cells
    ]
    here = f"a {value_list(1 << shape)} in {position_list(line, [spot])}"
    text = f"{here} cannot be the middle of {line.name}"
    return f"{text} and has no partner{': ' if reasons else ''}{'; '.join(reasons)}"


def one_line(line: Line, masks: Masks) -> Deduction | None:
    """Values that no filling of a line has, whatever the number of fillings."""
    words = partial(_one_line_words, line, masks)
    whole = range(len(masks))
    return make_deduction(
        "one line", line, masks, _narrowed_cells(masks), whole, words, conjunction=","
    )


def _one_line_words(line: Line, masks: Masks) -> str:
    count = sum(1 for _ in islice(fillings(masks), MAX_COUNTED + 1))
    amount = f"the more than {MAX_COUNTED}" if count > MAX_COUNTED else str(count)
    return f"in all {amount} ways to fill {line.name} that read the same both ways"


def _narrowed_cells(masks: Masks) -> Keep:
    """The masks that exact reasoning about the line leaves to all its cells."""
    return dict(enumerate(narrowed(masks) or masks))
