"""The techniques of edge-matching, from the easiest to search."""

from __future__ import annotations

from quebra.contract.results import Technique
from quebra.families.edges.explain import techniques
from quebra.families.edges.explain.board import Deduction, EdgesBoard
from quebra.families.edges.explain.trial import trial
from quebra.grid.ladder import DEAD_END, Ladder, Rung
from quebra.i18n.text import Text

NO_PLURAL = Text()
"""Grades of edge-matching do not list techniques."""

LADDER: Ladder[EdgesBoard, Deduction] = Ladder(
    rungs=(
        Rung(
            Technique(DEAD_END, 0, Text("The board cannot be completed.")),
            0,
            NO_PLURAL,
            in_part=techniques.nothing_fits,
        ),
        Rung(
            Technique(Text("given"), 1, Text("A piece that is given.")),
            0,
            NO_PLURAL,
            in_part=techniques.given,
        ),
        Rung(
            Technique(Text("corner"), 1, Text("A corner piece, put into any corner.")),
            1,
            NO_PLURAL,
            on_board=techniques.corner,
        ),
        Rung(
            Technique(Text("only piece"), 2, Text("Only one piece fits a cell.")),
            1,
            NO_PLURAL,
            in_part=techniques.only_piece,
        ),
        Rung(
            Technique(Text("colour"), 3, Text("The last edges of a colour are all needed.")),
            3,
            NO_PLURAL,
            on_board=techniques.colour,
        ),
        Rung(
            Technique(Text("only place"), 4, Text("A piece fits only one cell.")),
            3,
            NO_PLURAL,
            on_board=techniques.only_place,
        ),
        Rung(
            Technique(Text("seam"), 5, Text("Two neighbours have few colours in common.")),
            2,
            NO_PLURAL,
            on_board=techniques.seam,
        ),
        Rung(
            Technique(Text("trial"), 6, Text("A search proves that a piece leads to no solution.")),
            20,
            NO_PLURAL,
            on_board=trial,
        ),
        Rung(
            Technique(Text("choice"), 7, Text("Several pieces lead to solutions: take one.")),
            20,
            NO_PLURAL,
        ),
        Rung(
            Technique(Text("search"), 8, Text("A piece of a solution that a search found.")),
            50,
            NO_PLURAL,
        ),
    ),
    by_logic=5,
    grades={},
)
