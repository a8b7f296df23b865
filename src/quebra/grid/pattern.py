"""Patterns: the cells where clues stand, as rows of signs."""

from __future__ import annotations

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.grid.cells import Cell, from_one, measure
from quebra.i18n.text import Text

EMPTY_SIGNS = frozenset(".-_0")
CLUE_SIGNS = frozenset("xX#*+oO123456789")
PATTERN = Text("pattern")


def read_pattern(text: str) -> tuple[tuple[int, int], frozenset[Cell]]:
    """The size of a pattern, and its cells with a clue.

    >>> size, clues = read_pattern("x . .\\n. . x")
    >>> size, sorted(clues)
    ((2, 3), [(0, 0), (1, 2)])
    """
    rows = ["".join(line.split()) for line in text.splitlines() if line.strip()]
    for r, row in enumerate(rows):
        for sign in row:
            if sign not in EMPTY_SIGNS | CLUE_SIGNS:
                raise BadInput(
                    Text(
                        "Row {row} of the pattern: {sign} is neither x nor a point.",
                        row=from_one(r),
                        sign=quoted(sign),
                    )
                )
    size = measure(rows, PATTERN)
    return size, frozenset(
        (r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign in CLUE_SIGNS
    )
