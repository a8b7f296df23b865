"""A searcher in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Generic, TypeVar

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget

T = TypeVar("T")

TICK = 0.02
AHEAD = 16
"""Boards that a searcher may be ahead of whoever asks for them."""


class Beside(Generic[T]):
    """Boards from a searcher that works beside.

    >>> other = Beside(lambda budget: iter(["a board"]), Budget())
    >>> while not other.ended:
    ...     for board in other.found():
    ...         print(board)
    a board
    """

    def __init__(
        self, search: Callable[[Budget], Iterator[T]], budget: Budget, ahead: int = AHEAD
    ) -> None:
        self._enough = Event()
        self._boards: Queue[T] = Queue(maxsize=ahead)
        self._finished = False
        self.cut: Cut | None = None
        """Why its search came to no end, once it has given up."""
        self.budget = Budget(budget.left(), cancel=self._enough)
        self.budget.best = budget.best
        self._thread = Thread(target=self._work, args=(search,), daemon=True)
        self._thread.start()

    def found(self) -> Iterator[T]:
        """The boards that it found meanwhile."""
        while True:
            try:
                yield self._boards.get_nowait()
            except Empty:
                return

    @property
    def ended(self) -> bool:
        """Whether its search came to an end, and all boards were handed over."""
        return self._finished and self._boards.empty()

    def stop(self) -> None:
        """Ask it to end, and wait until it did."""
        self._enough.set()
        self._thread.join()

    def _work(self, search: Callable[[Budget], Iterator[T]]) -> None:
        try:
            for board in search(self.budget):
                self._hand_over(board)
            self._finished = True
        except Cut as cut:
            self.cut = cut
        except MemoryError:
            self.cut = Cut("memory")

    def _hand_over(self, board: T) -> None:
        while True:
            self.budget.pause()
            try:
                return self._boards.put(board, timeout=TICK)
            except Full:
                continue
