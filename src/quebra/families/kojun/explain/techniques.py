"""The easy techniques, one function each, for one region at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise

from quebra.families.kojun.explain.candidates import Candidates, Deduction, KojunLayout
from quebra.grid.candidates import Mark, bits
from quebra.i18n.text import Text, all_of, any_of, sentences


def dead_end(state: Candidates, region: int) -> Deduction | None:
    """A cell without candidates, a number without a cell, or numbers out of order."""
    layout, members, union = state.layout, state.layout.regions[region], 0
    for cell in members:
        if not state.masks[cell]:
            text = Text("No number fits {cell}.", cell=layout.cell_name(cell))
            return _dead_end((cell,), text)
        union |= state.masks[cell]
    if missing := bits(((2 << len(members)) - 2) & ~union):
        name = layout.region_name(region)
        text = Text("No cell of {region} can be {value}.", region=name, value=missing[0])
        return _dead_end(members, text)
    for pair in (pair for stack in layout.stacks[region] for pair in pairwise(stack)):
        upper, lower = (state.values[cell] for cell in pair)
        if 0 < upper < lower:
            text = Text(
                "{cells} would have to be {upper} and {lower}, "
                "but in a region the upper number is larger.",
                cells=layout.cell_list(pair),
                upper=upper,
                lower=lower,
            )
            return _dead_end(pair, text)
    return None


def _dead_end(where: tuple[int, ...], text: Text) -> Deduction:
    return Deduction("dead end", where, (), (), lambda: text)


def last_cell(state: Candidates, region: int) -> Deduction | None:
    """The only open cell of its region."""
    open_cells = state.open_cells(region)
    if len(open_cells) != 1 or state.masks[open_cells[0]].bit_count() != 1:
        return None
    cell, value = open_cells[0], state.masks[open_cells[0]].bit_length() - 1
    members = state.layout.regions[region]
    words = partial(_last_words, state.layout.cell_name(cell), value, len(members))
    return Deduction("last cell", members, ((cell, value),), (), words)


def _last_words(cell: Text, value: int, size: int) -> Text:
    if size == 1:
        return Text("{cell} is a region of one cell, so it is 1.", cell=cell)
    return Text(
        "{cell} is the last open cell of its region, and only {value} is missing there.",
        cell=cell,
        value=value,
    )


def single(state: Candidates, region: int) -> Deduction | None:
    """Naked single: a cell with one candidate."""
    for cell in state.open_cells(region):
        if state.masks[cell].bit_count() == 1:
            value = state.masks[cell].bit_length() - 1
            blockers = tuple(peer for peer in state.layout.peers(cell) if state.values[peer])
            return Deduction(
                "single",
                (cell, *blockers),
                ((cell, value),),
                (),
                partial(_single_words, state, cell, value),
            )
    return None


def _single_words(state: Candidates, cell: int, value: int) -> Text:
    layout = state.layout
    mates = layout.regions[layout.region_of[cell]]
    others = [other for other in range(1, len(mates) + 1) if other != value]
    inside = {state.values[mate] for mate in mates}
    beside = {state.values[neighbour] for neighbour in layout.touching[cell]} - inside
    held = [other for other in others if other in inside]
    touched = [other for other in others if other in beside]
    gone = [other for other in others if other not in inside | beside]
    reasons = []
    if held:
        reasons.append(Text("its region has {values} already", values=all_of(held)))
    if touched:
        reasons.append(Text("it touches {values}", values=all_of(touched)))
    if gone:
        reasons.append(Text("earlier steps rule out {values}", values=all_of(gone)))
    return Text(
        "Only {value} fits {cell}: {reasons}.",
        value=value,
        cell=layout.cell_name(cell),
        reasons=all_of(reasons),
    )


def hidden_single(state: Candidates, region: int) -> Deduction | None:
    """Hidden single: a number that fits only one cell of a region."""
    once = twice = 0
    open_cells = state.open_cells(region)
    for cell in open_cells:
        twice |= once & state.masks[cell]
        once |= state.masks[cell]
    for value in bits(once & ~twice):
        cell = next(cell for cell in open_cells if state.masks[cell] >> value & 1)
        others = [other for other in open_cells if other != cell]
        blockers = {
            neighbour
            for other in others
            for neighbour in state.layout.touching[other]
            if state.values[neighbour] == value
        }
        return Deduction(
            "hidden single",
            (cell, *others, *sorted(blockers)),
            ((cell, value),),
            (),
            partial(_hidden_words, state, cell, value, others),
        )
    return None


def _hidden_words(state: Candidates, cell: int, value: int, others: list[int]) -> Text:
    layout = state.layout
    touched = [
        other
        for other in others
        if any(state.values[neighbour] == value for neighbour in layout.touching[other])
    ]
    ruled = [other for other in others if other not in touched]
    reasons = [
        Text(
            "In {region}, only {cell} can be {value}.",
            region=layout.region_name(layout.region_of[cell]),
            cell=layout.cell_name(cell),
            value=value,
        )
    ]
    if touched:
        cells = layout.cell_list(touched)
        reasons.append(Text("A {value} touches {cells}.", value=value, cells=cells))
    if ruled:
        reasons.append(Text("Earlier steps rule it out in {cells}.", cells=layout.cell_list(ruled)))
    return sentences(*reasons)


def order(state: Candidates, region: int) -> Deduction | None:
    """The order rule, from the numbers in place and the height of a stack."""
    full_mask = (2 << len(state.layout.regions[region])) - 2
    for stack in state.layout.stacks[region]:
        plain = [1 << state.values[cell] if state.values[cell] else full_mask for cell in stack]
        if removes := tuple(_removed_by_order(state, stack, plain)):
            known = [cell for cell in stack if state.values[cell]]
            words = partial(_order_words, state, stack, known, removes)
            return Deduction("order", stack, (), removes, words)
    return None


def bounds(state: Candidates, region: int) -> Deduction | None:
    """The order rule, from the candidates of the cells above and below."""
    for stack in state.layout.stacks[region]:
        if removes := tuple(_removed_by_order(state, stack, [state.masks[cell] for cell in stack])):
            words = partial(_order_words, state, stack, stack, removes)
            return Deduction("bounds", stack, (), removes, words)
    return None


def _removed_by_order(
    state: Candidates, stack: tuple[int, ...], allowed: list[int]
) -> Iterator[Mark]:
    """The candidates outside `allowed`, masks for the stack, once those obey the order rule."""
    for i in range(len(stack) - 2, -1, -1):
        lowest = allowed[i + 1] & -allowed[i + 1]
        allowed[i] &= -(lowest << 1)
    for i in range(1, len(stack)):
        highest = 1 << max(0, allowed[i - 1].bit_length() - 1)
        allowed[i] &= highest - 1
    for cell, mask in zip(stack, allowed, strict=True):
        if not state.values[cell]:
            yield from ((cell, value) for value in bits(state.masks[cell] & ~mask))


def _order_words(
    state: Candidates, stack: tuple[int, ...], shown: Iterable[int], removes: tuple[Mark, ...]
) -> Text:
    """The order rule for a stack, the values of the cells `shown`, and the conclusion."""
    cells = state.layout.cell_list(stack)
    return sentences(
        Text("{cells} are in one region, where numbers decrease downwards.", cells=cells),
        *(_values_words(state, cell) for cell in shown),
        state.layout.cannot_be(removes),
    )


def _values_words(state: Candidates, cell: int) -> Text:
    name = state.layout.cell_name(cell)
    if value := state.values[cell]:
        return Text("{cell} is {value}.", cell=name, value=value)
    return Text("{cell} can be {values}.", cell=name, values=any_of(state.values_of(cell)))


def confined(state: Candidates, region: int) -> Deduction | None:
    """A number whose possible cells in a region all rule out the same candidate elsewhere."""
    layout = state.layout
    for value in range(1, len(layout.regions[region]) + 1):
        spots = state.cells_for(region, value)
        if not 2 <= len(spots) <= 4:
            continue
        shared = frozenset.intersection(*(layout.conflicts((cell, value)) for cell in spots))
        if removes := tuple(sorted(filter(state.has, shared))):
            where = (*spots, *sorted({cell for cell, _ in removes}))
            words = partial(_confined_words, layout, region, value, spots, removes)
            return Deduction("confined", where, (), removes, words)
    return None


def _confined_words(
    layout: KojunLayout, region: int, value: int, spots: list[int], removes: tuple[Mark, ...]
) -> Text:
    return sentences(
        Text(
            "In {region}, the number {value} fits only {cells}.",
            region=layout.region_name(region),
            value=value,
            cells=layout.cell_list(spots),
        ),
        Text("Wherever it goes, it rules out the same candidates."),
        layout.cannot_be(removes),
    )
