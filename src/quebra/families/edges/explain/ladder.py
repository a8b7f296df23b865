"""The ladder of edge-matching: always the easiest technique that places a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from quebra.contract.results import Place, Technique
from quebra.engine.budget import Budget
from quebra.families.edges.explain import techniques, trial
from quebra.families.edges.explain.board import Deduction, EdgesBoard
from quebra.grid.ladder import DEAD_END, MISTAKE
from quebra.i18n.text import Text

LOGIC: tuple[tuple[Technique | None, Callable[[EdgesBoard], Iterator[Deduction]]], ...] = (
    (None, techniques.nothing_fits),
    (techniques.GIVEN, techniques.given),
    (techniques.CORNER, techniques.corner),
    (techniques.RIM, techniques.rim),
    (techniques.ONLY_PIECE, techniques.only_piece),
    (techniques.ONLY_PLACE, techniques.only_place),
    (techniques.COLOUR, techniques.colour),
    (techniques.SEAM, techniques.seam),
)
"""The techniques without search, the easiest first."""
STEPS = (*(each for each, _ in LOGIC if each), trial.TRIAL, trial.CHOICE, trial.SEARCH)
TECHNIQUES = (
    MISTAKE,
    Technique(DEAD_END, 0, Text("The board cannot be completed.")),
    *STEPS,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """The deduction taken at a moment, and how many placements its technique allows there."""

    deduction: Deduction
    options: int


def moments(
    board: EdgesBoard, budget: Budget, near: Place | None = None, *, by_search: bool = True
) -> Iterator[Moment]:
    """The deductions until the board is full, each by the easiest technique that applies.

    Each is applied when the next one is requested. The last may be a dead end. Without `by_search`
    they end where only a solution of the whole board would help.
    """
    while board.open:
        budget.pause()
        moment = _next(board, budget, near, by_search)
        if moment is None:
            return
        yield moment
        candidate = moment.deduction.candidate
        if candidate is None:
            return
        board.place(moment.deduction.cell, candidate)


def _next(board: EdgesBoard, budget: Budget, near: Place | None, by_search: bool) -> Moment | None:
    for _, find in LOGIC:
        if found := list(find(board)):
            return _best(board, found, near)
    # The first proof by search is enough: to look for more would take long.
    first = trial.trial(board, budget)
    if first is None and by_search:
        first = trial.follow(board)
    return Moment(first, 1) if first else None


def _best(board: EdgesBoard, found: list[Deduction], near: Place | None) -> Moment:
    """A dead end, or else the deduction with the fewest places, then nearest to the last move."""
    dead = next((each for each in found if each.candidate is None), None)
    if dead:
        return Moment(dead, 1)
    options = len({(each.cell, each.candidate) for each in found})
    return Moment(min(found, key=lambda each: _rank(board, each, near)), options)


def _rank(board: EdgesBoard, each: Deduction, near: Place | None) -> tuple[int, int, int, int]:
    cell = board.puzzle.layout.cells[each.cell]
    away = _distance(cell, near) if near else 0
    return len(each.where), len(each.sides) if len(each.where) > 1 else 0, away, each.cell


def _distance(one: Iterable[int], other: Iterable[int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=False))
