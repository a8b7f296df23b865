"""A time limit for code that does not check its budget, such as a parser."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType

from quebra.contract.errors import Cut
from quebra.engine.budget import Budget

TICK = 0.005
"""Seconds between two calls of the check."""
NEXT_CUT = 1.0
"""Seconds until `Cut` is raised again, in case the first one was caught."""
IMPORTS = "<frozen importlib"
"""Start of the file names of Python's import system."""
SHORTEST_READING = 1.0
"""Seconds that reading may take with any budget."""


@contextmanager
def interrupted_by(check: Callable[[], None]) -> Iterator[None]:
    """Call `check` at short intervals while the body runs; the `Cut` that it raises ends the body.

    A timer signal interrupts Python code, regular expressions and waiting, but no other C code. An
    import is finished first, because a half-imported module cannot be imported again. Without such
    signals (on Windows, and in threads other than the main one) the check is never called.

    >>> with interrupted_by(Budget(seconds=0).stop_if_over):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    quebra.contract.errors.Cut: stopped early: time
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_tick(_signal: int, frame: FrameType | None) -> None:
        if not _importing(frame):
            try:
                check()
            except Cut:
                signal.setitimer(signal.ITIMER_REAL, NEXT_CUT, TICK)
                raise

    handler = signal.signal(signal.SIGALRM, on_tick) or signal.SIG_DFL
    timer = signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def reset() -> None:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)

    try:
        try:
            yield
        finally:
            reset()
    finally:
        reset()  # once more: a `Cut` may have been raised before the first was done


def reading_within(budget: Budget) -> AbstractContextManager[None]:
    """Raise `Cut` when the budget ends while its input is read, but not in its first second.

    So a search without any time still has an outcome, and no error.
    """
    earliest = budget.started + SHORTEST_READING

    def check() -> None:
        if time.monotonic() >= earliest or (budget.cancel and budget.cancel.is_set()):
            budget.stop_if_over()

    return interrupted_by(check)


def _importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTS):
            return True
        frame = frame.f_back
    return False
