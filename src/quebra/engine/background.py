"""A thread that produces results while the caller waits for them or works on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Generic, TypeVar

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget

T = TypeVar("T")

TICK = 0.02
"""Seconds between two checks of the budget."""
GRACE_TICKS = 6
"""Ticks that an outside solver gets to stop; some of its preparations cannot be interrupted."""
BUFFERED = 16
"""Results of a search that are kept until the caller asks for them."""


class Background(Generic[T]):
    """Runs `produce` in a thread; what it passes to `emit` can be iterated over by the caller.

    `produce` gets this object. It should end soon after `stopping` is set: `budget`, which has the
    caller's time limit, is cancelled by that event. No more than `buffered` results are ahead of
    the caller; 0 means no limit.

    >>> run = Background(lambda run: run.emit("a result"), Budget())
    >>> list(run.results())
    ['a result']
    >>> run.ended
    True
    """

    def __init__(
        self,
        produce: Callable[[Background[T]], None],
        budget: Budget,
        buffered: int = 1,
        daemon: bool = False,
    ) -> None:
        self.stopping = Event()
        self.budget = Budget(budget.left(), cancel=self.stopping)
        self.budget.best = budget.best
        self.error: Exception | None = None
        """What `produce` raised, once it has ended."""
        self.ended = False
        """Whether `produce` has returned and the caller has received all results."""
        self._caller = budget
        # None marks the end, so that a waiting caller returns without another tick.
        self._queue: Queue[tuple[T] | None] = Queue(maxsize=buffered)
        self._thread = Thread(target=self._run, args=(produce,), daemon=daemon)
        self._thread.start()

    def emit(self, result: T) -> None:
        """Pass a result to the caller; waits while too many are buffered."""
        self._put((result,))

    def results(self) -> Iterator[T]:
        """All results as they come; raises what `produce` raised, or `Cut` as the budget says."""
        while not self.ended:
            self._caller.pause()
            with suppress(Empty):
                yield from self._open(self._queue.get(timeout=TICK))
            if self.error is not None and self._queue.empty():
                raise self.error

    def ready(self) -> Iterator[T]:
        """The results that are there already; raises what `produce` raised, except `Cut`."""
        with suppress(Empty):
            while not self.ended:
                yield from self._open(self._queue.get_nowait())
        if self.error is not None and not isinstance(self.error, Cut | MemoryError):
            raise self.error

    @property
    def is_alive(self) -> bool:
        """Whether the thread still runs."""
        return self._thread.is_alive()

    def stop(self, interrupt: Callable[[], None] | None = None, ticks: int | None = None) -> None:
        """Tell the thread to end and wait for it, at most that number of ticks.

        `interrupt` is called at every tick, because a solver that has not started yet ignores it.
        """
        self.stopping.set()
        for _ in count() if ticks is None else range(ticks):
            if not self.is_alive:
                return
            if interrupt is not None:
                interrupt()
            self._thread.join(TICK)

    def _open(self, item: tuple[T] | None) -> tuple[T, ...]:
        self.ended = item is None and self.error is None
        return item or ()

    def _put(self, item: tuple[T] | None) -> None:
        while not self.stopping.is_set():
            with suppress(Full):
                self._queue.put(item, timeout=TICK)
                return

    def _run(self, produce: Callable[[Background[T]], None]) -> None:
        try:
            produce(self)
        except Exception as error:
            self.error = error
        self._put(None)


def search_in_background(
    search: Callable[[Budget], Iterator[T]], budget: Budget, buffered: int = BUFFERED
) -> Background[T]:
    """Run a search in a thread, with a budget of its own.

    >>> run = search_in_background(lambda budget: iter([1, 2]), Budget())
    >>> list(run.results())
    [1, 2]
    """

    def produce(run: Background[T]) -> None:
        for result in search(run.budget):
            run.emit(result)
            run.budget.pause()

    return Background(produce, budget, buffered, daemon=True)
