"""The setter's own regions and pattern of givens, from texts."""

from __future__ import annotations

import msgspec

from quebra.contract.errors import BadInput
from quebra.contract.quoting import quoted
from quebra.families.kojun.formats import CODECS
from quebra.families.kojun.model import Kojun, Order
from quebra.grid.cells import Cell, from_one, measure
from quebra.i18n.text import Text

EMPTY_SIGNS = frozenset(".-_0")
GIVEN_SIGNS = frozenset("xX#*+oO123456789")
PATTERN = Text("pattern")


def read_regions(text: str, order: Order) -> Kojun:
    """The regions of a puzzle in any format, without its givens.

    >>> read_regions("kojun\\nregions\\na a b\\ngivens\\n1 . .", "adjacent").givens
    ((0, 0, 0),)
    """
    codecs = sorted(CODECS, key=lambda codec: (not codec.first, codec.bare))
    codec = next((codec for codec in codecs if codec.recognises(text)), None)
    if codec is None:
        raise BadInput(Text("The regions are in no format of Kojun."))
    found = codec.read(text)
    rows, cols = found.size
    return msgspec.structs.replace(
        found,
        givens=((0,) * cols,) * rows,
        order="column" if order == "column" else found.order,
    )


def read_pattern(text: str) -> tuple[tuple[int, int], frozenset[Cell]]:
    """The size of a pattern, and its cells with a given.

    >>> read_pattern("x . .\\n. . x")
    ((2, 3), frozenset({(0, 0), (1, 2)}))
    """
    rows = ["".join(line.split()) for line in text.splitlines() if line.strip()]
    for r, row in enumerate(rows):
        for sign in row:
            if sign not in EMPTY_SIGNS | GIVEN_SIGNS:
                raise BadInput(
                    Text(
                        "Row {row} of the pattern: {sign} is neither x nor a point.",
                        row=from_one(r),
                        sign=quoted(sign),
                    )
                )
    size = measure(rows, PATTERN)
    return size, frozenset(
        (r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign in GIVEN_SIGNS
    )
