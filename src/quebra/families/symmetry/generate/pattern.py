"""Solutions that the clues of a fixed pattern determine.

The pattern comes first. A random solution is changed where it does not follow from the clues, as
long as the number of cells that do not follow does not increase.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.symmetry.generate.logic import LineLogic, with_clues
from quebra.families.symmetry.model import EMPTY, Symmetry
from quebra.families.symmetry.solve import solutions
from quebra.grid.cells import Rows

MOVES = 1500
"""Solutions that are tried."""
LEAST_KEPT, MOST_KEPT = 0.4, 0.95
"""The share of the shapes that another solution keeps."""
FEW_UNKNOWN = 20
"""Cells that do not follow line by line, and may follow by a search."""
ACCEPT_WORSE = 0.01
"""The probability that a worse solution is kept."""


def repaired_solution(
    solution: Rows[int],
    shapes: int,
    given: Sequence[int],
    source: Source,
    budget: Budget,
    *,
    by_search: bool,
) -> Rows[int] | None:
    """A solution that the clues in the given cells determine; None if none is found.

    They do so line by line, or `by_search`, where only few cells do not follow line by line.
    """
    unknown = _unknown(solution, shapes, given, budget)
    for _ in range(MOVES):
        few = by_search and len(unknown) <= FEW_UNKNOWN
        if not unknown or (few and is_unique(with_clues(solution, shapes, given), budget)):
            return solution
        trial = _changed(solution, shapes, unknown, source, budget)
        left = _unknown(trial, shapes, given, budget)
        if len(left) <= len(unknown) or source.chance(ACCEPT_WORSE):
            solution, unknown = trial, left
    return None


def is_unique(puzzle: Symmetry, budget: Budget) -> bool:
    """Whether a puzzle has exactly one solution."""
    return len(list(islice(solutions(puzzle, budget), 2))) == 1


def _unknown(solution: Rows[int], shapes: int, given: Sequence[int], budget: Budget) -> list[int]:
    """The cells that do not follow line by line."""
    logic = LineLogic(solution, shapes, budget)
    logic.put(given)
    return logic.open_cells()


def _changed(
    solution: Rows[int], shapes: int, unknown: Sequence[int], source: Source, budget: Budget
) -> Rows[int]:
    """Another solution with many of the shapes; a blank that is unknown becomes a shape if it can.

    The more shapes there are, the more their clues tell.
    """
    cols = len(solution[0])
    share = LEAST_KEPT + (MOST_KEPT - LEAST_KEPT) * source.below(100) / 100
    shown = [i for i in range(len(solution) * cols) if solution[i // cols][i % cols]]
    puzzle = with_clues(solution, shapes, [i for i in shown if source.chance(share)])
    place = divmod(source.choice(unknown), cols)
    richer = solutions(puzzle, budget, source.spawn(), without=(place, EMPTY))
    found = next(richer, None) or next(solutions(puzzle, budget, source.spawn()))
    return found.grid
