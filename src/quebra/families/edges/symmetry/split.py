"""Divides a puzzle into several by the candidates of one cell."""

from __future__ import annotations

import msgspec

from quebra.families.edges.model import Edges, Hint
from quebra.families.edges.solve.domains import Candidates, consistent_domains
from quebra.families.edges.solve.order import usual_order
from quebra.grid.candidates import bits


def split(puzzle: Edges) -> tuple[Edges, ...]:
    """The puzzle with each candidate of the first open cell as a hint; empty if none is open.

    Equal pieces count once, as among solutions. A stack is not divided.

    >>> pieces = ((0, 1, 0, 0), (0, 2, 0, 0), (0, 0, 0, 1), (0, 0, 0, 2))
    >>> parts = split(Edges(rows=1, cols=2, pieces=pieces, frame=0))
    >>> [part.hints for part in parts]
    [(Hint(cell=(0, 0), piece=0, turn=0),), (Hint(cell=(0, 0), piece=1, turn=0),)]
    """
    if puzzle.shape == "stack":
        return ()
    candidates = Candidates(puzzle)
    domains = consistent_domains(candidates)
    hinted = {puzzle.cell_numbers[hint.cell] for hint in puzzle.hints if hint.turn is not None}
    open_cells = [cell for cell in usual_order(puzzle, domains) if cell not in hinted]
    if not open_cells:
        return ()
    # Prefer a cell with several candidates.
    cell = next((cell for cell in open_cells if domains[cell].bit_count() > 1), open_cells[0])
    return tuple(
        msgspec.structs.replace(puzzle, hints=(*puzzle.hints, hint))
        for hint in (
            _hint(puzzle, candidates, cell, candidate) for candidate in bits(domains[cell])
        )
    )


def _hint(puzzle: Edges, candidates: Candidates, cell: int, number: int) -> Hint:
    candidate, place = candidates.all[number], puzzle.layout.cells[cell]
    here = [hint.piece for hint in puzzle.hints if hint.cell == place]
    elsewhere = {hint.piece for hint in puzzle.hints if hint.cell != place}
    piece = (
        here[0] if here else next(p for p in candidates.kinds[candidate.kind] if p not in elsewhere)
    )
    return Hint(place, piece, candidates.turns[piece][candidate.colours])
