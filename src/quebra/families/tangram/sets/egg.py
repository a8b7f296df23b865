"""The egg: a circle of radius 1, flanks of radius 2 and a cap that joins them smoothly."""

from __future__ import annotations

from math import sqrt

from quebra.families.tangram.model import Piece
from quebra.families.tangram.sets.kit import Figure, PieceSet

ROOT = sqrt(2)
CAP = 2 - ROOT
"""The radius of the cap, whose centre is the top of the circle."""
STEP = ROOT - 1
"""How far the cap's ends lie from the axis; its legs are as long as those of a small triangle."""

PIECES = (
    Piece(name="foot", outline=f"M{STEP} 0 H1 A1 1 0 0 1 0 1 V{STEP} Z", count=2),
    Piece(name="triangle", outline="M0 0 H1 L0 1 Z", count=2),
    Piece(name="flank", outline=f"M0 0 L1 1 A2 2 0 0 0 {STEP} {-STEP} Z", count=2),
    Piece(name="cap", outline=f"M0 0 H{CAP} A{CAP} {CAP} 0 0 1 {STEP} {STEP} Z", count=2),
    Piece(name="heart", outline=f"M0 0 H{2 * STEP} L{STEP} {STEP} Z"),
)
FOOT, TRIANGLE, FLANK, TOP, HEART = range(5)

EGG = Figure.of(
    f"M1 0 A1 1 0 0 1 -1 0 A2 2 0 0 1 {-STEP} {-ROOT} "
    f"A{CAP} {CAP} 0 0 1 {STEP} {-ROOT} A2 2 0 0 1 1 0 Z",
    (
        (FOOT, 0, 0),
        (FOOT, 0, 0, 90),
        (TRIANGLE, 0, 0, 270),
        (TRIANGLE, 0, 0, 180),
        (FLANK, 0, -1),
        (FLANK, 0, -1, 180, 1),
        (TOP, 0, -1, 270),
        (TOP, 0, -1, 225),
        (HEART, -STEP, 0),
    ),
)
EGG_SET = PieceSet("Egg", PIECES, {"egg": EGG})
