"""The techniques of edge-matching, from the easiest to search."""

from __future__ import annotations

from quebra.contract.results import Technique
from quebra.families.edges.explain import techniques
from quebra.families.edges.explain.board import Deduction, EdgesBoard
from quebra.families.edges.explain.trial import trial
from quebra.grid.ladder import DEAD_END, Ladder, Rung

LADDER: Ladder[EdgesBoard, Deduction] = Ladder(
    rungs=(
        Rung(
            Technique(DEAD_END, 0, "The board cannot be completed."),
            0,
            "dead ends",
            in_part=techniques.nothing_fits,
        ),
        Rung(
            Technique("given", 1, "A piece that is given."),
            0,
            "given pieces",
            in_part=techniques.given,
        ),
        Rung(
            Technique("corner", 1, "A corner piece, in the corner that one likes."),
            1,
            "corner pieces",
            on_board=techniques.corner,
        ),
        Rung(
            Technique("only piece", 2, "Just one piece fits a place."),
            1,
            "places for just one piece",
            in_part=techniques.only_piece,
        ),
        Rung(
            Technique("colour", 3, "A colour runs out, so that its edges are all spoken for."),
            3,
            "colours that run out",
            on_board=techniques.colour,
        ),
        Rung(
            Technique("only place", 4, "A piece fits just one place."),
            3,
            "pieces with just one place",
            on_board=techniques.only_place,
        ),
        Rung(
            Technique("seam", 5, "Two neighbours have few colours in common."),
            2,
            "seams with few colours",
            on_board=techniques.seam,
        ),
        Rung(
            Technique(
                "trial", 6, "With some piece the board cannot be completed, as trying proves."
            ),
            20,
            "trials",
            on_board=trial,
        ),
        Rung(
            Technique("choice", 7, "Several pieces lead to solutions; one of them is taken."),
            20,
            "choices",
        ),
        Rung(
            Technique("search", 8, "A piece of a solution that a search has found."), 50, "searches"
        ),
    ),
    by_logic=5,
    grades={},
)
