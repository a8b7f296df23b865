"""Tolerances and sizes that no search could work with are refused in a sentence."""

from __future__ import annotations

import msgspec
import pytest

from quebra.contract.errors import BadInput
from quebra.families.tangram.model import LARGEST_TOLERANCE, Piece, Tangram
from quebra.families.tangram.sets import piece_set
from quebra.service import verbs


@pytest.mark.parametrize("share", [LARGEST_TOLERANCE * 1.01, 0.1, 0.3, 3, 1e300])
@pytest.mark.parametrize("name", ["bell", "egg", "heart"])
def test_a_tolerance_that_blurs_the_pieces_is_refused(name: str, share: float) -> None:
    puzzle = piece_set(name).puzzle()
    with pytest.raises(BadInput, match=r"The tolerance must be \S+ to 0"):
        msgspec.structs.replace(puzzle, tolerance=share * puzzle.width)


@pytest.mark.parametrize("name", ["bell", "classic", "egg", "heart"])
def test_what_is_found_finely_is_found_at_the_largest_tolerance(name: str) -> None:
    puzzle = piece_set(name).puzzle()
    coarse = msgspec.structs.replace(puzzle, tolerance=LARGEST_TOLERANCE * puzzle.width)
    assert verbs.solve(coarse, engine="own").status == "found"


def test_a_tolerance_finer_than_answers_are_told_is_refused() -> None:
    puzzle = piece_set("egg").puzzle()
    with pytest.raises(BadInput, match="not 1e-12"):
        msgspec.structs.replace(puzzle, tolerance=1e-12)


def _halves(side: str) -> Tangram:
    half = Piece(name="half", outline=f"M0 0 L{side} 0 L0 {side} Z", count=2)
    return Tangram(pieces=(half,), figure=f"M0 0 H{side} V{side} H0 Z")


@pytest.mark.parametrize("side", ["1e-300", "1e-160", "1e-20", "1e-7", "1e-5"])
def test_pieces_too_small_for_told_places_are_refused(side: str) -> None:
    with pytest.raises(BadInput, match="wide: enlarge the puzzle"):
        _halves(side)


@pytest.mark.parametrize("engine", ["own", "cover"])
def test_small_pieces_are_solved(engine: str) -> None:
    assert verbs.solve(_halves("2e-5"), engine=engine).status == "found"


def test_an_empty_list_of_angles_is_refused() -> None:
    half = Piece(name="half", outline="M0 0 H1 V1 Z", angles=())
    with pytest.raises(BadInput, match="Piece half has an empty list of angles"):
        Tangram(pieces=(half,), figure="M0 0 H1 V1 Z")
