"""Builds the state of the repair kernels, and a full board to start from."""

from __future__ import annotations

from collections.abc import Mapping

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.edges.model import Filling
from quebra.families.edges.solve.domains import Candidates, Domains
from quebra.families.edges.solve.infeasibility import match_pieces
from quebra.families.edges.solve.window import RANDOM, SLOTS, RepairState
from quebra.grid.candidates import bits

Placements = dict[int, int]
"""The candidate in each cell, by the number of the cell."""


def start_board(candidates: Candidates, budget: Budget) -> Placements | None:
    """The board that the search is to start from, or None."""
    best = budget.best
    return candidates.placements(best) if isinstance(best, Filling) else None


def new_repair_state(
    candidates: Candidates, domains: Domains, placed: Mapping[int, int], source: Source
) -> RepairState:
    """The state for a full board, whose mismatches are not counted yet."""
    layout = candidates.puzzle.layout
    cells, sides, places = len(layout.cells), layout.sides, len(candidates.all) * layout.sides
    number = {colour: i for i, colour in enumerate(candidates.colours)}
    beyond = [-1] * (cells * sides)
    for cell, touching in enumerate(layout.neighbours):
        for side, other, other_side in touching:
            beyond[cell * sides + side] = other * sides + other_side
    classes = {domain: i for i, domain in enumerate(dict.fromkeys(domains))}
    admits = [0] * (places * len(classes))
    for domain, i in classes.items():
        for candidate in bits(domain):
            admits[i * places + candidate * sides] = 1
    unused = _unused(candidates, placed)
    first = [bits(mask)[0] for mask in candidates.of_kind]
    at = [0] * SLOTS
    at[RANDOM] = source.below(1 << 31)
    return RepairState(
        sides=sides,
        beyond=beyond,
        colour=[number[colour] for candidate in candidates.all for colour in candidate.colours],
        kind=[candidate.kind for candidate in candidates.all for _ in candidate.colours],
        first=[*first, len(candidates.all)],
        admits=admits,
        sort=[classes[domain] * places for domain in domains],
        fixed=[int(domain.bit_count() == 1) for domain in domains],
        placed=[placed[cell] * sides for cell in range(cells)],
        best=[0] * cells,
        window=[0] * cells,
        inside=[0] * cells,
        unused=unused,
        loose=[0] * len(candidates.kinds),
        choice=[0] * len(candidates.all),
        next=[0] * (cells + 1),
        flaws=[0] * (cells + 1),
        keep=[0] * cells,
        at=at,
    )


def _unused(candidates: Candidates, placed: Mapping[int, int]) -> list[int]:
    """Number of pieces of each kind that are not placed."""
    unused = [len(pieces) for pieces in candidates.kinds]
    for candidate in placed.values():
        unused[candidates.all[candidate].kind] -= 1
    return unused


def fill_board(candidates: Candidates, domains: Domains, placed: Mapping[int, int]) -> Placements:
    """A full board with these pieces; each other cell gets the piece that matches best.

    If the remaining pieces do not fit the remaining cells, all pieces are placed again. Some full
    board must exist.
    """
    board = _fill_greedily(candidates, domains, placed)
    if board is None:
        kinds = match_pieces(candidates, domains) or []
        board = {
            cell: bits(domains[cell] & candidates.of_kind[kind])[0]
            for cell, kind in enumerate(kinds)
        }
    return board


def _fill_greedily(
    candidates: Candidates, domains: Domains, placed: Mapping[int, int]
) -> Placements | None:
    unused = _unused(candidates, placed)
    board = dict(placed)
    beyond = candidates.puzzle.layout.neighbours
    empty = [cell for cell in range(len(domains)) if cell not in board]
    while empty:
        # Cells with few candidates first, such as corners, then those with most neighbours.
        empty.sort(
            key=lambda c: (-domains[c].bit_count(), sum(o in board for _, o, _ in beyond[c]))
        )
        cell = empty.pop()
        open_candidates = [n for n in bits(domains[cell]) if unused[candidates.all[n].kind]]
        if not open_candidates:
            return None
        shown = {s: candidates.all[board[o]].colours[t] for s, o, t in beyond[cell] if o in board}
        best = max(
            open_candidates,
            key=lambda n: sum(
                candidates.all[n].colours[s] == colour for s, colour in shown.items()
            ),
        )
        board[cell] = best
        unused[candidates.all[best].kind] -= 1
    return board
