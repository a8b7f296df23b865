"""The techniques of Kojun from easy to hard, with their levels and eases.

The eases up to bounds are measured, from the order of 3549 entries of people on published boards;
those beyond are assumed. `docs/grades.md` has the figures.
"""

from __future__ import annotations

from functools import partial
from math import inf

from quebra.contract.results import Technique
from quebra.families.kojun.explain import chains, contradiction, subsets, techniques
from quebra.families.kojun.explain.candidates import Candidates
from quebra.grid.candidate_ladder import CandidateLadder, CandidateRung
from quebra.grid.ladder import DEAD_END
from quebra.i18n.text import Text

RUNGS: tuple[CandidateRung[Candidates], ...] = (
    CandidateRung(
        Technique(
            DEAD_END,
            0,
            Text("No number fits a cell, or a number fits no cell: there is no solution."),
        ),
        1,
        Text("dead ends"),
        techniques.dead_end,
    ),
    CandidateRung(
        Technique(Text("last cell"), 1, Text("Only one cell of a region is open.")),
        8.7,
        Text("last cells"),
        techniques.last_cell,
    ),
    CandidateRung(
        Technique(Text("hidden single"), 1, Text("Only one cell of a region can hold a number.")),
        1.6,
        Text("hidden singles"),
        techniques.hidden_single,
    ),
    CandidateRung(
        Technique(Text("single"), 1, Text("Only one number fits a cell.")),
        1,
        Text("singles"),
        techniques.single,
    ),
    CandidateRung(
        Technique(
            Text("order"),
            2,
            Text("A cell must leave room for the cells above and below in its region."),
        ),
        0.7,
        Text("the order in a column"),
        techniques.order,
    ),
    CandidateRung(
        Technique(
            Text("bounds"), 3, Text("The candidates of the cells above and below limit a cell.")
        ),
        0.2,
        Text("bounds from candidates"),
        techniques.bounds,
    ),
    CandidateRung(
        Technique(Text("pair"), 4, Text("Two cells use up two numbers.")),
        0.08,
        Text("pairs"),
        partial(subsets.naked, 2),
    ),
    CandidateRung(
        Technique(
            Text("confined"), 5, Text("All cells that a number fits rule out the same candidate.")
        ),
        0.06,
        Text("confined numbers"),
        techniques.confined,
    ),
    CandidateRung(
        Technique(Text("hidden pair"), 6, Text("Two numbers use up two cells.")),
        0.05,
        Text("hidden pairs"),
        partial(subsets.hidden, 2),
    ),
    CandidateRung(
        Technique(Text("triple"), 6, Text("Three cells use up three numbers.")),
        0.05,
        Text("triples"),
        partial(subsets.naked, 3),
    ),
    CandidateRung(
        Technique(Text("hidden triple"), 6, Text("Three numbers use up three cells.")),
        0.04,
        Text("hidden triples"),
        partial(subsets.hidden, 3),
    ),
    CandidateRung(
        Technique(
            Text("fillings"), 7, Text("All ways to fill a region rule out the same candidate.")
        ),
        0.03,
        Text("lists of fillings"),
        subsets.fillings,
    ),
    CandidateRung(
        Technique(
            Text("chain"), 8, Text("One of two candidates must be true; both rule out a third.")
        ),
        0.012,
        Text("chains"),
        on_board=chains.chain,
    ),
    CandidateRung(
        Technique(
            Text("contradiction"), 9, Text("A candidate is assumed, and leads to a contradiction.")
        ),
        0.006,
        Text("contradictions"),
        on_board=contradiction.contradiction,
    ),
    CandidateRung(
        Technique(Text("search"), 10, Text("A candidate is assumed, and all cases fail.")),
        0.002,
        Text("trying cases"),
        on_board=contradiction.search,
    ),
)


LADDER = CandidateLadder(
    RUNGS,
    by_logic=8,
    grades={"easy": ("order", inf), "medium": ("bounds", 1), "hard": ("confined", inf)},
    scales={"easy": 0.72, "medium": 1.35, "hard": 3.6, "expert": 6},
)
