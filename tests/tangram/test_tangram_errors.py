"""The bound on errors of the corner search, on which its proofs rest."""

from __future__ import annotations

import pytest

import quebra
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.tangram.model import Piece, Tangram
from quebra.families.tangram.sets import SETS
from quebra.families.tangram.solve.search import Search

SQUARE = "M0 0 H1 V1 H0 Z"


def searched(puzzle: Tangram, near: float, source: Source | None = None) -> Search:
    """A search that has ended."""
    search = Search(puzzle, near, Budget(), source)
    start = search.start()
    assert start is not None
    assert all(start.error(stroke.start) == 0 for stroke in start.remainder)
    for _ in search.nodes(start, search.budget):
        pass
    return search


@pytest.mark.parametrize("figure", ["square", "house", "kite"])
def test_errors_do_not_depend_on_what_other_branches_laid(figure: str) -> None:
    """They were kept by points, so that a branch took the smaller errors of another one."""
    puzzle = SETS["classic"].puzzle(figure)
    near = 10 * puzzle.tolerance_used
    first = searched(puzzle, near)
    for seed in range(3):
        other = searched(puzzle, near, Source(seed))
        assert other.found == first.found
        assert other.largest_error == pytest.approx(first.largest_error, rel=1e-6)


def test_pieces_that_are_refused_count_too() -> None:
    """That a piece does not fit is known only as well as where it would lie."""
    bar = Piece(name="bar", outline="M0 0 H3 V1 H0 Z")
    tile = Piece(name="tile", outline=SQUARE)
    search = searched(Tangram(pieces=(bar, tile), figure="M0 0 H2 V2 H0 Z"), 0.001)
    assert search.found == 0
    assert search.largest_error > 0


def test_errors_grow_with_the_tolerance_and_from_piece_to_piece() -> None:
    tiles = (Piece(name="tile", outline=SQUARE, count=4),)
    errors = [
        searched(Tangram(tiles, "M0 0 H4 V1 H0 Z", tolerance=tolerance), 0.05).largest_error
        for tolerance in (1e-4, 1e-3)
    ]
    assert errors[1] == pytest.approx(10 * errors[0])
    alone = Tangram((Piece(name="tile", outline=SQUARE),), SQUARE, tolerance=1e-4)
    assert searched(alone, 0.05).largest_error < errors[0]


def test_what_angles_and_lengths_refuse_counts_too() -> None:
    """A search in which nothing could be laid knew of no error, and called that a proof."""
    outlines = (
        "M2.63515132771 -1.32963785965 L0.174095633321 1.82364691485 A2 2 0 0 1 -0.17201890674 "
        "-0.983523319594 A2.79183235282 2.79183235282 0 0 1 2.63515132771 -1.32963785965 Z",
        "M4.77040604558 -1.06516435356 A2.79183235282 2.79183235282 0 0 0 2.56935793176 "
        "-2.84150531199 A2 2 0 0 1 4.77040604558 -1.06516435356 Z",
    )
    figure = (
        "M-1.97037526132 0.0692123811692 L2.06604654663 -0.0588712330474 "
        "A2.01922673466 2.01922673466 0 0 1 -1.97037526132 0.0692123811692 Z"
    )
    pieces = tuple(Piece(name=str(i), outline=outline) for i, outline in enumerate(outlines))
    puzzle = Tangram(pieces, figure, tolerance=0.019105731623660388)
    assert quebra.solve(puzzle, engine="own").status != "none"
