"""Looks for a solution at a larger tolerance: a hint for imprecise drawings, never an answer."""

from __future__ import annotations

from math import ceil, floor, log10

import msgspec

from quebra.contract.errors import BadInput, Cut
from quebra.engine.budget import Budget
from quebra.families.tangram.model import LARGEST_TOLERANCE, Assembly, Tangram
from quebra.families.tangram.rules import check
from quebra.families.tangram.solve.mismatch import mismatch
from quebra.families.tangram.solve.normal_form import assembly_at_allowed_angles
from quebra.families.tangram.solve.posed_figure import PosedFigure, figure_poses
from quebra.families.tangram.solve.search import Search
from quebra.geometry.motion import Motion
from quebra.i18n.text import Text

SNAPPING = (0.25, 0.5, 1, 2, 4)
"""The snapping distances to try, in units of the largest tolerance."""
NODES = 500
"""The node limit of each search."""
HALVINGS = 8


def tolerance_hint(puzzle: Tangram, budget: Budget) -> Text:
    """A sentence with a tolerance at which there is a solution, if one is found quickly."""
    loosest = LARGEST_TOLERANCE * puzzle.width
    if puzzle.tolerance_used >= loosest:
        return Text()
    try:
        looser = msgspec.structs.replace(puzzle, tolerance=loosest)
    except BadInput:
        return Text()
    if mismatch(looser):
        return Text()
    for pose in figure_poses(looser):
        for factor in SNAPPING:
            if answer := _solve_at(looser, pose, factor * loosest, budget):
                width = min(_rounded_up(_width(puzzle, answer)), loosest)
                return Text(
                    "With a tolerance of {tolerance:.9g} there is a solution.", tolerance=width
                )
    return Text()


def _solve_at(puzzle: Tangram, pose: Motion, snapping: float, budget: Budget) -> Assembly | None:
    """The first assembly that is correct at the largest tolerance."""
    figure = PosedFigure(puzzle, pose)
    try:
        search = Search(puzzle, snapping, budget.share(NODES))
        start = search.start(pose)
        for position in search.completions(start, search.budget) if start else ():
            if placed := figure.polish(position.pieces, snapping):
                answer = assembly_at_allowed_angles(puzzle, placed, position.turns)
                if not check(puzzle, answer):
                    return answer
    except Cut:
        budget.pause()
    return None


def _width(puzzle: Tangram, answer: Assembly) -> float:
    """About the least tolerance at which an assembly is correct, found by bisection."""
    low, high = puzzle.tolerance_used, LARGEST_TOLERANCE * puzzle.width
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if check(msgspec.structs.replace(puzzle, tolerance=middle), answer):
            low = middle
        else:
            high = middle
    return high


def _rounded_up(value: float) -> float:
    """The value rounded up to two significant digits.

    >>> _rounded_up(0.012345)
    0.013
    """
    unit = 10.0 ** (floor(log10(value)) - 1)
    return float(f"{ceil(value / unit) * unit:.3g}")
