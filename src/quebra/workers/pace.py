"""The pace of a running search: full speed, a number of steps a second, or a pause."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event as Flag
from threading import Thread
from threading import enumerate as enumerate_threads

from quebra.engine.budget import REPORT_INTERVAL, Budget
from quebra.workers.protocol import MAX_WAIT

BACKGROUND_THREADS = ("warm up", "compile")
"""Threads that may begin during a request and do not belong to it."""
TICK = 0.02
"""Seconds between two looks at the pace while a search waits."""
PICTURES = 5
"""Pictures a second of a slow search."""
LONGEST_STEP = 1.0
"""Seconds that a search waits at most between two pictures."""


class Pacer:
    """Makes a search wait between its steps; the time that it waits is not counted.

    The `rate` is a number of steps a second: 0 is a pause, and None full speed. A step is a node or
    an iteration. A request waits `most` seconds in all, and then goes on at full speed. It does not
    wait while threads that it has started work for it, because they would go on.

    >>> pacer = Pacer(Flag())
    >>> pacer.wait(Budget(), 1)  # at full speed
    >>> pacer.waited
    0.0
    """

    def __init__(self, stopped: Flag, most: float = MAX_WAIT) -> None:
        self._stopped = stopped
        self._most = most
        self.reset()

    def reset(self) -> None:
        """Begin another request, at full speed."""
        self.rate: float | None = None
        self.waited = 0.0
        self._older_threads = enumerate_threads()

    def wait(self, budget: Budget, steps: int, on_pause: Callable[[], None] = lambda: None) -> None:
        """Wait as long as the rate asks for after some steps; `on_pause` is called at a pause."""
        self._set_steps(budget)
        if self.rate is None or (self.rate and not steps) or self.request_threads():
            return
        started, before, announced = time.monotonic(), self.waited, False
        while not self._is_over(steps, self.waited - before):
            if self.rate == 0 and not announced:
                announced = True
                on_pause()
            self._stopped.wait(TICK)
            self.waited = before + time.monotonic() - started
        budget.postpone(self.waited - before)
        self._set_steps(budget)

    def request_threads(self) -> list[Thread]:
        """The threads that the running request has started."""
        return [
            thread
            for thread in enumerate_threads()
            if thread not in self._older_threads and thread.name not in BACKGROUND_THREADS
        ]

    def _is_over(self, steps: int, waited: float) -> bool:
        if self.waited >= self._most:
            self.rate = None
        rate = self.rate
        if rate is None or self._stopped.is_set():
            return True
        return rate > 0 and waited >= min(steps / rate, LONGEST_STEP)

    def _set_steps(self, budget: Budget) -> None:
        """Let a slow search report after each step, or after the steps between two pictures."""
        rate = self.rate
        budget.report_interval = REPORT_INTERVAL if rate is None else 0.0
        budget.most_nodes = None if rate is None else max(1, int(rate / PICTURES))
