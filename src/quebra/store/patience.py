"""Waiting for a database server that went away, such as one that is being restarted."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from quebra.store.trouble import StoreAway

T = TypeVar("T")

LONGEST_WAIT = 300.0
"""Seconds after which a database that does not answer is given up."""
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 10.0


class Patience:
    """Repeats calls that a database did not answer, with growing pauses, for a limited time.

    `on_wait` is called with one sentence when waiting begins. Whatever is called may have been done
    although no answer came, so it must do no harm to do it twice.
    """

    def __init__(self, on_wait: Callable[[str], object], seconds: float = LONGEST_WAIT) -> None:
        self._on_wait, self._seconds = on_wait, seconds
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._waiting = 0

    def call(self, name: str, what: Callable[[], T]) -> T:
        """What the call returns, if the database of that name answers in time."""
        try:
            return what()
        except StoreAway:
            if self._ended.is_set():
                raise
        self._begin_to_wait(name)
        try:
            return self._repeat(what)
        finally:
            with self._lock:
                self._waiting -= 1

    def end(self) -> None:
        """Wait no longer, in any thread."""
        self._ended.set()

    def _begin_to_wait(self, name: str) -> None:
        with self._lock:
            self._waiting += 1
            if self._waiting == 1:
                limit = f"up to {self._seconds:.0f} s"
                self._on_wait(
                    f"The database {name} does not answer; it is tried again for {limit}."
                )

    def _repeat(self, what: Callable[[], T]) -> T:
        deadline = time.monotonic() + self._seconds
        pause = FIRST_PAUSE
        while True:
            ended = self._ended.wait(min(pause, max(0.0, deadline - time.monotonic())))
            try:
                return what()
            except StoreAway:
                if ended or time.monotonic() >= deadline:
                    raise
            pause = min(2 * pause, LONGEST_PAUSE)
