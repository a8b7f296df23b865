"""Whether a larger tolerance would have a solution: a hint for drawings, and never an answer."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

import msgspec

from quebra.core.budget import Budget
from quebra.core.errors import BadInput, Cut
from quebra.families.tangram.judge import is_right
from quebra.families.tangram.model import LARGEST_TOLERANCE, Tangram
from quebra.families.tangram.solve.classes import Placed
from quebra.families.tangram.solve.formed import Formed, figures, mismatch
from quebra.families.tangram.solve.search import Search
from quebra.geometry.outline import Contour

SNAPPING = (0.25, 0.5, 1, 2, 4)
"""The snapping distances that are tried, in units of the largest tolerance."""
NODES = 500
"""The nodes of each of these searches."""
HALVINGS = 8


def hint(puzzle: Tangram, budget: Budget) -> str:
    """A sentence with a tolerance at which there is a solution, if one is found quickly."""
    loosest = LARGEST_TOLERANCE * puzzle.width
    if puzzle.tolerance_used >= loosest:
        return ""
    try:
        looser = msgspec.structs.replace(puzzle, tolerance=loosest)
    except BadInput:
        return ""
    if mismatch(looser):
        return ""
    for figure in figures(looser):
        formed = Formed(looser, figure)
        for factor in SNAPPING:
            if placed := _found(formed, factor * loosest, budget):
                width = _width(puzzle, figure, placed)
                return f"With a tolerance of {_rounded_up(width):g} there is a solution."
    return ""


def _found(formed: Formed, near: float, budget: Budget) -> Placed | None:
    """The first assembly that is right at the largest tolerance."""
    try:
        search = Search(formed.puzzle, near, budget.share(NODES))
        start = search.start(formed.figure)
        for position in search.completions(start, search.budget) if start else ():
            if placed := formed.right(position, near):
                return placed
    except Cut:
        budget.pause()
    return None


def _width(puzzle: Tangram, figure: Sequence[Contour], placed: Placed) -> float:
    """The least tolerance at which an assembly is right, or a little more."""
    low, high = puzzle.tolerance_used, LARGEST_TOLERANCE * puzzle.width
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if is_right(msgspec.structs.replace(puzzle, tolerance=middle), figure, placed):
            high = middle
        else:
            low = middle
    return high


def _rounded_up(value: float) -> float:
    """A number of two digits that is not smaller.

    >>> _rounded_up(0.012345)
    0.013
    """
    unit = 10.0 ** (floor(log10(value)) - 1)
    return float(f"{ceil(value / unit) * unit:.3g}")
