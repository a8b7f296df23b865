"""Techniques that compare all fillings of one line."""

from __future__ import annotations

from functools import partial
from itertools import islice

from quebra.families.symmetry.explain.candidates import Deduction, Line
from quebra.families.symmetry.explain.deduction import Keep, make_deduction
from quebra.families.symmetry.explain.lines import Masks, PalindromeTables, fillings, narrowed
from quebra.families.symmetry.explain.phrases import line_text, position, positions, value_list
from quebra.grid.candidates import bits, settled
from quebra.i18n.text import Plural, Text, any_of, sentences

MAX_COMPARED = 4
"""Fillings of a line, or possible partners of a shape, that a person can compare."""

MAX_COUNTED = 100
"""Fillings that are counted for an explanation."""


def last_cell(line: Line, masks: Masks) -> Deduction | None:
    """The only open cell of a line."""
    if sum(not settled(mask) for mask in masks) != 1:
        return None
    text = Text("{line} has one open cell and must read the same both ways.", line=line.name)
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


def _few_fillings_words(line: Line, found: list[tuple[int, ...]]) -> Text:
    return Text(
        "{line} can only be {fillings}.", line=line.name, fillings=any_of(map(line_text, found))
    )


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


def _partner_words(line: Line, tables: PalindromeTables, spot: int, shape: int) -> Text:
    outside: list[int] = []
    between: list[int] = []
    for other in bits(tables.holders[shape] & ~(1 << spot)):
        start, end = min(spot, other), max(spot, other)
        fits_outside = tables.outside[start] >> end + 1 & 1
        (between if fits_outside else outside).append(other)
    reasons = [
        Text(
            "A {shape} in {position} cannot be the middle of {line} and has no partner.",
            shape=value_list(1 << shape),
            position=position(line, spot),
            line=line.name,
        )
    ]
    if outside:
        reasons.append(
            Plural(
                "With a partner in {positions}, the shapes outside the two cannot match.",
                "With a partner in {positions}, the shapes outside the two cannot match.",
                n=len(outside),
                positions=positions(line, outside, any_of),
            )
        )
    if between:
        reasons.append(
            Plural(
                "With a partner in {positions}, the shapes between the two cannot match.",
                "With a partner in {positions}, the shapes between the two cannot match.",
                n=len(between),
                positions=positions(line, between, any_of),
            )
        )
    return sentences(*reasons)


def one_line(line: Line, masks: Masks) -> Deduction | None:
    """Values that no filling of a line has, whatever the number of fillings."""
    words = partial(_one_line_words, line, masks)
    whole = range(len(masks))
    return make_deduction(
        "one line", line, masks, _narrowed_cells(masks), whole, words, _in_all_ways
    )


def _one_line_words(line: Line, masks: Masks) -> Text:
    count = sum(1 for _ in islice(fillings(masks), MAX_COUNTED + 1))
    if count > MAX_COUNTED:
        return Text(
            "More than {count} ways to fill {line} read the same both ways.",
            count=MAX_COUNTED,
            line=line.name,
        )
    return Text("{count} ways to fill {line} read the same both ways.", count=count, line=line.name)


def _in_all_ways(losses: Text) -> Text:
    return Text("In all of them, {losses}.", losses=losses)


def _narrowed_cells(masks: Masks) -> Keep:
    """The masks that exact reasoning about the line leaves to all its cells."""
    return dict(enumerate(narrowed(masks) or masks))
