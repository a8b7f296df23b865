"""The limits of a piece of work, and where they are checked."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event

from quebra.contract.errors import Cut
from quebra.contract.puzzle import Answer
from quebra.engine.interrupts import interrupted
from quebra.engine.trace import Trace

Report = Callable[["Budget"], None]


class Budget:
    """Time limit, number of solutions wanted and cancel event of one piece of work.

    The clock starts when the budget is made, so that building a model counts. Engines call `spend`
    often; it raises `Cut` once the time is over or `cancel` is set. Engines also store here what
    the progress callback `report` shows: statistics, a bound, the best attempt so far. Engines
    that work in iterations call `trace` with each. `engine` is the name of the engine that `auto`
    runs, and `why` the reason of the outcome in words.

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
        "deadline",
        "engine",
        "report",
        "started",
        "stats",
        "trace",
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
        self.why = ""
        self.engine = ""
        self._next_report = self.started + 0.1

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

    def spend(self, nodes: int = 1) -> None:
        """Count nodes, report progress, and raise `Cut` at the end of the budget."""
        self.stats["nodes"] = self.stats.get("nodes", 0) + nodes
        self.pause()

    def pause(self) -> None:
        """Report progress, and raise `Cut` at the end of the budget."""
        self.stop_if_over()
        if self.report is not None and (now := time.monotonic()) >= self._next_report:
            self._next_report = now + 0.1
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
        self._nodes = nodes
        self._whole = whole

    def spend(self, nodes: int = 1) -> None:
        self._whole.stats["nodes"] = self._whole.stats.get("nodes", 0) + nodes
        super().spend(nodes)
        if self.stats["nodes"] > self._nodes:
            raise Cut("time")
