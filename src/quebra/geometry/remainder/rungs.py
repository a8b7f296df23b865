"""Corner searches with several snapping distances, which take turns.

A search with a small snapping distance loses its way where a figure is drawn badly, and one with a
large distance takes different corners for one. So whichever comes to a leaf first tells it. The
first of them may prove that nothing was missed; smaller distances wait until that is in doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Generic, Protocol, TypeVar

FIRST_TURN = 100
"""The nodes of each search's first turn; later ones are twice as long."""


class Proving(Protocol):
    """A search that tells what it proves.

    `is_proof` is whether nothing that is right can have been missed so far, and `is_doubtful`
    whether something may have been for another reason than errors that add up; these need a
    snapping distance of `needed_near`.
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

    `start` makes it ready: it returns the search and its steps, which are its leaves, and None for
    each node on the way. It is settled where it ended, its decisions were clear, and no leaf was
    met with a doubt, which is for the caller to set.
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
        """The search, which is made ready when its first turn comes."""
        return self._started[0]

    @property
    def is_settled(self) -> bool:
        """Whether nothing that is right can have been missed."""
        return self.ended and not self.has_doubt and self.search.is_proof

    @property
    def is_in_doubt(self) -> bool:
        """Whether a smaller snapping distance may lead elsewhere."""
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
        """The search anew where errors may have added up to more than it allowed for."""
        near = self.search.needed_near
        if self.search.is_doubtful or not self.near < near <= widest:
            return None
        return Rung(near, self._start)


def leaves_in_turns(rungs: list[Rung[S, L]], widest: float) -> Iterator[tuple[Rung[S, L], L]]:
    """The leaves of all searches, each with its search, until one of them has settled all.

    A search is made anew with a larger distance, up to the widest, where its errors need one.
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
