"""The techniques trial, choice and search: refute candidates of a cell by search."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.families.edges.explain.board import Deduction, EdgesBoard
from quebra.families.edges.explain.search import Search, SearchLimitReached
from quebra.families.edges.model import Edges, Hint
from quebra.families.edges.names import MAX_PIECES, cell_name, pieces_text
from quebra.families.edges.solve import ENGINES
from quebra.grid.candidates import bits
from quebra.grid.ladder import DEAD_END
from quebra.i18n.text import Plural, Text, none_of

FIRST_NODES = 3_000
"""Placement limit of the first search for a solution, before an engine runs."""
ENGINE_NODES = 400_000_000
"""Node limit of an engine without a time limit, about ten seconds."""
REFUTATION_NODES = 1_000
"""Placement limit for the refutation of a candidate."""
MAX_CELLS_TRIED = 4
"""The number of cells tried before a piece of the solution is placed without proof."""


def trial(board: EdgesBoard, budget: Budget) -> Deduction | None:
    """Refute candidates that differ from the solution, or else follow the solution."""
    if not board.find_solution():
        return Deduction(DEAD_END, _open_cells(board), Text("A search proves that nothing fits."))
    cells = sorted(_open_cells(board), key=lambda cell: board.domains[cell].bit_count())
    for cell in cells[:MAX_CELLS_TRIED]:
        if found := _refute_others(board, cell, budget):
            return found
    return _follow_solution(board, cells[0])


def solution_of(board: EdgesBoard, budget: Budget) -> dict[int, int] | None:
    """The candidate in each cell of a solution; None proves that there is none."""
    try:
        return Search(board, budget, FIRST_NODES).solution(board.domains)
    except SearchLimitReached:
        pass
    puzzle = with_placed_hints(board)
    engine = next(iter(ENGINES.values()))
    # Without a time limit the engine still has a node limit.
    enough = budget.share(ENGINE_NODES) if budget.deadline is None else budget
    try:
        answer = next(iter(engine(puzzle, enough, goal="any", seed=None)), None)
    except Cut as cut:
        over = enough is not budget and cut.reason == "time"
        raise Cut("method" if over else cut.reason) from None
    return None if answer is None else board.candidates.placements(answer)


def with_placed_hints(board: EdgesBoard) -> Edges:
    """The puzzle with a hint for each placed piece."""
    hints = {hint.cell: hint for hint in board.puzzle.hints}
    for cell, piece in board.filled.items():
        turns = [board.candidates.all[candidate].colours for candidate in bits(board.domains[cell])]
        turn = board.candidates.turns[piece][turns[0]] if len(turns) == 1 else None
        place = board.puzzle.layout.cells[cell]
        hints[place] = Hint(cell=place, piece=piece, turn=turn)
    return msgspec.structs.replace(board.puzzle, hints=tuple(hints.values()))


def _refute_others(board: EdgesBoard, cell: int, budget: Budget) -> Deduction | None:
    """The deduction from a search for each candidate that differs from the solution."""
    assert board.solution is not None
    right = board.solution[cell]
    wrong, nodes = 0, 0
    for candidate in bits(board.domains[cell] & ~(1 << right)):
        search = Search(board, budget, REFUTATION_NODES)
        domains = [*board.domains]
        domains[cell] = 1 << candidate
        try:
            other = search.solution(domains)
        except SearchLimitReached:
            continue
        finally:
            nodes += search.nodes
        if other is None:
            wrong |= 1 << candidate
        elif not wrong:
            return _choose_candidate(board, cell, candidate)
    if not wrong:
        return None
    remaining = board.domains[cell] & ~wrong
    lost = board.removed_pieces(cell, remaining)
    text = _refutation(_cell_text(board, cell), [piece for _, piece in lost], nodes)
    return Deduction("trial", (cell,), text, {cell: remaining}, lost)


def _refutation(cell: Text, pieces: list[int], nodes: int) -> Text:
    if not pieces:
        return Plural(
            "Some turns of the piece in {cell} leave no solution: proved by {n:,} placement.",
            "Some turns of the piece in {cell} leave no solution: proved by {n:,} placements.",
            n=nodes,
            cell=cell,
        )
    refuted = pieces_text(pieces, none_of)
    if len(pieces) > MAX_PIECES:
        refuted = Text("one of {count} pieces", count=len(pieces))
    return Plural(
        "No solution has {pieces} in {cell}: proved by {n:,} placement.",
        "No solution has {pieces} in {cell}: proved by {n:,} placements.",
        n=nodes,
        pieces=refuted,
        cell=cell,
    )


def _choose_candidate(board: EdgesBoard, cell: int, other: int) -> Deduction:
    """The choice of one of two candidates that both lead to solutions."""
    assert board.solution is not None
    kind, rival = (
        board.candidates.all[candidate].kind for candidate in (board.solution[cell], other)
    )
    put = _from_solution(board, cell)
    where = _cell_text(board, cell)
    text = Text("{cell}: several turns lead to solutions; take one.", cell=where)
    if kind != rival:
        piece, instead = put.placed[0][1] if put.placed else 0, board.unused[rival][0]
        text = Text(
            "{cell}: there are solutions with piece {piece} and with piece {other}; take piece "
            "{piece}.",
            cell=where,
            piece=piece + 1,
            other=instead + 1,
        )
    return replace(put, technique="choice", text=text)


def _follow_solution(board: EdgesBoard, cell: int) -> Deduction:
    """The piece of the solution in a cell, without proof that there is no other."""
    put = _from_solution(board, cell)
    where = _cell_text(board, cell)
    text = Text("{cell}: a search found a solution with a turn; there may be others.", cell=where)
    if put.placed:
        text = Text(
            "{cell}: a search found a solution with piece {piece}; there may be others.",
            cell=where,
            piece=put.placed[0][1] + 1,
        )
    return replace(put, technique="search", text=text)


def _cell_text(board: EdgesBoard, cell: int) -> Text:
    return cell_name(board.puzzle.layout.cells[cell])


def _from_solution(board: EdgesBoard, cell: int) -> Deduction:
    assert board.solution is not None
    candidate = board.solution[cell]
    put = board.put(cell, board.candidates.all[candidate].kind, 1 << candidate)
    return put or Deduction("", (cell,), Text(), {cell: 1 << candidate})


def _open_cells(board: EdgesBoard) -> tuple[int, ...]:
    """The cells with several candidates, or all cells if there are none."""
    found = (cell for cell, held in enumerate(board.domains) if held & (held - 1))
    return tuple(found) or tuple(range(len(board.domains)))
