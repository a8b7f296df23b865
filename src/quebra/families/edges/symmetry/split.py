"""A hard puzzle as several, by the pieces that can lie in one cell."""

from __future__ import annotations

import msgspec

from quebra.families.edges.model import Edges, Hint
from quebra.families.edges.solve.domains import Ways, consistent_domains, members
from quebra.families.edges.solve.order import usual_order


def split(puzzle: Edges) -> tuple[Edges, ...]:
    """The puzzle with each way to fill the first open cell as one more hint; none if all is set.

    Equal pieces count once, as they do among solutions. The cubes of a stack have no order.

    >>> pieces = ((0, 1, 0, 0), (0, 2, 0, 0), (0, 0, 0, 1), (0, 0, 0, 2))
    >>> parts = split(Edges(rows=1, cols=2, pieces=pieces, frame=0))
    >>> [part.hints for part in parts]
    [(Hint(cell=(0, 0), piece=0, turn=0),), (Hint(cell=(0, 0), piece=1, turn=0),)]
    """
    if puzzle.shape == "stack":
        return ()
    ways = Ways(puzzle)
    domains = consistent_domains(ways)
    hinted = {puzzle.cell_numbers[hint.cell] for hint in puzzle.hints if hint.turn is not None}
    open_cells = [cell for cell in usual_order(puzzle, domains) if cell not in hinted]
    if not open_cells:
        return ()
    # Cells in which only one way is left need no choice, but once all are such, they are the board.
    cell = next((cell for cell in open_cells if domains[cell].bit_count() > 1), open_cells[0])
    return tuple(
        msgspec.structs.replace(puzzle, hints=(*puzzle.hints, hint))
        for hint in (_hint(puzzle, ways, cell, way) for way in members(domains[cell]))
    )


def _hint(puzzle: Edges, ways: Ways, cell: int, number: int) -> Hint:
    way, place = ways.ways[number], puzzle.layout.cells[cell]
    here = [hint.piece for hint in puzzle.hints if hint.cell == place]
    elsewhere = {hint.piece for hint in puzzle.hints if hint.cell != place}
    piece = here[0] if here else next(p for p in ways.kinds[way.kind] if p not in elsewhere)
    return Hint(place, piece, ways.turns[piece][way.colours])
