"""The techniques of `explain` that look at one region, on bit masks and without words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from quebra.families.kojun.explain.subsets import MAX_FILLINGS, MAX_OPEN_CELLS
from quebra.families.kojun.explain.techniques import MAX_SPOTS
from quebra.families.kojun.solve.propagate import single_bits

if TYPE_CHECKING:
    from quebra.families.kojun.generate.logic import Logic


def hidden_single(logic: Logic, region: int) -> None:
    """A number that fits only one cell."""
    dom, cells = logic.dom, logic.board.regions[region]
    once = twice = 0
    for i in cells:
        d = dom[i]
        twice |= once & d
        once |= d
    hidden = once & ~twice
    for i in cells:
        if (only := dom[i] & hidden) and only != dom[i]:
            logic.keep(i, only)


def bounds(logic: Logic, region: int) -> None:
    """The order rule, from the candidates of the cells above and below."""
    dom = logic.dom
    for stack in logic.stacks[region]:
        for i in range(len(stack) - 2, -1, -1):
            below = dom[stack[i + 1]]
            logic.keep(stack[i], -((below & -below) << 1))
        for i in range(1, len(stack)):
            logic.keep(stack[i], (1 << dom[stack[i - 1]].bit_length() - 1) - 1)


def confined(logic: Logic, region: int) -> None:
    """A number whose possible cells all rule out the same candidate."""
    cells, dom = logic.board.regions[region], logic.dom
    for bit in single_bits(logic.board.full[region]):
        spots = [i for i in cells if dom[i] & bit]
        if 2 <= len(spots) <= MAX_SPOTS:
            _remove_shared(logic, [_conflicts(logic, i, bit) for i in spots])


def pair(logic: Logic, region: int) -> None:
    """Two cells of a region, or two that touch across a border, with the same two candidates."""
    dom, board = logic.dom, logic.board
    few = [i for i in board.regions[region] if dom[i].bit_count() == 2]
    for one, two in combinations(few, 2):
        if dom[one] == dom[two]:
            _use_up(logic, (one, two))
    for i in few:
        for j in (i - 1, i + 1, i - board.stride, i + board.stride):
            if dom[j] == dom[i] and dom[i].bit_count() == 2 and board.region[j] != region:
                _use_up(logic, (i, j))


def triple(logic: Logic, region: int) -> None:
    """Three cells that have three candidates together."""
    dom = logic.dom
    few = [i for i in logic.board.regions[region] if 2 <= dom[i].bit_count() <= 3]
    for group in combinations(few, 3):
        if (dom[group[0]] | dom[group[1]] | dom[group[2]]).bit_count() == 3:
            _use_up(logic, group)


def _use_up(logic: Logic, group: tuple[int, ...]) -> None:
    """Remove each number of a group from the cells that see all cells of the group that have it."""
    dom = logic.dom
    found = 0
    for i in group:
        found |= dom[i]
    for bit in single_bits(found):
        seen = frozenset.intersection(*(_peers(logic, i) for i in group if dom[i] & bit))
        for j in sorted(seen.difference(group)):
            if dom[j] & bit:
                logic.keep(j, ~bit)


def hidden_pair(logic: Logic, region: int) -> None:
    """Two numbers that fit only two cells."""
    _hidden(logic, region, 2)


def hidden_triple(logic: Logic, region: int) -> None:
    """Three numbers that fit only three cells."""
    _hidden(logic, region, 3)


def _hidden(logic: Logic, region: int, count: int) -> None:
    dom = logic.dom
    cells = [i for i in logic.board.regions[region] if dom[i] & (dom[i] - 1)]
    spots = {
        bit: frozenset(i for i in cells if dom[i] & bit)
        for bit in single_bits(logic.board.full[region])
    }
    few = [bit for bit, found in spots.items() if 2 <= len(found) <= count]
    for chosen in combinations(few, count):
        group = frozenset.union(*(spots[bit] for bit in chosen))
        if len(group) == count:
            for i in sorted(group):
                logic.keep(i, sum(chosen))


def fillings(logic: Logic, region: int) -> None:
    """Candidates that conflict with every filling of a region, where there are few fillings."""
    dom = logic.dom
    cells = [i for i in logic.board.regions[region] if dom[i] & (dom[i] - 1)]
    if not 1 < len(cells) <= MAX_OPEN_CELLS:
        return
    found: list[dict[int, int]] = []
    for filling in _fillings(logic, cells):
        if len(found) == MAX_FILLINGS:
            return
        merged: dict[int, int] = {}
        for i, bit in filling.items():
            for j, mask in _conflicts(logic, i, bit).items():
                merged[j] = merged.get(j, 0) | mask
        found.append(merged)
    _remove_shared(logic, found)


def _fillings(logic: Logic, cells: list[int]) -> Iterator[dict[int, int]]:
    """The bits of open cells, in reading order, in each filling of their region."""
    dom, above = logic.dom, logic.board.above
    chosen: dict[int, int] = {}

    def extend(depth: int, used: int) -> Iterator[dict[int, int]]:
        if depth == len(cells):
            yield chosen.copy()
            return
        i = cells[depth]
        upper = above[i]
        limit = chosen.get(upper, dom[upper]) if upper >= 0 else 0
        for bit in single_bits(dom[i] & ~used):
            if limit and not bit < limit:
                break
            if not _fits_below(logic, i, bit):
                continue
            chosen[i] = bit
            yield from extend(depth + 1, used | bit)
        chosen.pop(i, None)

    return extend(0, 0)


def _fits_below(logic: Logic, i: int, bit: int) -> bool:
    """Whether a value is larger than a known one below."""
    lower = logic.board.below[i]
    return lower < 0 or not logic.is_known(lower) or logic.dom[lower] < bit


def _remove_shared(logic: Logic, conflicts: list[dict[int, int]]) -> None:
    """Remove the candidates that are in all of the sets."""
    if not conflicts:
        return
    first, *others = conflicts
    for j, mask in first.items():
        shared = mask & logic.dom[j]
        for other in others:
            if not shared:
                break
            shared &= other.get(j, 0)
        if shared:
            logic.keep(j, ~shared)


def _peers(logic: Logic, i: int) -> frozenset[int]:
    """The cells that differ from this one: region mates and touching cells."""
    found = logic.peers.get(i)
    if found is None:
        board = logic.board
        around = (i - 1, i + 1, i - board.stride, i + board.stride)
        mates = board.regions[board.region[i]]
        found = frozenset({*mates, *(j for j in around if board.region[j] >= 0)} - {i})
        logic.peers[i] = found
    return found


def _conflicts(logic: Logic, i: int, bit: int) -> dict[int, int]:
    """For each cell, the values that it cannot have if a cell has the value of this bit."""
    found = logic.conflicts.get((i, bit))
    if found is None:
        board = logic.board
        full = board.full[board.region[i]]
        found = dict.fromkeys(_peers(logic, i), bit)
        found[i] = full ^ bit
        low, j = bit << 1, board.above[i]
        while j >= 0:
            found[j] |= (low - 1) & full
            low, j = low << 1, board.above[j]
        high, j = bit, board.below[i]
        while j >= 0:
            found[j] |= full & -high
            high, j = high >> 1, board.below[j]
        logic.conflicts[i, bit] = found
    return found


BY_NAME: dict[str, Callable[[Logic, int], None]] = {
    "hidden single": hidden_single,
    "bounds": bounds,
    "confined": confined,
    "pair": pair,
    "hidden pair": hidden_pair,
    "triple": triple,
    "hidden triple": hidden_triple,
    "fillings": fillings,
}
