"""Pencil marks as bits, bit v for value v: what a supposed mark leads to, and the last resort."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from quebra.engine.budget import Budget

Mark = tuple[int, int]
"""The number of a cell and a value in it."""


class Trial(Protocol):
    """What a supposed mark forces: the masks that are left, and whether it fails."""

    masks: list[int]

    @property
    def failed(self) -> bool: ...


T = TypeVar("T", bound=Trial)
Suppose = Callable[[list[int], Mark], T]
"""Supposes a mark where the cells have these masks, and follows what it forces."""


def bits(mask: int) -> list[int]:
    """The values in a mask.

    >>> bits(0b1011)
    [0, 1, 3]
    """
    return [value for value in range(mask.bit_length()) if mask >> value & 1]


def settled(mask: int) -> bool:
    """Whether a mask leaves one value."""
    return mask.bit_count() == 1


def soonest_failure(
    suppose: Suppose[T],
    masks: list[int],
    possible: list[int],
    length: Callable[[T], int],
    short: int,
    budget: Budget,
) -> T | None:
    """The supposed mark that fails by the shortest proof; a `short` one is not improved.

    `possible` has the marks known to be in a solution. They are not tried, and it learns more.
    """
    best: tuple[int, T] | None = None
    for mark in _doubtful(masks, possible):
        budget.spend()
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
    """A mark that is in no solution, found by trying all cases.

    Where none is found, each mark that is left belongs to a solution: nothing more follows.
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
    """A solution with this mark, searched depth first, or None: there is none."""
    cases = [(masks, mark)]
    while cases:
        budget.spend()
        trial = suppose(*cases.pop())
        if trial.failed:
            continue
        left = trial.masks
        unsure = [cell for cell, mask in enumerate(left) if not settled(mask)]
        if not unsure:
            return left
        cell = min(unsure, key=lambda cell: left[cell].bit_count())
        cases.extend((left, (cell, value)) for value in bits(left[cell]))
    return None


def _doubtful(masks: Sequence[int], possible: Sequence[int]) -> list[Mark]:
    """The marks that may be wrong, those of the cells with the fewest first."""
    cells = [cell for cell, mask in enumerate(masks) if not settled(mask)]
    cells.sort(key=lambda cell: masks[cell].bit_count())
    return [(cell, value) for cell in cells for value in bits(masks[cell] & ~possible[cell])]


def _note(possible: list[int], solution: Sequence[int]) -> None:
    for cell, mask in enumerate(solution):
        possible[cell] |= mask
