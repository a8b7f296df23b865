"""Ends of a search that do not depend on the clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event

CPU_SECONDS = 60.0
"""Processor time far above that of linear work; quadratic work takes hours."""


class StopWhen(Event):
    """An event that is set as soon as a condition holds, to cancel a budget by."""

    def __init__(self, condition: Callable[[], bool]) -> None:
        super().__init__()
        self._condition = condition

    def is_set(self) -> bool:
        return super().is_set() or self._condition()


def after_polls(number: int) -> StopWhen:
    """An event that cancels a budget at its check of that number."""
    polls = count(1)
    return StopWhen(lambda: next(polls) >= number)


@contextmanager
def moderate_work() -> Iterator[None]:
    """Fail if the block takes a minute of processor time, which does not depend on other load.

    What it guards against is work that grows faster than its input, or that ignores its end.
    """
    started = time.process_time()
    yield
    assert time.process_time() - started < CPU_SECONDS
