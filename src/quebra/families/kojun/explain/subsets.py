"""Techniques on several cells at once: pairs, triples, and all fillings of a region."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice, pairwise

from quebra.families.kojun.explain.candidates import Candidates, Deduction, KojunLayout
from quebra.grid.candidates import Mark, bits, union
from quebra.i18n.text import Text, Verbatim, all_of, any_of, sentences

MAX_OPEN_CELLS = 7
MAX_FILLINGS = 8
"""Open cells of a region, and fillings of them, that a person would write down."""

_GROUP_NAMES = {2: "pair", 3: "triple"}


def naked(count: int, state: Candidates, region: int) -> Deduction | None:
    """Naked pair or triple: `count` cells that have only `count` candidates together."""
    for group in _groups(state, region, count):
        found = bits(union(state.masks[cell] for cell in group))
        if len(found) != count:
            continue
        removes = tuple(_removed_by_group(state, group, found))
        if removes:
            where = (*group, *sorted({cell for cell, _ in removes}))
            words = partial(_naked_words, state.layout, group, found, removes)
            return Deduction(_GROUP_NAMES[count], where, (), removes, words)
    return None


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


def _naked_words(
    layout: KojunLayout, group: tuple[int, ...], found: list[int], removes: tuple[Mark, ...]
) -> Text:
    cells, values = layout.cell_list(group), any_of(found)
    if len({layout.region_of[cell] for cell in group}) == 1:
        reason = Text(
            "{cells} are in one region and can only be {values}.", cells=cells, values=values
        )
    else:
        reason = Text("{cells} touch and can only be {values}.", cells=cells, values=values)
    used_up = Text("They use up these numbers.")
    return sentences(reason, used_up, layout.cannot_be(removes))


def hidden(count: int, state: Candidates, region: int) -> Deduction | None:
    """Hidden pair or triple: `count` numbers of a region that fit only `count` cells."""
    open_cells = state.open_cells(region)
    values = bits(union(state.masks[cell] for cell in open_cells))
    spots = {value: state.cells_for(region, value) for value in values}
    few = [value for value, found in spots.items() if 2 <= len(found) <= count]
    for chosen in combinations(few, count):
        group = sorted({cell for value in chosen for cell in spots[value]})
        if len(group) != count:
            continue
        removes = tuple(
            (cell, value)
            for cell in group
            for value in state.values_of(cell)
            if value not in chosen
        )
        if removes:
            words = partial(_hidden_words, state.layout, region, chosen, group, removes)
            return Deduction(f"hidden {_GROUP_NAMES[count]}", tuple(group), (), removes, words)
    return None


def _hidden_words(
    layout: KojunLayout,
    region: int,
    chosen: tuple[int, ...],
    group: list[int],
    removes: tuple[Mark, ...],
) -> Text:
    reason = Text(
        "In {region}, the numbers {values} fit only {cells}.",
        region=layout.region_name(region),
        values=all_of(chosen),
        cells=layout.cell_list(group),
    )
    full = Text("These cells hold nothing else.")
    return sentences(reason, full, layout.cannot_be(removes))


def fillings(state: Candidates, region: int) -> Deduction | None:
    """Candidates that conflict with every filling of a region, where there are few fillings."""
    open_cells = state.open_cells(region)
    if not 1 < len(open_cells) <= MAX_OPEN_CELLS:
        return None
    found = list(islice(_region_fillings(state, region, open_cells), MAX_FILLINGS + 1))
    if not 0 < len(found) <= MAX_FILLINGS:
        return None
    layout = state.layout
    if len(found) == 1:
        places = tuple(zip(open_cells, found[0], strict=True))
        words = partial(_only_filling_words, layout, region, places)
        return Deduction("fillings", tuple(open_cells), places, (), words)
    conflicts = [
        frozenset().union(
            *(layout.conflicts(mark) for mark in zip(open_cells, filling, strict=True))
        )
        for filling in found
    ]
    removes = tuple(sorted(filter(state.has, frozenset.intersection(*conflicts))))
    if not removes:
        return None
    where = (*open_cells, *sorted({cell for cell, _ in removes}.difference(open_cells)))
    words = partial(_fillings_words, layout, region, open_cells, found, removes)
    return Deduction("fillings", where, (), removes, words)


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


def _only_filling_words(layout: KojunLayout, region: int, places: tuple[Mark, ...]) -> Text:
    return sentences(
        Text("There is only one way to fill {region}.", region=layout.region_name(region)),
        *(
            Text("{cell} is {value}.", cell=layout.cell_name(cell), value=value)
            for cell, value in places
        ),
    )


def _fillings_words(
    layout: KojunLayout,
    region: int,
    open_cells: list[int],
    found: list[tuple[int, ...]],
    removes: tuple[Mark, ...],
) -> Text:
    ways = (Verbatim("-".join(map(str, filling))) for filling in found)
    return sentences(
        Text(
            "In {region}, the open cells are {cells}.",
            region=layout.region_name(region),
            cells=layout.cell_list(open_cells),
        ),
        Text("In this order, they can only be {fillings}.", fillings=any_of(ways)),
        layout.cannot_be(removes),
    )
