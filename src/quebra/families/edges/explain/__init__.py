"""Explanations from any attempt: mistakes, the next steps with reasons, and the grade."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.errors import Cut
from quebra.contract.family import Explain, filter_by_place
from quebra.contract.results import MAX_WHERE, MAX_WORDS, Change, Line, Place, Step
from quebra.engine.budget import Budget
from quebra.families.edges.draw.playing import cell_corners
from quebra.families.edges.draw.tiles import side
from quebra.families.edges.explain import mistakes
from quebra.families.edges.explain.board import Deduction, EdgesBoard
from quebra.families.edges.explain.grade import grade, graded
from quebra.families.edges.explain.ladder import TECHNIQUES, moments
from quebra.families.edges.explain.trial import QUICK_NODES, SEARCH, solution_of
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.families.edges.rules import change_agrees
from quebra.families.edges.solve.infeasibility import infeasibility
from quebra.grid.ladder import DEAD_END
from quebra.i18n.text import Text

__all__ = ["TECHNIQUES", "explain", "grade", "graded"]

NO_END = Text("The board cannot be completed.")
UNKNOWN = Text("No short argument places a piece here, and a short search found no solution.")


@filter_by_place
def explain(
    puzzle: Edges, answer: Filling | None, budget: Budget, near: Place | None = None
) -> Iterator[Step]:
    """The steps from the empty board or an attempt to the full board.

    The last step has no changes if a short search does not find a solution.

    >>> puzzle = Edges(rows=1, cols=2, pieces=((0, 0, 0, 1), (0, 1, 0, 0)), frame=0)
    >>> print(next(explain(puzzle, None, Budget())).text)
    Only piece 2 fits row 1, column 1, which needs grey above, below and on the left.
    """
    if answer and (mistake := mistakes.broken_rule(puzzle, answer)):
        yield mistake
        return
    if reason := infeasibility(puzzle):
        is_short = len(reason.split()) <= MAX_WORDS and ". " not in reason
        where = puzzle.layout.cells[:1]
        yield Step(DEAD_END, where, (), reason if is_short else NO_END, reason)
        return
    start = puzzle
    if answer and answer.cells:
        start = mistakes.with_pieces(puzzle, answer)
        if (fatal := mistakes.fatal_piece(puzzle, answer, budget)) is not None:
            yield fatal
            return
    board = EdgesBoard(start, lambda known: solution_of(known, budget, QUICK_NODES))
    for placed in answer.cells if answer else ():
        cell = puzzle.cell_numbers[placed.cell]
        board.place(cell, board.domains[cell].bit_length() - 1)
    try:
        for moment in moments(board, budget, near):
            yield _to_step(board, moment.deduction)
    except Cut as cut:
        if cut.reason != "method":
            raise
        cells = [puzzle.layout.cells[cell] for cell in board.open]
        yield Step(SEARCH.name, tuple(cells[:1]), (), UNKNOWN)


def _to_step(board: EdgesBoard, found: Deduction) -> Step:
    cells = board.puzzle.layout.cells
    text, reason = found.said()
    where = tuple(cells[cell] for cell in found.where[:MAX_WHERE])
    changes: tuple[Change[Placed], ...] = ()
    if found.candidate is not None:
        changes = (Change("place", where[0], board.placed(found.cell, found.candidate)),)
    return Step(found.technique, where, changes, text, reason, figures=tuple(_lines(board, found)))


def _lines(board: EdgesBoard, found: Deduction) -> Iterator[Line]:
    """The sides that a deduction is about, in the drawing; cubes have sides that are not drawn."""
    corners = cell_corners(board.puzzle)
    for cell, number in found.sides:
        drawn = corners[board.puzzle.layout.cells[cell]]
        if number < len(drawn):
            yield Line(side(drawn, number))


EXPLAIN: Explain[Edges, Filling] = Explain(
    techniques=TECHNIQUES, steps=explain, change_agrees=change_agrees, grade=grade
)
