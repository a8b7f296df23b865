"""Mixed-integer programs, for HiGHS and as LP and MPS files for other solvers."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

Terms = Iterable[tuple[float, int]]
"""Pairs of a factor and a variable."""

WORDS_A_LINE = 10
"""Some readers of LP files limit lines to 255 characters."""


class Program:
    """A program to minimise: variables (0 or 1, or numbers from 0, whole or not), rows, costs.

    >>> program = Program()
    >>> x, y = program.add_choice("x"), program.add_number("y")
    >>> program.add_row([(3, x), (1, y)], low=2)
    >>> program.minimise({x: 1, y: 1})
    >>> print(program.lp(), end="")
    Minimize
     cost: + x + y
    Subject To
     r1: + 3 x + y >= 2
    Binaries
     x
    End
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.choices, self.integers = array("b"), array("b")
        self.costs: Mapping[int, int] = {}
        self.low, self.high = array("d"), array("d")
        self.starts, self.factors, self.variables = array("i", [0]), array("d"), array("i")

    def add_choice(self, name: str) -> int:
        """Add a variable that is 0 or 1; returns its index."""
        return self._add_variable(name, choice=True)

    def add_number(self, name: str, integer: bool = False) -> int:
        """Add a variable of 0 or more; returns its index."""
        return self._add_variable(name, choice=False, integer=integer)

    def _add_variable(self, name: str, choice: bool, integer: bool = True) -> int:
        self.names.append(name)
        self.choices.append(choice)
        self.integers.append(integer)
        return len(self.names) - 1

    def add_row(self, terms: Terms, low: float = -math.inf, high: float = math.inf) -> None:
        """Add bounds on a sum: one of them, or both equal."""
        for factor, variable in terms:
            self.factors.append(factor)
            self.variables.append(variable)
        self.starts.append(len(self.variables))
        self.low.append(low)
        self.high.append(high)

    def minimise(self, costs: Mapping[int, int]) -> None:
        """Set the costs to minimise, by variable."""
        self.costs = costs

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.low)

    def lp(self) -> str:
        """The program as an LP file, in the format of CPLEX that most solvers read.

        Own code, because HiGHS writes to a file only, and with the bounds of each choice besides.
        """
        return "\n".join(self._lp_lines()) + "\n"

    def _lp_lines(self) -> Iterator[str]:
        yield "Minimize"
        yield from self._sum("cost", [(cost, variable) for variable, cost in self.costs.items()])
        yield "Subject To"
        for row in range(self.rows):
            span = slice(self.starts[row], self.starts[row + 1])
            *lines, last = self._sum(
                f"r{row + 1}",
                zip(self.factors[span], self.variables[span], strict=True),
            )
            yield from lines
            yield f"{last} {_limit(self.low[row], self.high[row])}"
        kinds = list(zip(self.names, self.choices, self.integers, strict=True))
        yield "Binaries"
        yield from _wrapped(name for name, choice, _ in kinds if choice)
        if numbers := [name for name, choice, integer in kinds if integer and not choice]:
            yield "Generals"
            yield from _wrapped(numbers)
        yield "End"

    def mps(self) -> str:
        """The program as an MPS file in the free format, whose words are separated by blanks.

        >>> program = Program()
        >>> x, y = program.add_choice("x"), program.add_number("y")
        >>> program.add_row([(3, x), (1, y)], low=2)
        >>> program.minimise({y: 1})
        >>> print(program.mps(), end="")
        NAME quebra
        ROWS
         N cost
         G r1
        COLUMNS
         MARKER 'MARKER' 'INTORG'
         x r1 3
         MARKER 'MARKER' 'INTEND'
         y cost 1
         y r1 1
        RHS
         RHS r1 2
        BOUNDS
         BV BND x
        ENDATA
        """
        return "\n".join(self._mps_lines()) + "\n"

    def _mps_lines(self) -> Iterator[str]:
        yield from ("NAME quebra", "ROWS", " N cost")
        for row, (low, high) in enumerate(zip(self.low, self.high, strict=True), 1):
            yield f" {'E' if low == high else 'G' if math.isfinite(low) else 'L'} r{row}"
        yield "COLUMNS"
        columns = self._columns()
        whole = [n for n in range(len(self.names)) if self.integers[n]]
        yield " MARKER 'MARKER' 'INTORG'"
        yield from (line for n in whole for line in columns[n])
        yield " MARKER 'MARKER' 'INTEND'"
        yield from (
            line for n, lines in enumerate(columns) if not self.integers[n] for line in lines
        )
        yield "RHS"
        for row, (low, high) in enumerate(zip(self.low, self.high, strict=True), 1):
            yield f" RHS r{row} {_number(low if math.isfinite(low) else high)}"
        yield "BOUNDS"
        for n in whole:
            yield f" {'BV' if self.choices[n] else 'PL'} BND {self.names[n]}"
        yield "ENDATA"

    def _columns(self) -> list[list[str]]:
        """For each variable the lines of its factors; one without any has the cost 0."""
        columns: list[list[str]] = [[] for _ in self.names]
        for variable, cost in self.costs.items():
            columns[variable].append(f" {self.names[variable]} cost {cost}")
        for row in range(self.rows):
            for at in range(self.starts[row], self.starts[row + 1]):
                variable = self.variables[at]
                factor = _number(self.factors[at])
                columns[variable].append(f" {self.names[variable]} r{row + 1} {factor}")
        return [
            lines or [f" {name} cost 0"] for name, lines in zip(self.names, columns, strict=True)
        ]

    def _sum(self, label: str, terms: Terms) -> Iterator[str]:
        written = [f"{_factor(factor)} {self.names[variable]}" for factor, variable in terms]
        return _wrapped([f"{label}:", *written])


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """The words joined to lines of limited length."""
    words = iter(words)
    while line := " ".join(islice(words, WORDS_A_LINE)):
        yield f" {line}"


def _factor(factor: float) -> str:
    sign = "-" if factor < 0 else "+"
    return sign if abs(factor) == 1 else f"{sign} {_number(abs(factor))}"


def _limit(low: float, high: float) -> str:
    if low == high:
        return f"= {_number(low)}"
    return f">= {_number(low)}" if math.isfinite(low) else f"<= {_number(high)}"


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
