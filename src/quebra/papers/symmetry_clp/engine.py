"""The engine `counter` of Symmetry: the paper's automata with counters, on CP-SAT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quebra.contract.errors import BadInput
from quebra.engine.budget import Budget
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.solve.cpsat import BoardModel, set_clue_bound
from quebra.grid.cells import GridAnswer
from quebra.i18n.text import Text

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from quebra.families.symmetry.solve.cpsat import Choices

LONGEST_COUNTER = 15
"""A counter has a decimal digit for each shape of a line, and CP-SAT 63 bits."""


def counter(
    puzzle: Symmetry, budget: Budget, *, goal: str, seed: int | None
) -> Iterator[GridAnswer]:
    """The model of the paper: the number that a line spells equals that of its reverse."""
    longest = max(puzzle.size)
    if longest > LONGEST_COUNTER:
        raise BadInput(
            Text(
                "The counter engine takes lines of up to {most} cells, not {longest}.",
                most=LONGEST_COUNTER,
                longest=longest,
            )
        )
    set_clue_bound(puzzle, budget, goal)
    board = BoardModel(puzzle, budget)
    for line in board.lines():
        budget.pause()
        board.model.add(_count(board.model, line) == _count(board.model, line[::-1]))
    return board.solutions(goal, budget, seed)


def _count(model: cp_model.CpModel, line: Sequence[Choices]) -> cp_model.IntVar | int:
    """The number that the shapes of a line spell: an automaton with a counter."""
    count: cp_model.IntVar | int = 0
    for length, choices in enumerate(line, 1):
        following = model.new_int_var(0, 10**length - 1, "")
        for value, choice in enumerate(choices):
            spelt = 10 * count + value if value else count
            model.add(following == spelt).only_enforce_if(choice)
        count = following
    return count
