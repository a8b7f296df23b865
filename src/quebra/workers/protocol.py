"""The protocol between a pool and its worker processes: limits, events, and messages in frames.

A frame is the length of a message, then its bytes. A pool sends `Run`, `Pace` or `STOP`; a worker
sends events.
"""

from __future__ import annotations

import asyncio
import struct
from typing import BinaryIO, Literal

import msgspec

from quebra.workers.sandbox import Sandbox

SOLVER_NICE = 15
"""Niceness of processes that solve, so that all other processes have priority."""
STOP = b"stop"
"""The message that asks a worker to end its task with the best result so far."""
MAX_WAIT = 300.0
"""Seconds that a request may wait in all, because it is paused or slow."""
FailureKind = Literal["bad input", "not found", "cut", "crashed", "time", "memory", "full"]


class Limits(msgspec.Struct, frozen=True):
    """Seconds of wall time and of processor time, and megabytes of memory, for one request."""

    wall: float = 60
    cpu: float = 60
    megabytes: float = 2_000


class Run(msgspec.Struct, frozen=True, tag=True):
    """The message with requests to run one after the other."""

    requests: tuple[msgspec.Raw, ...]


class Pace(msgspec.Struct, frozen=True, tag=True):
    """The message with the steps a second of the running request: 0 pauses, None is full speed."""

    rate: float | None = None


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower):
    """An event of a task; the page receives it as JSON."""


class Waiting(Event, frozen=True):
    """All workers are busy; `ahead` is the number of tasks that wait before this one."""

    ahead: int


class Started(Event, frozen=True):
    """A worker has started the task."""


class Advanced(Event, frozen=True):
    """Progress of a running request; `best` is null unless it is new.

    `current` is the position of a search that shows it, and `frame` the drawing of the last
    iteration of an engine that works in iterations. `rate` is the pace
    (see `Pace`), and `paused` whether the search waits now. `share` is
    the part that is done, from 0 to 1, of work that knows it.
    """

    seconds: float
    nodes: int = 0
    bound: float | None = None
    best: msgspec.Raw = msgspec.Raw(b"null")
    current: msgspec.Raw = msgspec.Raw(b"null")
    frame: str = ""
    rate: float | None = None
    paused: bool = False
    share: float | None = None

    def after(self, unread: Advanced) -> Advanced:
        """This event in place of an earlier one that was not read; keeps the latest best."""
        return self if self.has_best else msgspec.structs.replace(self, best=unread.best)

    @property
    def has_best(self) -> bool:
        """Whether the event has a new best attempt."""
        return bytes(self.best) != b"null"


class Done(Event, frozen=True):
    """The JSON result of a request, and the seconds it took in the worker."""

    result: msgspec.Raw
    seconds: float = 0.0


class Failed(Event, frozen=True, omit_defaults=True):
    """A request without result: the kind of failure, and the reason as a sentence.

    The sentence of a worker is in the language of the request; that of a pool is a `Text`. `place`
    is that of bad input, if it is known.
    """

    kind: FailureKind
    text: str
    seconds: float = 0.0
    place: dict[str, int | str] = {}


class Ready(Event, frozen=True):
    """A worker can run requests; it is not `reusable` if threads of the last ones still run.

    The first event has what the worker is kept from.
    """

    reusable: bool = True
    sandbox: Sandbox | None = None


WorkerEvent = Ready | Started | Advanced | Done | Failed
"""An event that a worker process sends."""

_LENGTH = struct.Struct(">Q")


def frame(message: bytes) -> bytes:
    r"""A message with its length in front.

    >>> frame(b"stop\n")
    b'\x00\x00\x00\x00\x00\x00\x00\x05stop\n'
    """
    return _LENGTH.pack(len(message)) + message


def read_frame(stream: BinaryIO) -> bytes | None:
    r"""The next message of a stream; None at the end.

    >>> from io import BytesIO
    >>> stream = BytesIO(frame(b"a\nb") + frame(b""))
    >>> read_frame(stream), read_frame(stream), read_frame(stream)
    (b'a\nb', b'', None)
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    message = stream.read(length)
    return message if len(message) == length else None


class FrameReader:
    """Reads the messages of an asynchronous stream; cancelling `next` loses none of them."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream = stream
        self._length: int | None = None

    async def next(self) -> bytes | None:
        """The next message; None at the end of the stream."""
        try:
            if self._length is None:
                (self._length,) = _LENGTH.unpack(await self._stream.readexactly(_LENGTH.size))
            message = await self._stream.readexactly(self._length)
        except asyncio.IncompleteReadError:
            return None
        self._length = None
        return message
