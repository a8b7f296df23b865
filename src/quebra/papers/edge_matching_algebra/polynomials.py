"""The system with free places: exact polynomials in the places of the pieces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Literal

from quebra.contract.errors import BadInput
from quebra.contract.results import Place
from quebra.families.edges.model import Edges, Filling, Placed
from quebra.i18n.text import Text
from quebra.papers.edge_matching_algebra.places import edge_places, steps

if TYPE_CHECKING:
    import sympy

Monomial = tuple[tuple[str, int], ...]
"""Unknowns and their powers."""
Polynomial = dict[Monomial, Fraction]
"""The coefficient of each term; the polynomial must be zero."""
Functions = Literal["exponential", "monomial"]

BASE = 2
"""The base of exponentials for half a cell, an integer so that all values are rational."""
FRAME = 0
"""The number of the frame; pieces are counted from 1."""
_Edge = tuple[int, Place, int]
"""A piece, the position of the edge on it in half cells, and the sign of its direction."""
LETTERS = {2: "yx", 3: "zyx"}


def polynomials(puzzle: Edges, family: Functions = "exponential") -> list[Polynomial]:
    """All equations of the system, in a list.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> len(polynomials(board))
    17
    """
    return list(equations(puzzle, family))


def equations(puzzle: Edges, family: Functions = "exponential") -> Iterator[Polynomial]:
    """The equations for each colour, direction and order, up to as many as edges of the type.

    The unknowns y1, x1, ... are row and column of each piece; with exponentials they are 4 to the
    power of these. By Newton's identities, in any dimension, the solutions are exactly those of
    the puzzle in which pieces may be moved anywhere. Hints determine the unknowns of their
    pieces.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> print(as_text(list(equations(board, "monomial"))[-1]))
    y1 - y2 = 0
    """
    _admit(puzzle)
    sides = steps(puzzle.shape)
    edges: defaultdict[tuple[int, int], list[_Edge]] = defaultdict(list)
    for number, piece in enumerate(puzzle.pieces, start=1):
        for side, colour in enumerate(piece):
            opposite = sides.index(tuple(-d for d in sides[side]))
            sign = 1 if side < opposite else -1
            edges[colour, min(side, opposite)].append((number, sides[side], sign))
    for place in edge_places(puzzle).values():
        if place.rim and puzzle.frame is not None:
            edges[puzzle.frame, place.axis].append((FRAME, place.at, -place.sign))
    for _, found in sorted(edges.items()):
        most = sum(sign > 0 for _, _, sign in found)
        for order in _orders(len(sides[0]), most):
            if equation := _equation(found, order, family):
                yield equation
    for hint in puzzle.hints:
        for letter, at in zip(LETTERS[len(hint.cell)], hint.cell, strict=True):
            known = _value((2 * at,), (1,), family)
            equation = {((f"{letter}{hint.piece + 1}", 1),): Fraction(1), (): -known}
            yield {monomial: factor for monomial, factor in equation.items() if factor}


def as_text(equation: Polynomial) -> str:
    """An equation as readable text.

    >>> as_text({(("x1", 2), ("y1", 1)): Fraction(-1), (): Fraction(3, 2)})
    '-x1^2*y1 + 3/2 = 0'
    """
    words: list[str] = []
    for monomial, factor in equation.items():
        names = "*".join(name if power == 1 else f"{name}^{power}" for name, power in monomial)
        size = str(abs(factor)) if abs(factor) != 1 or not names else ""
        term = "*".join(part for part in (size, names) if part)
        sign = "-" if factor < 0 else "+" if words else ""
        words.append(f"{sign} {term}" if words else f"{sign}{term}")
    return f"{' '.join(words)} = 0"


def as_sympy(puzzle: Edges, family: Functions = "exponential") -> list[sympy.Expr]:
    """The equations as SymPy expressions; SymPy is imported only here."""
    import sympy

    return [
        sympy.Add(
            *(
                sympy.Rational(factor.numerator, factor.denominator)
                * sympy.Mul(*(sympy.Symbol(name) ** power for name, power in monomial))
                for monomial, factor in equation.items()
            )
        )
        for equation in polynomials(puzzle, family)
    ]


def solved_by_groebner(puzzle: Edges, family: Functions = "monomial") -> list[Filling]:
    """All solutions of a tiny puzzle, by a Gröbner basis; the paper had little success with more.

    >>> board = Edges(rows=1, cols=2, pieces=((0, 1, 0, 0), (0, 0, 0, 1)), frame=0)
    >>> [[placed.cell for placed in filling.cells] for filling in solved_by_groebner(board)]
    [[(0, 0), (0, 1)]]
    """
    import sympy

    letters = LETTERS[len(steps(puzzle.shape)[0])]
    unknowns = [
        sympy.Symbol(f"{letter}{piece}")
        for piece in range(1, len(puzzle.pieces) + 1)
        for letter in letters
    ]
    basis = sympy.groebner(as_sympy(puzzle, family), *unknowns, order="lex")
    found = []
    for solution in sympy.solve(list(basis.exprs), unknowns, dict=True):
        values = [solution.get(unknown) for unknown in unknowns]
        starts = range(0, len(values), len(letters))
        places = [_cell(values[at : at + len(letters)], family) for at in starts]
        placed = (Placed(cell=cell, piece=piece) for piece, cell in enumerate(places))
        found.append(Filling(cells=tuple(sorted(placed, key=lambda each: each.cell))))
    return found


def _cell(values: list[sympy.Expr], family: Functions) -> Place:
    import sympy

    if family == "exponential":
        values = [sympy.log(value, BASE**2) for value in values]
    return tuple(int(sympy.simplify(value)) for value in values)


def _admit(puzzle: Edges) -> None:
    has_steps = puzzle.shape in ("square", "hexagon", "cube")
    full = len(puzzle.pieces) == len(puzzle.layout.cells)
    if not has_steps or not puzzle.turns_never or puzzle.frame is None or not full:
        raise BadInput(
            Text(
                "The polynomial system needs squares, hexagons or cubes that may not be turned, a "
                "frame, and as many pieces as cells."
            )
        )


def _orders(dimension: int, most: int) -> Iterator[tuple[int, ...]]:
    for order in product(range(most + 1), repeat=dimension):
        if sum(order) <= most:
            yield order


def _equation(edges: list[_Edge], order: tuple[int, ...], family: Functions) -> Polynomial:
    """The signed sum of the test function of that order over the edges of a type."""
    total: defaultdict[Monomial, Fraction] = defaultdict(Fraction)
    for piece, at, sign in edges:
        if piece == FRAME:
            total[()] += sign * _value(at, order, family)
        else:
            for monomial, factor in _moved(at, order, piece, family):
                total[monomial] += sign * factor
    return {monomial: factor for monomial, factor in total.items() if factor}


def _value(at: Place, order: tuple[int, ...], family: Functions) -> Fraction:
    """The test function at a place given in half cells."""
    if family == "exponential":
        return Fraction(BASE) ** sum(x * k for x, k in zip(at, order, strict=True))
    return prod((Fraction(x, 2) ** k for x, k in zip(at, order, strict=True)), start=Fraction(1))


def _moved(
    step: Place, order: tuple[int, ...], piece: int, family: Functions
) -> Iterator[tuple[Monomial, Fraction]]:
    """The test function at an edge of a piece, as terms in the place of the piece."""
    names = [f"{letter}{piece}" for letter in LETTERS[len(step)]]
    if family == "exponential":
        yield _monomial(names, order), _value(step, order, family)
        return
    for powers in product(*(range(k, -1, -1) for k in order)):
        ways = prod(comb(k, power) for k, power in zip(order, powers, strict=True))
        rest = tuple(k - power for k, power in zip(order, powers, strict=True))
        if factor := ways * _value(step, rest, family):
            yield _monomial(names, powers), factor


def _monomial(names: list[str], powers: tuple[int, ...]) -> Monomial:
    pairs = zip(names, powers, strict=True)
    return tuple((name, power) for name, power in reversed(list(pairs)) if power)
