"""A pool of worker processes, each with one task at a time, and the queue of waiting tasks."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import Coroutine, Hashable
from contextlib import suppress
from itertools import chain, repeat
from typing import Any, Generic, TypeVar

from quebra.contract.errors import ExternalError
from quebra.i18n.text import Text
from quebra.service.requests import VerbRequest
from quebra.workers.protocol import Failed, Limits, Waiting
from quebra.workers.sandbox import Sandbox
from quebra.workers.task import ProcessEnded, Task, WorkerProcess, stop_process, supervise

T = TypeVar("T")

MAX_RUNS = 10_000
"""Tasks after which a process is replaced, because its memory may have grown."""
RETRY_DELAYS = (0.0, 0.1, 1.0, 10.0)
"""Seconds before each try to start a process; the last delay is repeated."""


class WorkerPool:
    """Worker processes that run tasks, supervised.

    At most `workers` tasks run and `waiting` wait; more are refused. Waiting tasks are chosen by a
    `FairQueue`. Processes have the niceness `nice`, and import what `solvers` need while they are
    idle. A task whose process crashes is tried `tries` times. With `in_sandbox`, processes run in a
    sandbox as far as the system allows; `sandbox` is what the last one that started is kept from.

        async with WorkerPool(2) as pool:
            async for event in pool.run(read_request(b'{"verb": "grade", "puzzle": …}')):
                ...
    """

    def __init__(
        self,
        workers: int,
        limits: Limits | None = None,
        *,
        waiting: int = 20,
        nice: int = 0,
        solvers: bool = False,
        tries: int = 2,
        in_sandbox: bool = False,
    ) -> None:
        self.workers = workers
        self.limits = limits or Limits()
        self.waiting = waiting
        self.nice = nice
        self.solvers = solvers
        self.tries = tries
        self.in_sandbox = in_sandbox
        self.sandbox: Sandbox | None = None
        self.restarts = 0
        self._processes: set[WorkerProcess] = set()
        self._idle: FairQueue[WorkerProcess] = FairQueue()
        self._queue: set[Task] = set()
        self._background: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> WorkerPool:
        for _ in range(self.workers - 1):
            self._spawn(self._start_with_retries())
        try:
            await self._start()
        except (OSError, ProcessEnded):
            await self.__aexit__()
            raise ExternalError(Text("The worker processes cannot be started.")) from None
        except asyncio.CancelledError:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        while self._background:
            # A cancelled coroutine may have started another one to clean up.
            for work in self._background:
                work.cancel()
            await asyncio.gather(*self._background, return_exceptions=True)
        for process in self._processes:
            process.kill()
        for process in self._processes:
            await process.end()

    def run(self, *requests: VerbRequest) -> Task:
        """Start a task of one or more requests; it is `refused` if too many tasks wait."""
        task = Task(requests)
        if len(self._queue) >= self.waiting + self._idle.free:
            task.refused = Failed("full", Text("Too many requests are waiting; try again later."))
            task.emit(task.refused)
            task.end()
            return task
        self._queue.add(task)
        work = self._spawn(self._run_task(task))
        work.add_done_callback(lambda _: self._end(task))
        task.on_cancel = work.cancel
        return task

    @property
    def pids(self) -> tuple[int, ...]:
        """The IDs of the worker processes."""
        return tuple(process.pid for process in self._processes)

    @property
    def queued(self) -> int:
        """The number of tasks that wait."""
        return len(self._queue)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        started = asyncio.create_task(work)
        self._background.add(started)
        started.add_done_callback(self._background.discard)
        return started

    def _end(self, task: Task) -> None:
        self._queue.discard(task)
        task.end()

    async def _run_task(self, task: Task) -> None:
        """Run all requests of a task, in other processes if some crash."""
        tries = self.tries
        while task.pending:
            process = await self._acquire(task)
            pending, started = len(task.pending), time.monotonic()
            try:
                failure = await supervise(process, task, self.limits)
            except BaseException:
                self._spawn(self._stop_and_release(process))
                raise
            finally:
                self._idle.charge(task.kind, time.monotonic() - started)
            if failure is None:
                self._release(process)
                continue
            self._spawn(self._replace(process))
            tries = (tries if len(task.pending) == pending else self.tries) - 1
            if failure.kind != "crashed" or not tries:
                task.pending.popleft()
                task.emit(failure)
                tries = self.tries

    async def _acquire(self, task: Task) -> WorkerProcess:
        """Wait for an idle process."""
        self._queue.add(task)
        if not self._idle.free:
            task.emit(Waiting(len(self._queue) - 1))
        process = await self._idle.get(task.kind)
        self._queue.discard(task)
        return process

    def _release(self, process: WorkerProcess) -> None:
        """Make a process idle, or replace it."""
        grown = process.megabytes > self.limits.megabytes / 2
        if grown or not process.reusable or process.runs >= MAX_RUNS:
            self._spawn(self._replace(process))
        else:
            self._idle.put(process)

    async def _stop_and_release(self, process: WorkerProcess) -> None:
        """Stop a process whose task was cancelled; replace it if it does not react."""
        try:
            await stop_process(process)
        except (TimeoutError, ProcessEnded):
            await self._replace(process)
        else:
            self._release(process)

    async def _replace(self, process: WorkerProcess) -> None:
        """End a process and start another one."""
        self.restarts += 1
        await process.end()
        self._processes.discard(process)
        await self._start_with_retries()

    async def _start_with_retries(self) -> None:
        for delay in chain(RETRY_DELAYS, repeat(RETRY_DELAYS[-1])):
            await asyncio.sleep(delay)
            with suppress(OSError, ProcessEnded):
                await self._start()
                return

    async def _start(self) -> None:
        """Start a process, and make it idle as soon as it is ready."""
        process = await WorkerProcess.start(self.limits, self.nice, self.solvers, self.in_sandbox)
        self._processes.add(process)
        try:
            await process.ready()
        except ProcessEnded:
            self._processes.discard(process)
            await process.end()
            raise
        self.sandbox = process.sandbox
        self._idle.put(process)


class FairQueue(Generic[T]):
    """Idle processes, and the tasks that wait for one; each kind of task gets its share of time.

    The kind that has used the least time is next, and within a kind the first that came. So a
    check, which takes milliseconds, waits for at most one of a hundred loads that take seconds.
    """

    def __init__(self) -> None:
        self._free: deque[T] = deque()
        self._waiting: dict[Hashable, deque[asyncio.Future[T]]] = {}
        self._used: defaultdict[Hashable, float] = defaultdict(float)
        self._least = 0.0

    @property
    def free(self) -> int:
        """The number of idle processes."""
        return len(self._free)

    def charge(self, kind: Hashable, seconds: float) -> None:
        """Add to the time that a kind has used."""
        self._used[kind] += seconds

    def put(self, free: T) -> None:
        """Give a process to the next waiting task, or keep it as idle."""
        while self._waiting:
            kind = min(self._waiting, key=lambda kind: self._used[kind])
            self._least = self._used[kind]
            line = self._waiting[kind]
            first = line.popleft()
            if not line:
                del self._waiting[kind]
            if not first.done():
                first.set_result(free)
                return
        self._free.append(free)

    async def get(self, kind: Hashable) -> T:
        """Wait for a process for this kind of task."""
        if self._free:
            return self._free.popleft()
        if kind not in self._waiting:
            # A kind does not save up time while none of its tasks waits.
            self._used[kind] = max(self._used[kind], self._least)
            self._waiting[kind] = deque()
        turn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting[kind].append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.put(turn.result())
            raise
