"""The last resort: try what is left for a cell, and prove by search what cannot be."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.families.edges.explain.board import Board, Deduction
from quebra.families.edges.explain.search import Search, TooLong
from quebra.families.edges.explain.wording import cell_text, pieces_text
from quebra.families.edges.model import Edges, Hint
from quebra.families.edges.solve import ENGINES
from quebra.families.edges.solve.domains import members
from quebra.grid.cells import counted
from quebra.grid.ladder import DEAD_END

FIRST = 3_000
"""How many placements the first search for a solution may make before an engine is asked."""
SEARCHED = 400_000_000
"""How many placements an engine may make where no time is set, some ten seconds."""
REFUTATION = 1_000
"""How many placements it may take to refute a piece; what takes more is left open."""
CELLS = 4
"""For how many cells refutations are tried before one just follows a solution."""


def trial(board: Board, budget: Budget) -> Deduction | None:
    """Follow a solution where it must be followed, and else refute what is beside it."""
    if not board.find_guide():
        words = "a search proves that nothing fits"
        return Deduction(DEAD_END, _open_cells(board), words)
    cells = sorted(_open_cells(board), key=lambda cell: board.domains[cell].bit_count())
    for cell in cells[:CELLS]:
        if found := _tried(board, cell, budget):
            return found
    return _followed(board, cells[0])


def solution_of(board: Board, budget: Budget) -> dict[int, int] | None:
    """The way in each cell of a solution that agrees with the board; None proves there is none."""
    try:
        return Search(board, budget, FIRST).solution(board.domains)
    except TooLong:
        pass
    puzzle = with_lying(board)
    engine = next(iter(ENGINES.values()))
    # Whoever sets no time does not want to wait for ever either.
    enough = budget.share(SEARCHED) if budget.deadline is None else budget
    try:
        answer = next(iter(engine(puzzle, enough, goal="any", seed=None)), None)
    except Cut as cut:
        over = enough is not budget and cut.reason == "time"
        raise Cut("method" if over else cut.reason) from None
    return None if answer is None else board.ways.placements(answer)


def with_lying(board: Board) -> Edges:
    """The puzzle with a hint for each piece that lies on the board."""
    hints = {hint.cell: hint for hint in board.puzzle.hints}
    for cell, piece in board.lying.items():
        turns = [board.ways.ways[way].colours for way in members(board.domains[cell])]
        turn = board.ways.turns[piece][turns[0]] if len(turns) == 1 else None
        place = board.puzzle.layout.cells[cell]
        hints[place] = Hint(cell=place, piece=piece, turn=turn)
    return msgspec.structs.replace(board.puzzle, hints=tuple(hints.values()))


def _tried(board: Board, cell: int, budget: Budget) -> Deduction | None:
    """What trying the ways that the solution does not take tells of a cell."""
    assert board.guide is not None
    right = board.guide[cell]
    wrong, nodes = 0, 0
    for way in members(board.domains[cell] & ~(1 << right)):
        search = Search(board, budget, REFUTATION)
        domains = [*board.domains]
        domains[cell] = 1 << way
        try:
            other = search.solution(domains)
        except TooLong:
            continue
        finally:
            nodes += search.nodes
        if other is None:
            wrong |= 1 << way
        elif not wrong:
            return _chosen(board, cell, way)
    if not wrong:
        return None
    kept = board.domains[cell] & ~wrong
    lost = board.loses(cell, kept)
    who = pieces_text([piece for _, piece in lost]) if lost else "some turns"
    words = (
        f"With {who} in {cell_text(board, cell)} the board cannot be completed: proved by trying, "
        f"in {counted(nodes, 'placement')}."
    )
    return Deduction("trial", (cell,), words, {cell: kept}, lost)


def _chosen(board: Board, cell: int, other: int) -> Deduction:
    """Two ways lead to solutions, so that one may be taken."""
    assert board.guide is not None
    kind, rival = (board.ways.ways[way].kind for way in (board.guide[cell], other))
    put = _guided(board, cell)
    where = cell_text(board, cell)
    if kind == rival:
        words = (
            f"{where.capitalize()}: the board can be completed with more than one turn; take one."
        )
    else:
        piece, instead = put.placed[0][1] if put.placed else 0, board.free[rival][0]
        both = f"with piece {piece + 1} and with piece {instead + 1}"
        words = f"{where.capitalize()}: there are solutions {both}; take the first."
    return replace(put, technique="choice", text=words)


def _followed(board: Board, cell: int) -> Deduction:
    """The next piece of a solution, where nothing else could be settled."""
    put = _guided(board, cell)
    who = f"piece {put.placed[0][1] + 1}" if put.placed else "its piece turned"
    words = (
        f"{cell_text(board, cell).capitalize()}: a search found a solution with {who}; whether "
        "another one would do is not known."
    )
    return replace(put, technique="search", text=words)


def _guided(board: Board, cell: int) -> Deduction:
    assert board.guide is not None
    way = board.guide[cell]
    put = board.put(cell, board.ways.ways[way].kind, 1 << way)
    return put or Deduction("", (cell,), "", {cell: 1 << way})


def _open_cells(board: Board) -> tuple[int, ...]:
    """The cells with more than one way left; all cells, where there is none."""
    found = (cell for cell, held in enumerate(board.domains) if held & (held - 1))
    return tuple(found) or tuple(range(len(board.domains)))
