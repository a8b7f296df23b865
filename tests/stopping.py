"""Ends of a search that do not depend on the clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event

CPU_SECONDS = 60.0
"""Processor time that no work of at most linear cost comes near to; quadratic work takes hours."""


class StopWhen(Event):
    """An event that is set as soon as a condition holds, to cancel a budget by."""

    def __init__(self, condition: Callable[[], bool]) -> None:
        super().__init__()
        self._condition = condition

    def is_set(self) -> bool:
        return super().is_set() or self._condition()


def after_polls(number: int) -> StopWhen:
    """Cancels a budget when it is looked at for the time of that number."""
    polls = count(1)
    return StopWhen(lambda: next(polls) >= number)


@contextmanager
def moderate_work() -> Iterator[None]:
    """Fails if the block takes a minute of processor time, which load on the machine does not add.

    What it guards against is work that grows faster than its input, or that ignores its end.
    """
    started = time.process_time()
    yield
    assert time.process_time() - started < CPU_SECONDS
