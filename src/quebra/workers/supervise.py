"""Beside a process at work: a clock, a scale, and somebody who listens."""

from __future__ import annotations

import asyncio
import time

from quebra.service.results import CUTS
from quebra.workers.events import Advanced, Done, Failed, Free, Kind, Told
from quebra.workers.job import Job
from quebra.workers.limits import Limits
from quebra.workers.process import Gone, Process

TICK = 0.1
"""Seconds between two looks at a process."""
GRACE = 1.0
"""Seconds in which a process that is asked to stop may end what it does."""
LATE = 1.0
"""Seconds after the end of its time in which a task may say so itself."""
SILENCE = 1.0
"""Seconds without news after which the clock is told instead."""
NEARLY = 0.8
"""The share of the memory allowed with which a crash is put down to memory."""


async def attend(process: Process, job: Job, limits: Limits) -> Failed | None:
    """Have the tasks of a job done, as far as the process lives: why it does not, if so."""
    watch = Watch(process, job, limits)
    process.order(job.todo)
    listening = asyncio.create_task(_listen(process, watch))
    try:
        while not (await asyncio.wait({listening}, timeout=TICK))[0]:
            if trouble := watch.trouble():
                return trouble
        return listening.result()
    finally:
        listening.cancel()
        await asyncio.wait({listening})


async def _listen(process: Process, watch: Watch) -> Failed | None:
    """Hear a process out: why it ended, if it did."""
    while True:
        try:
            event = await process.listen()
        except Gone:
            return watch.cause_of_death()
        if isinstance(event, Free):
            return None
        watch.hear(event)


async def wind_up(process: Process) -> None:
    """Let a process end what nobody waits for; TimeoutError if it does not, or Gone."""
    process.stop()
    async with asyncio.timeout(GRACE):
        await process.ready()


class Watch:
    """What is known of a process at work, and whether it may go on."""

    def __init__(self, process: Process, job: Job, limits: Limits) -> None:
        self.process, self.job, self.limits = process, job, limits
        self._since = self._heard = time.monotonic()
        self._asked: float | None = None
        self._megabytes = 0.0
        self._last = Advanced(0)

    def hear(self, event: Told) -> None:
        """Pass on an event."""
        self._heard = time.monotonic()
        match event:
            case Done() | Failed():
                self.job.todo.popleft()
                self._since, self._last = self._heard, Advanced(0)
            case Advanced():
                self._last = event
        self.job.tell(event)
        if not self.job.todo:
            self.job.end()

    def trouble(self) -> Failed | None:
        """Why the process may not go on, if so."""
        now = time.monotonic()
        self._megabytes = self.process.megabytes
        if self.job.stopping.is_set() and self._asked is None:
            self._asked = now
            self.process.stop()
        if self._asked is not None and now > self._asked + GRACE:
            return self._failed("cut", CUTS["cancelled"])
        if now > self._since + self.limits.wall + LATE:
            return self._failed("time", CUTS["time"])
        if self._megabytes > self.limits.megabytes:
            return self._failed("memory", CUTS["memory"])
        if now > self._heard + SILENCE:
            self._heard = now
            known = self._last
            self.job.tell(Advanced(now - self._since, known.nodes, known.bound))
        return None

    def cause_of_death(self) -> Failed:
        """Why the process ended by itself."""
        if self.process.out_of_time:
            return self._failed("time", CUTS["time"])
        if self._megabytes > NEARLY * self.limits.megabytes:
            return self._failed("memory", CUTS["memory"])
        return self._failed("crashed", "The process that worked on it has ended unexpectedly.")

    def _failed(self, kind: Kind, text: str) -> Failed:
        return Failed(kind, text, time.monotonic() - self._since)
