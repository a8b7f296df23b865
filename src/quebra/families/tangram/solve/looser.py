"""Whether a larger tolerance would have a solution: a hint for drawings, and never an answer."""

from __future__ import annotations

from math import ceil, floor, log10

import msgspec

from quebra.contract.errors import BadInput, Cut
from quebra.engine.budget import Budget
from quebra.families.tangram.model import LARGEST_TOLERANCE, Assembly, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve.formed import Formed, figures
from quebra.families.tangram.solve.mismatch import mismatch
from quebra.families.tangram.solve.places import assembly
from quebra.families.tangram.solve.search import Search
from quebra.geometry.motion import Motion

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
    for lying in figures(looser):
        for factor in SNAPPING:
            if answer := _found(looser, lying, factor * loosest, budget):
                width = min(_rounded_up(_width(puzzle, answer)), loosest)
                return f"With a tolerance of {width:.9g} there is a solution."
    return ""


def _found(puzzle: Tangram, lying: Motion, near: float, budget: Budget) -> Assembly | None:
    """The first assembly that is right at the largest tolerance."""
    formed = Formed(puzzle, lying)
    try:
        search = Search(puzzle, near, budget.share(NODES))
        start = search.start(lying)
        for position in search.completions(start, search.budget) if start else ():
            if placed := formed.right(position, near):
                answer = assembly(puzzle, placed, position.turns)
                if not check(puzzle, answer):
                    return answer
    except Cut:
        budget.pause()
    return None


def _width(puzzle: Tangram, answer: Assembly) -> float:
    """The least tolerance at which an assembly is right, or a little more."""
    low, high = puzzle.tolerance_used, LARGEST_TOLERANCE * puzzle.width
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if check(msgspec.structs.replace(puzzle, tolerance=middle), answer):
            low = middle
        else:
            high = middle
    return high


def _rounded_up(value: float) -> float:
    """A number of two digits that is not smaller.

    >>> _rounded_up(0.012345)
    0.013
    """
    unit = 10.0 ** (floor(log10(value)) - 1)
    return float(f"{ceil(value / unit) * unit:.3g}")
