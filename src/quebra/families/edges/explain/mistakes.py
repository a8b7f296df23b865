"""Finds the piece of an attempt after which the board cannot be completed."""

from __future__ import annotations

import msgspec

from quebra.contract.results import Change, Step
from quebra.engine.bisection import last_winnable
from quebra.engine.budget import Budget
from quebra.families.edges.explain.board import EdgesBoard
from quebra.families.edges.explain.trial import solution_of
from quebra.families.edges.model import Edges, Filling, Hint
from quebra.families.edges.names import cell_name
from quebra.families.edges.solve.infeasibility import infeasibility
from quebra.grid.ladder import MISTAKE
from quebra.i18n.text import Plural, Text


def fatal_piece(puzzle: Edges, answer: Filling, budget: Budget) -> Step | None:
    """The first piece of an attempt, in its order, after which there is no solution, or None."""

    def is_completable(count: int) -> bool:
        hinted = with_pieces(puzzle, answer, count)
        return infeasibility(hinted) is None and solution_of(EdgesBoard(hinted), budget) is not None

    others = last_winnable(len(answer.cells), is_completable, known=0)
    if others is None:
        return None
    placed = answer.cells[others]
    piece, cell = placed.piece + 1, cell_name(placed.cell)
    text: Text = Plural(
        "After {n} other piece, piece {piece} in {cell} leaves no solution: proved by a search.",
        "After {n} other pieces, piece {piece} in {cell} leaves no solution: proved by a search.",
        n=others,
        piece=piece,
        cell=cell,
    )
    if not others:
        text = Text(
            "Piece {piece} in {cell} leaves no solution: proved by a search.",
            piece=piece,
            cell=cell,
        )
    change = Change("remove", placed.cell, placed.piece)
    return Step(MISTAKE.name, (placed.cell,), (change,), text)


def with_pieces(puzzle: Edges, answer: Filling, count: int | None = None) -> Edges:
    """The puzzle with the first pieces of an attempt as hints."""
    hints = {hint.cell: hint for hint in puzzle.hints}
    for placed in answer.cells[:count]:
        hints[placed.cell] = Hint(cell=placed.cell, piece=placed.piece, turn=placed.turn)
    return msgspec.structs.replace(puzzle, hints=tuple(hints.values()))
