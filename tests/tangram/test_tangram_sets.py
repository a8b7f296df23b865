"""The sets that ship: exact, complete, and every figure with an assembly that is right."""

from __future__ import annotations

from math import isclose, pi, sqrt

import pytest

from quebra.families.tangram.model import Tangram
from quebra.families.tangram.rules import check, progress
from quebra.families.tangram.sets import SETS
from quebra.geometry.edges import Arc, Curve, Line, cross
from quebra.geometry.outline import Contour
from quebra.geometry.region import area_of
from shared_data import shared_cases

FIGURES = [(name, figure) for name, each in SETS.items() for figure in each.figures]
COUNTS = {
    "classic": 7, "chie-no-ita": 7, "pythagoras": 7, "letter-t": 4, "egg": 9, "heart": 9,
    "circle": 10, "ostomachion": 14, "loyd": 5, "greek-cross": 4, "haberdasher": 4, "perigal": 5,
    "brides-chair": 3, "abul-wafa": 9, "brugner": 3, "monad": 4, "banquet-tables": 7,
    "nine-squares": 9, "chessboard": 4, "pentominoes": 12, "hexiamonds": 12, "bell": 9, "flag": 6,
}  # fmt: skip
CONVEX = SETS["classic"].figures


def areas(puzzle: Tangram) -> list[float]:
    return [
        area_of(shape)
        for piece, shape in zip(puzzle.pieces, puzzle.shapes, strict=True)
        for _ in range(piece.count)
    ]


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_assemblies_are_right(name: str, figure: str) -> None:
    puzzle, answer = SETS[name].puzzle(figure), SETS[name].answer(figure)
    assert check(puzzle, answer) == ()
    assert progress(puzzle, answer).value == 1
    assert isclose(sum(areas(puzzle)), area_of(puzzle.target), rel_tol=1e-10)


@pytest.mark.parametrize("name", SETS)
def test_sets_are_complete(name: str) -> None:
    assert SETS[name].extent == COUNTS[name]
    for figure in SETS[name].figures.values():
        kinds = [place.piece for place in figure.places]
        assert [kinds.count(kind) for kind in range(len(SETS[name].pieces))] == [
            piece.count for piece in SETS[name].pieces
        ]


def test_areas_are_exact() -> None:
    assert sum(areas(SETS["classic"].puzzle())) == 8
    assert sorted(areas(SETS["ostomachion"].puzzle())) == [
        3, 3, 6, 6, 6, 6, 9, 12, 12, 12, 12, 12, 21, 24,
    ]  # fmt: skip
    cap = 2 - sqrt(2)
    egg = pi / 2 + 2 * (pi / 2 - 1) + 1 + pi / 4 * cap**2
    assert isclose(area_of(SETS["egg"].puzzle().target), egg, rel_tol=1e-11)
    assert isclose(area_of(SETS["heart"].puzzle().target), 4 + pi, rel_tol=1e-11)
    assert isclose(area_of(SETS["bell"].puzzle("square").target), 4, rel_tol=1e-12)
    exact = {
        "chie-no-ita": 8, "pythagoras": 8, "letter-t": 5, "circle": 4 * pi, "loyd": 20,
        "greek-cross": 20, "haberdasher": sqrt(3), "perigal": 20, "brides-chair": 5, "abul-wafa": 3,
        "brugner": 4 * sqrt((1 + sqrt(5)) / 2), "monad": 4 * pi, "banquet-tables": 20,
        "nine-squares": 33 * 32, "chessboard": 64, "pentominoes": 60, "hexiamonds": 18 * sqrt(3),
    }  # fmt: skip
    for name, area in exact.items():
        assert isclose(sum(areas(SETS[name].puzzle())), area, rel_tol=1e-10), name


def test_there_are_thirteen_convex_figures() -> None:
    assert len(CONVEX) == 13
    shapes = set()
    for name in CONVEX:
        (contour,) = SETS["classic"].puzzle(name).target
        turns = [_turn(contour, i) for i in range(len(contour))]
        assert all(turn > 1e-9 for turn in turns), name
        shapes.add(_unturned(contour))
    assert len(shapes) == 13


def _turn(contour: Contour, i: int) -> float:
    return cross(contour[i - 1].heading(1), contour[i].heading(0))


def _unturned(contour: Contour) -> tuple[float, ...]:
    """The lengths of the sides and diagonals between neighbours, in any turn and mirrored."""
    pairs = [
        (round(edge.length, 6), round(abs(contour[i - 1].start - edge.end), 6))
        for i, edge in enumerate(contour)
    ]
    back = [(pairs[i][0], pairs[(i + 1) % len(pairs)][1]) for i in range(len(pairs))][::-1]
    turns = [way[i:] + way[:i] for way in (pairs, back) for i in range(len(pairs))]
    return tuple(number for pair in min(turns) for number in pair)


def test_hollow_arcs_and_curves_are_there() -> None:
    hollow = [
        edge
        for shape in SETS["bell"].puzzle().shapes
        for contour in shape
        for edge in contour
        if isinstance(edge, Arc) and edge.sweep < 0
    ]
    assert hollow
    sides = [e for shape in SETS["flag"].puzzle().shapes for contour in shape for e in contour]
    assert sum(isinstance(edge, Curve) for edge in sides) > len(sides) / 2


def test_convex_figures_are_those_of_the_theorem() -> None:
    found = list(shared_cases("tangram/convex_tangrams.json", "polygons"))
    theirs = {
        _unturned(
            tuple(Line(complex(*a), complex(*b)) for a, b in zip(v, [*v[1:], v[0]], strict=True))
        )
        for v in (polygon["vertices"] for polygon in found if polygon["solvable"])
    }
    ours = {_unturned(SETS["classic"].puzzle(name).target[0]) for name in CONVEX}
    assert ours == theirs
