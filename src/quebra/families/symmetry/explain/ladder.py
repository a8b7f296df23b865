"""The techniques from easy to hard, and the engine that always takes the easiest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quebra.core.budget import Budget
from quebra.core.results import Technique
from quebra.families.symmetry.explain import exact, suppose, techniques
from quebra.families.symmetry.explain.lines import Masks
from quebra.families.symmetry.explain.marks import Deduction, Line, Marks

HARDEST = 6
BY_LOGIC = 4
"""Up to this level a step follows from one line; beyond, from what would happen if."""

InLine = Callable[[Line, Masks], Deduction | None]
OnBoard = Callable[[Marks, Budget], Deduction | None]


@dataclass(frozen=True, slots=True)
class Rung:
    """A technique with its weight in the score, its name in a grade, and who finds it.

    Most look at one line, and again only after its marks have changed; the last ones look at
    the whole board.
    """

    technique: Technique
    weight: int
    plural: str
    in_line: InLine | None = None
    on_board: OnBoard | None = None


LADDER = (
    Rung(
        Technique("dead end", 0, "A line cannot read the same both ways: no solution."),
        0,
        "dead ends",
        techniques.dead_end,
    ),
    Rung(
        Technique("last cell", 1, "Only one cell of a line is open."),
        1,
        "last cells",
        exact.last_cell,
    ),
    Rung(
        Technique("outermost", 1, "The first shape of a line is known; the last is the same."),
        2,
        "outermost shapes",
        techniques.outermost,
    ),
    Rung(
        Technique("no partner", 2, "A shape has no partner on the other side of the middle."),
        4,
        "shapes without a partner",
        techniques.no_partner,
    ),
    Rung(
        Technique("ends", 2, "The first and the last shape of a line must be the same."),
        5,
        "ends that must match",
        techniques.ends,
    ),
    Rung(
        Technique("counting", 2, "Sides that mirror each other hold a shape equally often."),
        6,
        "counting",
        techniques.counting,
    ),
    Rung(
        Technique("middle", 2, "A shape would be the middle of a line, and cannot."),
        6,
        "a shape that cannot be the middle",
        techniques.middle,
    ),
    Rung(
        Technique("few ways", 3, "A line can be filled in a few ways only."),
        12,
        "lists of a few ways",
        exact.few_ways,
    ),
    Rung(
        Technique("partner", BY_LOGIC, "No partner of a shape leaves a match for the rest."),
        20,
        "shapes whose partners all fail",
        exact.partner,
    ),
    Rung(
        Technique("one line", BY_LOGIC, "All ways to fill a line rule out the same value."),
        25,
        "lines with many ways",
        exact.one_line,
    ),
    Rung(
        Technique("contradiction", 5, "A value is supposed, and a line it leads to fails."),
        100,
        "contradictions",
        on_board=suppose.contradiction,
    ),
    Rung(
        Technique("search", HARDEST, "A value is supposed, and all cases fail."),
        400,
        "trying cases",
        on_board=suppose.search,
    ),
)

RUNGS = {rung.technique.name: rung for rung in LADDER}


def deductions(state: Marks, budget: Budget, limit: int = HARDEST) -> Iterator[Deduction]:
    """What follows, always by the easiest technique there is, up to the level given.

    Each deduction is applied when the next one is asked for. The last may be a dead end.

    >>> from quebra.families.symmetry.explain.marks import Board
    >>> from quebra.families.symmetry.model import Symmetry
    >>> puzzle = Symmetry(clues=((1, 0, 2, 0),))
    >>> state = Marks(Board(puzzle), puzzle.clues, puzzle.shapes)
    >>> [found.technique for found in deductions(state, Budget())]
    ['outermost', 'last cell']
    """
    rungs = [rung for rung in LADDER if rung.technique.level <= limit]
    settled = [[0] * len(state.board.lines) for _ in rungs]
    while (found := _easiest(state, budget, rungs, settled)) is not None:
        yield found
        if found.technique == "dead end":
            return
        state.apply(found)


def _easiest(
    state: Marks, budget: Budget, rungs: list[Rung], settled: list[list[int]]
) -> Deduction | None:
    for rung, seen in zip(rungs, settled, strict=True):
        budget.pause()
        found = None
        if rung.in_line:
            found = _in_some_line(state, budget, rung.in_line, seen)
        elif rung.on_board and state.open:
            found = rung.on_board(state, budget)
        if found:
            return found
    return None


def _in_some_line(state: Marks, budget: Budget, find: InLine, seen: list[int]) -> Deduction | None:
    for line, changed in enumerate(state.changed):
        if changed > seen[line]:
            budget.pause()
            if found := find(state.board.lines[line], state.line(line)):
                return found
            seen[line] = state.clock
    return None
