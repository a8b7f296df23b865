"""A full board for the repair kernels: made from what lies there already, as well as it goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges.model import Filling
from quebra.families.edges.solve.domains import Ways, members
from quebra.families.edges.solve.infeasibility import match_pieces
from quebra.families.edges.solve.order import neighbours
from quebra.families.edges.solve.window import Repair

Lying = dict[int, int]
"""The way in each cell."""


def start_of(ways: Ways, budget: Budget) -> Lying | None:
    """The full board that a search is to start from, if there is one."""
    best = budget.best
    return ways.lying(best) if isinstance(best, Filling) else None


def new_repair(
    ways: Ways, domains: Sequence[int], lying: Mapping[int, int], source: Source
) -> Repair:
    """The tables of a full board; its mismatches are still to be counted."""
    layout = ways.puzzle.layout
    cells, sides, places = len(layout.cells), layout.sides, len(ways.ways) * layout.sides
    number = {colour: i for i, colour in enumerate(ways.colours)}
    beyond = [-1] * (cells * sides)
    for cell, touching in enumerate(neighbours(layout)):
        for side, other, other_side in touching:
            beyond[cell * sides + side] = other * sides + other_side
    classes = {domain: i for i, domain in enumerate(dict.fromkeys(domains))}
    admits = [0] * (places * len(classes))
    for domain, i in classes.items():
        for way in members(domain):
            admits[i * places + way * sides] = 1
    left = [len(pieces) for pieces in ways.kinds]
    for way in lying.values():
        left[ways.ways[way].kind] -= 1
    first = [(bits & -bits).bit_length() - 1 for bits in ways.of_kind]
    return Repair(
        sides=sides,
        beyond=beyond,
        colour=[number[colour] for way in ways.ways for colour in way.colours],
        kind=[way.kind for way in ways.ways for _ in way.colours],
        first=[*first, len(ways.ways)],
        admits=admits,
        sort=[classes[domain] * places for domain in domains],
        fixed=[int(domain.bit_count() == 1) for domain in domains],
        lying=[lying[cell] * sides for cell in range(cells)],
        best=[0] * cells,
        window=[0] * cells,
        inside=[0] * cells,
        left=left,
        loose=[0] * len(ways.kinds),
        choice=[0] * len(ways.ways),
        next=[0] * (cells + 1),
        flaws=[0] * (cells + 1),
        keep=[0] * cells,
        at=[0, 0, 0, 0, source.below(1 << 31), 0, 0, 0, 0],
    )


def filled(ways: Ways, domains: Sequence[int], lying: Mapping[int, int]) -> Lying:
    """A full board with what lies there already, each other cell filled as it matches best.

    Where the pieces left do not go into the cells left, all are laid anew. Some filling must be
    possible.
    """
    board = _fill_greedily(ways, domains, lying)
    if board is None:
        kinds = match_pieces(ways, domains) or []
        board = {
            cell: next(members(domains[cell] & ways.of_kind[kind]))
            for cell, kind in enumerate(kinds)
        }
    return board


def _fill_greedily(ways: Ways, domains: Sequence[int], lying: Mapping[int, int]) -> Lying | None:
    left = [len(pieces) for pieces in ways.kinds]
    for way in lying.values():
        left[ways.ways[way].kind] -= 1
    board = dict(lying)
    beyond = neighbours(ways.puzzle.layout)
    empty = [cell for cell in range(len(domains)) if cell not in board]
    while empty:
        # Tight cells such as corners first, and then those with most neighbours.
        empty.sort(
            key=lambda c: (-domains[c].bit_count(), sum(o in board for _, o, _ in beyond[c]))
        )
        cell = empty.pop()
        open_ways = [n for n in members(domains[cell]) if left[ways.ways[n].kind]]
        if not open_ways:
            return None
        shown = {s: ways.ways[board[o]].colours[t] for s, o, t in beyond[cell] if o in board}
        best = max(
            open_ways,
            key=lambda n: sum(ways.ways[n].colours[s] == colour for s, colour in shown.items()),
        )
        board[cell] = best
        left[ways.ways[best].kind] -= 1
    return board
