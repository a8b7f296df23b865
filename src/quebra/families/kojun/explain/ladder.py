"""The techniques from easy to hard, and the engine that always takes the easiest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from quebra.core.budget import Budget
from quebra.core.results import Technique
from quebra.families.kojun.explain import chains, subsets, suppose, techniques
from quebra.families.kojun.explain.candidates import Candidates, Deduction

HARDEST = 9
BY_LOGIC = 7
"""Up to this level a step follows from what is there; beyond, from what would happen if."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A technique with its weight in the score, its name in a grade, and who finds it.

    Most look at one region, and again only after its marks have changed; the last ones look at
    the whole board.
    """

    technique: Technique
    weight: int
    plural: str
    in_region: Callable[[Candidates, int], Deduction | None] | None = None
    on_board: Callable[[Candidates, Budget], Deduction | None] | None = None


LADDER = (
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
        Technique("chain", BY_LOGIC, "One mark or another must hold; both rule out a third."),
        80,
        "chains",
        on_board=chains.chain,
    ),
    Rung(
        Technique("contradiction", 8, "A mark is supposed, and what it forces fails."),
        150,
        "contradictions",
        on_board=suppose.contradiction,
    ),
    Rung(
        Technique("search", HARDEST, "A mark is supposed, and all cases fail."),
        400,
        "trying cases",
        on_board=suppose.search,
    ),
)

RUNGS = {rung.technique.name: rung for rung in LADDER}


def deductions(state: Candidates, budget: Budget, limit: int = HARDEST) -> Iterator[Deduction]:
    """What follows, always by the easiest technique there is, up to the level given.

    Each deduction is applied when the next one is asked for. The last may be a dead end.

    >>> from quebra.families.kojun.explain.candidates import Board
    >>> from quebra.families.kojun.model import Kojun
    >>> puzzle = Kojun(regions=((1, 2), (1, 2)), givens=((0, 0), (0, 0)))
    >>> state = Candidates(Board(puzzle), puzzle.givens)
    >>> [found.technique for found in deductions(state, Budget())][:3]
    ['order', 'single', 'last cell']
    """
    rungs = [rung for rung in LADDER if rung.technique.level <= limit]
    settled = [[0] * len(state.board.regions) for _ in rungs]
    while (found := _easiest(state, budget, rungs, settled)) is not None:
        yield found
        if found.technique == "dead end":
            return
        state.apply(found)


def _easiest(
    state: Candidates, budget: Budget, rungs: list[Rung], settled: list[list[int]]
) -> Deduction | None:
    budget.pause()
    for rung, seen in zip(rungs, settled, strict=True):
        found = None
        if rung.in_region:
            found = _in_some_region(state, rung.in_region, seen)
        elif rung.on_board and state.blank:
            found = rung.on_board(state, budget)
        if found:
            return found
    return None


def _in_some_region(
    state: Candidates, find: Callable[[Candidates, int], Deduction | None], seen: list[int]
) -> Deduction | None:
    for region, changed in enumerate(state.changed):
        if changed > seen[region]:
            if found := find(state, region):
                return found
            seen[region] = state.clock
    return None
