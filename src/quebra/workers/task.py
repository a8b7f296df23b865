"""Tasks, and the worker processes that run them, watched and held to their limits."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress

import msgspec
import psutil

from quebra.contract.results import CUTS
from quebra.i18n.text import Text
from quebra.service.requests import VerbRequest
from quebra.workers.protocol import (
    MAX_WAIT,
    STOP,
    Advanced,
    Done,
    Event,
    Failed,
    FailureKind,
    FrameReader,
    Limits,
    Pace,
    Ready,
    Run,
    WorkerEvent,
    frame,
)
from quebra.workers.sandbox import Sandbox, environment

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
READ_AHEAD = 1 << 20
"""Bytes of events that are buffered."""

_decoder: msgspec.json.Decoder[WorkerEvent] = msgspec.json.Decoder(WorkerEvent)


class Task:
    """One or more requests that run in one worker, one after the other.

    Iterating over a task gives its events; each request ends with `Done` or `Failed`. Unread
    events of progress are merged into one. When the iteration stops early, the task is cancelled.
    `pending` has the requests that have not ended, `kind` is the type of the first, and `refused`
    is set if the pool does not accept the task.
    """

    def __init__(self, requests: Sequence[VerbRequest]) -> None:
        self.id = secrets.token_urlsafe(9)
        self.kind = type(requests[0])
        self.pending = deque(msgspec.Raw(msgspec.json.encode(request)) for request in requests)
        self.refused: Failed | None = None
        self.stopping = asyncio.Event()
        self.pace: Pace | None = None
        self.on_cancel: Callable[[], object] = lambda: None
        self.on_end: Callable[[], object] = lambda: None
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

    def set_pace(self, rate: float | None) -> None:
        """Let the task do this number of steps a second: 0 pauses it, None is full speed."""
        self.pace = Pace(rate)

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


class ProcessEnded(Exception):
    """The worker process has ended."""


class WorkerProcess:
    """A worker process, which runs the requests of one task at a time."""

    def __init__(self, process: asyncio.subprocess.Process, folder: str = "") -> None:
        assert process.stdout is not None
        self.sandbox: Sandbox | None = None
        self._folder = folder
        self._process = process
        self._events = FrameReader(process.stdout)
        self.runs = 0
        self.reusable = True

    @staticmethod
    async def start(limits: Limits, nice: int, solvers: bool, in_sandbox: bool) -> WorkerProcess:
        """A new process, which accepts requests while it is still starting."""
        folder = tempfile.mkdtemp(prefix="quebra-worker-") if in_sandbox else ""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "quebra.workers.worker",
            str(os.getpid()),
            msgspec.json.encode(limits).decode(),
            str(nice),
            "solvers" if solvers else "cases",
            folder,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=READ_AHEAD,
            env=environment(folder) if in_sandbox else None,
            # Ctrl-C in the terminal goes to the parent only, which then ends this process. In
            # a session of its own, its niceness would not count: Linux shares out processor
            # time by sessions first.
            process_group=0,
        )
        return WorkerProcess(process, folder)

    @property
    def alive(self) -> bool:
        """Whether the process has not ended."""
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        """Process ID."""
        return self._process.pid

    @property
    def megabytes(self) -> float:
        """The memory that the process uses now."""
        return memory_of(self.pid) if self.alive else 0.0

    def run(self, requests: Iterable[msgspec.Raw]) -> None:
        """Send requests to run one after the other."""
        self.runs += 1
        self._send(msgspec.json.encode(Run(tuple(requests))))

    def stop(self) -> None:
        """Ask for an early end of the running request, with the best result so far."""
        self._send(STOP)

    def set_pace(self, pace: Pace) -> None:
        """Set the steps a second of the running request."""
        self._send(msgspec.json.encode(pace))

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None
        # If the process has ended, `next_event` raises.
        self._process.stdin.write(frame(message))

    async def ready(self) -> None:
        """Wait until the process can run requests; raises `ProcessEnded`."""
        while not isinstance(await self.next_event(), Ready):
            pass

    async def next_event(self) -> WorkerEvent:
        """The next event; raises `ProcessEnded`."""
        message = await self._events.next()
        if message is None:
            await self._process.wait()
            raise ProcessEnded
        event = _decoder.decode(message)
        if isinstance(event, Ready):
            self.reusable = event.reusable
            self.sandbox = event.sandbox or self.sandbox
        return event

    @property
    def out_of_cpu_time(self) -> bool:
        """Whether the system ended the process at its limit of processor time."""
        return sys.platform != "win32" and self._process.returncode == -signal.SIGXCPU

    async def end(self) -> None:
        """Kill the process and wait for its end."""
        self.kill()
        await self._process.wait()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)

    def kill(self) -> None:
        """Kill the process and all processes that it has started."""
        if self.alive:
            with suppress(ProcessLookupError):
                if sys.platform == "win32":
                    self._process.kill()
                else:
                    os.killpg(self.pid, signal.SIGKILL)


def memory_of(pid: int) -> float:
    """Megabytes of memory that a process uses now; 0 if it has ended."""
    try:
        return float(psutil.Process(pid).memory_info().rss) / 1e6
    except psutil.Error:
        return 0.0


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
        self._pace: Pace | None = None
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
        if (pace := self.task.pace) and pace is not self._pace:
            self._pace = pace
            self.process.set_pace(pace)
        if self.task.stopping.is_set() and self._stopped is None:
            self._stopped = now
            self.process.stop()
        if self._stopped is not None and now > self._stopped + GRACE:
            return self._failed("cut", CUTS["cancelled"])
        if now > self._started + self.limits.wall + LATE + (MAX_WAIT if self._pace else 0):
            return self._failed("time", CUTS["time"])
        if self._megabytes > self.limits.megabytes:
            return self._failed("memory", CUTS["memory"])
        if (silence := now - self._last_event) > SILENCE and self._progress.rate is None:
            self._last_event = now
            last = self._progress
            self._progress = Advanced(last.seconds + silence, last.nodes, last.bound)
            self.task.emit(self._progress)
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
        return self._failed("crashed", Text("The worker process has ended unexpectedly."))

    def _failed(self, kind: FailureKind, text: Text) -> Failed:
        return Failed(kind, text, time.monotonic() - self._started)
