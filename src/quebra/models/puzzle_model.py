"""What a family states once for all formats: the model of a puzzle."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Set
from importlib import import_module
from typing import ClassVar, Generic, TypeVar

from quebra.contract.errors import BadInput
from quebra.contract.puzzle import Answer, Puzzle
from quebra.contract.quoting import quoted
from quebra.contract.registry import family_of
from quebra.i18n.text import Text, names
from quebra.models.linear import choice_name
from quebra.models.problem import Problem, Total, Variable

P = TypeVar("P", bound=Puzzle)
A = TypeVar("A", bound=Answer)

MODELLED = ("edges", "kojun", "shisen", "symmetry")
"""The families with a model, each in the module of its name."""
INCOMPLETE = Text("Only a complete answer has values for all variables of the model.")


class PuzzleModel(ABC, Generic[P, A]):
    """A puzzle as a finite-domain problem.

    A new model has the variables that determine the answer, its `decisions`, and no others, so that
    the output of a solver can be read without the constraints. `constrain` adds these.
    """

    goals: ClassVar[tuple[str, ...]] = ()

    def __init__(self, puzzle: P) -> None:
        self.puzzle = puzzle
        self.problem = Problem()
        self.decisions: tuple[Variable, ...] = ()
        self.notes: tuple[str, ...] = ()
        """Lines that say what the variables mean."""

    @abstractmethod
    def constrain(self) -> None:
        """Add the rules as constraints, with further variables where needed."""

    def total(self, goal: str) -> Total:
        """The total to minimise for a goal of `goals`; may add variables and constraints."""
        raise NotImplementedError

    @abstractmethod
    def answer(self, values: Mapping[str, int]) -> A:
        """The answer with these values of the decisions, by name."""

    @abstractmethod
    def values(self, answer: A) -> dict[str, int]:
        """The values of the decisions in an answer, by name; raises `BadInput` if it has none."""

    def choice_names(self, values: Mapping[str, int]) -> list[str]:
        """The names of the decisions that are 1 in the integer program, for these values."""
        return [
            choice_name(each, values[each.name])
            for each in self.decisions
            if not each.is_binary or values[each.name]
        ]

    def chosen_values(self, chosen: Set[str]) -> dict[str, list[int]]:
        """The values of each decision, if these names of the integer program are 1."""
        return {
            each.name: [int(each.name in chosen)]
            if each.is_binary
            else [value for value in each.values if choice_name(each, value) in chosen]
            for each in self.decisions
        }

    def measure(self, goal: str, answer: A) -> int:
        """The value of the total of a goal in an answer."""
        raise NotImplementedError

    def complete(self, goal: str = "any") -> Problem:
        """The problem with all constraints, and with the total of the goal."""
        if goal != "any" and goal not in self.goals:
            raise BadInput(
                Text(
                    "The model has no goal {name}; it has: {known}.",
                    name=quoted(goal),
                    known=names(("any", *self.goals)),
                )
            )
        self.constrain()
        if goal != "any":
            self.problem.minimised = self.total(goal)
        return self.problem


def model_class(family: str) -> type[PuzzleModel[Puzzle, Answer]]:
    """The class of the models of a family that is in `MODELLED`."""
    found: type[PuzzleModel[Puzzle, Answer]] = import_module(f"quebra.models.{family}").MODEL
    return found


def model_of(puzzle: Puzzle) -> PuzzleModel[Puzzle, Answer]:
    """The model of a puzzle, without constraints; raises `BadInput` if its family has none.

    >>> from quebra.families.kojun import Kojun
    >>> model = model_of(Kojun(regions=((0, 0),), givens=((0, 1),)))
    >>> [(variable.name, variable.values) for variable in model.decisions]
    [('r1c1', (1, 2)), ('r1c2', (1,))]
    """
    if puzzle.family not in MODELLED:
        raise BadInput(
            Text(
                "{title} has no model for other solvers; these families have one: {known}.",
                title=family_of(puzzle).title,
                known=names(MODELLED),
            )
        )
    return model_class(puzzle.family)(puzzle)
