"""The heart: a square of two by two with half a disc on each of two sides."""

from __future__ import annotations

from math import sqrt

from quebra.families.tangram.model import Piece
from quebra.families.tangram.sets.kit import Figure, PieceSet

HALF = sqrt(1 / 2)

PIECES = (
    Piece(name="quarter", outline="M0 0 H1 A1 1 0 0 1 0 1 Z", count=3),
    Piece(name="eighth", outline=f"M0 0 H1 A1 1 0 0 1 {HALF} {HALF} Z", count=2),
    Piece(name="square", outline="M0 0 H1 V1 H0 Z"),
    Piece(name="triangle", outline="M0 0 H1 L0 1 Z"),
    Piece(name="parallelogram", outline="M0 0 H1 L2 1 H1 Z"),
    Piece(name="trapezoid", outline="M0 0 H2 V1 H1 Z"),
)
QUARTER, EIGHTH, SQUARE, TRIANGLE, PARALLELOGRAM, TRAPEZOID = range(6)

HEART = Figure.of(
    "M2 0 V2 H0 A1 1 0 0 1 0 0 A1 1 0 0 1 2 0 Z",
    (
        (QUARTER, 0, 1, 90),
        (QUARTER, 0, 1, 180),
        (QUARTER, 1, 0, 180),
        (EIGHTH, 1, 0, 270),
        (EIGHTH, 1, 0, 315),
        (SQUARE, 0, 0),
        (TRIANGLE, 2, 0, 90),
        (PARALLELOGRAM, 1, 0, 90, 1),
        (TRAPEZOID, 2, 2, 180),
    ),
).turned(45)
HEART_SET = PieceSet("Heart", PIECES, {"heart": HEART})
