"""A process of a crew, seen from outside: orders go in, events come out, and it can be ended."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress

import msgspec

from quebra.workers.events import STOP, Free, Order, Told
from quebra.workers.frames import FrameReader, frame
from quebra.workers.limits import Limits, memory_of

READ_AHEAD = 1 << 20
"""Bytes of events that are read before they are asked for."""
_decoder: msgspec.json.Decoder[Told] = msgspec.json.Decoder(Told)


class Gone(Exception):
    """The process has ended."""


class Process:
    """A warm process that has one order at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        self._process = process
        self._events = FrameReader(process.stdout)
        self.orders = 0
        self.worn = False

    @staticmethod
    async def start(limits: Limits, nice: int, solvers: bool) -> Process:
        """A new process, which gets ready while its first order may already be on the way."""
        return Process(
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
                # Ctrl-C in the terminal is for the parent, which then ends this one. In a session
                # of its own, though, it would not step back behind others: Linux shares out the
                # processor by sessions first.
                process_group=0,
            )
        )

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        """Process ID."""
        return self._process.pid

    @property
    def megabytes(self) -> float:
        """The memory it has now."""
        return memory_of(self.pid) if self.alive else 0.0

    def order(self, tasks: Iterable[msgspec.Raw]) -> None:
        """Give it tasks."""
        self.orders += 1
        self._send(msgspec.json.encode(Order(tuple(tasks))))

    def stop(self) -> None:
        """Ask it to end what it does with the best it has."""
        self._send(STOP)

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None
        # If the process has ended, `listen` will say so.
        self._process.stdin.write(frame(message))

    async def ready(self) -> None:
        """Wait until it can work at once."""
        while not isinstance(await self.listen(), Free):
            pass

    async def listen(self) -> Told:
        """The next event."""
        message = await self._events.next()
        if message is None:
            await self._process.wait()
            raise Gone
        event = _decoder.decode(message)
        self.worn = isinstance(event, Free) and event.worn
        return event

    @property
    def out_of_time(self) -> bool:
        """Whether the system ended it because its processor time was over."""
        return sys.platform != "win32" and self._process.returncode == -signal.SIGXCPU

    async def end(self) -> None:
        """End it now, with all that it may have started."""
        self.kill()
        await self._process.wait()

    def kill(self) -> None:
        """End it now, without waiting for its end."""
        if self.alive:
            with suppress(ProcessLookupError):
                if sys.platform == "win32":
                    self._process.kill()
                else:
                    os.killpg(self.pid, signal.SIGKILL)
