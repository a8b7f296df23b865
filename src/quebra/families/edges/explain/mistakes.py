"""Finds the piece of an attempt after which the board cannot be completed."""

from __future__ import annotations

import msgspec

from quebra.contract.errors import Cut
from quebra.contract.results import MAX_WHERE, Change, Step
from quebra.engine.bisection import last_winnable
from quebra.engine.budget import Budget
from quebra.families.edges.explain.board import EdgesBoard
from quebra.families.edges.explain.trial import QUICK_NODES, solution_of
from quebra.families.edges.model import Edges, Filling, Hint
from quebra.families.edges.names import cell_name
from quebra.families.edges.rules import check
from quebra.families.edges.solve.infeasibility import infeasibility
from quebra.grid.ladder import MISTAKE
from quebra.i18n.text import Plural, Text


def broken_rule(puzzle: Edges, answer: Filling) -> Step | None:
    """The step that names the first broken rule of an attempt."""
    broken = [violation for violation in check(puzzle, answer) if violation.code != "empty"]
    if not broken:
        return None
    more = len(broken) - 1
    reason = Plural("There is {n} more fault.", "There are {n} more faults.", n=more)
    where = broken[0].where[:MAX_WHERE]
    return Step(MISTAKE.name, where, (), broken[0].text, reason if more else Text())


def fatal_piece(puzzle: Edges, answer: Filling, budget: Budget) -> Step | None:
    """The first piece of an attempt, in its order, after which there is no solution, or None.

    Also None if a short search does not settle it.
    """

    def is_completable(count: int) -> bool | None:
        hinted = with_pieces(puzzle, answer, count)
        if infeasibility(hinted) is not None:
            return False
        try:
            return solution_of(EdgesBoard(hinted), budget, QUICK_NODES) is not None
        except Cut as cut:
            if cut.reason != "method":
                raise
            return None

    others = last_winnable(len(answer.cells), is_completable, known=0)
    if others is None:
        return None
    placed = answer.cells[others]
    text = Text(
        "Piece {piece} in {cell} cannot stay: a search proves that it leaves no solution.",
        piece=placed.piece + 1,
        cell=cell_name(placed.cell),
    )
    reason = Plural(
        "With the {n} piece that was placed before it, the board could still be completed.",
        "With the {n} pieces that were placed before it, the board could still be completed.",
        n=others,
    )
    change = Change("remove", placed.cell, placed)
    return Step(MISTAKE.name, (placed.cell,), (change,), text, reason if others else Text())


def with_pieces(puzzle: Edges, answer: Filling, count: int | None = None) -> Edges:
    """The puzzle with the first pieces of an attempt as hints."""
    hints = {hint.cell: hint for hint in puzzle.hints}
    for placed in answer.cells[:count]:
        hints[placed.cell] = Hint(cell=placed.cell, piece=placed.piece, turn=placed.turn)
    return msgspec.structs.replace(puzzle, hints=tuple(hints.values()))
