"""The techniques of Kojun from easy to hard, with their levels and weights."""

from __future__ import annotations

from functools import partial
from math import inf

from quebra.contract.results import Technique
from quebra.families.kojun.explain import chains, contradiction, subsets, techniques
from quebra.families.kojun.explain.candidates import Candidates, Deduction
from quebra.grid.ladder import DEAD_END, Ladder, Rung
from quebra.i18n.text import Text

RUNGS: tuple[Rung[Candidates, Deduction], ...] = (
    Rung(
        Technique(
            DEAD_END,
            0,
            Text("No number fits a cell, or a number fits no cell: there is no solution."),
        ),
        0,
        Text("dead ends"),
        techniques.dead_end,
    ),
    Rung(
        Technique(Text("last cell"), 1, Text("Only one cell of a region is open.")),
        1,
        Text("last cells"),
        techniques.last_cell,
    ),
    Rung(
        Technique(Text("single"), 1, Text("Only one number fits a cell.")),
        2,
        Text("singles"),
        techniques.single,
    ),
    Rung(
        Technique(Text("hidden single"), 2, Text("Only one cell of a region can hold a number.")),
        3,
        Text("hidden singles"),
        techniques.hidden_single,
    ),
    Rung(
        Technique(
            Text("order"),
            2,
            Text("A cell must leave room for the cells above and below in its region."),
        ),
        3,
        Text("the order in a column"),
        techniques.order,
    ),
    Rung(
        Technique(
            Text("bounds"), 3, Text("The candidates of the cells above and below limit a cell.")
        ),
        8,
        Text("bounds from candidates"),
        techniques.bounds,
    ),
    Rung(
        Technique(
            Text("confined"), 4, Text("All cells that a number fits rule out the same candidate.")
        ),
        15,
        Text("confined numbers"),
        techniques.confined,
    ),
    Rung(
        Technique(Text("pair"), 5, Text("Two cells use up two numbers.")),
        25,
        Text("pairs"),
        partial(subsets.naked, 2),
    ),
    Rung(
        Technique(Text("hidden pair"), 5, Text("Two numbers use up two cells.")),
        30,
        Text("hidden pairs"),
        partial(subsets.hidden, 2),
    ),
    Rung(
        Technique(Text("triple"), 5, Text("Three cells use up three numbers.")),
        35,
        Text("triples"),
        partial(subsets.naked, 3),
    ),
    Rung(
        Technique(Text("hidden triple"), 5, Text("Three numbers use up three cells.")),
        40,
        Text("hidden triples"),
        partial(subsets.hidden, 3),
    ),
    Rung(
        Technique(
            Text("fillings"), 6, Text("All ways to fill a region rule out the same candidate.")
        ),
        50,
        Text("lists of fillings"),
        subsets.fillings,
    ),
    Rung(
        Technique(
            Text("chain"), 7, Text("One of two candidates must be true; both rule out a third.")
        ),
        80,
        Text("chains"),
        on_board=chains.chain,
    ),
    Rung(
        Technique(
            Text("contradiction"), 8, Text("A candidate is assumed, and leads to a contradiction.")
        ),
        150,
        Text("contradictions"),
        on_board=contradiction.contradiction,
    ),
    Rung(
        Technique(Text("search"), 9, Text("A candidate is assumed, and all cases fail.")),
        400,
        Text("trying cases"),
        on_board=contradiction.search,
    ),
)


LADDER = Ladder(
    RUNGS,
    by_logic=7,
    grades={"easy": ("order", inf), "medium": ("bounds", 2), "hard": ("confined", 1)},
)
