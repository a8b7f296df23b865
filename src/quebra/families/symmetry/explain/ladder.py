"""The techniques of Symmetry from easy to hard, with their levels and eases.

All eases are assumed, because no entries of people are known; `docs/grades.md` describes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf

from quebra.contract.results import Technique
from quebra.families.symmetry.explain import contradiction, fillings, techniques
from quebra.families.symmetry.explain.candidates import Candidates, Line
from quebra.families.symmetry.explain.lines import Masks
from quebra.grid.candidate_ladder import CandidateLadder, CandidateRung
from quebra.grid.deduction import Deduction
from quebra.grid.ladder import DEAD_END
from quebra.i18n.text import Text


def _in_line(
    find: Callable[[Line, Masks], Iterator[Deduction]],
) -> Callable[[Candidates, int], Iterator[Deduction]]:
    return lambda state, line: find(state.layout.lines[line], state.line(line))


RUNGS: tuple[CandidateRung[Candidates], ...] = (
    CandidateRung(
        Technique(
            DEAD_END, 0, Text("A line cannot read the same both ways: there is no solution.")
        ),
        1,
        Text("dead ends"),
        _in_line(techniques.dead_end),
    ),
    CandidateRung(
        Technique(Text("last cell"), 1, Text("Only one cell of a line is open.")),
        8,
        Text("last cells"),
        _in_line(fillings.last_cell),
    ),
    CandidateRung(
        Technique(
            Text("outermost"), 1, Text("The first shape of a line is known; the last is the same.")
        ),
        2,
        Text("outermost shapes"),
        _in_line(techniques.outermost),
    ),
    CandidateRung(
        Technique(
            Text("no partner"), 2, Text("A shape has no partner on the other side of the middle.")
        ),
        1,
        Text("shapes without a partner"),
        _in_line(techniques.no_partner),
    ),
    CandidateRung(
        Technique(
            Text("ends"), 2, Text("The first and the last shape of a line must be the same.")
        ),
        0.8,
        Text("ends that must match"),
        _in_line(techniques.ends),
    ),
    CandidateRung(
        Technique(
            Text("counting"), 2, Text("Sides that mirror each other hold a shape equally often.")
        ),
        0.6,
        Text("counting"),
        _in_line(techniques.counting),
    ),
    CandidateRung(
        Technique(Text("middle"), 2, Text("A shape would be the middle of a line, but cannot be.")),
        0.6,
        Text("a shape that cannot be the middle"),
        _in_line(techniques.middle),
    ),
    CandidateRung(
        Technique(Text("few ways"), 3, Text("A line can be filled in a few ways only.")),
        0.2,
        Text("lists of a few ways"),
        _in_line(fillings.few_ways),
    ),
    CandidateRung(
        Technique(
            Text("partner"), 4, Text("With any partner of a shape, the other shapes cannot match.")
        ),
        0.1,
        Text("shapes whose partners all fail"),
        _in_line(fillings.partner),
    ),
    CandidateRung(
        Technique(Text("one line"), 4, Text("All ways to fill a line rule out the same value.")),
        0.06,
        Text("lines with many ways"),
        _in_line(fillings.one_line),
    ),
    CandidateRung(
        Technique(
            Text("contradiction"), 5, Text("A value is assumed, and leads to a contradiction.")
        ),
        0.02,
        Text("contradictions"),
        on_board=contradiction.contradiction,
    ),
    CandidateRung(
        Technique(Text("search"), 6, Text("A value is assumed, and all cases fail.")),
        0.002,
        Text("trying cases"),
        on_board=contradiction.search,
    ),
)


LADDER = CandidateLadder(
    RUNGS,
    by_logic=4,
    grades={"easy": ("middle", inf), "medium": ("few ways", 1), "hard": ("one line", inf)},
    scales={"easy": 0.75, "medium": 1.5, "hard": 2.2, "expert": 19},
)
