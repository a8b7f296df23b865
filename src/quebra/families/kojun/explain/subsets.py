"""Techniques on several cells at once: pairs, triples, and all fillings of a region."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice, pairwise

from quebra.contract.results import MAX_WHERE, CellFilling
from quebra.families.kojun.explain.candidates import Candidates, KojunLayout
from quebra.grid.candidates import Mark, bits, union
from quebra.grid.deduction import Deduction, Explanation, alike, shortest
from quebra.i18n.text import Plural, Text, Verbatim, all_of, any_of, none_of, sentences

MAX_OPEN_CELLS = 7
MAX_FILLINGS = 8
"""Open cells of a region, and fillings of them, that a person would write down."""

_GROUP_NAMES = {2: "pair", 3: "triple"}


def naked(count: int, state: Candidates, region: int) -> Iterator[Deduction]:
    """Naked pair or triple: `count` cells that have only `count` candidates together."""
    for group in _groups(state, region, count):
        found = bits(union(state.masks[cell] for cell in group))
        if len(found) == count:
            for removes in alike(_removed_by_group(state, group, found), MAX_WHERE - count):
                explain = partial(_explain_naked, state.layout, group, found)
                yield Deduction(_GROUP_NAMES[count], (), removes, count + 1, explain)


def _groups(state: Candidates, region: int, count: int) -> Iterator[tuple[int, ...]]:
    """Groups of cells that must all differ: in one region, or two that touch across a border."""
    few = [cell for cell in state.open_cells(region) if state.masks[cell].bit_count() <= count]
    yield from combinations(few, count)
    if count == 2:
        for cell in few:
            for neighbour in state.layout.touching[cell]:
                if state.layout.region_of[neighbour] != region and not state.values[neighbour]:
                    yield cell, neighbour


def _removed_by_group(
    state: Candidates, group: tuple[int, ...], found: list[int]
) -> Iterator[Mark]:
    for value in found:
        holders = [cell for cell in group if state.masks[cell] >> value & 1]
        seen = set.intersection(*(set(state.layout.peers(cell)) for cell in holders))
        for cell in sorted(seen.difference(group)):
            if state.has((cell, value)):
                yield cell, value


def _explain_naked(
    layout: KojunLayout, group: tuple[int, ...], found: list[int], deduction: Deduction
) -> Explanation:
    targets, out = layout.cell_list(deduction.cells), none_of(deduction.values)
    named = Text(
        "{cells} use up {numbers}, so {targets} cannot be {values}.",
        cells=layout.cell_list(group),
        numbers=all_of(found),
        targets=targets,
        values=out,
    )
    counted = Plural(
        "{n} cell of one region uses up {numbers}, so {targets} cannot be {values}.",
        "{n} cells of one region use up {numbers}, so {targets} cannot be {values}.",
        n=len(group),
        numbers=all_of(found),
        targets=targets,
        values=out,
    )
    cells, values = layout.cell_list(group), any_of(found)
    if len({layout.region_of[cell] for cell in group}) == 1:
        reason = Text(
            "{cells} are in one region and can only be {values}.", cells=cells, values=values
        )
    else:
        reason = Text("{cells} touch and can only be {values}.", cells=cells, values=values)
    used_up = Text("They use up these numbers.")
    argument = sentences(reason, used_up, layout.cannot_be(deduction))
    return Explanation(shortest(named, counted), argument, group)


def hidden(count: int, state: Candidates, region: int) -> Iterator[Deduction]:
    """Hidden pair or triple: `count` numbers of a region that fit only `count` cells."""
    open_cells = state.open_cells(region)
    values = bits(union(state.masks[cell] for cell in open_cells))
    spots = {value: state.cells_for(region, value) for value in values}
    few = [value for value, found in spots.items() if 2 <= len(found) <= count]
    for chosen in combinations(few, count):
        group = tuple(sorted({cell for value in chosen for cell in spots[value]}))
        if len(group) != count:
            continue
        others = (
            (cell, value)
            for cell in group
            for value in state.values_of(cell)
            if value not in chosen
        )
        for removes in alike(others, most=1):
            explain = partial(_explain_hidden, state.layout, chosen, group)
            yield Deduction(f"hidden {_GROUP_NAMES[count]}", (), removes, count, explain)


def _explain_hidden(
    layout: KojunLayout, chosen: tuple[int, ...], group: tuple[int, ...], deduction: Deduction
) -> Explanation:
    (cell,) = deduction.cells
    text = Plural(
        "{numbers} fit only {n} cell of the region, so {cell} cannot be {values}.",
        "{numbers} fit only {n} cells of the region, so {cell} cannot be {values}.",
        n=len(group),
        numbers=all_of(chosen),
        cell=layout.cell_name(cell),
        values=none_of(deduction.values),
    )
    reason = Text(
        "In {region}, the numbers {values} fit only {cells}.",
        region=layout.region_name(layout.region_of[cell]),
        values=all_of(chosen),
        cells=layout.cell_list(group),
    )
    full = Text("These cells hold nothing else.")
    return Explanation(text, sentences(reason, full, layout.cannot_be(deduction)), group)


def fillings(state: Candidates, region: int) -> Iterator[Deduction]:
    """Candidates that conflict with every filling of a region, where there are few fillings."""
    open_cells = state.open_cells(region)
    if not 1 < len(open_cells) <= MAX_OPEN_CELLS:
        return
    found = list(islice(_region_fillings(state, region, open_cells), MAX_FILLINGS + 1))
    if not 0 < len(found) <= MAX_FILLINGS:
        return
    explain = partial(_explain_fillings, state.layout, region, open_cells, found)
    evidence = len(open_cells) * len(found)
    if len(found) == 1:
        for mark in zip(open_cells, found[0], strict=True):
            yield Deduction("fillings", (mark,), (), evidence, explain)
        return
    conflicts = [
        frozenset().union(
            *(state.layout.conflicts(mark) for mark in zip(open_cells, filling, strict=True))
        )
        for filling in found
    ]
    for removes in alike(filter(state.has, frozenset.intersection(*conflicts)), most=1):
        yield Deduction("fillings", (), removes, evidence, explain)


def _region_fillings(
    state: Candidates, region: int, open_cells: list[int]
) -> Iterator[tuple[int, ...]]:
    """The values of the open cells in each filling of a region."""
    fits = _order_test(state.layout, region)
    filling = {
        cell: state.values[cell] for cell in state.layout.regions[region] if state.values[cell]
    }

    def extend(depth: int, used: int) -> Iterator[tuple[int, ...]]:
        if depth == len(open_cells):
            yield tuple(filling[cell] for cell in open_cells)
            return
        cell = open_cells[depth]
        for value in bits(state.masks[cell] & ~used):
            filling[cell] = value
            if fits(filling, cell):
                yield from extend(depth + 1, used | 1 << value)
            del filling[cell]

    return extend(0, 0)


def _order_test(layout: KojunLayout, region: int) -> Callable[[dict[int, int], int], bool]:
    """A test whether a cell of a partial filling fits the cells above and below it."""
    uppers = {lower: upper for stack in layout.stacks[region] for upper, lower in pairwise(stack)}
    lowers = {upper: lower for lower, upper in uppers.items()}

    def fits(filling: dict[int, int], cell: int) -> bool:
        value = filling[cell]
        above = filling.get(uppers.get(cell, -1), value + 1)
        below = filling.get(lowers.get(cell, -1), value - 1)
        return above > value > below

    return fits


def _explain_fillings(
    layout: KojunLayout,
    region: int,
    open_cells: list[int],
    found: list[tuple[int, ...]],
    deduction: Deduction,
) -> Explanation:
    (cell,), name = deduction.cells, layout.region_name(region)
    if deduction.places:
        text = Text(
            "{cell} is {value} in the only way to fill its region.",
            cell=layout.cell_name(cell),
            value=deduction.places[0][1],
        )
    else:
        text = Text(
            "Each of the {count} ways to fill {region} rules out {values} in {cell}.",
            count=len(found),
            region=name,
            values=all_of(deduction.values),
            cell=layout.cell_name(cell),
        )
    ways = (Verbatim("-".join(map(str, filling))) for filling in found)
    order = Text("The open cells of {region} can be filled in these ways only.", region=name)
    listed = Text("Row by row, they are {fillings}.", fillings=any_of(ways))
    places = tuple(layout.places[each] for each in open_cells)
    figures = tuple(CellFilling(places, filling) for filling in found)
    because = tuple(open_cells) if len({cell, *open_cells}) <= MAX_WHERE else ()
    return Explanation(text, sentences(order, listed, text), because, figures)
