"""Places of pieces whose angles are known, by semidefinite programs."""

from __future__ import annotations

from typing import Any

import pytest
from test_tangram_rules import GTANS, cut_figure, real_figure

from quebra.contract.errors import BadInput, Cut
from quebra.engine.budget import Budget
from quebra.engine.search import answers_of
from quebra.families.tangram.model import Assembly, Piece, Tangram, placed_regions
from quebra.families.tangram.rules import check
from quebra.families.tangram.sets import piece_set
from quebra.families.tangram.solve import own
from quebra.geometry.motion import Motion
from quebra.geometry.outline import write_outline
from quebra.papers.edge_matching_algebra.tangrams import sdp
from shared_data import shared_json


def oriented(puzzle: Tangram, answer: Assembly) -> Tangram:
    """The puzzle with each piece as it lies in the answer, brought to the origin."""
    pieces = []
    for number, (_, region) in enumerate(placed_regions(puzzle, answer)):
        home = region[0][0].start
        outline = write_outline([[e.moved(Motion(-home)) for e in each] for each in region])
        pieces.append(Piece(name=f"part{number}", outline=outline, flip=False, angles=(0.0,)))
    return Tangram(pieces=tuple(pieces), figure=puzzle.figure, tolerance=puzzle.tolerance)


def solved(puzzle: Tangram) -> bool:
    try:
        answer = next(sdp(puzzle, Budget(), goal="any", seed=None))
    except Cut:
        return False
    assert check(puzzle, answer) == ()
    return True


def test_the_square() -> None:
    square = piece_set("classic").puzzle("square")
    answer = next(own(square, Budget(), goal="any", seed=None))
    puzzle = oriented(square, answer)
    budget = Budget()
    assert check(puzzle, next(sdp(puzzle, budget, goal="any", seed=None))) == ()
    assert budget.stats["unused_misfit"] < 1e-8


def has_straight_sides(puzzle: Tangram) -> bool:
    return "A" not in puzzle.figure + "".join(piece.outline for piece in puzzle.pieces)


@pytest.mark.slow
def test_random_dissections() -> None:
    puzzles = [oriented(*cut_figure(seed)) for seed in range(40)]
    straight = [puzzle for puzzle in puzzles if has_straight_sides(puzzle)]
    assert len(straight) >= 8
    assert sum(map(solved, straight)) >= 0.9 * len(straight)


@pytest.mark.slow
def test_real_figures() -> None:
    figures: list[dict[str, Any]] = shared_json(GTANS)["figures"][:20]
    assert sum(solved(oriented(*real_figure(figure))) for figure in figures) >= 18


def test_pieces_that_may_be_turned_and_round_sides_are_refused() -> None:
    free = Tangram(pieces=(Piece(name="tile", outline="M0 0 H1 V1 Z"),), figure="M0 0 H1 V1 Z")
    with pytest.raises(BadInput, match="with allowed angles"):
        next(sdp(free, Budget(), goal="any", seed=None))
    disc = "M0 0 A1 1 0 0 1 2 0 A1 1 0 0 1 0 0 Z"
    fixed = Piece(name="disc", outline=disc, flip=False, angles=(0.0,))
    with pytest.raises(BadInput, match="straight sides"):
        next(sdp(Tangram(pieces=(fixed,), figure=disc), Budget(), goal="any", seed=None))


def test_areas_that_differ_are_a_proof_and_a_failure_is_none() -> None:
    square = Piece(name="square", outline="M0 0 H1 V1 H0 Z", count=2, flip=False, angles=(0.0,))
    assert list(answers_of(sdp, Tangram((square,), "M0 0 H3 V1 H0 Z"), Budget())) == []
    wedge = "M0 0 H2 L1 2 Z"
    with pytest.raises(Cut, match="method"):
        next(sdp(Tangram((square,), wedge), Budget(), goal="any", seed=None))
