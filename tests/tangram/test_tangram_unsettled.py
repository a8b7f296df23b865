"""What a verdict says beside it: why there is none, or what would settle the question."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import quebra
from quebra.contract.results import Outcome
from quebra.families.tangram.model import Piece, Tangram
from quebra.families.tangram.solve.interleaved import CURVED, SLIDING, UNSETTLED
from translations import untranslated

SQUARE = "M0 0 H1 V1 H0 Z"
DISC = "M1 0 A1 1 0 0 1 -1 0 A1 1 0 0 1 1 0 Z"
HALVES = (Piece(name="half", outline="M0 0 H1 V1 Z", count=2),)
TILES = (Piece(name="tile", outline=SQUARE, count=10),)
FIXED = (Piece(name="tile", outline=SQUARE, count=2, flip=False, angles=(0.0,)),)
RING = f"{DISC} M0.5 0 A0.2 0.2 0 0 0 0.1 0 A0.2 0.2 0 0 0 0.5 0 Z"
TURNING = (
    Piece(name="half", outline="M1 0 A1 1 0 0 1 -1 0 Z"),
    Piece(name="rest", outline="M0 0 H1 V1.4451326206513 H0 Z"),
)
WAVES = (
    Piece(name="left", outline="M0 0 H1 C2 1 0 2 1 3 H0 Z"),
    Piece(name="right", outline="M1 0 H2 V3 H1 C0 2 2 1 1 0 Z"),
)

TOLD = {
    "areas": (Tangram(HALVES, "M0 0 H2 V1 H0 Z"), "own", "none", "The figure has an area of 2, "),
    "areas, but for a larger tolerance": (
        Tangram(HALVES, "M0 0 H1.008 V1 H0 Z"),
        "own",
        "none",
        " together have 1. With a tolerance of 0.008 there is a solution.",
    ),
    "a larger tolerance": (
        Tangram(HALVES, "M0 0 L1 0.002 L1.001 1 H0 Z"),
        "own",
        "unknown",
        "With a tolerance of ",
    ),
    "a smaller tolerance": (
        Tangram(TILES, "M0 0 H9.8 V1 H0 Z", tolerance=0.03),
        "own",
        "unknown",
        UNSETTLED,
    ),
    "a tolerance for the lattice": (
        Tangram(TILES, "M0 0 H9.8 V1 H0 Z", tolerance=0.03),
        "cover",
        "unknown",
        "A tolerance of 0.0006 would settle it.",
    ),
    "pieces that slide along a circle": (Tangram(TURNING, RING), "own", "unknown", SLIDING),
    "curves": (Tangram(WAVES, "M0 0 H4 V1.5 H0 Z"), "own", "unknown", CURVED),
    "an engine that samples": (
        Tangram(FIXED, "M0 0 H2 L1 2 Z"),
        "sdp",
        "unknown",
        "The engine sdp only finds solutions: the engine own may settle it.",
    ),
}


def solved(puzzle: Tangram, engine: str) -> Outcome[Any]:
    return quebra.solve(puzzle, engine=engine)


@pytest.mark.parametrize(("puzzle", "engine", "status", "words"), TOLD.values(), ids=TOLD)
def test_the_verdict_says_why_or_what_would_settle_it(
    puzzle: Tangram, engine: str, status: str, words: str
) -> None:
    outcome = solved(puzzle, engine)
    assert outcome.status == status
    assert outcome.reason == (None if status == "none" else "method")
    assert outcome.why and outcome.text.endswith(outcome.why)
    assert words in outcome.text


@pytest.mark.parametrize(("puzzle", "engine", "status", "words"), TOLD.values(), ids=TOLD)
def test_it_is_translated(puzzle: Tangram, engine: str, status: str, words: str) -> None:
    assert not list(untranslated(solved(puzzle, engine).text))


@pytest.mark.parametrize("width", [1.003, 1.008, 1.015])
def test_a_tolerance_that_is_told_is_enough(width: float) -> None:
    puzzle = Tangram(HALVES, f"M0 0 H{width} V1 H0 Z")
    told = float(solved(puzzle, "own").why.rpartition("tolerance of ")[2].split()[0])
    looser = msgspec.structs.replace(puzzle, tolerance=told)
    assert solved(looser, "own").status == "found"


def test_no_tolerance_is_told_that_may_not_be_stated() -> None:
    """Rounded up to two digits, what is needed here would be more than the largest one."""
    seen = 0
    for k in range(40):
        puzzle = Tangram(HALVES, f"M0 0 H{1.018 + k / 4000} V1 H0 Z")
        why = solved(puzzle, "own").why
        if "With a tolerance" in why:
            seen += 1
            told = float(why.rpartition("tolerance of ")[2].split()[0])
            msgspec.structs.replace(puzzle, tolerance=told)
    assert seen
