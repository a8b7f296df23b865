"""The bell: quarter discs, and horns whose hollow sides embrace them, so that arcs cancel."""

from __future__ import annotations

from quebra.families.tangram.model import Piece
from quebra.families.tangram.sets.kit import Figure, PieceSet

PIECES = (
    Piece(name="quarter", outline="M0 0 H1 A1 1 0 0 1 0 1 Z", count=3),
    Piece(name="horn", outline="M0 0 H1 A1 1 0 0 0 0 1 Z", count=5),
    Piece(name="leaf", outline="M0 0 A1 1 0 0 1 1 1 A1 1 0 0 1 0 0 Z"),
)
QUARTER, HORN, LEAF = range(3)

BELL = Figure.of(
    "M-1 1 A1 1 0 0 0 0 0 A1 1 0 0 1 2 0 A1 1 0 0 0 3 1 Z",
    (
        (QUARTER, 1, 0, 180),
        (QUARTER, 1, 0, 270),
        (LEAF, 0, 0),
        (HORN, 1, 0, 90),
        (HORN, 0, 1, 270),
        (QUARTER, 2, 1, 180),
        (HORN, 1, 0),
        (HORN, 0, 1, 180),
        (HORN, 2, 1, 270),
    ),
)
SQUARE = Figure.of(
    "M0 0 H2 V2 H0 Z",
    (
        (LEAF, 0, 0),
        (HORN, 1, 0, 90),
        (HORN, 0, 1, 270),
        (QUARTER, 1, 1, 270),
        (HORN, 2, 0, 90),
        (QUARTER, 1, 1, 90),
        (HORN, 0, 2, 270),
        (QUARTER, 1, 1),
        (HORN, 2, 2, 180),
    ),
)
BELL_SET = PieceSet("Bell", PIECES, {"bell": BELL, "square": SQUARE})
