"""Bounds on the number of shapes, from the clues and from single lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quebra.engine.budget import Budget
from quebra.families.symmetry.model import EMPTY, STAYS_BLANK, Symmetry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Lines = NDArray[np.int64]

NEVER = 1 << 30
"""Cost of what a clue forbids: more than that of any line."""


def clue_bound(puzzle: Symmetry, goal: str) -> int:
    """A bound from the clues alone: shapes given, or cells that may hold one.

    >>> puzzle = Symmetry(clues=((1, 0, -1), (0, 2, 0)))
    >>> clue_bound(puzzle, "fewest"), clue_bound(puzzle, "most")
    (2, 5)
    """
    clues = [clue for row in puzzle.clues for clue in row]
    if goal == "fewest":
        return sum(clue > EMPTY for clue in clues)
    return sum(clue != STAYS_BLANK for clue in clues)


def line_bound(puzzle: Symmetry, goal: str, budget: Budget) -> int:
    """A bound from completing each line on its own: the better one of rows and columns.

    The puzzle must have a solution.

    >>> line_bound(Symmetry(clues=((1, 2, 0), (0, 0, 0))), "fewest", Budget())
    3
    """
    import numpy as np

    rows = np.array(puzzle.clues)
    sign = 1 if goal == "fewest" else -1
    return sign * max(_least(lines, sign, budget) for lines in (rows, rows.T))


def _least(clues: Lines, sign: int, budget: Budget) -> int:
    """The least total cost of all lines, where a shape costs `sign`.

    Dynamic programming over the length of parts, for all lines at once: `inner` and `part` have the
    least costs of the parts from each cell on that are two cells shorter and one.
    """
    import numpy as np

    size = clues.shape[1]
    blank = np.where(clues > EMPTY, NEVER, 0)
    inner = np.zeros((len(clues), size + 1), dtype=np.int64)
    part = np.minimum(blank, np.where(clues == STAYS_BLANK, 0, sign))
    for length in range(2, size + 1):
        budget.pause()
        first, last = clues[:, : 1 - length], clues[:, length - 1 :]
        can_match = (first == last) | (np.minimum(first, last) == EMPTY)
        pair = np.where(can_match & (first != STAYS_BLANK), 2 * sign, NEVER) + inner[:, 1:-1]
        left = blank[:, : 1 - length] + part[:, 1:]
        right = blank[:, length - 1 :] + part[:, :-1]
        inner, part = part, np.minimum(np.minimum(left, right), pair)
    return int(part.sum())
