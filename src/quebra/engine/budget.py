"""The limits of a piece of work, and timers for code that does not check them, such as a parser."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING

from quebra.contract.errors import Cut
from quebra.contract.puzzle import Answer
from quebra.engine.interrupts import IMPORT_SYSTEM, interrupted
from quebra.i18n.text import Text

if TYPE_CHECKING:
    from quebra.engine.trace import Trace

TICK = 0.005
"""Seconds between two calls of the check."""
NEXT_CUT = 1.0
"""Seconds until `Cut` is raised again, in case the first one was caught."""
SHORTEST_READING = 1.0
"""Seconds that reading may take with any budget."""
REPORT_INTERVAL = 0.1
"""Seconds between two reports of progress."""

Report = Callable[["Budget"], None]


class Budget:
    """Time limit, number of solutions wanted and cancel event of one piece of work.

    The clock starts when the budget is made, so that building a model counts. Engines call `spend`
    often; it raises `Cut` once the time is over or `cancel` is set. Engines also store here what
    the progress callback `report` shows: statistics, a bound, the best attempt so far, and the
    `current` one where that is cheap. Engines
    that work in iterations call `trace` with each. `engine` is the name of the engine that `auto`
    runs, and `why` the reason of the outcome in words.

    The callback may wait, and then calls `postpone`. With `most_nodes`, engines that work in slices
    report after that number of nodes.

    >>> budget = Budget(seconds=60, wanted=2)
    >>> budget.spend()
    >>> budget.stats
    {'nodes': 1}
    """

    __slots__ = (
        "_next_report",
        "best",
        "bound",
        "cancel",
        "current",
        "deadline",
        "engine",
        "most_nodes",
        "report",
        "report_interval",
        "started",
        "stats",
        "trace",
        "waited",
        "wanted",
        "why",
    )

    def __init__(
        self,
        seconds: float | None = None,
        wanted: int | None = None,
        cancel: Event | None = None,
        report: Report | None = None,
        trace: Trace | None = None,
    ) -> None:
        self.started = time.monotonic()
        self.deadline = None if seconds is None else self.started + seconds
        self.wanted = wanted
        self.cancel = cancel
        self.report = report
        self.trace = trace
        self.stats: dict[str, int | float] = {}
        self.bound: int | float | None = None
        self.best: Answer | None = None
        self.current: Answer | None = None
        self.why = Text()
        self.engine = ""
        self.waited = 0.0
        self.most_nodes: int | None = None
        self.report_interval = REPORT_INTERVAL
        self._next_report = self.started + REPORT_INTERVAL

    def share(self, nodes: int) -> Budget:
        """A part of the budget: all its time, but no more than this number of nodes.

        >>> Budget().share(2).spend(3)
        Traceback (most recent call last):
        quebra.contract.errors.Cut: stopped early: time
        """
        return _Share(self, nodes)

    def left(self) -> float | None:
        """Remaining seconds, or None without a limit."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def postpone(self, seconds: float) -> None:
        """Move the time limit by some seconds in which the search has waited.

        >>> budget = Budget(seconds=0)
        >>> budget.postpone(60)
        >>> budget.spend()
        >>> budget.waited
        60.0
        """
        self.waited += seconds
        if self.deadline is not None:
            self.deadline += seconds

    def count(self, nodes: int) -> None:
        """Add to the number of nodes in the statistics."""
        self.stats["nodes"] = self.stats.get("nodes", 0) + nodes

    def spend(self, nodes: int = 1) -> None:
        """Count nodes, report progress, and raise `Cut` at the end of the budget."""
        self.count(nodes)
        self.pause()

    def pause(self) -> None:
        """Report progress, and raise `Cut` at the end of the budget."""
        self.stop_if_over()
        if self.report is not None and (now := time.monotonic()) >= self._next_report:
            self._next_report = now + self.report_interval
            self.report(self)

    def stop_if_over(self) -> None:
        """Raise `Cut` at the end of the budget."""
        if interrupted.is_set() or (self.cancel is not None and self.cancel.is_set()):
            raise Cut("cancelled")
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise Cut("time")


class _Share(Budget):
    __slots__ = ("_nodes", "_whole")

    def __init__(self, whole: Budget, nodes: int) -> None:
        super().__init__(cancel=whole.cancel, report=whole.report, trace=whole.trace)
        self.started, self.deadline = whole.started, whole.deadline
        self.most_nodes, self.report_interval = whole.most_nodes, whole.report_interval
        self._nodes = nodes
        self._whole = whole

    def postpone(self, seconds: float) -> None:
        super().postpone(seconds)
        self._whole.postpone(seconds)

    def spend(self, nodes: int = 1) -> None:
        self._whole.count(nodes)
        super().spend(nodes)
        if self.stats["nodes"] > self._nodes:
            raise Cut("time")


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
        if frame.f_code.co_filename.startswith(IMPORT_SYSTEM):
            return True
        frame = frame.f_back
    return False
