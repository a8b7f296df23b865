"""What a job tells while it runs, in its process and on the page alike."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["bad input", "not found", "cut", "crashed", "time", "memory", "full"]


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower):
    """Something that happened to a job."""


class Waiting(Event, frozen=True):
    """All processes are busy, and so many others wait before it."""

    ahead: int


class Started(Event, frozen=True):
    """A process has begun with it."""


class Advanced(Event, frozen=True):
    """It is at work: what it knows so far. `best` is told when it is new, else it is null."""

    seconds: float
    nodes: int = 0
    bound: float | None = None
    best: msgspec.Raw = msgspec.Raw(b"null")

    def after(self, before: Advanced) -> Advanced:
        """This with what the one before told, which nobody has read."""
        return self if self.tells_best else msgspec.structs.replace(self, best=before.best)

    @property
    def tells_best(self) -> bool:
        """Whether there is a new best."""
        return bytes(self.best) != b"null"


class Done(Event, frozen=True):
    """It is done; the result is JSON. `seconds` are what it took in its process."""

    result: msgspec.Raw
    seconds: float = 0.0


class Failed(Event, frozen=True, omit_defaults=True):
    """It could not be done, for a reason of some kind, told in a sentence.

    `place` is that of bad input, as far as it is known.
    """

    kind: Kind
    text: str
    seconds: float = 0.0
    place: dict[str, int | str] = {}


class Free(Event, frozen=True):
    """A process can take an order; it is `worn` if something of the last one still runs in it."""

    worn: bool = False


Told = Free | Started | Advanced | Done | Failed
"""What a process tells its crew."""


class Order(msgspec.Struct, frozen=True):
    """What a crew gives to a process: tasks to be done one after the other."""

    tasks: tuple[msgspec.Raw, ...]


STOP = b"stop"
"""The message that asks a process to end its task with the best it has."""
