"""The techniques of Kojun from easy to hard, with their levels and weights."""

from __future__ import annotations

from functools import partial
from math import inf

from quebra.contract.results import Technique
from quebra.families.kojun.explain import chains, contradiction, subsets, techniques
from quebra.families.kojun.explain.candidates import Candidates, Deduction
from quebra.grid.ladder import Ladder, Rung

RUNGS: tuple[Rung[Candidates, Deduction], ...] = (
    Rung(
        Technique("dead end", 0, "No number fits a cell, or no cell a number: no solution."),
        0,
        "dead ends",
        techniques.dead_end,
    ),
    Rung(
        Technique("last cell", 1, "Only one cell of a region is left."),
        1,
        "last cells",
        techniques.last_cell,
    ),
    Rung(Technique("single", 1, "Only one number fits a cell."), 2, "singles", techniques.single),
    Rung(
        Technique("hidden single", 2, "Only one cell of a region can hold a number."),
        3,
        "hidden singles",
        techniques.hidden_single,
    ),
    Rung(
        Technique(
            "order", 2, "A cell must leave room for the cells above and below in its region."
        ),
        3,
        "the order in a column",
        techniques.order,
    ),
    Rung(
        Technique("bounds", 3, "What the cells above and below may still be limits a cell."),
        8,
        "bounds from marks",
        techniques.bounds,
    ),
    Rung(
        Technique("confined", 4, "All cells that a number has left rule out the same mark."),
        15,
        "confined numbers",
        techniques.confined,
    ),
    Rung(
        Technique("pair", 5, "Two cells use up two numbers."),
        25,
        "pairs",
        partial(subsets.naked, 2),
    ),
    Rung(
        Technique("hidden pair", 5, "Two numbers use up two cells."),
        30,
        "hidden pairs",
        partial(subsets.hidden, 2),
    ),
    Rung(
        Technique("triple", 5, "Three cells use up three numbers."),
        35,
        "triples",
        partial(subsets.naked, 3),
    ),
    Rung(
        Technique("hidden triple", 5, "Three numbers use up three cells."),
        40,
        "hidden triples",
        partial(subsets.hidden, 3),
    ),
    Rung(
        Technique("fillings", 6, "All ways to fill a region rule out the same mark."),
        50,
        "lists of fillings",
        subsets.fillings,
    ),
    Rung(
        Technique("chain", 7, "One mark or another must hold; both rule out a third."),
        80,
        "chains",
        on_board=chains.chain,
    ),
    Rung(
        Technique("contradiction", 8, "A mark is supposed, and what it forces fails."),
        150,
        "contradictions",
        on_board=contradiction.contradiction,
    ),
    Rung(
        Technique("search", 9, "A mark is supposed, and all cases fail."),
        400,
        "trying cases",
        on_board=contradiction.search,
    ),
)


LADDER = Ladder(
    RUNGS,
    by_logic=7,
    grades={"easy": ("order", inf), "medium": ("bounds", 2), "hard": ("confined", 1)},
)
