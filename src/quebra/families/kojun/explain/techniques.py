"""The easy techniques, one generator each, for one region at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from quebra.families.kojun.explain.candidates import Candidates
from quebra.grid.candidates import bits
from quebra.grid.deduction import Deduction, Explanation, alike, shortest
from quebra.i18n.text import Plural, Text, all_of, any_of, sentences

DECREASING = Text("Inside a region, numbers decrease downwards.")
MAX_SPOTS = 3
"""Possible cells of a number that a person keeps in mind."""
LISTED = 4
"""Cells that one sentence of a reason names."""


def dead_end(state: Candidates, region: int) -> Iterator[Deduction]:
    """A cell without candidates, a number without a cell, or numbers out of order."""
    layout, members, union = state.layout, state.layout.regions[region], 0
    for cell in members:
        if not state.masks[cell]:
            text = Text("no number fits {cell}", cell=layout.cell_name(cell))
            yield _dead_end((cell,), text)
            return
        union |= state.masks[cell]
    if missing := bits(((2 << len(members)) - 2) & ~union):
        name = layout.region_name(region)
        text = Text("no cell of {region} can be {value}", region=name, value=missing[0])
        yield _dead_end(members, text)
        return
    for pair in (pair for stack in layout.stacks[region] for pair in pairwise(stack)):
        upper, lower = (state.values[cell] for cell in pair)
        if 0 < upper < lower:
            text = Text(
                "{cells} would have to be {upper} and {lower}",
                cells=layout.cell_list(pair),
                upper=upper,
                lower=lower,
            )
            yield _dead_end(pair, text, DECREASING)
            return


def _dead_end(where: tuple[int, ...], text: Text, *reason: Text) -> Deduction:
    found = Explanation(text, sentences(*reason), where)
    return Deduction("dead end", (), (), len(where), lambda deduction: found)


def last_cell(state: Candidates, region: int) -> Iterator[Deduction]:
    """The only open cell of its region."""
    open_cells = state.open_cells(region)
    if len(open_cells) == 1 and state.masks[open_cells[0]].bit_count() == 1:
        cell, value = open_cells[0], state.masks[open_cells[0]].bit_length() - 1
        size = len(state.layout.regions[region])
        yield Deduction("last cell", ((cell, value),), (), size, partial(_explain_last, state))


def _explain_last(state: Candidates, found: Deduction) -> Explanation:
    ((cell, value),) = found.places
    name = state.layout.cell_name(cell)
    if state.layout.size(cell) == 1:
        return Explanation(Text("{cell} is a region of one cell, so it is 1.", cell=name))
    return Explanation(
        Text(
            "{cell} is the last open cell of its region, and only {value} is missing there.",
            cell=name,
            value=value,
        )
    )


def hidden_single(state: Candidates, region: int) -> Iterator[Deduction]:
    """Hidden single: a number that fits only one cell of a region."""
    once = twice = 0
    open_cells = state.open_cells(region)
    for cell in open_cells:
        twice |= once & state.masks[cell]
        once |= state.masks[cell]
    for value in bits(once & ~twice):
        cell = next(cell for cell in open_cells if state.masks[cell] >> value & 1)
        explain = partial(_explain_hidden, state, open_cells)
        yield Deduction("hidden single", ((cell, value),), (), len(open_cells), explain)


def _explain_hidden(state: Candidates, open_cells: list[int], found: Deduction) -> Explanation:
    layout, ((cell, value),) = state.layout, found.places
    others = [other for other in open_cells if other != cell]
    blockers = {
        other: next((n for n in layout.touching[other] if state.values[n] == value), None)
        for other in others
    }
    touched = [other for other, blocker in blockers.items() if blocker is not None]
    ruled = [other for other, blocker in blockers.items() if blocker is None]
    name = layout.cell_name(cell)
    text = Text("In its region, only {cell} can be {value}.", cell=name, value=value)
    reasons = [
        *(Text("A {value} touches {cells}.", value=value, cells=c) for c in _lists(state, touched)),
        *(Text("Earlier steps rule it out in {cells}.", cells=c) for c in _lists(state, ruled)),
    ]
    because = tuple(dict.fromkeys(b for b in blockers.values() if b is not None))
    return Explanation(text, sentences(text, *reasons), because)


def _lists(state: Candidates, cells: list[int]) -> Iterator[Text]:
    """Cells in words, a few at a time."""
    for start in range(0, len(cells), LISTED):
        yield state.layout.cell_list(cells[start : start + LISTED])


def single(state: Candidates, region: int) -> Iterator[Deduction]:
    """Naked single: a cell with one candidate."""
    for cell in state.open_cells(region):
        mask = state.masks[cell]
        if mask.bit_count() == 1:
            size = len(state.layout.regions[region])
            mark = cell, mask.bit_length() - 1
            yield Deduction("single", (mark,), (), size, partial(_explain_single, state))


def _explain_single(state: Candidates, found: Deduction) -> Explanation:
    layout, ((cell, value),) = state.layout, found.places
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
    name = layout.cell_name(cell)
    text = Text("Only {value} fits {cell}.", value=value, cell=name)
    full = Text(
        "Only {value} fits {cell}: {reasons}.", value=value, cell=name, reasons=all_of(reasons)
    )
    because = tuple(n for n in layout.touching[cell] if state.values[n] in touched)
    argument = sentences(text, *(Text("{reason}.", reason=reason) for reason in reasons))
    return Explanation(shortest(full, text), argument, because)


def order(state: Candidates, region: int) -> Iterator[Deduction]:
    """The order rule, from the numbers in place and the height of a stack."""
    size = len(state.layout.regions[region])
    for stack in state.layout.stacks[region]:
        least = 0
        for at in range(len(stack) - 1, -1, -1):
            least = state.values[stack[at]] or least + 1
            yield from _outside(state, stack, at, state.masks[stack[at]] & ((1 << least) - 1))
        most = size + 1
        for at, cell in enumerate(stack):
            most = state.values[cell] or max(0, most - 1)
            yield from _outside(state, stack, at, state.masks[cell] & -(2 << most), below=True)


def _outside(
    state: Candidates, stack: tuple[int, ...], at: int, lost: int, below: bool = False
) -> Iterator[Deduction]:
    """The deduction that a cell of a stack loses candidates at one end of its range."""
    cell = stack[at]
    if lost and not state.values[cell]:
        removes = tuple((cell, value) for value in bits(lost))
        line = stack[at::-1] if below else stack[at:]
        known = next((i for i, other in enumerate(line) if state.values[other]), len(line) - 1)
        explain = partial(_explain_order, state, line[: known + 1], below)
        yield Deduction("order", (), removes, known + 1, explain)


def _explain_order(
    state: Candidates, line: tuple[int, ...], below: bool, found: Deduction
) -> Explanation:
    """The cells of `line` go from the changed one to a known number, or to the end of a stack."""
    layout, cell, end = state.layout, line[0], line[-1]
    position = _position(state, line, below)
    known, steps = state.values[end], len(line) - 1
    if below:
        limit = (known or layout.size(cell)) - steps
        text = Text("{position}, so it is at most {limit}.", position=position, limit=limit)
    else:
        limit = (known or 1) + steps
        text = Text("{position}, so it is at least {limit}.", position=position, limit=limit)
    reason = sentences(DECREASING, text, layout.cannot_be(found))
    return Explanation(text, reason, tuple(reversed(line[1:])), layout.arrow(end, cell))


def _position(state: Candidates, line: tuple[int, ...], below: bool) -> Text:
    """Where a cell lies in its stack, as a clause."""
    end, n = line[-1], len(line) - 1
    cell, other = state.layout.cell_name(line[0]), state.layout.cell_name(end)
    if not (value := state.values[end]):
        if below:
            return Plural(
                "{cell} has {n} cell of its region above it",
                "{cell} has {n} cells of its region above it",
                n=n,
                cell=cell,
            )
        return Plural(
            "{cell} has {n} cell of its region below it",
            "{cell} has {n} cells of its region below it",
            n=n,
            cell=cell,
        )
    if below:
        return Plural(
            "{cell} is below the {value} in {other}",
            "{cell} is {n} places of its region below the {value} in {other}",
            n=n,
            cell=cell,
            value=value,
            other=other,
        )
    return Plural(
        "{cell} is above the {value} in {other}",
        "{cell} is {n} places of its region above the {value} in {other}",
        n=n,
        cell=cell,
        value=value,
        other=other,
    )


def bounds(state: Candidates, region: int) -> Iterator[Deduction]:
    """The order rule, from the candidates of the open cell above or below."""
    for stack in state.layout.stacks[region]:
        for upper, lower in pairwise(stack):
            if state.values[upper] or state.values[lower]:
                continue
            above, below = state.masks[upper], state.masks[lower]
            lowest, highest = (below & -below).bit_length() - 1, above.bit_length() - 1
            for cell, other, lost in (
                (upper, lower, above & ((2 << lowest) - 1) if below else 0),
                (lower, upper, below & -(1 << highest) if above else 0),
            ):
                if lost:
                    removes = tuple((cell, value) for value in bits(lost))
                    explain = partial(_explain_bounds, state, other)
                    yield Deduction("bounds", (), removes, 2, explain)


def _explain_bounds(state: Candidates, other: int, found: Deduction) -> Explanation:
    layout, (cell,) = state.layout, found.cells
    there, name, its = state.values_of(other), layout.cell_name(cell), layout.cell_name(other)
    if cell < other:
        text = Text(
            "{other} is at least {low}, so {cell} above it is at least {limit}.",
            other=its,
            low=there[0],
            cell=name,
            limit=there[0] + 1,
        )
    else:
        text = Text(
            "{other} is at most {high}, so {cell} below it is at most {limit}.",
            other=its,
            high=there[-1],
            cell=name,
            limit=there[-1] - 1,
        )
    candidates = Text("{cell} can be {values}.", cell=its, values=any_of(there))
    reason = sentences(DECREASING, candidates, text, layout.cannot_be(found))
    return Explanation(text, reason, (other,), layout.arrow(other, cell))


def confined(state: Candidates, region: int) -> Iterator[Deduction]:
    """A number whose possible cells in a region all rule out the same candidate elsewhere."""
    layout = state.layout
    for value in range(1, len(layout.regions[region]) + 1):
        spots = state.cells_for(region, value)
        if not 2 <= len(spots) <= MAX_SPOTS:
            continue
        shared = frozenset.intersection(*(layout.conflicts((cell, value)) for cell in spots))
        for removes in alike(filter(state.has, shared), most=1):
            explain = partial(_explain_confined, state, value, tuple(spots))
            yield Deduction("confined", (), removes, len(spots) + 1, explain)


def _explain_confined(
    state: Candidates, value: int, spots: tuple[int, ...], found: Deduction
) -> Explanation:
    layout, (cell,) = state.layout, found.cells
    region, name = layout.region_name(layout.region_of[spots[0]]), layout.cell_name(cell)
    text = Text(
        "Wherever the {value} of {region} goes, {cell} cannot be {values}.",
        value=value,
        region=region,
        cell=name,
        values=any_of(found.values),
    )
    fits = Text(
        "In {region}, the number {value} fits only {cells}.",
        region=region,
        value=value,
        cells=layout.cell_list(spots),
    )
    each = Text("Each of these rules the same out.")
    arrows = tuple(line for spot in spots for line in layout.arrow(spot, cell))
    return Explanation(text, sentences(fits, each, layout.cannot_be(found)), spots, arrows)
