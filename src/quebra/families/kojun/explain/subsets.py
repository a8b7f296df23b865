"""Techniques that weigh several cells at once: pairs, triples, and all fillings of a region."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations, islice, pairwise

from quebra.families.kojun.explain.candidates import Board, Candidates, Deduction
from quebra.families.kojun.explain.wording import cannot, cells, short, values
from quebra.grid.candidates import Mark, bits
from quebra.grid.cells import joined
from quebra.grid.ladder import sentence

MOST_OPEN = 7
MOST_FILLINGS = 8
"""More open cells, or more ways to fill them, a person would not write down."""

_NAMES = {2: "pair", 3: "triple"}


def naked(count: int, state: Candidates, region: int) -> Deduction | None:
    """As many cells as numbers, which these cells use up among themselves."""
    for group in _groups(state, region, count):
        union = _union(state, group)
        if union.bit_count() != count:
            continue
        found = bits(union)
        removes = tuple(_used_up(state, group, found))
        if removes:
            where = (*group, *sorted({cell for cell, _ in removes}))
            words = partial(_naked_words, state.board, group, found, removes)
            return Deduction(_NAMES[count], where, (), removes, words)
    return None


def _groups(state: Candidates, region: int, count: int) -> Iterator[tuple[int, ...]]:
    """Cells that must all differ: of one region, or two that touch across a border."""
    few = [cell for cell in state.blanks(region) if state.marks[cell].bit_count() <= count]
    yield from combinations(few, count)
    if count == 2:
        for cell in few:
            for near in state.board.touching[cell]:
                if state.board.region_of[near] != region and not state.values[near]:
                    yield cell, near


def _union(state: Candidates, group: Iterable[int]) -> int:
    union = 0
    for cell in group:
        union |= state.marks[cell]
    return union


def _used_up(state: Candidates, group: tuple[int, ...], found: list[int]) -> Iterator[Mark]:
    for value in found:
        holders = [cell for cell in group if state.marks[cell] >> value & 1]
        seen = set.intersection(*(set(state.board.peers(cell)) for cell in holders))
        for cell in sorted(seen.difference(group)):
            if state.has((cell, value)):
                yield cell, value


def _naked_words(
    board: Board, group: tuple[int, ...], found: list[int], removes: tuple[Mark, ...]
) -> str:
    bound = len({board.region_of[cell] for cell in group}) == 1
    home = "are in one region" if bound else "touch"
    use = f"cells {cells(board, group)} {home} and can only be {values(found, 'or')}"
    whole = "so they use up both numbers" if len(group) == 2 else "so they use up these numbers"
    return sentence(f"{use}, {whole}: {cannot(board, removes)}")


def hidden(count: int, state: Candidates, region: int) -> Deduction | None:
    """As many numbers of a region as cells that can hold them: nothing else goes there."""
    blanks = state.blanks(region)
    spots = {value: state.spots(region, value) for value in bits(_union(state, blanks))}
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
            words = partial(_hidden_words, state.board, region, chosen, group, removes)
            return Deduction(f"hidden {_NAMES[count]}", tuple(group), (), removes, words)
    return None


def _hidden_words(
    board: Board,
    region: int,
    chosen: tuple[int, ...],
    group: list[int],
    removes: tuple[Mark, ...],
) -> str:
    fit = f"in {board.name(region)}, the numbers {values(chosen)} fit only {cells(board, group)}"
    return sentence(f"{fit}, which therefore hold nothing else: {cannot(board, removes)}")


def fillings(state: Candidates, region: int) -> Deduction | None:
    """All ways to fill a region, where they are few: what clashes with each of them goes."""
    blanks = state.blanks(region)
    if not 1 < len(blanks) <= MOST_OPEN:
        return None
    ways = list(islice(_ways(state, region, blanks), MOST_FILLINGS + 1))
    if not 0 < len(ways) <= MOST_FILLINGS:
        return None
    board = state.board
    if len(ways) == 1:
        places = tuple(zip(blanks, ways[0], strict=True))
        words = partial(_only_filling_words, board, region, places)
        return Deduction("fillings", tuple(blanks), places, (), words)
    clash = [
        frozenset().union(*(board.conflicts(mark) for mark in zip(blanks, way, strict=True)))
        for way in ways
    ]
    removes = tuple(sorted(filter(state.has, frozenset.intersection(*clash))))
    if not removes:
        return None
    where = (*blanks, *sorted({cell for cell, _ in removes}.difference(blanks)))
    words = partial(_fillings_words, board, region, blanks, ways, removes)
    return Deduction("fillings", where, (), removes, words)


def _ways(state: Candidates, region: int, blanks: list[int]) -> Iterator[tuple[int, ...]]:
    """The ways to fill the open cells of a region."""
    fits = _order_test(state.board, region)
    way = {cell: state.values[cell] for cell in state.board.regions[region] if state.values[cell]}

    def extend(depth: int, used: int) -> Iterator[tuple[int, ...]]:
        if depth == len(blanks):
            yield tuple(way[cell] for cell in blanks)
            return
        cell = blanks[depth]
        for value in bits(state.marks[cell] & ~used):
            way[cell] = value
            if fits(way, cell):
                yield from extend(depth + 1, used | 1 << value)
            del way[cell]

    return extend(0, 0)


def _order_test(board: Board, region: int) -> Callable[[dict[int, int], int], bool]:
    """Whether a cell of a filling in the making fits the cells above and below it."""
    uppers = {lower: upper for run in board.runs[region] for upper, lower in pairwise(run)}
    lowers = {upper: lower for lower, upper in uppers.items()}

    def fits(way: dict[int, int], cell: int) -> bool:
        value = way[cell]
        above = way.get(uppers.get(cell, -1), value + 1)
        below = way.get(lowers.get(cell, -1), value - 1)
        return above > value > below

    return fits


def _only_filling_words(board: Board, region: int, places: tuple[Mark, ...]) -> str:
    numbers = joined([f"{short(board, cell)} is {value}" for cell, value in places])
    return sentence(f"there is only one way to fill {board.name(region)}: {numbers}")


def _fillings_words(
    board: Board,
    region: int,
    blanks: list[int],
    ways: list[tuple[int, ...]],
    removes: tuple[Mark, ...],
) -> str:
    names = joined([short(board, cell) for cell in blanks])
    shown = joined(["-".join(str(value) for value in way) for way in ways], "or")
    start = f"in {board.name(region)}, the open cells {names} can only be {shown}"
    return sentence(f"{start}; {'either way' if len(ways) == 2 else 'so'} {cannot(board, removes)}")
