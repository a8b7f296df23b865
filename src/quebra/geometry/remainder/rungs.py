"""Corner searches with several snapping distances, which run in turns.

A search with a small snapping distance fails where a figure is drawn badly, and one with a large
distance merges different corners. So leaves of all searches are yielded as they are found. The
first search may prove that nothing was missed; smaller distances start when that is in doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Generic, Protocol, TypeVar

FIRST_TURN = 100
"""Nodes of each search's first turn; every later turn is twice as long as the one before."""


class Proving(Protocol):
    """A search that reports whether it is exhaustive.

    `is_proof`: no solution can have been missed so far. `is_doubtful`: one may have been missed
    for another reason than accumulated errors; these need a snapping distance of `needed_near`.
    """

    @property
    def is_proof(self) -> bool: ...

    @property
    def is_doubtful(self) -> bool: ...

    @property
    def needed_near(self) -> float: ...


S = TypeVar("S", bound=Proving)
L = TypeVar("L")


class Rung(Generic[S, L]):
    """A search with one snapping distance.

    `start` returns the search and an iterator of its nodes: leaves, and None for inner nodes. The
    caller sets `has_doubt` where it cannot decide whether a leaf is a solution.
    """

    def __init__(self, near: float, start: Callable[[float], tuple[S, Iterator[L | None]]]) -> None:
        self.near, self._start = near, start
        self.leaves = 0
        self.ended = False
        self.has_doubt = False

    @cached_property
    def _started(self) -> tuple[S, Iterator[L | None]]:
        return self._start(self.near)

    @property
    def search(self) -> S:
        """The search, which is started on first use."""
        return self._started[0]

    @property
    def is_settled(self) -> bool:
        """Whether the search ended and cannot have missed a solution."""
        return self.ended and not self.has_doubt and self.search.is_proof

    @property
    def is_in_doubt(self) -> bool:
        """Whether a smaller snapping distance may find something else."""
        return self.ended or self.has_doubt or self.search.is_doubtful

    def turn(self, nodes: int) -> Iterator[L]:
        """The leaves among the next nodes."""
        _, steps = self._started
        for _ in range(nodes):
            try:
                found = next(steps)
            except StopIteration:
                self.ended = True
                return
            if found is not None:
                self.leaves += 1
                yield found

    def wider(self, widest: float) -> Rung[S, L] | None:
        """A new search with the distance that accumulated errors need; None if not needed."""
        near = self.search.needed_near
        if self.search.is_doubtful or not self.near < near <= widest:
            return None
        return Rung(near, self._start)


def leaves_in_turns(rungs: list[Rung[S, L]], widest: float) -> Iterator[tuple[Rung[S, L], L]]:
    """The leaves of all searches, each with its search, until one search is settled.

    A search is repeated with a larger distance, up to the widest, where its errors need one.
    """
    nodes = FIRST_TURN
    while not all(rung.ended for rung in rungs):
        for i, rung in enumerate(rungs):
            for leaf in () if rung.ended else rung.turn(nodes):
                yield rung, leaf
            if rung.is_settled:
                return
            if rung.ended and (again := rung.wider(widest)):
                rungs[i] = again
                break
            if not rung.is_in_doubt:
                break
        nodes *= 2
