"""The classic tangram of seven pieces, and the thirteen convex figures that it forms."""

from __future__ import annotations

from quebra.families.tangram.model import Piece
from quebra.families.tangram.sets.kit import Figure, PieceSet

PIECES = (
    Piece(name="large", outline="M0 0 H2 L0 2 Z", count=2),
    Piece(name="medium", outline="M0 0 H2 L1 1 Z"),
    Piece(name="small", outline="M0 0 H1 L0 1 Z", count=2),
    Piece(name="square", outline="M0 0 H1 V1 H0 Z"),
    Piece(name="parallelogram", outline="M0 0 H1 L2 1 H1 Z"),
)
L, M, S, Q, P = range(5)

_LATTICE = {
    "square": (
        "M2 0 L4 2 L2 4 L0 2 Z",
        (
            (L, 2, 2, 180),
            (L, 2, 2, 90),
            (S, 2, 1, 270),
            (Q, 2, 1),
            (S, 2, 2),
            (P, 3, 2, 90),
            (M, 3, 3, 270),
        ),
    ),
    "triangle": (
        "M4 0 V4 L0 0 Z",
        (
            (L, 2, 0, 90),
            (L, 2, 0),
            (M, 3, 1, 90),
            (Q, 3, 1),
            (P, 3, 2, 90, 1),
            (S, 4, 1, 180),
            (S, 4, 2, 90),
        ),
    ),
    "rectangle": (
        "M2 0 V4 H0 V0 Z",
        (
            (L, 0, 0),
            (L, 0, 4, 270),
            (M, 1, 1, 90),
            (Q, 1, 1),
            (P, 1, 2, 90, 1),
            (S, 2, 1, 180),
            (S, 2, 2, 90),
        ),
    ),
    "parallelogram": (
        "M2 2 V6 L0 4 V0 Z",
        (
            (L, 0, 2, 270),
            (L, 0, 2),
            (M, 1, 3, 90),
            (Q, 1, 3),
            (P, 1, 4, 90, 1),
            (S, 2, 3, 180),
            (S, 2, 4, 90),
        ),
    ),
    "trapezoid": (
        "M2 2 V4 L0 6 V0 Z",
        (
            (L, 0, 2, 270),
            (M, 0, 4, 270),
            (L, 0, 4),
            (S, 1, 2, 90),
            (P, 0, 4, 0, 1),
            (Q, 1, 2),
            (S, 2, 4, 180),
        ),
    ),
    "ramp": (
        "M2 0 V5 L0 3 V0 Z",
        (
            (L, 0, 0),
            (S, 0, 2),
            (L, 2, 2, 180),
            (M, 1, 2, 90),
            (Q, 1, 2),
            (P, 1, 3, 90, 1),
            (S, 2, 3, 90),
        ),
    ),
    "kite": (
        "M3 3 L1 5 L0 4 V0 Z",
        (
            (L, 0, 2, 270),
            (S, 0, 2),
            (Q, 0, 3),
            (M, 2, 3, 180),
            (S, 1, 4, 90),
            (L, 1, 3),
            (P, 1, 2),
        ),
    ),
    "house": (
        "M1 0 L3 2 L1 4 H0 V0 Z",
        (
            (M, 0, 2, 270),
            (P, 1, 1, 90),
            (Q, 0, 3),
            (S, 1, 0, 90),
            (S, 1, 3, 180),
            (L, 1, 2, 270),
            (L, 1, 2),
        ),
    ),
    "barn": (
        "M3 3 V4 L2 5 L0 3 V0 Z",
        (
            (L, 0, 2, 270),
            (S, 0, 2),
            (M, 2, 3, 180),
            (L, 2, 3, 90),
            (P, 1, 2),
            (Q, 2, 3),
            (S, 2, 4),
        ),
    ),
    "barrel": (
        "M1 0 L2 1 V4 L1 5 L0 4 V1 Z",
        (
            (L, 0, 1),
            (Q, 0, 3),
            (M, 2, 1, 180),
            (L, 2, 3, 180),
            (S, 1, 4, 90),
            (S, 1, 3),
            (P, 2, 3, 90),
        ),
    ),
    "shield": (
        "M3 0 V2 L2 3 H1 L0 2 V0 Z",
        (
            (L, 0, 0),
            (L, 2, 2, 180),
            (M, 0, 2),
            (S, 2, 3, 180),
            (Q, 2, 0),
            (S, 2, 1),
            (P, 3, 1, 90),
        ),
    ),
    "tablet": (
        "M2 0 L3 1 V3 H1 L0 2 V0 Z",
        (
            (L, 0, 0),
            (L, 2, 2, 180),
            (M, 0, 2),
            (S, 2, 3, 180),
            (P, 2, 0, 90, 1),
            (S, 2, 2, 270),
            (Q, 2, 2),
        ),
    ),
    "ladder": (
        "M1 0 L3 2 V4 H2 L0 2 V0 Z",
        (
            (L, 0, 2, 270),
            (S, 1, 0, 90),
            (L, 2, 2, 90),
            (P, 1, 0, 90, 1),
            (M, 2, 3, 270),
            (Q, 2, 3),
            (S, 3, 3, 180),
        ),
    ),
}
"""Each on whole coordinates, where a leg of a small triangle is 1."""

_TURNS = {"square": 45, "triangle": 135, "house": 270, "kite": 45}
"""Quarter turns are for the rest: they stand on a long side."""

CONVEX = {
    name: Figure.of(outline, spots).turned(_TURNS.get(name, 90))
    for name, (outline, spots) in _LATTICE.items()
}
CLASSIC = PieceSet("Classic tangram", PIECES, CONVEX)
