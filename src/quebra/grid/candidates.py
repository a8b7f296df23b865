"""Candidates as bit masks, bit v for value v, and proofs that a candidate is impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Protocol, TypeVar

from quebra.engine.budget import Budget

PATIENCE = 30
"""Trials for a shorter proof, after the first one that fails."""
Mark = tuple[int, int]
"""A candidate: the number of a cell and a value."""


class Trial(Protocol):
    """The consequences of an assumed candidate: the new masks, and whether there is a conflict."""

    masks: list[int]

    @property
    def failed(self) -> bool: ...


T = TypeVar("T", bound=Trial)
Suppose = Callable[[list[int], Mark], T]
"""Assumes a candidate where cells have these masks, and propagates its consequences."""


def bits(mask: int) -> list[int]:
    """The values in a mask, in increasing order.

    >>> bits(0b1011)
    [0, 1, 3]
    """
    values = []
    while mask:
        lowest = mask & -mask
        values.append(lowest.bit_length() - 1)
        mask ^= lowest
    return values


def union(masks: Iterable[int]) -> int:
    """The mask of the values that are in any of the masks.

    >>> union([0b1001, 0b0011])
    11
    """
    return reduce(or_, masks, 0)


def only_value(mask: int) -> int:
    """The value of a mask that has exactly one.

    >>> only_value(0b100)
    2
    """
    return mask.bit_length() - 1


def settled(mask: int) -> bool:
    """Whether a mask has exactly one value."""
    return mask.bit_count() == 1


def soonest_failure(
    suppose: Suppose[T],
    masks: list[int],
    possible: list[int],
    length: Callable[[T], int],
    short: int,
    budget: Budget,
) -> T | None:
    """The failing trial with the shortest proof, of the first one and the next `PATIENCE` trials.

    The search ends at a length of `short` or less.

    `possible` has masks of the candidates known to be in a solution. They are not tried, and it is
    updated with solutions that are found.
    """
    best: tuple[int, T] | None = None
    patience = PATIENCE
    for mark in _doubtful(masks, possible):
        budget.spend()
        patience -= best is not None
        if patience < 0:
            break
        trial = suppose(masks, mark)
        if trial.failed:
            found = length(trial)
            if best is None or found < best[0]:
                best = found, trial
            if found <= short:
                break
        elif all(map(settled, trial.masks)):
            _note(possible, trial.masks)
    return best[1] if best else None


def impossible(
    suppose: Suppose[T], masks: list[int], possible: list[int], budget: Budget
) -> Mark | None:
    """A candidate that is in no solution, found by exhaustive search.

    None means that each remaining candidate belongs to a solution, so that nothing more follows.
    """
    for cell, value in _doubtful(masks, possible):
        if possible[cell] >> value & 1:
            continue
        solution = _solution(suppose, masks, (cell, value), budget)
        if solution is None:
            return cell, value
        _note(possible, solution)
    return None


def _solution(
    suppose: Suppose[T], masks: list[int], mark: Mark, budget: Budget
) -> list[int] | None:
    """A solution with this candidate, by depth-first search; None proves that there is none."""
    cases = [(masks, mark)]
    while cases:
        budget.spend()
        trial = suppose(*cases.pop())
        if trial.failed:
            continue
        left = trial.masks
        unsettled = [cell for cell, mask in enumerate(left) if not settled(mask)]
        if not unsettled:
            return left
        cell = min(unsettled, key=lambda cell: left[cell].bit_count())
        cases.extend((left, (cell, value)) for value in bits(left[cell]))
    return None


def _doubtful(masks: Sequence[int], possible: Sequence[int]) -> list[Mark]:
    """The candidates that may be wrong, those of the cells with the fewest first."""
    cells = [cell for cell, mask in enumerate(masks) if not settled(mask)]
    cells.sort(key=lambda cell: masks[cell].bit_count())
    return [(cell, value) for cell in cells for value in bits(masks[cell] & ~possible[cell])]


def _note(possible: list[int], solution: Sequence[int]) -> None:
    """Add the candidates of a solution to `possible`."""
    for cell, mask in enumerate(solution):
        possible[cell] |= mask
