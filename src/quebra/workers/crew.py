"""A crew: warm processes, each with one job at a time, and a queue before them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from itertools import chain, repeat
from typing import Any

from quebra.contract.errors import Trouble
from quebra.service.request import VerbRequest
from quebra.workers.events import Failed, Waiting
from quebra.workers.job import Job
from quebra.workers.limits import Limits
from quebra.workers.process import Gone, Process
from quebra.workers.supervise import attend, wind_up
from quebra.workers.turns import Turns

MOST_ORDERS = 10_000
"""After how many orders a process is replaced, whatever it may have gathered."""
PAUSES = (0.0, 0.1, 1.0, 10.0)
"""Seconds before each try to start a process; the last ones are repeated."""


class Crew:
    """Processes that do tasks, supervised.

    At most `workers` jobs run and `waiting` wait; more are refused. Of those that wait, the verb
    that has used the least time is next. Processes have the niceness `nice`, and in idle time they
    import what `solvers` need. A task that ends its process is begun `tries` times.

        async with Crew(2) as crew:
            async for event in crew.run(read_request(b'{"verb": "grade", "puzzle": …}')):
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
    ) -> None:
        self.workers = workers
        self.limits = limits or Limits()
        self.waiting = waiting
        self.nice = nice
        self.solvers = solvers
        self.tries = tries
        self._processes: set[Process] = set()
        self._idle: Turns[Process] = Turns()
        self._queue: set[Job] = set()
        self._work: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Crew:
        for _ in range(self.workers - 1):
            self._begin(self._hire())
        try:
            await self._start()
        except (OSError, Gone):
            await self.__aexit__()
            raise Trouble("The processes that do the work cannot be started.") from None
        except asyncio.CancelledError:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        while self._work:
            # What is cancelled may have begun something to clear up after itself.
            for work in self._work:
                work.cancel()
            await asyncio.gather(*self._work, return_exceptions=True)
        for process in self._processes:
            process.kill()
        for process in self._processes:
            await process.end()

    def run(self, *requests: VerbRequest) -> Job:
        """A job for one task, or for several that are done one after the other.

        Several small ones share one way to the process and back; their answers come one by one.
        """
        job = Job(requests)
        if len(self._queue) >= self.waiting + self._idle.free:
            job.refused = Failed("full", "Too much is waiting to be done; come again later.")
            job.tell(job.refused)
            job.end()
            return job
        self._queue.add(job)
        work = self._begin(self._do(job))
        work.add_done_callback(lambda _: self._leave(job))
        job.on_close = work.cancel
        return job

    @property
    def pids(self) -> tuple[int, ...]:
        """The process IDs."""
        return tuple(process.pid for process in self._processes)

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    def _leave(self, job: Job) -> None:
        self._queue.discard(job)
        job.end()

    async def _do(self, job: Job) -> None:
        """Every task of a job, whatever happens to the processes."""
        tries = self.tries
        while job.todo:
            process = await self._take(job)
            left, started = len(job.todo), time.monotonic()
            try:
                trouble = await attend(process, job, self.limits)
            except BaseException:
                self._begin(self._settle(process))
                raise
            finally:
                self._idle.charge(job.kind, time.monotonic() - started)
            if trouble is None:
                self._give_back(process)
                continue
            self._begin(self._replace(process))
            tries = (tries if len(job.todo) == left else self.tries) - 1
            if trouble.kind != "crashed" or not tries:
                job.todo.popleft()
                job.tell(trouble)
                tries = self.tries

    async def _take(self, job: Job) -> Process:
        """A process that is free, in turn."""
        self._queue.add(job)
        if not self._idle.free:
            job.tell(Waiting(len(self._queue) - 1))
        process = await self._idle.get(job.kind)
        self._queue.discard(job)
        return process

    def _give_back(self, process: Process) -> None:
        grown = process.megabytes > self.limits.megabytes / 2
        if grown or process.worn or process.orders >= MOST_ORDERS:
            self._begin(self._replace(process))
        else:
            self._idle.put(process)

    async def _settle(self, process: Process) -> None:
        """Let a process whose job was given up end it, or else end the process."""
        try:
            await wind_up(process)
        except (TimeoutError, Gone):
            await self._replace(process)
        else:
            self._give_back(process)

    async def _replace(self, process: Process) -> None:
        """Another process in the place of one that is no longer fit."""
        await process.end()
        self._processes.discard(process)
        await self._hire()

    async def _hire(self) -> None:
        """One more process, as soon as the system has room for it."""
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            await asyncio.sleep(pause)
            with suppress(OSError, Gone):
                await self._start()
                return

    async def _start(self) -> None:
        """A process that is free when it is ready."""
        process = await Process.start(self.limits, self.nice, self.solvers)
        self._processes.add(process)
        try:
            await process.ready()
        except Gone:
            self._processes.discard(process)
            raise
        self._idle.put(process)
