"""Builds the state of the repair kernels, and a full board to start from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges.model import Filling
from quebra.families.edges.solve.domains import Ways, members
from quebra.families.edges.solve.infeasibility import match_pieces
from quebra.families.edges.solve.order import neighbours
from quebra.families.edges.solve.window import RANDOM, SLOTS, RepairState

Placements = dict[int, int]
"""The way in each cell, by the number of the cell."""


def start_board(ways: Ways, budget: Budget) -> Placements | None:
    """The board that the search is to start from, or None."""
    best = budget.best
    return ways.placements(best) if isinstance(best, Filling) else None


def new_repair_state(
    ways: Ways, domains: Sequence[int], placed: Mapping[int, int], source: Source
) -> RepairState:
    """The state for a full board, whose mismatches are not counted yet."""
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
    unused = _unused(ways, placed)
    first = [(bits & -bits).bit_length() - 1 for bits in ways.of_kind]
    at = [0] * SLOTS
    at[RANDOM] = source.below(1 << 31)
    return RepairState(
        sides=sides,
        beyond=beyond,
        colour=[number[colour] for way in ways.ways for colour in way.colours],
        kind=[way.kind for way in ways.ways for _ in way.colours],
        first=[*first, len(ways.ways)],
        admits=admits,
        sort=[classes[domain] * places for domain in domains],
        fixed=[int(domain.bit_count() == 1) for domain in domains],
        placed=[placed[cell] * sides for cell in range(cells)],
        best=[0] * cells,
        window=[0] * cells,
        inside=[0] * cells,
        unused=unused,
        loose=[0] * len(ways.kinds),
        choice=[0] * len(ways.ways),
        next=[0] * (cells + 1),
        flaws=[0] * (cells + 1),
        keep=[0] * cells,
        at=at,
    )


def _unused(ways: Ways, placed: Mapping[int, int]) -> list[int]:
    """Number of pieces of each kind that are not placed."""
    unused = [len(pieces) for pieces in ways.kinds]
    for way in placed.values():
        unused[ways.ways[way].kind] -= 1
    return unused


def fill_board(ways: Ways, domains: Sequence[int], placed: Mapping[int, int]) -> Placements:
    """A full board with these pieces; each other cell gets the piece that matches best.

    If the remaining pieces do not fit the remaining cells, all pieces are placed anew. The pieces
    must fit the board.
    """
    board = _fill_greedily(ways, domains, placed)
    if board is None:
        kinds = match_pieces(ways, domains) or []
        board = {
            cell: next(members(domains[cell] & ways.of_kind[kind]))
            for cell, kind in enumerate(kinds)
        }
    return board


def _fill_greedily(
    ways: Ways, domains: Sequence[int], placed: Mapping[int, int]
) -> Placements | None:
    unused = _unused(ways, placed)
    board = dict(placed)
    beyond = neighbours(ways.puzzle.layout)
    empty = [cell for cell in range(len(domains)) if cell not in board]
    while empty:
        # Cells with few ways first, such as corners, then those with most neighbours.
        empty.sort(
            key=lambda c: (-domains[c].bit_count(), sum(o in board for _, o, _ in beyond[c]))
        )
        cell = empty.pop()
        open_ways = [n for n in members(domains[cell]) if unused[ways.ways[n].kind]]
        if not open_ways:
            return None
        shown = {s: ways.ways[board[o]].colours[t] for s, o, t in beyond[cell] if o in board}
        best = max(
            open_ways,
            key=lambda n: sum(ways.ways[n].colours[s] == colour for s, colour in shown.items()),
        )
        board[cell] = best
        unused[ways.ways[best].kind] -= 1
    return board
