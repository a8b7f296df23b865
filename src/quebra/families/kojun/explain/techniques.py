"""The everyday techniques, one small function each, for one region at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from quebra.families.kojun.explain.candidates import Board, Candidates, Deduction
from quebra.families.kojun.explain.wording import (
    cannot,
    cells,
    either,
    full,
    short,
    values,
)
from quebra.grid.candidates import Mark, bits
from quebra.grid.cells import joined
from quebra.grid.ladder import sentence


def dead_end(state: Candidates, region: int) -> Deduction | None:
    """A cell without a number left, a number without a cell, or numbers out of order."""
    board, members, union = state.board, state.board.regions[region], 0
    for cell in members:
        if not state.marks[cell]:
            return _stop((cell,), f"no number fits {full(board, cell)}")
        union |= state.marks[cell]
    if missing := bits(((2 << len(members)) - 2) & ~union):
        return _stop(members, f"no cell of {board.name(region)} can be {missing[0]}")
    for pair in (pair for run in board.runs[region] for pair in pairwise(run)):
        upper, lower = (state.values[cell] for cell in pair)
        if 0 < upper < lower:
            found = f"cells {cells(board, pair)} would have to be {upper} and {lower}"
            return _stop(pair, f"{found}, but in a region the upper number is larger")
    return None


def _stop(where: tuple[int, ...], text: str) -> Deduction:
    return Deduction("dead end", where, (), (), lambda: text)


def last_cell(state: Candidates, region: int) -> Deduction | None:
    """The only cell of its region that is left."""
    blanks = state.blanks(region)
    if len(blanks) != 1 or state.marks[blanks[0]].bit_count() != 1:
        return None
    cell, value = blanks[0], state.marks[blanks[0]].bit_length() - 1
    members = state.board.regions[region]
    place = full(state.board, cell)
    lone = f"{place} is a region of one cell, so it is 1"
    last = f"{place} is the last open cell of its region, and only {value} is missing there"
    text = lone if len(members) == 1 else last
    return Deduction("last cell", members, ((cell, value),), (), lambda: sentence(text))


def single(state: Candidates, region: int) -> Deduction | None:
    """A cell that only one number fits."""
    for cell in state.blanks(region):
        if state.marks[cell].bit_count() == 1:
            value = state.marks[cell].bit_length() - 1
            blockers = tuple(peer for peer in state.board.peers(cell) if state.values[peer])
            return Deduction(
                "single",
                (cell, *blockers),
                ((cell, value),),
                (),
                partial(_single_words, state, cell, value),
            )
    return None


def _single_words(state: Candidates, cell: int, value: int) -> str:
    board = state.board
    mates = board.regions[board.region_of[cell]]
    others = [other for other in range(1, len(mates) + 1) if other != value]
    inside = {state.values[mate] for mate in mates}
    beside = {state.values[near] for near in board.touching[cell]} - inside
    held = [other for other in others if other in inside]
    touched = [other for other in others if other in beside]
    gone = [other for other in others if other not in inside | beside]
    reasons = []
    if held:
        reasons.append(f"its region has {values(held)} already")
    if touched:
        reasons.append(f"it touches {values(touched)}")
    if gone:
        reasons.append(f"earlier steps rule out {values(gone)}")
    return sentence(f"only {value} fits {full(board, cell)}: {joined(reasons)}")


def hidden_single(state: Candidates, region: int) -> Deduction | None:
    """The only cell of a region for a number."""
    once = twice = 0
    blanks = state.blanks(region)
    for cell in blanks:
        twice |= once & state.marks[cell]
        once |= state.marks[cell]
    for value in bits(once & ~twice):
        cell = next(cell for cell in blanks if state.marks[cell] >> value & 1)
        others = [other for other in blanks if other != cell]
        blockers = {
            near
            for other in others
            for near in state.board.touching[other]
            if state.values[near] == value
        }
        return Deduction(
            "hidden single",
            (cell, *others, *sorted(blockers)),
            ((cell, value),),
            (),
            partial(_hidden_words, state, cell, value, others),
        )
    return None


def _hidden_words(state: Candidates, cell: int, value: int, others: list[int]) -> str:
    board = state.board
    touched = [
        other
        for other in others
        if any(state.values[near] == value for near in board.touching[other])
    ]
    ruled = [other for other in others if other not in touched]
    reasons = []
    if touched:
        verb = "touches" if len(touched) == 1 else "touch"
        reasons.append(f"{cells(board, touched)} {verb} a {value}")
    if ruled:
        reasons.append(f"earlier steps rule it out at {cells(board, ruled)}")
    home = board.name(board.region_of[cell])
    return sentence(
        f"{home} needs a {value}, and only {full(board, cell)} can hold it: {joined(reasons)}"
    )


def order(state: Candidates, region: int) -> Deduction | None:
    """Numbers of a region decrease downwards: what the numbers in place and the height say."""
    full_mask = (2 << len(state.board.regions[region])) - 2
    for run in state.board.runs[region]:
        plain = [1 << state.values[cell] if state.values[cell] else full_mask for cell in run]
        if removes := tuple(_out_of_order(state, run, plain)):
            words = partial(_order_words, state, run, removes)
            return Deduction("order", run, (), removes, words)
    return None


def bounds(state: Candidates, region: int) -> Deduction | None:
    """Numbers of a region decrease downwards: what the marks above and below say."""
    for run in state.board.runs[region]:
        if removes := tuple(_out_of_order(state, run, [state.marks[cell] for cell in run])):
            words = partial(_bounds_words, state, run, removes)
            return Deduction("bounds", run, (), removes, words)
    return None


def _out_of_order(state: Candidates, run: tuple[int, ...], kept: list[int]) -> Iterator[Mark]:
    """The marks that do not fit masks of the run, once those are in order."""
    for i in range(len(run) - 2, -1, -1):
        lowest = kept[i + 1] & -kept[i + 1]
        kept[i] &= -(lowest << 1)
    for i in range(1, len(run)):
        highest = 1 << max(0, kept[i - 1].bit_length() - 1)
        kept[i] &= highest - 1
    for cell, mask in zip(run, kept, strict=True):
        if not state.values[cell]:
            yield from ((cell, value) for value in bits(state.marks[cell] & ~mask))


def _order_words(state: Candidates, run: tuple[int, ...], removes: tuple[Mark, ...]) -> str:
    board = state.board
    column = joined(
        [
            short(board, cell) + (f" ({value})" if (value := state.values[cell]) else "")
            for cell in run
        ]
    )
    stand = f"{column} stand one above another in one region, where numbers decrease downwards"
    return sentence(f"cells {stand}, so {cannot(board, removes)}")


def _bounds_words(state: Candidates, run: tuple[int, ...], removes: tuple[Mark, ...]) -> str:
    board = state.board
    ranges = [
        f"{short(board, cell)} {'is' if state.values[cell] else 'can be'} "
        f"{values(state.values_of(cell), 'or')}"
        for cell in run
    ]
    down = "numbers of a region decrease downwards"
    return sentence(f"cell {joined(ranges)}; as {down}, {cannot(board, removes)}")


def confined(state: Candidates, region: int) -> Deduction | None:
    """A number whose cells in a region all rule out the same mark elsewhere."""
    board = state.board
    for value in range(1, len(board.regions[region]) + 1):
        spots = state.spots(region, value)
        if not 2 <= len(spots) <= 4:
            continue
        shared = frozenset.intersection(*(board.conflicts((cell, value)) for cell in spots))
        if removes := tuple(sorted(filter(state.has, shared))):
            where = (*spots, *sorted({cell for cell, _ in removes}))
            words = partial(_confined_words, board, region, value, spots, removes)
            return Deduction("confined", where, (), removes, words)
    return None


def _confined_words(
    board: Board, region: int, value: int, spots: list[int], removes: tuple[Mark, ...]
) -> str:
    must = f"in {board.name(region)}, the {value} can only be at {either(board, spots)}"
    return sentence(f"{must}; wherever it goes, {cannot(board, removes)}")
