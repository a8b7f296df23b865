"""The Ostomachion of Archimedes: a square of twelve by twelve cut into fourteen pieces."""

from __future__ import annotations

from quebra.families.tangram.sets.kit import PieceSet, cut

# The left half: the diagonal of the square, that of the half, and the line that halves the
# triangle above; below, a plumb line from the half's middle and one aimed at the upper corner.
# The right half: the diagonal of the square, its own, the line from the middle of that one down
# to the left corner and another up from the far corner of the left half, and a level line.
_PIECES = {
    "a": "M0 0 L2 2 L0 12 Z",
    "b": "M2 2 L4 4 L0 12 Z",
    "c": "M0 0 H6 L4 4 Z",
    "d": "M6 0 V6 L4 4 Z",
    "e": "M0 12 L2 8 L3 12 Z",
    "f": "M2 8 L3 6 V12 Z",
    "g": "M3 6 L4 4 L6 6 V12 H3 Z",
    "h": "M6 6 L8 8 L6 12 Z",
    "i": "M8 8 L12 12 H6 Z",
    "j": "M6 0 L9 6 L8 8 L6 6 Z",
    "k": "M9 6 L12 4 V6 Z",
    "l": "M9 6 L12 12 L8 8 Z",
    "m": "M6 0 H12 V4 L9 6 Z",
    "n": "M9 6 H12 V12 Z",
}
PIECES, SQUARE = cut(_PIECES, "M0 0 H12 V12 H0 Z")
OSTOMACHION = PieceSet("Ostomachion", PIECES, {"square": SQUARE})
