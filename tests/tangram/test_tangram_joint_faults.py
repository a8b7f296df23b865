"""Faults that are wide only together, figures moved by the least largest distance, and counts."""

from __future__ import annotations

from cmath import exp
from math import pi, sqrt

import pytest

import quebra
from quebra.families.tangram.model import Assembly, Piece, Placement, Tangram

SQUARE = "M0 0 H1 V1 H0 Z"


def hexagon(push: float, tolerance: float) -> tuple[Tangram, Assembly]:
    """A hexagon of six triangles, each pushed towards its centre."""
    height = sqrt(3) / 2
    piece = Piece(name="t", outline=f"M0 0 L{height} -0.5 L{height} 0.5 Z", count=6)
    corners = [exp(1j * pi * (k / 3 + 1 / 6)) for k in range(6)]
    outline = "M" + " L".join(f"{c.real} {c.imag}" for c in corners) + " Z"
    puzzle = Tangram(pieces=(piece,), figure=outline, tolerance=tolerance)
    shifts = [-push * exp(1j * pi * k / 3) for k in range(6)]
    places = (Placement(0, s.real, s.imag, 60.0 * k) for k, s in enumerate(shifts))
    return puzzle, Assembly(places=tuple(places))


def test_overlaps_that_are_wide_only_together_are_a_fault() -> None:
    # Two triangles overlap by at most the push; all six together by a hexagon twice as wide.
    puzzle, answer = hexagon(push=0.0135, tolerance=0.015)
    assert {v.code for v in quebra.check(puzzle, answer)} == {"overlap"}
    assert quebra.progress(puzzle, answer).value < 1


def test_overlaps_that_are_narrow_together_are_none() -> None:
    assert not quebra.check(*hexagon(push=0.006, tolerance=0.015))


def test_overhangs_that_are_wide_only_together_are_a_fault() -> None:
    # The figure lacks its centre; each quarter lies in a quarter of the missing square.
    hole = 0.016
    figure = f"M-1 -1 H1 V1 H-1 Z M{-hole / 2} {-hole / 2} h{hole} v{hole} h{-hole} Z"
    puzzle = Tangram(pieces=(Piece(name="q", outline=SQUARE, count=4),), figure=figure)
    assert puzzle.tolerance_used < hole
    puzzle = Tangram(pieces=puzzle.pieces, figure=figure, tolerance=0.75 * hole)
    corners = ((0, 0), (-1, 0), (0, -1), (-1, -1))
    places = tuple(Placement(piece=0, x=x, y=y) for x, y in corners)
    assert [v.code for v in quebra.check(puzzle, Assembly(places=places))] == ["outside"] * 4


@pytest.mark.parametrize("drawn_at", [0.0, 0.0125, 0.025])
@pytest.mark.parametrize("count", [3, 6])
def test_the_figure_is_moved_so_that_the_widest_fault_is_least(drawn_at: float, count: int) -> None:
    """One square lies higher than the others: the figure fits best halfway."""
    figure = f"M0 {drawn_at} h{count} v1 h{-count} Z"
    row = Piece(name="s", outline=SQUARE, count=count)
    puzzle = Tangram(pieces=(row,), figure=figure, tolerance=0.02)
    heights = (0.025 if k == 1 else 0.0 for k in range(count))
    places = tuple(Placement(piece=0, x=k, y=high) for k, high in enumerate(heights))
    assert not quebra.check(puzzle, Assembly(places=places))


@pytest.mark.parametrize("engine", ["own", "cover"])
def test_a_symmetric_figure_is_not_counted_again_as_its_mirror_image(engine: str) -> None:
    ell = Piece(name="l", outline="M0 0 H3 V1 H1 V2 H0 Z", count=2, flip=False)
    for mirror in (False, True):
        puzzle = Tangram(pieces=(ell,), figure="M0 0 H4 V2 H0 Z", mirror=mirror)
        outcome = quebra.solve(puzzle, engine=engine, count=9)
        assert outcome.status == "unique" and outcome.stats["tilings"] == 1


def test_a_figure_that_is_nearly_symmetric_is_not_counted_twice() -> None:
    ell = Piece(name="l", outline="M0 0 H3 V1 H1 V2 H0 Z", count=2, flip=False)
    figure = "M0 0 H4.002 L4 2 H0 Z"
    puzzle = Tangram(pieces=(ell,), figure=figure, mirror=True, tolerance=0.004)
    assert quebra.solve(puzzle, engine="own", count=9).status in ("unique", "found")


@pytest.mark.parametrize("count", [1, 2])
def test_holes_narrower_than_the_tolerance_tell_assemblies_apart(count: int) -> None:
    """A slot has four directions. Up to the symmetries of the figure, they are counted by hand."""
    slot = f"{SQUARE} M.499985 .5 h.00003 v.3 h-.00003 Z"
    pieces = [Piece(name="a", outline=slot, count=count)]
    if count == 1:
        pieces.append(Piece(name="b", outline=SQUARE))
    puzzle = Tangram(pieces=tuple(pieces), figure="M0 0 H2 V1 H0 Z")
    outcome = quebra.solve(puzzle, count=20)
    # By Burnside: (8 + 0 + 0 + 4) / 4 with one slot, (16 + 4 + 4 + 4) / 4 with two.
    assert outcome.complete and len(outcome.solutions) == {1: 3, 2: 7}[count]


@pytest.mark.parametrize(
    "figure",
    [
        "M0 0 H2 V1 H0 Z",
        "M0 0 H2 V1 H0 V.50001 L.3 .5 L0 .49999 Z",
        "M0 0 H2 V1 H0 Z M.5 .5 h.00003 v.3 h-.00003 Z",
    ],
    ids=["plain", "slit", "hole"],
)
def test_a_narrow_feature_of_the_figure_does_not_tell_assemblies_apart(figure: str) -> None:
    pieces = (
        Piece(name="a", outline="M0 0 H.5 V1 H0 Z"),
        Piece(name="b", outline="M0 0 H1.5 V1 H0 Z"),
    )
    assert quebra.solve(Tangram(pieces=pieces, figure=figure), count=9).status == "unique"
