"""The systems with free places: exact polynomials in the places of the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Literal

from quebra.contract.errors import BadInput
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.i18n.text import Text
from quebra.papers.edge_matching_algebra.coordinates import (
    Coordinates,
    Polynomial,
    Projected,
)
from quebra.papers.edge_matching_algebra.deltas import Deltas, delta_terms
from quebra.papers.edge_matching_algebra.gaussian import Gaussian, Number
from quebra.papers.edge_matching_algebra.signed_edges import Board, SignedEdges
from quebra.papers.edge_matching_algebra.sums import Functions, Sums, no_values

if TYPE_CHECKING:
    import sympy

SystemKind = Literal["redundant", "minimal"]


def polynomials(
    puzzle: Edges, functions: Functions = "exponential", system: SystemKind = "redundant"
) -> list[Polynomial]:
    """All equations of the system, in a list.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> len(polynomials(board)), len(polynomials(board, "monomial", "minimal"))
    (17, 6)
    """
    return list(equations(puzzle, functions, system))


def equations(
    puzzle: Edges, functions: Functions = "exponential", system: SystemKind = "redundant"
) -> Iterator[Polynomial]:
    """The equations of a board; see `signed_equations`.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> print(as_text(list(equations(board, "monomial"))[-1]))
    y1 - y2 = 0
    """
    return signed_equations(Board(puzzle).signed_edges(), functions, system)


def signed_equations(
    signed: SignedEdges, functions: Functions, system: SystemKind = "redundant"
) -> Iterator[Polynomial]:
    """The signed sums of test functions over the edges of each type, which must be zero.

    The `redundant` system has an unknown for each coordinate of each piece, y1, x1, ..., and the
    products of functions of the coordinates up to a total order, the number of edges of a type. For
    each linear function of the coordinates these are power sums, so by Newton's identities the
    solutions are exactly those of the puzzle, in any dimension.

    The `minimal` system has one unknown z1, ... for each piece, and as many functions as edges of a
    type. In the plane z is the complex number x + i y, as in proposition 2. In other dimensions it
    is a combination of the coordinates that differs from cell to cell, so that the system is
    complete for pieces in cells.

    Delta functions are 1 at one place of edges and 0 at the others, complete for pieces in cells;
    further equations say that each piece lies in a cell. See `Deltas`.
    """
    coordinates = coordinates_of(signed, functions, system)
    if functions == "delta":
        yield from Deltas(coordinates).equations()
    else:
        values = no_values()
        for edge_type in signed.types:
            yield from Sums(edge_type, coordinates, functions, values).equations()
    for piece, places in signed.hints:
        yield from coordinates.at_one_of(piece, places)
    yield from coordinates.reciprocals()


def coordinates_of(
    signed: SignedEdges, functions: Functions, system: SystemKind = "redundant"
) -> Coordinates:
    """The unknowns of a system."""
    if functions == "delta" and (system == "minimal" or not signed.spots):
        raise BadInput(Text("Delta functions need known places, and have no minimal system."))
    kind = Projected if system == "minimal" else Coordinates
    return kind(signed, functions == "exponential")


def predicted_terms(
    signed: SignedEdges, functions: Functions, system: SystemKind = "redundant"
) -> int:
    """About the number of terms of a system, without writing it; mostly somewhat too large.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> predicted_terms(Board(board).signed_edges(), "monomial")
    98
    >>> sum(map(len, equations(board, "monomial")))
    47
    """
    coordinates = coordinates_of(signed, functions, system)
    if functions == "delta":
        return delta_terms(signed)
    return sum(Sums(each, coordinates, functions).predicted_terms() for each in signed.types)


def as_text(equation: Polynomial) -> str:
    """An equation as readable text.

    >>> as_text({(("x1", 2), ("y1", 1)): Fraction(-1), (): Fraction(3, 2)})
    '-x1^2*y1 + 3/2 = 0'
    >>> as_text({(("z1", 2),): Gaussian(Fraction(1), Fraction(-2)), (): Fraction(3)})
    '(1 - 2*I)*z1^2 + 3 = 0'
    """
    words: list[str] = []
    for monomial, factor in equation.items():
        names = "*".join(name if power == 1 else f"{name}^{power}" for name, power in monomial)
        negative = isinstance(factor, Fraction) and factor < 0
        size = -factor if negative else factor
        shown = str(size) if size != 1 or not names else ""
        term = "*".join(part for part in (shown, names) if part)
        sign = "-" if negative else "+" if words else ""
        words.append(f"{sign} {term}" if words else f"{sign}{term}")
    return f"{' '.join(words)} = 0"


def value_at(equation: Polynomial, values: dict[str, Number]) -> Number:
    """The value of the left-hand side of an equation."""
    total: Number = Fraction(0)
    for monomial, factor in equation.items():
        total += factor * prod(
            (values[name] ** power for name, power in monomial), start=Fraction(1)
        )
    return total


def as_sympy(
    puzzle: Edges, functions: Functions = "exponential", system: SystemKind = "redundant"
) -> list[sympy.Expr]:
    """The equations as SymPy expressions; SymPy is imported only here."""
    import sympy

    def number(factor: Number) -> sympy.Expr:
        imag = factor.imag if isinstance(factor, Gaussian) else Fraction(0)
        real = sympy.Rational(factor.real.numerator, factor.real.denominator)
        return real + sympy.I * sympy.Rational(imag.numerator, imag.denominator)

    return [
        sympy.Add(
            *(
                number(factor)
                * sympy.Mul(*(sympy.Symbol(name) ** power for name, power in monomial))
                for monomial, factor in equation.items()
            )
        )
        for equation in equations(puzzle, functions, system)
    ]


def solved_by_groebner(
    puzzle: Edges, functions: Functions = "monomial", system: SystemKind = "redundant"
) -> list[Filling]:
    """All solutions of a tiny puzzle, by a Gröbner basis; the paper had little success with more.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> [[placed.cell for placed in filling.cells] for filling in solved_by_groebner(board)]
    [[(0, 0), (0, 1)]]
    """
    import sympy

    expressions = as_sympy(puzzle, functions, system)
    names = sorted({symbol for each in expressions for symbol in each.free_symbols}, key=str)
    basis = sympy.groebner(expressions, *names, order="lex")
    found = []
    for solution in sympy.solve(list(basis.exprs), names, dict=True):
        values = {str(name): complex(solution[name]) for name in names if name in solution}
        filling = filling_of(puzzle, values, functions, system)
        if filling is not None:
            found.append(filling)
    return found


def filling_of(
    puzzle: Edges,
    values: dict[str, complex],
    functions: Functions,
    system: SystemKind,
    tolerance: float = 1e-6,
) -> Filling | None:
    """The filled board for a solution of a system; None if a piece lies in no cell."""
    board = Board(puzzle)
    coordinates = coordinates_of(board.signed_edges(), functions, system)
    found = []
    for piece in range(len(puzzle.pieces)):
        choices = product(range(len(board.cells)), puzzle.turns_of(piece))
        for cell, turn in choices:
            there = coordinates.embed(board.place(cell, piece, turn))
            known = [values.get(f"{letter}{piece + 1}") for letter in coordinates.letters]
            if all(
                value is not None and abs(value - complex(x)) <= tolerance * (1 + abs(value))
                for value, x in zip(known, there, strict=True)
            ):
                found.append(Placed(puzzle.layout.cells[cell], piece, turn))
                break
        else:
            return None
    return Filling(cells=tuple(sorted(found, key=lambda each: each.cell)))
