"""The techniques of Symmetry from easy to hard, with their levels and weights."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from quebra.contract.results import Technique
from quebra.families.symmetry.explain import contradiction, fillings, techniques
from quebra.families.symmetry.explain.candidates import Candidates, Deduction, Line
from quebra.families.symmetry.explain.lines import Masks
from quebra.grid.ladder import Ladder, Rung


def _in_line(
    find: Callable[[Line, Masks], Deduction | None],
) -> Callable[[Candidates, int], Deduction | None]:
    return lambda state, line: find(state.layout.lines[line], state.line(line))


RUNGS: tuple[Rung[Candidates, Deduction], ...] = (
    Rung(
        Technique("dead end", 0, "A line cannot read the same both ways: no solution."),
        0,
        "dead ends",
        _in_line(techniques.dead_end),
    ),
    Rung(
        Technique("last cell", 1, "Only one cell of a line is open."),
        1,
        "last cells",
        _in_line(fillings.last_cell),
    ),
    Rung(
        Technique("outermost", 1, "The first shape of a line is known; the last is the same."),
        2,
        "outermost shapes",
        _in_line(techniques.outermost),
    ),
    Rung(
        Technique("no partner", 2, "A shape has no partner on the other side of the middle."),
        4,
        "shapes without a partner",
        _in_line(techniques.no_partner),
    ),
    Rung(
        Technique("ends", 2, "The first and the last shape of a line must be the same."),
        5,
        "ends that must match",
        _in_line(techniques.ends),
    ),
    Rung(
        Technique("counting", 2, "Sides that mirror each other hold a shape equally often."),
        6,
        "counting",
        _in_line(techniques.counting),
    ),
    Rung(
        Technique("middle", 2, "A shape would be the middle of a line, and cannot."),
        6,
        "a shape that cannot be the middle",
        _in_line(techniques.middle),
    ),
    Rung(
        Technique("few ways", 3, "A line can be filled in a few ways only."),
        12,
        "lists of a few ways",
        _in_line(fillings.few_ways),
    ),
    Rung(
        Technique("partner", 4, "No partner of a shape leaves a match for the rest."),
        20,
        "shapes whose partners all fail",
        _in_line(fillings.partner),
    ),
    Rung(
        Technique("one line", 4, "All ways to fill a line rule out the same value."),
        25,
        "lines with many ways",
        _in_line(fillings.one_line),
    ),
    Rung(
        Technique("contradiction", 5, "A value is supposed, and a line it leads to fails."),
        100,
        "contradictions",
        on_board=contradiction.contradiction,
    ),
    Rung(
        Technique("search", 6, "A value is supposed, and all cases fail."),
        400,
        "trying cases",
        on_board=contradiction.search,
    ),
)


LADDER = Ladder(
    RUNGS,
    by_logic=4,
    grades={"easy": ("middle", inf), "medium": ("few ways", 3), "hard": ("one line", inf)},
)
