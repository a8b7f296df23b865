"""A worker process as its pool sees it: requests go in, events come out."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress

import msgspec

from quebra.workers.protocol import STOP, FrameReader, Limits, Ready, Run, WorkerEvent, frame

READ_AHEAD = 1 << 20
"""Bytes of events that are buffered."""
_decoder: msgspec.json.Decoder[WorkerEvent] = msgspec.json.Decoder(WorkerEvent)


class ProcessEnded(Exception):
    """The worker process has ended."""


class WorkerProcess:
    """A worker process, which runs the requests of one task at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        self._process = process
        self._events = FrameReader(process.stdout)
        self.runs = 0
        self.reusable = True

    @staticmethod
    async def start(limits: Limits, nice: int, solvers: bool) -> WorkerProcess:
        """A new process, which accepts requests while it is still starting."""
        return WorkerProcess(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "quebra.workers.worker",
                str(os.getpid()),
                msgspec.json.encode(limits).decode(),
                str(nice),
                "solvers" if solvers else "cases",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=READ_AHEAD,
                # Ctrl-C in the terminal goes to the parent only, which then ends this process. In
                # a session of its own, its niceness would not count: Linux shares out processor
                # time by sessions first.
                process_group=0,
            )
        )

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
        return event

    @property
    def out_of_cpu_time(self) -> bool:
        """Whether the system ended the process at its limit of processor time."""
        return sys.platform != "win32" and self._process.returncode == -signal.SIGXCPU

    async def end(self) -> None:
        """Kill the process and wait for its end."""
        self.kill()
        await self._process.wait()

    def kill(self) -> None:
        """Kill the process and all processes that it has started."""
        if self.alive:
            with suppress(ProcessLookupError):
                if sys.platform == "win32":
                    self._process.kill()
                else:
                    os.killpg(self.pid, signal.SIGKILL)


def memory_of(pid: int) -> float:
    """Megabytes of memory that a process uses now; 0 where the system does not say."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, IndexError):
        return 0.0
