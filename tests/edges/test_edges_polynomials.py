"""Written polynomial systems, read by another parser: zero at solutions, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import prod

import msgspec
import pytest
from boards import blank, random_board

import quebra
from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.engine.search import solve
from quebra.families.edges import family
from quebra.families.edges.formats.cells import write_cell
from quebra.families.edges.model import Edges, Filling, Hint, Placed
from quebra.families.edges.rules import check
from quebra.papers.edge_matching_algebra import formats
from quebra.papers.edge_matching_algebra.deltas import Spots
from quebra.papers.edge_matching_algebra.formats import PolynomialOptions, write_polynomials
from quebra.papers.edge_matching_algebra.homotopy import solved_by_homotopy
from quebra.papers.edge_matching_algebra.polynomials import (
    SystemKind,
    predicted_terms,
    signed_equations,
)
from quebra.papers.edge_matching_algebra.signed_edges import Board
from quebra.papers.edge_matching_algebra.sums import Functions
from system_files import Complex, differs_from_zero, equations, exactly, inverted, number

FUNCTIONS: tuple[Functions, ...] = ("delta", "exponential", "monomial", "chebyshev")

CUBE_HALF_TURNS = (0, 2, 7, 16)
"""The half turns of a cube about its three axes, and none."""


def box(*size: int, frame: int | None = 0) -> Edges:
    """An empty box of any dimension, told by its seams; sides 2 a and 2 a + 1 are of axis a."""
    cells = list(product(*map(range, size)))
    seams = []
    for cell, axis in product(cells, range(len(size))):
        there = tuple(x + (a == axis) for a, x in enumerate(cell))
        if there in cells:
            seams.append((cells.index(cell), 2 * axis + 1, cells.index(there), 2 * axis))
    pieces = ((0,) * (2 * len(size)),) * len(cells)
    return Edges(shape="free", pieces=pieces, seams=tuple(seams), frame=frame)


BOARDS = {
    "squares": blank(2, 2, frame=0),
    "a strip": blank(1, 4, frame=0),
    "no frame": blank(2, 2),
    "turned": blank(1, 2, frame=0, rotate=True),
    "half turns": blank(2, 2, frame=0, rotate=(0, 2)),
    "hexagons": blank(2, 2, sides=6, shape="hexagon", frame=0),
    "hexagons, no frame": blank(2, 2, sides=6, shape="hexagon"),
    "hexagons, half turns": blank(1, 2, sides=6, shape="hexagon", frame=0, rotate=(0, 3)),
    "triangles": blank(2, 1, sides=3, shape="triangle", frame=0),
    "cubes": blank(1, 2, sides=6, shape="cube", layers=2, frame=0),
    "four dimensions": box(1, 1, 1, 2),
}
LARGER = {
    "hexagons, turned": blank(1, 2, sides=6, shape="hexagon", frame=0, rotate=True),
    "six squares": blank(2, 3, frame=0),
    "three squares, turned": blank(1, 3, frame=0, rotate=True),
    "triangles, no frame": blank(2, 1, sides=3, shape="triangle"),
    "turned, no frame": blank(1, 2, rotate=True),
    "four dimensions, four cells": box(2, 1, 1, 2),
    "six squares, no frame": blank(2, 3),
    "four squares, turned": blank(2, 2, frame=0, rotate=True),
    "triangles, turned": blank(2, 1, sides=3, shape="triangle", frame=0, rotate=True),
    "six hexagons": blank(2, 3, sides=6, shape="hexagon", frame=0),
    "six cubes": blank(1, 3, sides=6, shape="cube", layers=2, frame=0),
    "cubes, half turns": blank(1, 2, sides=6, shape="cube", frame=0, rotate=CUBE_HALF_TURNS),
    "cubes, turned": blank(1, 2, sides=6, shape="cube", frame=0, rotate=True),
    "six boxes": box(1, 2, 1, 3),
}
TOO_LARGE: dict[tuple[str, Functions], str] = {
    ("cubes, turned", "exponential"): "delta",
    ("cubes, turned", "monomial"): "delta",
    ("cubes, turned", "chebyshev"): "delta",
    ("six boxes", "chebyshev"): "exponential, monomial or delta",
}
"""Systems that are refused, and the functions that are recommended."""
WRITTEN = [case for case in product(LARGER, FUNCTIONS) if case not in TOO_LARGE]
MINIMAL = ("squares", "a strip", "no frame", "hexagons", "cubes", "four dimensions", "six squares")


def board(empty: Edges, seed: int) -> Edges:
    """A random board with a solution; pieces are turned only as they may be."""
    still = msgspec.structs.replace(empty, rotate=False)
    found = random_board(still, 2, Source(seed))
    return msgspec.structs.replace(found, rotate=empty.rotate)


def arrangements(puzzle: Edges) -> Iterator[Filling]:
    """All ways to put the pieces into the cells."""
    cells = puzzle.layout.cells
    for order in permutations(range(len(cells))):
        for turns in product(*(puzzle.turns_of(piece) for piece in order)):
            placed = zip(cells, order, turns, strict=True)
            yield Filling(cells=tuple(Placed(cell, piece, turn) for cell, piece, turn in placed))


def comments(text: str) -> str:
    """The lines of a file that are not equations."""
    return "".join(line for line in text.splitlines(keepends=True) if line.startswith("#"))


def unknowns(head: str, puzzle: Edges, filling: Filling) -> dict[str, Complex]:
    """The unknowns of a filled board, as the comments of the file say."""
    rows = re.findall(r"^# (\w+)(?: turn ([0-9]+))?: (\w = .*)$", head, re.M)
    table = {(cell, int(turn or 0)): places.split(", ") for cell, turn, places in rows}
    found: dict[str, Complex] = {}
    for placed in filling.cells:
        pairs: list[tuple[str, Complex]]
        if table:
            turn = placed.turn if len(puzzle.turns_of(placed.piece)) > 1 else 0
            places = table[write_cell(placed.cell), turn]
            pairs = [(place[0], number(place[4:])) for place in places]
        else:
            base = re.search(r"([0-9]+) to the power of its", head)
            letters = "zyx"[-len(placed.cell) :]
            pairs = [
                (letter, (Fraction(int(base[1]) ** x if base else x), Fraction(0)))
                for letter, x in zip(letters, placed.cell, strict=True)
            ]
        for letter, value in pairs:
            found[f"{letter}{placed.piece + 1}"] = value
            if any(value):
                found[f"r{letter}{placed.piece + 1}"] = inverted(value)
    return found


def compare(puzzle: Edges, functions: Functions, system: SystemKind = "redundant") -> set[bool]:
    """Compare a written system with the rules, for all arrangements of the pieces."""
    text = write_polynomials(puzzle, PolynomialOptions(functions, system))
    found = equations(text)
    assert f"# Equations: {len(found)}. Terms: {sum(map(len, found))}." in text
    differs = differs_from_zero(found)
    head = comments(text)
    seen = set()
    for filling in arrangements(puzzle):
        values = unknowns(head, puzzle, filling)
        right = not check(puzzle, filling)
        if right:
            assert not any(any(exactly(each, values)) for each in found)
        else:
            assert differs(values)
        seen.add(right)
    return seen


@pytest.mark.parametrize("functions", FUNCTIONS)
@pytest.mark.parametrize("name", BOARDS)
def test_written_systems_are_zero_at_solutions_alone(name: str, functions: Functions) -> None:
    puzzle = board(BOARDS[name], 3)
    assert compare(puzzle, functions) == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "functions"), WRITTEN)
def test_larger_systems_too(name: str, functions: Functions) -> None:
    puzzle = board(LARGER[name], 4)
    assert compare(puzzle, functions) == {True, False}


@pytest.mark.parametrize(("name", "functions"), TOO_LARGE)
def test_systems_with_too_many_terms_are_refused_before_they_are_written(
    name: str, functions: Functions, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_nothing(*_: object) -> None:
        raise AssertionError("a polynomial is written")

    monkeypatch.setattr(formats, "signed_equations", write_nothing)
    better = TOO_LARGE[name, functions]
    with pytest.raises(BadInput, match=f"more than 200,000: choose the functions {better}\\.$"):
        write_polynomials(board(LARGER[name], 4), PolynomialOptions(functions))


@pytest.mark.parametrize(
    ("size", "rotate", "system", "advice"),
    [
        ((14, 14), False, "redundant", "choose the minimal system with the functions exponential"),
        ((12, 12), True, "redundant", "only a puzzle with fewer pieces or turns can be written"),
        ((12, 12), True, "minimal", "only a puzzle with fewer pieces or turns can be written"),
    ],
)
def test_refusals_say_what_can_be_written(
    size: tuple[int, int], rotate: bool, system: SystemKind, advice: str
) -> None:
    puzzle = board(blank(*size, frame=0, rotate=rotate), 1)
    with pytest.raises(BadInput, match=f"terms, more than 200,000: {advice}\\.$"):
        write_polynomials(puzzle, PolynomialOptions("monomial", system))


@pytest.mark.parametrize("functions", FUNCTIONS)
@pytest.mark.parametrize("name", BOARDS)
def test_the_number_of_terms_is_predicted(name: str, functions: Functions) -> None:
    signed = Board(board(BOARDS[name], 3)).signed_edges()
    terms = sum(map(len, signed_equations(signed, functions)))
    assert terms / 3 < predicted_terms(signed, functions) < 11 * terms


def test_deltas_have_at_most_as_many_terms_as_spots() -> None:
    signed = Board(LARGER["triangles, turned"]).signed_edges()
    spots = Spots(signed.spots)
    assert len(spots.basis) == len(signed.spots) == 24
    for spot, indicator in enumerate(spots.indicators):
        values = [value_of(indicator, place) for place in signed.spots]
        assert values == [other == spot for other in range(24)]
    for generator, place in product(spots.ideal, signed.spots):
        assert value_of(generator, place) == 0


def value_of(polynomial: Mapping[tuple[int, ...], Fraction], place: Sequence[Fraction]) -> Fraction:
    """The value of a polynomial in the coordinates of one piece."""
    total = Fraction(0)
    for powers, factor in polynomial.items():
        total += factor * prod(x**k for x, k in zip(place, powers, strict=True))
    return total


@pytest.mark.parametrize("functions", FUNCTIONS[1:])
@pytest.mark.parametrize("name", MINIMAL)
def test_minimal_systems_too(name: str, functions: Functions) -> None:
    puzzle = board({**BOARDS, **LARGER}[name], 5)
    assert compare(puzzle, functions, "minimal") == {True, False}


@pytest.mark.parametrize("functions", FUNCTIONS)
def test_hints_are_equations(functions: Functions) -> None:
    puzzle = board(blank(1, 2, frame=0, rotate=True), 1)
    hints = (Hint((0, 1), 0), Hint((0, 0), 1, 2))
    for hint in hints:
        hinted = msgspec.structs.replace(puzzle, hints=(hint,))
        compare(hinted, functions)


def test_a_box_of_four_dimensions_has_the_solutions_of_a_search() -> None:
    puzzle = board(box(2, 2, 2, 2), 2)
    right = solve(family, puzzle, count=1).solutions[0]
    text = write_polynomials(puzzle, PolynomialOptions("monomial", "minimal"))
    system = equations(text)
    head = comments(text)
    values = unknowns(head, puzzle, right)
    assert not any(any(exactly(each, values)) for each in system)
    differs = differs_from_zero(system)
    for a, b in combinations(range(16), 2):
        pieces = [placed.piece for placed in right.cells]
        pieces[a], pieces[b] = pieces[b], pieces[a]
        swapped = Filling(
            cells=tuple(
                Placed(placed.cell, piece)
                for placed, piece in zip(right.cells, pieces, strict=True)
            )
        )
        assert differs(unknowns(head, puzzle, swapped)) == bool(check(puzzle, swapped))


@pytest.mark.parametrize(("size", "colours"), [((1, 3), 1), ((2, 2), 2)])
def test_a_homotopy_finds_the_solutions_of_tiny_boards(size: tuple[int, int], colours: int) -> None:
    for seed in range(2):
        puzzle = random_board(blank(*size, frame=0), colours, Source(seed))
        found = solved_by_homotopy(puzzle)
        assert not any(check(puzzle, filling) for filling in found)
        shown = {tuple(puzzle.pieces[p.piece] for p in filling.cells) for filling in found}
        known = solve(family, puzzle, count=100).solutions
        assert shown == {tuple(puzzle.pieces[p.piece] for p in each.cells) for each in known}


@pytest.mark.parametrize("functions", FUNCTIONS)
def test_the_engine_lp_has_all_test_functions(functions: Functions) -> None:
    puzzle = random_board(blank(3, 3, frame=0), 4, Source(1))
    outcome = quebra.solve(puzzle, engine="lp", count=1, functions=functions)
    assert outcome.solutions and not check(puzzle, outcome.solutions[0])


def test_options_of_a_format() -> None:
    puzzle = random_board(blank(1, 3, frame=0), 2, Source(1))
    text = quebra.convert(puzzle, "polynomials", functions="chebyshev", system="minimal")
    assert "sums of Chebyshev polynomials" in text and "z1" in text
    program = quebra.convert(puzzle, "lp", functions="monomial")
    assert "with monomials" in program.splitlines()[0]
    with pytest.raises(BadInput, match="it has: functions, system"):
        quebra.convert(puzzle, "polynomials", degree=3)
    with pytest.raises(BadInput, match="has no option 'degree'"):
        quebra.convert(puzzle, "text", degree=3)
    with pytest.raises(BadInput, match="Option functions: invalid"):
        quebra.convert(puzzle, "polynomials", functions="sine")
    with pytest.raises(BadInput, match="no minimal system"):
        quebra.convert(puzzle, "polynomials", functions="delta", system="minimal")


def test_seams_that_are_no_grid_have_no_polynomials() -> None:
    ring = Edges(shape="free", pieces=((1, 1),) * 2, seams=((0, 1, 1, 0), (1, 1, 0, 0)))
    with pytest.raises(BadInput, match="part of a grid"):
        write_polynomials(ring)
