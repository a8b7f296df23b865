"""A problem as a CNF: a Boolean for each value of a variable, and for orders one for each step."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

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

TRUE = 0
"""In place of a number: a literal that always holds. Its negation is None."""
MAX_PAIRWISE = 6
"""Up to this number of literals, "at most one" is stated by pairs, else by a counter."""

Number = int | None
"""A literal of the CNF: a number other than 0, `TRUE`, or None if it never holds."""


class Cnf:
    """The clauses of a problem; the variables of the problem have the first numbers.

    A variable with two values has one number, which is true for the second value.

    >>> problem = Problem()
    >>> x, y = problem.add_variable("x", (1, 2, 3)), problem.add_variable("y", (0, 1))
    >>> problem.require(x.equals(2), y.equals(0))
    >>> cnf = Cnf(problem)
    >>> cnf.clauses
    [[1, 2, 3], [-1, -2], [-1, -3], [-2, -3], [2, -4]]
    >>> list(cnf.mapping())
    [(1, 'x', 1), (2, 'x', 2), (3, 'x', 3), (4, 'y', 1)]
    """

    def __init__(self, problem: Problem) -> None:
        self.count = 0
        self.clauses: list[list[int]] = []
        self.problem = problem
        self._numbers: dict[tuple[int, int], Number] = {}
        self._steps: dict[int, list[Number]] = {}
        for variable in problem.variables:
            self._number_values(variable)
        for variable in problem.variables:
            self._choose_value(variable)
        for constraint in problem.constraints:
            self.add(constraint)

    def mapping(self) -> Iterator[tuple[int, str, int]]:
        """Each number with the variable and the value for which it is true."""
        for variable in self.problem.variables:
            for value in variable.values:
                number = self._numbers[variable.number, value]
                if number is not None and number > 0:
                    yield number, variable.name, value

    def values(self, true: set[int], variables: Iterable[Variable]) -> dict[str, list[int]]:
        """The values of variables if these numbers are true and all others are false."""
        return {
            variable.name: [v for v in variable.values if self._holds(variable, v, true)]
            for variable in variables
        }

    def _holds(self, variable: Variable, value: int, true: set[int]) -> bool:
        number = self._numbers[variable.number, value]
        return number == TRUE or (number is not None and (abs(number) in true) == (number > 0))

    def literals(self, values: Mapping[str, int], variables: Iterable[Variable]) -> list[int]:
        """The numbers of all values of the variables, negative for those they do not have."""
        found = {
            number if values[variable.name] == value else -number
            for variable in variables
            for value in variable.values
            if (number := self._numbers[variable.number, value])
        }
        return sorted(found, key=abs)

    def exclude(self, values: Mapping[str, int], variables: Iterable[Variable]) -> None:
        """Add one clause: some variable has another value than this."""
        self._add_clause(self._literal(each.differs(values[each.name])) for each in variables)

    def add(self, constraint: Constraint) -> None:
        """Add the clauses of a constraint."""
        match constraint:
            case Clause(literals):
                self._add_clause(map(self._literal, literals))
            case AtMost(total, most):
                self._add_at_most(total, most)
            case AllDifferent(variables):
                self._add_all_different(variables)
            case Less(lower, upper, unless):
                self._add_less(lower, upper, [self._literal(each) for each in unless])

    def _new_number(self) -> int:
        self.count += 1
        return self.count

    def _number_values(self, variable: Variable) -> None:
        values = variable.values
        if len(values) == 1:
            self._numbers[variable.number, values[0]] = TRUE
        elif len(values) == 2:
            number = self._new_number()
            self._numbers[variable.number, values[0]] = -number
            self._numbers[variable.number, values[1]] = number
        else:
            for value in values:
                self._numbers[variable.number, value] = self._new_number()

    def _choose_value(self, variable: Variable) -> None:
        """Require that a variable has exactly one value."""
        numbers = [self._numbers[variable.number, value] for value in variable.values]
        if len(numbers) == 2:
            return
        self._add_clause(numbers)
        self._count_at_most([n for n in numbers if n], 1)

    def _literal(self, literal: Literal) -> Number:
        number = self._numbers.get((literal.variable.number, literal.value))
        return number if literal.equal else _negated(number)

    def _add_clause(self, literals: Iterable[Number]) -> None:
        """Add a clause, unless it always holds."""
        clause = list(dict.fromkeys(n for n in literals if n is not None))
        if TRUE not in clause and not any(-n in clause for n in clause):
            self.clauses.append(clause)

    def _add_all_different(self, variables: Sequence[Variable]) -> None:
        values = sorted({value for variable in variables for value in variable.values})
        for value in values:
            having = [each.equals(value) for each in variables if value in each.values]
            self._add_at_most(Total(tuple(having)), 1)
            if len(values) == len(variables):
                self._add_clause(map(self._literal, having))

    def _add_less(self, lower: Variable, upper: Variable, unless: list[Number]) -> None:
        for value in lower.values:
            low, high = self._at_least(lower, value), self._at_least(upper, value + 1)
            self._add_clause([_negated(low), high, *unless])

    def _at_least(self, variable: Variable, bound: int) -> Number:
        """The literal that a variable is at least a bound."""
        place = bisect_left(variable.values, bound)
        return self._order(variable)[place] if place < len(variable.values) else None

    def _order(self, variable: Variable) -> list[Number]:
        """For each value the literal that the variable has at least this value."""
        if variable.number in self._steps:
            return self._steps[variable.number]
        exact = [self._numbers[variable.number, value] for value in variable.values]
        steps: list[Number] = [TRUE, *(self._new_number() for _ in exact[2:])]
        steps += exact[1:][-1:]  # at least the last value is the last value
        self._steps[variable.number] = steps
        for i, here in enumerate(exact):
            later = steps[i + 1] if i + 1 < len(steps) else None
            self._add_clause([_negated(here), steps[i]])
            self._add_clause([_negated(here), _negated(later)])
            self._add_clause([_negated(steps[i]), later, here])
        return steps

    def _add_at_most(self, total: Total, most: int) -> None:
        counted = [self._literal(each) for each in total.literals]
        for variable in total.variables:
            if variable.values:
                most -= variable.values[0]
                steps = zip(variable.values, variable.values[1:], strict=False)
                for (low, high), step in zip(steps, self._order(variable)[1:], strict=True):
                    counted += [step] * (high - low)
        most -= sum(number == TRUE for number in counted)
        self._count_at_most([number for number in counted if number], most)

    def _count_at_most(self, literals: list[int], most: int) -> None:
        """Require that at most `most` literals hold: by pairs, or by a sequential counter."""
        if most < 0:
            self._add_clause([])
        elif most == 0:
            for literal in literals:
                self._add_clause([-literal])
        elif most == 1 and len(literals) <= MAX_PAIRWISE:
            for pair in combinations(literals, 2):
                self._add_clause([-literal for literal in pair])
        elif len(literals) > most:
            self._count_up(literals, most)

    def _count_up(self, literals: list[int], most: int) -> None:
        """The sequential counter: `counted[k]` holds if more than k of the literals so far do.

        After C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", 2005.
        """
        counted: list[int] = []
        for literal in literals:
            before = counted
            if len(before) == most:
                self._add_clause([-literal, -before[-1]])
            counted = [self._new_number() for _ in range(min(len(before) + 1, most))]
            self._add_clause([-literal, counted[0]])
            for old, new in zip(before, counted, strict=False):
                self._add_clause([-old, new])
            for old, new in zip(before, counted[1:], strict=False):
                self._add_clause([-literal, -old, new])


def _negated(number: Number) -> Number:
    if number is None:
        return TRUE
    return None if number == TRUE else -number
