"""The algebraic system: its families of test functions, and that it says what the puzzle says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import prod

import msgspec
import numpy as np
import pytest
from boards import blank, random_board

from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.families.edges.model import Edges, Hint
from quebra.families.edges.rules import check
from quebra.families.edges.solve.domains import Candidates
from quebra.papers.edge_matching_algebra.coordinates import Polynomial
from quebra.papers.edge_matching_algebra.functions import TestFunctions
from quebra.papers.edge_matching_algebra.gaussian import Number
from quebra.papers.edge_matching_algebra.linear import System
from quebra.papers.edge_matching_algebra.places import edge_places
from quebra.papers.edge_matching_algebra.polynomials import (
    as_sympy,
    as_text,
    polynomials,
    solved_by_groebner,
)
from quebra.papers.edge_matching_algebra.sums import Functions

COMPLETE = [
    TestFunctions("delta"),
    TestFunctions("exponential"),
    TestFunctions("monomial"),
    TestFunctions("chebyshev"),
]
TINY = {
    "a square": blank(2, 2, frame=0),
    "a strip": blank(1, 4, frame=0),
    "a rectangle": blank(2, 3, frame=0),
    "hexagons": blank(2, 2, sides=6, shape="hexagon", frame=0),
    "triangles": blank(2, 1, sides=3, shape="triangle", frame=0),
    "cubes": blank(2, 2, sides=6, shape="cube", layers=1, frame=0),
}


@pytest.mark.parametrize("name", TINY)
def test_sides_that_meet_have_one_spot_and_opposite_signs(name: str) -> None:
    board = TINY[name]
    where = edge_places(board)
    for a, side, b, other in board.layout.seams:
        one, two = where[a, side], where[b, other]
        assert (one.at, one.axis, one.sign) == (two.at, two.axis, -two.sign)
    rim = {place for place, spot in where.items() if spot.rim}
    assert rim == set(board.layout.rim)
    assert len({spot.at for spot in where.values()}) == len(board.layout.seams) + len(rim)


def arrangements(
    puzzle: Edges, candidates: Candidates, system: System
) -> list[tuple[np.ndarray, bool]]:
    """All ways to fill the board with each piece once, as vectors, and whether they are right."""
    column = {choice: i for i, choice in enumerate(system.choices)}
    turned: list[list[int]] = [[] for _ in candidates.kinds]
    for number, candidate in enumerate(candidates.all):
        turned[candidate.kind].append(number)
    kinds = [candidates.kind_of[piece] for piece in range(len(puzzle.pieces))]
    found = []
    for order in set(permutations(kinds)):
        for lying in product(*(turned[kind] for kind in order)):
            x = np.zeros(len(column))
            x[[column[cell, candidate] for cell, candidate in enumerate(lying)]] = 1
            right = not check(puzzle, candidates.filling(dict(enumerate(lying))))
            found.append((x, right))
    return found


@pytest.mark.parametrize("functions", COMPLETE, ids=lambda each: each.kind)
@pytest.mark.parametrize("name", TINY)
def test_the_solutions_of_the_system_are_those_of_the_puzzle(
    name: str, functions: TestFunctions
) -> None:
    seen = set()
    for seed in range(4):
        puzzle = random_board(TINY[name], 1 + seed % 2, Source(seed))
        candidates = Candidates(puzzle)
        system = System(candidates, functions=functions)
        for x, right in arrangements(puzzle, candidates, system):
            assert (system.residual(x) < 1e-7) == right
            seen.add(right)
    assert seen == {True, False}


def test_turned_pieces_too() -> None:
    empty = blank(2, 2, frame=0, rotate=True)
    puzzle = random_board(empty, 2, Source(5))
    candidates = Candidates(puzzle)
    system = System(candidates, functions=TestFunctions("chebyshev"))
    both = [
        (system.residual(x) < 1e-9, right) for x, right in arrangements(puzzle, candidates, system)
    ]
    assert all(zero == right for zero, right in both)
    assert sum(right for _, right in both) >= 4


def test_too_few_functions_have_other_solutions() -> None:
    puzzle = random_board(blank(2, 3, frame=0), 1, Source(3))
    candidates = Candidates(puzzle)
    system = System(candidates, functions=TestFunctions("monomial", degree=0))
    pairs = [
        (system.residual(x) < 1e-9, right) for x, right in arrangements(puzzle, candidates, system)
    ]
    assert all(zero for zero, right in pairs if right)
    assert any(zero for zero, right in pairs if not right)


@pytest.mark.parametrize("seed", range(3))
def test_complete_families_have_one_rank_and_deltas_the_best_condition(seed: int) -> None:
    candidates = Candidates(random_board(blank(3, 3, frame=0), 3, Source(seed)))
    delta = System(candidates).measure()
    for functions in (TestFunctions("monomial"), TestFunctions("chebyshev")):
        other = System(candidates, functions=functions).measure()
        assert (other.rank, other.columns) == (delta.rank, delta.columns)
        assert other.condition > delta.condition
        assert other.nonzeros > 5 * delta.nonzeros
    raw = TestFunctions("exponential", degree=8, pitch=0.1, centred=False)
    assert System(candidates, functions=raw).measure().condition > 1e4 * delta.condition


@pytest.mark.parametrize("functions", COMPLETE, ids=lambda each: each.kind)
def test_boards_without_a_frame_too(functions: TestFunctions) -> None:
    puzzle = random_board(blank(2, 2), 3, Source(1))
    candidates = Candidates(puzzle)
    system = System(candidates, functions=functions)
    for x, right in arrangements(puzzle, candidates, system):
        assert (system.residual(x) < 1e-7) == right


@pytest.mark.parametrize("functions", COMPLETE[1:], ids=lambda each: each.kind)
@pytest.mark.parametrize("name", ["a square", "a strip", "a rectangle", "hexagons", "cubes"])
def test_minimal_families_say_the_same(name: str, functions: TestFunctions) -> None:
    puzzle = random_board(TINY[name], 2, Source(2))
    candidates = Candidates(puzzle)
    minimal = System(candidates, functions=replace(functions, minimal=True))
    for x, right in arrangements(puzzle, candidates, minimal):
        assert (minimal.residual(x) < 1e-7) == right
    measure = System(candidates, functions=functions).measure()
    assert minimal.measure().rank <= measure.rank


def test_a_single_cell_has_no_equation_without_a_frame() -> None:
    assert System(Candidates(Edges(rows=1, cols=1, pieces=((1, 2, 3, 4),)))).residual([1]) == 0


def values_of(puzzle: Edges, order: tuple[int, ...], family: Functions) -> dict[str, Fraction]:
    """The unknowns where piece order[n] lies in cell n."""
    found = {}
    for piece, cell in zip(order, puzzle.layout.cells, strict=True):
        for letter, value in zip("yx" if len(cell) == 2 else "zyx", cell, strict=True):
            name = f"{letter}{piece + 1}"
            found[name] = Fraction(4) ** value if family == "exponential" else Fraction(value)
    return found


def vanishes(equation: Polynomial, values: dict[str, Fraction]) -> bool:
    total: Number = Fraction(0)
    for monomial, factor in equation.items():
        powers = (values[name] ** power for name, power in monomial)
        total = total + factor * prod(powers, start=Fraction(1))
    return not total


@pytest.mark.parametrize("family", ["exponential", "monomial"])
@pytest.mark.parametrize("name", ["a square", "a strip", "hexagons", "cubes"])
def test_the_polynomials_vanish_exactly_at_solutions(name: str, family: Functions) -> None:
    puzzle = random_board(TINY[name], 2, Source(2))
    equations = polynomials(puzzle, family)
    candidates = Candidates(puzzle)
    seen = set()
    for order in permutations(range(len(puzzle.pieces))):
        colours = [puzzle.turned(piece, 0) for piece in order]
        numbers = {candidate.colours: i for i, candidate in enumerate(candidates.all)}
        lying = {cell: numbers[shown] for cell, shown in enumerate(colours)}
        right = not check(puzzle, candidates.filling(lying))
        values = values_of(puzzle, order, family)
        assert all(vanishes(equation, values) for equation in equations) == right
        seen.add(right)
    assert seen == {True, False}


@pytest.mark.parametrize("family", ["exponential", "monomial"])
def test_hints_are_equations_too(family: Functions) -> None:
    pytest.importorskip("sympy")
    puzzle = random_board(blank(1, 3, frame=0), 3, Source(5))
    (filling,) = solved_by_groebner(puzzle, family)
    for column, piece in product(range(3), repeat=2):
        hinted = msgspec.structs.replace(puzzle, hints=(Hint((0, column), piece),))
        kept = filling.cells[column].piece == piece
        assert solved_by_groebner(hinted, family) == ([filling] if kept else [])


def test_the_text_is_what_sympy_has() -> None:
    sympy = pytest.importorskip("sympy")
    puzzle = random_board(blank(1, 3, frame=0), 2, Source(4))
    for family in ("exponential", "monomial"):
        equations = polynomials(puzzle, family)
        for equation, expression in zip(equations, as_sympy(puzzle, family), strict=True):
            text = as_text(equation).removesuffix(" = 0").replace("^", "**")
            assert sympy.expand(sympy.sympify(text, rational=True) - expression) == 0


@pytest.mark.parametrize("seed", range(3))
def test_a_groebner_basis_finds_the_solutions_of_tiny_boards(seed: int) -> None:
    pytest.importorskip("sympy")
    puzzle = random_board(blank(1, 3, frame=0), 2, Source(seed))
    found = solved_by_groebner(puzzle)
    right = 0
    numbers = {candidate.colours: i for i, candidate in enumerate(Candidates(puzzle).all)}
    for order in permutations(puzzle.pieces):
        lying = {cell: numbers[piece] for cell, piece in enumerate(order)}
        right += not check(puzzle, Candidates(puzzle).filling(lying))
    assert len(set(found)) == right
    assert all(check(puzzle, filling) == () for filling in found)


def test_polynomials_need_turns_that_form_a_group() -> None:
    with pytest.raises(BadInput, match="the same turns for all pieces"):
        polynomials(blank(2, 2, frame=0, rotate=(0, 1)))
