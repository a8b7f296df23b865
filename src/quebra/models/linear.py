"""A problem as a mixed-integer program: a choice for each value of a variable."""

from __future__ import annotations

from collections.abc import Iterable

from quebra.engine.program import Program
from quebra.models.problem import (
    AllDifferent,
    AtMost,
    Clause,
    Constraint,
    Less,
    Literal,
    Problem,
    Total,
    Variable,
)

Expression = tuple[dict[int, float], float]
"""Factors by variable of the program, and a constant."""


def choice_name(variable: Variable, value: int) -> str:
    """The name of the choice of a value; a variable with the values 0 and 1 is a choice itself.

    >>> choice_name(Variable(0, "r1c2", (1, 2, 3)), 3), choice_name(Variable(0, "x", (0, 1)), 1)
    ('r1c2_3', 'x')
    """
    return variable.name if variable.is_binary else f"{variable.name}_{value}"


class LinearModel:
    """The program of a problem.

    >>> problem = Problem()
    >>> x, y = problem.add_variable("x", range(3)), problem.add_variable("y", (0, 1))
    >>> problem.add(Less(y, x))
    >>> print(LinearModel(problem).program.lp(), end="")
    Minimize
     cost:
    Subject To
     r1: + x_0 + x_1 + x_2 = 1
     r2: + x_1 + 2 x_2 - y >= 1
    Binaries
     x_0 x_1 x_2 y
    End
    """

    def __init__(self, problem: Problem) -> None:
        self.program = Program()
        self._choices: dict[tuple[int, int], int] = {}
        for variable in problem.variables:
            self._add_variable(variable)
        for constraint in problem.constraints:
            self._add(constraint)
        if problem.minimised is not None:
            factors, _ = self._total(problem.minimised)
            self.program.minimise({n: round(factor) for n, factor in factors.items()})

    def _add_variable(self, variable: Variable) -> None:
        if variable.is_binary:
            self._choices[variable.number, 1] = self.program.add_choice(variable.name)
            return
        for value in variable.values:
            choice = self.program.add_choice(choice_name(variable, value))
            self._choices[variable.number, value] = choice
        self._bound(self._sum(map(variable.equals, variable.values)), low=1, high=1)

    def _add(self, constraint: Constraint) -> None:
        match constraint:
            case Clause(literals):
                self._bound(self._sum(literals), low=1)
            case AtMost(total, most):
                self._bound(self._total(total), high=most)
            case AllDifferent(variables):
                self._add_all_different(variables)
            case Less(lower, upper, unless):
                if lower.values and upper.values:
                    self._add_less(lower, upper, unless)

    def _add_all_different(self, variables: tuple[Variable, ...]) -> None:
        values = sorted({value for variable in variables for value in variable.values})
        for value in values:
            having = [each.equals(value) for each in variables if value in each.values]
            if len(values) == len(variables):
                self._bound(self._sum(having), low=1, high=1)
            elif len(having) > 1:
                self._bound(self._sum(having), high=1)

    def _add_less(self, lower: Variable, upper: Variable, unless: tuple[Literal, ...]) -> None:
        """Add upper - lower >= 1, less by enough for each literal that makes it void."""
        void = 1 + lower.values[-1] - upper.values[0]
        difference = self._total(Total(variables=(upper,)))
        for part, factor in ((Total(variables=(lower,)), -1.0), (Total(unless), float(void))):
            difference = _plus(difference, self._total(part), factor)
        self._bound(difference, low=1)

    def _sum(self, literals: Iterable[Literal]) -> Expression:
        return self._total(Total(tuple(literals)))

    def _total(self, total: Total) -> Expression:
        expression: Expression = {}, 0.0
        for literal in total.literals:
            expression = _plus(expression, self._literal(literal), 1)
        for variable in total.variables:
            for value in (1,) if variable.is_binary else variable.values:
                expression = _plus(expression, self._literal(variable.equals(value)), value)
        return expression

    def _literal(self, literal: Literal) -> Expression:
        """1 if the literal holds, else 0."""
        variable, value, equal = literal
        if variable.is_binary and value in (0, 1):
            choice, positive = self._choices[variable.number, 1], equal == (value == 1)
        elif (variable.number, value) in self._choices:
            choice, positive = self._choices[variable.number, value], equal
        else:
            return {}, 0.0 if equal else 1.0
        return ({choice: 1.0}, 0.0) if positive else ({choice: -1.0}, 1.0)

    def _bound(self, expression: Expression, **limits: float) -> None:
        factors, constant = expression
        terms = [(factor, choice) for choice, factor in factors.items() if factor]
        moved = {side: limit - constant for side, limit in limits.items()}
        if not terms and moved.get("low", 0) <= 0 <= moved.get("high", 0):
            return
        if not self.program.names:
            self.program.add_choice("unused")
        # A row that never holds has a term too, because files cannot have empty rows.
        self.program.add_row(terms or [(0.0, 0)], **moved)


def _plus(one: Expression, other: Expression, factor: float) -> Expression:
    """The first expression plus a multiple of the other, which changes the first."""
    factors, constant = one
    for choice, each in other[0].items():
        factors[choice] = factors.get(choice, 0.0) + factor * each
    return factors, constant + factor * other[1]
