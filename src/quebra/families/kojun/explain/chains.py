"""Chains: one mark or another must hold, whichever it is something else cannot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from quebra.engine.budget import Budget
from quebra.families.kojun.explain.candidates import Board, Candidates, Deduction
from quebra.families.kojun.explain.wording import cannot, full, short
from quebra.grid.candidates import Mark
from quebra.grid.ladder import sentence

LONGEST = 5
"""How many "it must be" a person follows in one chain."""


def chain(state: Candidates, budget: Budget) -> Deduction | None:
    """The shortest chain that rules something out."""
    partners = _partners(state)
    best: tuple[list[Mark], tuple[Mark, ...]] | None = None
    longest = LONGEST
    for start in sorted(partners):
        budget.spend()
        for path in _paths(state, partners, start, longest):
            shared = state.board.conflicts(start) & state.board.conflicts(path[-1])
            if removes := tuple(sorted(filter(state.has, shared))):
                best = path, removes
                longest = len(path) // 2 - 1
                break
        if not longest:
            break
    return _deduction(state.board, *best) if best else None


def _partners(state: Candidates) -> dict[Mark, list[Mark]]:
    """For each mark, those that must hold if it does not: the other one of two."""
    partners: dict[Mark, list[Mark]] = {}
    for cell, mask in enumerate(state.marks):
        if mask.bit_count() == 2:
            low, high = state.values_of(cell)
            partners.setdefault((cell, low), []).append((cell, high))
            partners.setdefault((cell, high), []).append((cell, low))
    for region, members in enumerate(state.board.regions):
        for value in range(1, len(members) + 1):
            spots = state.spots(region, value)
            if len(spots) == 2:
                one, two = (spots[0], value), (spots[1], value)
                partners.setdefault(one, []).append(two)
                partners.setdefault(two, []).append(one)
    return partners


def _paths(
    state: Candidates, partners: dict[Mark, list[Mark]], start: Mark, longest: int
) -> Iterator[list[Mark]]:
    """Paths of marks that alternately do not hold and must hold, the shortest first.

    A path that comes back to its start says that the start must hold.
    """
    paths = {start: [start]}
    reached: set[Mark] = set()
    for _ in range(longest):
        ends: list[list[Mark]] = []
        for off, path in paths.items():
            for on in partners.get(off, ()):
                if on not in reached:
                    reached.add(on)
                    ends.append([*path, on])
        yield from ends
        known = set(paths)
        paths = {
            off: [*path, off]
            for path in reversed(ends)
            for off in sorted(state.board.conflicts(path[-1]))
            if off in partners and off not in known and off not in path
        }


def _deduction(board: Board, path: list[Mark], removes: tuple[Mark, ...]) -> Deduction:
    where = tuple(dict.fromkeys(cell for cell, _ in (*path, *removes)))
    return Deduction("chain", where, (), removes, partial(_words, board, path, removes))


def _words(board: Board, path: list[Mark], removes: tuple[Mark, ...]) -> str:
    first, last = path[0], path[-1]
    links = [f"if {full(board, first[0])} is not {first[1]}"]
    for off, on in zip(path[::2], path[1::2], strict=True):
        if off != first:
            links.append(f"so {short(board, off[0])} is not {off[1]}")
        links.append(f"then {_must(board, off, on)}")
    if first == last:
        return sentence(f"{', '.join(links)}: so {full(board, first[0])} is {first[1]} after all")
    one = f"{short(board, first[0])} is {first[1]}"
    two = f"{short(board, last[0])} is {last[1]}"
    both = f"so {one} or {two}, and either way {cannot(board, removes)}"
    return f"{sentence(', '.join(links))} {sentence(both)}"


def _must(board: Board, off: Mark, on: Mark) -> str:
    """Why one mark must hold when the other does not."""
    if off[0] == on[0]:
        return f"it is {on[1]}"
    return f"the {on[1]} of its region is at {short(board, on[0])}"
