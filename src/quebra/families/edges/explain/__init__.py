"""Explanations from any attempt: mistakes, the next steps with reasons, and the grade."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.family import Explain, filter_by_place
from quebra.contract.results import Place, Step
from quebra.engine.budget import Budget
from quebra.families.edges.explain import mistakes
from quebra.families.edges.explain.board import EdgesBoard
from quebra.families.edges.explain.grade import grade, graded
from quebra.families.edges.explain.ladder import LADDER
from quebra.families.edges.explain.trial import solution_of
from quebra.families.edges.model import Edges, Filling
from quebra.families.edges.rules import change_agrees, check
from quebra.families.edges.solve.infeasibility import infeasibility
from quebra.grid.ladder import DEAD_END, broken_rule
from quebra.i18n.text import Text

__all__ = ["TECHNIQUES", "explain", "grade", "graded"]

TECHNIQUES = LADDER.techniques
ENDING = Text("So the board cannot be completed.")


@filter_by_place
def explain(
    puzzle: Edges, answer: Filling | None, budget: Budget, near: Place | None = None
) -> Iterator[Step]:
    """The steps from the empty board or an attempt to the full board.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 0, 0, 1), (0, 1, 0, 0)), frame=0)
    >>> print(next(explain(puzzle, None, Budget())).text)
    Only piece 2 fits row 1, column 1. The cell needs grey above, below and on the left.
    """
    if answer and (mistake := broken_rule(check(puzzle, answer), unfinished="empty")):
        yield mistake
        return
    if reason := infeasibility(puzzle):
        cells = puzzle.layout.cells
        yield Step(DEAD_END, cells, (), reason)
        return
    start = puzzle
    if answer and answer.cells:
        start = mistakes.with_pieces(puzzle, answer)
        if (fatal := mistakes.fatal_piece(puzzle, answer, budget)) is not None:
            yield fatal
            return
    board = EdgesBoard(start, lambda known: solution_of(known, budget))
    there = {placed.cell for placed in answer.cells} if answer else set()
    steps = LADDER.steps(board, puzzle.layout.cells, budget, ENDING)
    yield from (step for step in steps if step.technique != "given" or step.where[0] not in there)


EXPLAIN: Explain[Edges, Filling] = Explain(
    techniques=TECHNIQUES, steps=explain, change_agrees=change_agrees, grade=grade
)
