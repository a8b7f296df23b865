"""Tasks: requests that run in a worker process, watched and held to their limits."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence

import msgspec

from quebra.contract.results import CUTS
from quebra.service.request import VerbRequest
from quebra.workers.process import ProcessEnded, WorkerProcess
from quebra.workers.protocol import (
    Advanced,
    Done,
    Event,
    Failed,
    FailureKind,
    Limits,
    Ready,
    WorkerEvent,
)

TICK = 0.1
"""Seconds between two checks of a process."""
GRACE = 1.0
"""Seconds that a process has to end a request after `stop`."""
LATE = 1.0
"""Seconds after the time limit in which a request may still end by itself."""
SILENCE = 1.0
"""Seconds without an event after which an event with only the time is emitted."""
MEMORY_SHARE = 0.8
"""Share of the memory limit above which a crash is attributed to memory."""


class Task:
    """One or more requests that run in one worker, one after the other.

    Iterating over a task gives its events; each request ends with `Done` or `Failed`. Unread
    events of progress are merged into one. When the iteration stops early, the task is cancelled.
    """

    def __init__(self, requests: Sequence[VerbRequest]) -> None:
        self.id = secrets.token_urlsafe(9)
        self.kind = type(requests[0])
        self.pending = deque(msgspec.Raw(msgspec.json.encode(request)) for request in requests)
        self.refused: Failed | None = None
        self.stopping = asyncio.Event()
        self.on_cancel: Callable[[], object] = lambda: None
        self._events: deque[Event] = deque()
        self._changed = asyncio.Event()
        self._ended = False

    async def __aiter__(self) -> AsyncIterator[Event]:
        try:
            while True:
                while self._events:
                    yield self._events.popleft()
                if self._ended:
                    return
                self._changed.clear()
                await self._changed.wait()
        finally:
            self.cancel()

    def stop(self) -> None:
        """Ask for the best result so far; the process is ended if it does not react."""
        self.stopping.set()

    def cancel(self) -> None:
        """End the task without a result, unless it has ended."""
        if self.pending:
            self.on_cancel()

    def emit(self, event: Event) -> None:
        """Add an event; progress replaces progress that was not read."""
        if isinstance(event, Advanced) and self._events:
            last = self._events[-1]
            if isinstance(last, Advanced):
                self._events.pop()
                event = event.after(last)
        self._events.append(event)
        self._changed.set()

    def end(self) -> None:
        """Mark the end of the events."""
        self._ended = True
        self._changed.set()


async def supervise(process: WorkerProcess, task: Task, limits: Limits) -> Failed | None:
    """Run the pending requests of a task in a process.

    Returns None when all have ended, or the reason why the process ended or must be ended.
    """
    supervisor = Supervisor(process, task, limits)
    process.run(task.pending)
    listening = asyncio.create_task(supervisor.listen())
    try:
        while not (await asyncio.wait({listening}, timeout=TICK))[0]:
            if failure := supervisor.check():
                return failure
        return listening.result()
    finally:
        listening.cancel()
        await asyncio.wait({listening})


async def stop_process(process: WorkerProcess) -> None:
    """Stop what a process runs; raises `TimeoutError` if it goes on, or `ProcessEnded`."""
    process.stop()
    async with asyncio.timeout(GRACE):
        await process.ready()


class Supervisor:
    """Passes on the events of a process, and checks its limits."""

    def __init__(self, process: WorkerProcess, task: Task, limits: Limits) -> None:
        self.process, self.task, self.limits = process, task, limits
        self._started = self._last_event = time.monotonic()
        self._stopped: float | None = None
        self._megabytes = 0.0
        self._progress = Advanced(0)

    async def listen(self) -> Failed | None:
        """Pass on events until the process is ready again; the cause if it ends before."""
        while True:
            try:
                event = await self.process.next_event()
            except ProcessEnded:
                return self._cause_of_end()
            if isinstance(event, Ready):
                return None
            self._on_event(event)

    def check(self) -> Failed | None:
        """The limit that the process exceeds, if any; emits the time of a silent process."""
        now = time.monotonic()
        self._megabytes = self.process.megabytes
        if self.task.stopping.is_set() and self._stopped is None:
            self._stopped = now
            self.process.stop()
        if self._stopped is not None and now > self._stopped + GRACE:
            return self._failed("cut", CUTS["cancelled"])
        if now > self._started + self.limits.wall + LATE:
            return self._failed("time", CUTS["time"])
        if self._megabytes > self.limits.megabytes:
            return self._failed("memory", CUTS["memory"])
        if now > self._last_event + SILENCE:
            self._last_event = now
            last = self._progress
            self.task.emit(Advanced(now - self._started, last.nodes, last.bound))
        return None

    def _on_event(self, event: WorkerEvent) -> None:
        self._last_event = time.monotonic()
        match event:
            case Done() | Failed():
                self.task.pending.popleft()
                self._started, self._progress = self._last_event, Advanced(0)
            case Advanced():
                self._progress = event
        self.task.emit(event)
        if not self.task.pending:
            self.task.end()

    def _cause_of_end(self) -> Failed:
        """Why the process ended by itself."""
        if self.process.out_of_cpu_time:
            return self._failed("time", CUTS["time"])
        if self._megabytes > MEMORY_SHARE * self.limits.megabytes:
            return self._failed("memory", CUTS["memory"])
        return self._failed("crashed", "The process that worked on it has ended unexpectedly.")

    def _failed(self, kind: FailureKind, text: str) -> Failed:
        return Failed(kind, text, time.monotonic() - self._started)
