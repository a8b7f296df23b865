"""Finite-domain problems: variables with values, and four kinds of constraints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from quebra.contract.errors import BadInput
from quebra.i18n.text import Text

MAX_LITERALS = 2_000_000
"""Literals of all constraints together; models with more take too much memory and time."""


class Variable(NamedTuple):
    """A variable: its number in the problem, its name, and its values in ascending order."""

    number: int
    name: str
    values: tuple[int, ...]

    @property
    def is_binary(self) -> bool:
        """Whether the values are 0 and 1."""
        return self.values == (0, 1)

    def equals(self, value: int) -> Literal:
        """The literal that holds if the variable has this value."""
        return Literal(self, value, True)

    def differs(self, value: int) -> Literal:
        """The literal that holds if the variable has another value."""
        return Literal(self, value, False)


class Literal(NamedTuple):
    """Whether a variable has a value, or if not `equal`, whether it has another one."""

    variable: Variable
    value: int
    equal: bool

    @property
    def negated(self) -> Literal:
        """The literal that holds if this one does not."""
        return self._replace(equal=not self.equal)


class Total(NamedTuple):
    """The number of literals that hold, plus the sum of the variables."""

    literals: tuple[Literal, ...] = ()
    variables: tuple[Variable, ...] = ()


class Clause(NamedTuple):
    """At least one of the literals holds."""

    literals: tuple[Literal, ...]


class AtMost(NamedTuple):
    """A total has a maximum."""

    total: Total
    most: int


class AllDifferent(NamedTuple):
    """No two of the variables have the same value."""

    variables: tuple[Variable, ...]


class Less(NamedTuple):
    """The lower variable is less than the upper one, unless a literal holds."""

    lower: Variable
    upper: Variable
    unless: tuple[Literal, ...] = ()


Constraint = Clause | AtMost | AllDifferent | Less


class Problem:
    """Variables and constraints, and if there is a goal, a total to minimise.

    >>> problem = Problem()
    >>> x, y = problem.add_variable("x", range(3)), problem.add_variable("y", range(3))
    >>> problem.add(Less(x, y))
    >>> problem.require(x.equals(1), y.differs(2))
    >>> len(problem.constraints)
    2
    """

    def __init__(self) -> None:
        self.variables: list[Variable] = []
        self.constraints: list[Constraint] = []
        self.minimised: Total | None = None
        self._literals = 0

    def add_variable(self, name: str, values: Iterable[int]) -> Variable:
        """Add a variable with these values."""
        variable = Variable(len(self.variables), name, tuple(sorted(set(values))))
        self._count(len(variable.values))
        self.variables.append(variable)
        return variable

    def add(self, constraint: Constraint) -> None:
        """Add a constraint; raises `BadInput` if the problem becomes too large."""
        self._count(_literal_count(constraint))
        self.constraints.append(constraint)

    def require(self, *literals: Literal) -> None:
        """Add the constraint that one of the literals holds."""
        self.add(Clause(literals))

    def require_one(self, literals: Iterable[Literal]) -> None:
        """Add the constraints that exactly one of the literals holds."""
        found = tuple(literals)
        self.add(Clause(found))
        self.add(AtMost(Total(found), 1))

    def _count(self, literals: int) -> None:
        self._literals += literals
        if self._literals > MAX_LITERALS:
            raise BadInput(
                Text(
                    "The puzzle is too large for a model: it would have more than {most:,} "
                    "literals.",
                    most=MAX_LITERALS,
                )
            )


def _literal_count(constraint: Constraint) -> int:
    """About the number of literals of a constraint in a CNF."""
    match constraint:
        case Clause(literals):
            return len(literals) or 1
        case AtMost(total, most):
            terms = len(total.literals) + sum(len(each.values) for each in total.variables)
            return terms * max(1, min(most, terms))
        case AllDifferent(variables):
            return sum(len(each.values) for each in variables)
        case Less(lower, upper, unless):
            return (2 + len(unless)) * (len(lower.values) + len(upper.values))
