"""Repeats calls to a database server that went away, such as one that is being restarted."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from quebra.i18n.text import Text, Verbatim
from quebra.store.errors import StoreUnavailable

T = TypeVar("T")

MAX_WAIT = 300.0
"""Seconds after which a call that is not answered fails."""
FIRST_PAUSE = 0.25
"""Seconds before the first repetition; every further pause is twice as long."""
MAX_PAUSE = 10.0
"""Seconds of the longest pause."""


class Retry:
    """Repeats calls that a database did not answer, with growing pauses, for a limited time.

    `on_wait` is called with one sentence when waiting begins. A call may have been executed
    although no answer came, so calls must be idempotent.
    """

    def __init__(self, on_wait: Callable[[Text], object], seconds: float = MAX_WAIT) -> None:
        self._on_wait, self._seconds = on_wait, seconds
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._waiting = 0

    def call(self, name: str, function: Callable[[], T]) -> T:
        """The result of the function; `name` is that of the database, for `on_wait`."""
        try:
            return function()
        except StoreUnavailable:
            if self._stopped.is_set():
                raise
        self._begin_to_wait(name)
        try:
            return self._repeat(function)
        finally:
            with self._lock:
                self._waiting -= 1

    def stop(self) -> None:
        """Stop waiting, in all threads; a call that fails then raises at once."""
        self._stopped.set()

    def _begin_to_wait(self, name: str) -> None:
        with self._lock:
            self._waiting += 1
            if self._waiting == 1:
                self._on_wait(
                    Text(
                        "The database {name} does not answer; it is tried again for up to "
                        "{seconds:.0f} s.",
                        name=Verbatim(name),
                        seconds=self._seconds,
                    )
                )

    def _repeat(self, function: Callable[[], T]) -> T:
        deadline = time.monotonic() + self._seconds
        pause = FIRST_PAUSE
        while True:
            stopped = self._stopped.wait(min(pause, max(0.0, deadline - time.monotonic())))
            try:
                return function()
            except StoreUnavailable:
                if stopped or time.monotonic() >= deadline:
                    raise
            pause = min(2 * pause, MAX_PAUSE)
