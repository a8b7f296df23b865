"""The engine `counter` of Symmetry: the paper's automata with counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from quebra.contract.errors import BadInput
from quebra.contract.family import EngineOptions, option
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.symmetry.model import Symmetry
from quebra.families.symmetry.solve.cpsat import BoardModel, set_clue_bound
from quebra.grid.cells import GridAnswer
from quebra.i18n.text import Text, names
from quebra.papers.symmetry_clp.strategies import VALUE_ORDERS, VARIABLE_ORDERS, read_strategy

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from quebra.families.symmetry.solve.cpsat import Choices

LONGEST_COUNTER = 15
"""A counter has a decimal digit for each shape of a line, and CP-SAT 63 bits."""


class CounterOptions(EngineOptions, frozen=True):
    """How the model of the paper is solved: by labelling with a strategy, or else by CP-SAT."""

    strategy: Annotated[
        str | None,
        option(
            Text(
                "label as the paper does, by a variable order ({variables}) and a value order "
                "({values}), such as ffc,bisect",
                variables=names(VARIABLE_ORDERS),
                values=names(VALUE_ORDERS),
            ),
            "VARIABLE,VALUE",
        ),
    ] = None


CPSAT = CounterOptions()


def counter(
    puzzle: Symmetry,
    budget: Budget,
    *,
    goal: str,
    seed: int | None,
    options: CounterOptions = CPSAT,
) -> Iterator[GridAnswer]:
    """The model of the paper, on CP-SAT, or by labelling with one of the paper's strategies."""
    longest = max(puzzle.size)
    if longest > LONGEST_COUNTER:
        raise BadInput(
            Text(
                "The counter engine takes lines of up to {most} cells, not {longest}.",
                most=LONGEST_COUNTER,
                longest=longest,
            )
        )
    if options.strategy is not None:
        return _label(puzzle, budget, options.strategy, goal, seed)
    set_clue_bound(puzzle, budget, goal)
    board = BoardModel(puzzle, budget)
    for line in board.lines():
        budget.pause()
        board.model.add(_count(board.model, line) == _count(board.model, line[::-1]))
    return board.solutions(goal, budget, seed)


def _label(
    puzzle: Symmetry, budget: Budget, strategy: str, goal: str, seed: int | None
) -> Iterator[GridAnswer]:
    chosen = read_strategy(strategy)
    if goal != "any":
        raise BadInput(Text("Labelling with a strategy has only the goal any."))
    budget.pause()
    from quebra.papers.symmetry_clp.labelling import Labelling

    return Labelling(puzzle, budget).solutions(chosen, Source(seed or 0))


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
