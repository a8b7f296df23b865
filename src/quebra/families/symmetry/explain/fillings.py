"""Techniques that compare all fillings of one line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from quebra.contract.results import CellFilling
from quebra.families.symmetry.explain.candidates import Line
from quebra.families.symmetry.explain.deduction import Keep, deduce
from quebra.families.symmetry.explain.lines import (
    BLANK,
    Masks,
    PalindromeTables,
    fillings,
    narrowed,
)
from quebra.families.symmetry.explain.phrases import (
    line_text,
    mask_of,
    outcome_of,
    position,
    positions,
    value_list,
)
from quebra.grid.candidates import bits, settled
from quebra.grid.deduction import Deduction, Explanation, shortest
from quebra.i18n.text import Plural, Text, any_of, sentences

MAX_COMPARED = 4
"""Fillings of a line, or possible partners of a shape, that a person can compare."""

MAX_PICTURES = 8
"""Fillings that are shown as pictures."""


def last_cell(line: Line, masks: Masks) -> Iterator[Deduction]:
    """The only open cell of a line."""
    if sum(not settled(mask) for mask in masks) == 1:
        explain = partial(_explain_last, line)
        yield from deduce("last cell", line, masks, _narrowed_cells(masks), len(masks), explain)


def _explain_last(line: Line, found: Deduction) -> Explanation:
    text = Text(
        "{line} has one open cell and must read the same both ways, so {outcome}.",
        line=line.name,
        outcome=outcome_of(line, found),
    )
    return Explanation(text)


def few_ways(line: Line, masks: Masks) -> Iterator[Deduction]:
    """Values that none of the few fillings of a line has."""
    if narrowed(masks) == masks:
        return
    found = list(islice(fillings(masks), MAX_COMPARED + 1))
    if len(found) <= MAX_COMPARED:
        explain = partial(_explain_few, line, found)
        evidence = len(masks) * len(found)
        yield from deduce("few ways", line, masks, _narrowed_cells(masks), evidence, explain)


def _explain_few(line: Line, found: list[tuple[int, ...]], deduction: Deduction) -> Explanation:
    n = len(found)
    ways = Text(
        "{line} can only be {fillings}.", line=line.name, fillings=any_of(map(line_text, found))
    )
    so = Text("So {outcome}.", outcome=outcome_of(line, deduction))
    pictures = tuple(CellFilling(line.places, filling) for filling in found)
    return Explanation(_in_each_way(line, n, deduction), sentences(ways, so), (), pictures)


def _in_each_way(line: Line, n: int, found: Deduction) -> Text:
    """What all ways to complete a line have in common."""
    values = mask_of(found)
    there = positions(line, (line.cells.index(cell) for cell in found.cells))
    if not found.places and not values & BLANK:
        return Plural(
            "The only way to complete {line} does not have {shapes} in {positions}.",
            "None of the {n} ways to complete {line} has {shapes} in {positions}.",
            n=n,
            line=line.name,
            shapes=value_list(values),
            positions=there,
        )
    if not found.places:
        return Plural(
            "In the only way to complete {line}, {outcome}.",
            "In each of the {n} ways to complete {line}, {outcome}.",
            n=n,
            line=line.name,
            outcome=outcome_of(line, found),
        )
    if values == BLANK:
        return Plural(
            "The only way to complete {line} leaves {positions} blank.",
            "Each of the {n} ways to complete {line} leaves {positions} blank.",
            n=n,
            line=line.name,
            positions=there,
        )
    return Plural(
        "The only way to complete {line} has a {shape} in {positions}.",
        "Each of the {n} ways to complete {line} has a {shape} in {positions}.",
        n=n,
        line=line.name,
        shape=value_list(values),
        positions=there,
    )


def partner(line: Line, masks: Masks) -> Iterator[Deduction]:
    """A shape with few possible partners, each of which leaves the other cells without a match."""
    after = narrowed(masks) or masks
    if after == masks:
        return
    tables = PalindromeTables(masks)
    rare = [shape for shape, mask in tables.holders.items() if mask.bit_count() <= MAX_COMPARED]
    for spot, mask in enumerate(masks):
        for shape in rare:
            if (mask & ~after[spot]) >> shape & 1:
                explain = partial(_explain_partner, line, tables, spot, shape)
                evidence = tables.holders[shape].bit_count()
                keep = {spot: ~(1 << shape)}
                yield from deduce("partner", line, masks, keep, evidence, explain)


def _explain_partner(
    line: Line, tables: PalindromeTables, spot: int, shape: int, found: Deduction
) -> Explanation:
    outside: list[int] = []
    between: list[int] = []
    others = bits(tables.holders[shape] & ~(1 << spot))
    for other in others:
        start, end = min(spot, other), max(spot, other)
        fits_outside = tables.outside[start] >> end + 1 & 1
        (between if fits_outside else outside).append(other)
    values = {"shape": value_list(1 << shape), "position": position(line, spot), "line": line.name}
    first = Text("A {shape} in {position} cannot be the middle of {line}.", **values)
    reasons = [first]
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
    outcome = outcome_of(line, found)
    reasons.append(Text("So {outcome}.", outcome=outcome))
    text = Text(
        "A {shape} in {position} would have no partner in {line} that works, so {outcome}.",
        outcome=outcome,
        **values,
    )
    return Explanation(text, sentences(*reasons), tuple(line.cells[other] for other in others))


def one_line(line: Line, masks: Masks) -> Iterator[Deduction]:
    """Values that no filling of a line has, whatever the number of fillings."""
    after = narrowed(masks) or masks
    if after != masks:
        open_cells = sum(not settled(mask) for mask in masks)
        explain = partial(_explain_one_line, line, masks)
        keep = dict(enumerate(after))
        yield from deduce("one line", line, masks, keep, open_cells, explain)


def _explain_one_line(line: Line, masks: Masks, found: Deduction) -> Explanation:
    outcome = outcome_of(line, found)
    text = Text(
        "{line} can read the same both ways only if {outcome}.", line=line.name, outcome=outcome
    )
    ways = list(islice(fillings(masks), MAX_PICTURES + 1))
    if len(ways) > MAX_PICTURES:
        many = Text(
            "{line} has more than {count} ways to complete it.", line=line.name, count=MAX_PICTURES
        )
        return Explanation(
            text, sentences(many, Text("In each of them, {outcome}.", outcome=outcome))
        )
    pictures = tuple(CellFilling(line.places, filling) for filling in ways)
    listed = Text("There are {count} ways to complete {line}.", count=len(ways), line=line.name)
    reason = sentences(listed, Text("In each of them, {outcome}.", outcome=outcome))
    return Explanation(shortest(_in_each_way(line, len(ways), found), text), reason, (), pictures)


def _narrowed_cells(masks: Masks) -> Keep:
    """The masks that exact reasoning about the line leaves to all its cells."""
    return dict(enumerate(narrowed(masks) or masks))
