"""Path integrals as polynomials: zero at the assemblies of polygons, and nowhere else."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from quebra.contract.errors import BadInput
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram
from quebra.families.tangram.rules import check
from quebra.papers.edge_matching_algebra.formats import PolynomialOptions
from quebra.papers.edge_matching_algebra.polygons import SYSTEMS, Polygons, write_polynomials
from quebra.papers.edge_matching_algebra.sums import Functions
from system_files import Complex, differs_from_zero, equations, exactly, inverted

L = "M0 0 H2 V1 H1 V2 H0 Z"
SQUARE = "M0 0 H1 V1 H0 Z"
DOMINO = "M0 0 H2 V1 H0 Z"


def puzzle_of(*pieces: tuple[str, int], figure: str, angles: tuple[float, ...] = (0,)) -> Tangram:
    kinds = [
        Piece(str(number), outline, count=count, flip=False, angles=angles)
        for number, (outline, count) in enumerate(pieces)
    ]
    return Tangram(pieces=tuple(kinds), figure=figure, upright=True)


PUZZLES = {
    "an L and a square": puzzle_of((L, 1), (SQUARE, 1), figure="M0 0 H2 V2 H0 Z"),
    "dominoes": puzzle_of((DOMINO, 1), (SQUARE, 2), figure="M0 0 H2 V2 H0 Z"),
    "colours": Tangram(
        pieces=(
            Piece("a", DOMINO, flip=False, angles=(0,), colours=(0, 0, 1, 0)),
            Piece("b", DOMINO, flip=False, angles=(0,), colours=(1, 0, 0, 0)),
        ),
        figure="M0 0 H2 V2 H0 Z",
        colours=(0, 0, 0, 0),
        upright=True,
    ),
    "turned": puzzle_of((L, 1), (SQUARE, 1), figure="M0 0 H2 V2 H0 Z", angles=(0, 180)),
}


def assemblies(puzzle: Tangram, side: int) -> list[Assembly]:
    """All placements of the pieces at whole places up to a distance."""
    kinds = [kind for kind, piece in enumerate(puzzle.pieces) for _ in range(piece.count)]
    choices = [
        [
            Placement(kind, float(x), float(y), angle)
            for x, y in product(range(side + 1), repeat=2)
            for angle in puzzle.pieces[kind].angles or ()
        ]
        for kind in kinds
    ]
    return [Assembly(places=places) for places in product(*choices)]


def in_place(puzzle: Tangram, assembly: Assembly) -> bool:
    """Whether pieces that form the figure form it where it is drawn, at the origin."""
    corners = [
        placed.motion(side.edge.start)
        for placed in assembly.places
        for side in puzzle.coloured_shapes[placed.piece]
    ]
    lowest = min(corner.real for corner in corners), min(corner.imag for corner in corners)
    return max(map(abs, lowest)) < 1e-9


def unknowns(
    places: list[tuple[Fraction, ...]], functions: Functions, minimal: bool
) -> dict[str, Complex]:
    found: dict[str, Complex] = {}
    for number, (y, x) in enumerate(places, 1):
        if minimal:
            found[f"z{number}"] = (x, y)
            continue
        for letter, value in (("y", y), ("x", x)):
            shown = Fraction(2) ** int(value) if functions == "exponential" else value
            found[f"{letter}{number}"] = (shown, Fraction(0))
            if shown:
                found[f"r{letter}{number}"] = inverted((shown, Fraction(0)))
    return found


@pytest.mark.parametrize(
    ("functions", "minimal"),
    [("exponential", False), ("monomial", False), ("chebyshev", False), ("monomial", True)],
)
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] if name == "turned" else []) for name in PUZZLES],
)
def test_written_systems_are_zero_at_assemblies_alone(
    name: str, functions: Functions, minimal: bool
) -> None:
    puzzle = PUZZLES[name]
    text = write_polynomials(
        puzzle, PolynomialOptions(functions, "minimal" if minimal else "redundant")
    )
    system = equations(text)
    differs, polygons = differs_from_zero(system), Polygons(puzzle)
    seen = set()
    for assembly in assemblies(puzzle, 2 if name == "turned" else 1):
        values = unknowns(polygons.places(assembly), functions, minimal)
        right = not check(puzzle, assembly) and in_place(puzzle, assembly)
        if right:
            assert not any(any(exactly(each, values)) for each in system)
        else:
            assert differs(values)
        seen.add(right)
    assert seen == {True, False}


@pytest.mark.parametrize("codec", SYSTEMS, ids=lambda codec: codec.name)
def test_files_carry_their_puzzle(codec) -> None:  # type: ignore[no-untyped-def]
    puzzle = PUZZLES["colours"]
    text = codec.write(puzzle)
    assert codec.recognises(text) and codec.read(text) == puzzle
    assert [other.name for other in SYSTEMS if other.recognises(text)] == [codec.name]


def test_puzzles_without_a_system() -> None:
    free = Tangram(pieces=(Piece("a", SQUARE),), figure=SQUARE)
    with pytest.raises(BadInput, match="Pieces need allowed angles"):
        write_polynomials(free)
    with pytest.raises(BadInput, match="the same turns for all pieces"):
        write_polynomials(puzzle_of((SQUARE, 1), figure=SQUARE, angles=(0, 90)))
    with pytest.raises(BadInput, match="Delta functions need known places"):
        write_polynomials(PUZZLES["dominoes"], PolynomialOptions("delta"))
