"""The techniques of Symmetry from easy to hard, with their levels and weights."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from quebra.contract.results import Technique
from quebra.families.symmetry.explain import contradiction, fillings, techniques
from quebra.families.symmetry.explain.candidates import Candidates, Deduction, Line
from quebra.families.symmetry.explain.lines import Masks
from quebra.grid.ladder import DEAD_END, Ladder, Rung
from quebra.i18n.text import Text


def _in_line(
    find: Callable[[Line, Masks], Deduction | None],
) -> Callable[[Candidates, int], Deduction | None]:
    return lambda state, line: find(state.layout.lines[line], state.line(line))


RUNGS: tuple[Rung[Candidates, Deduction], ...] = (
    Rung(
        Technique(
            DEAD_END, 0, Text("A line cannot read the same both ways: there is no solution.")
        ),
        0,
        Text("dead ends"),
        _in_line(techniques.dead_end),
    ),
    Rung(
        Technique(Text("last cell"), 1, Text("Only one cell of a line is open.")),
        1,
        Text("last cells"),
        _in_line(fillings.last_cell),
    ),
    Rung(
        Technique(
            Text("outermost"), 1, Text("The first shape of a line is known; the last is the same.")
        ),
        2,
        Text("outermost shapes"),
        _in_line(techniques.outermost),
    ),
    Rung(
        Technique(
            Text("no partner"), 2, Text("A shape has no partner on the other side of the middle.")
        ),
        4,
        Text("shapes without a partner"),
        _in_line(techniques.no_partner),
    ),
    Rung(
        Technique(
            Text("ends"), 2, Text("The first and the last shape of a line must be the same.")
        ),
        5,
        Text("ends that must match"),
        _in_line(techniques.ends),
    ),
    Rung(
        Technique(
            Text("counting"), 2, Text("Sides that mirror each other hold a shape equally often.")
        ),
        6,
        Text("counting"),
        _in_line(techniques.counting),
    ),
    Rung(
        Technique(Text("middle"), 2, Text("A shape would be the middle of a line, but cannot be.")),
        6,
        Text("a shape that cannot be the middle"),
        _in_line(techniques.middle),
    ),
    Rung(
        Technique(Text("few ways"), 3, Text("A line can be filled in a few ways only.")),
        12,
        Text("lists of a few ways"),
        _in_line(fillings.few_ways),
    ),
    Rung(
        Technique(
            Text("partner"), 4, Text("With any partner of a shape, the other shapes cannot match.")
        ),
        20,
        Text("shapes whose partners all fail"),
        _in_line(fillings.partner),
    ),
    Rung(
        Technique(Text("one line"), 4, Text("All ways to fill a line rule out the same value.")),
        25,
        Text("lines with many ways"),
        _in_line(fillings.one_line),
    ),
    Rung(
        Technique(
            Text("contradiction"), 5, Text("A value is assumed, and leads to a contradiction.")
        ),
        100,
        Text("contradictions"),
        on_board=contradiction.contradiction,
    ),
    Rung(
        Technique(Text("search"), 6, Text("A value is assumed, and all cases fail.")),
        400,
        Text("trying cases"),
        on_board=contradiction.search,
    ),
)


LADDER = Ladder(
    RUNGS,
    by_logic=4,
    grades={"easy": ("middle", inf), "medium": ("few ways", 3), "hard": ("one line", inf)},
)
