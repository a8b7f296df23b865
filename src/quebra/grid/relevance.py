"""Leaves out the eliminations that the next placement does not need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from quebra.grid.deduction import Deduction, State

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Repeatable(Generic[S]):
    """A deduction, and the search in one part of the board that found it."""

    deduction: Deduction
    search: Callable[[S], Iterator[Deduction]]

    def again(self, state: S) -> Deduction | None:
        """The deduction in another state, where it may remove more; None if it does not follow."""
        places, removes = self.deduction.places, {*self.deduction.removes}
        found = (each for each in self.search(state) if each.places == places)
        return next((each for each in found if removes <= {*each.removes}), None)


def relevant(start: S, chain: Sequence[Repeatable[S]]) -> Sequence[Repeatable[S]]:
    """The chain without deductions that its last one does not need.

    Halves, quarters and so on are left out on trial, from the end, because most are not needed.
    """
    kept = list(chain)
    size = len(kept) // 2
    while size:
        end = len(kept) - 1
        while end > 0:
            first = max(0, end - size)
            fewer = kept[:first] + kept[end:]
            if _follows(start.copy(), fewer):
                kept = fewer
            end = first
        size //= 2
    return kept


def _follows(state: S, chain: Sequence[Repeatable[S]]) -> bool:
    """Whether each deduction of a chain follows after the ones before it."""
    for each in chain:
        found = each.again(state)
        if found is None:
            return False
        state.apply(found)
    return True
