"""A job: what whoever asked for tasks holds, to watch them, to stop them, or to give them up."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence

import msgspec

from quebra.service.request import VerbRequest
from quebra.workers.events import Advanced, Event, Failed


class Job:
    """Tasks that a crew does one after the other; iterating over it gives the events.

    Each task ends with `Done` or `Failed`, in their order. Events of work that advances are told
    only as fast as they are read. Whoever stops iterating gives the job up, and it ends.
    """

    def __init__(self, requests: Sequence[VerbRequest]) -> None:
        self.id = secrets.token_urlsafe(9)
        self.kind = requests[0].verb if requests else ""
        self.todo = deque(msgspec.Raw(msgspec.json.encode(request)) for request in requests)
        self.refused: Failed | None = None
        self.stopping = asyncio.Event()
        self.on_close: Callable[[], object] = lambda: None
        self._events: deque[Event] = deque()
        self._news = asyncio.Event()
        self._ended = False

    async def __aiter__(self) -> AsyncIterator[Event]:
        try:
            while True:
                while self._events:
                    yield self._events.popleft()
                if self._ended:
                    return
                self._news.clear()
                await self._news.wait()
        finally:
            self.close()

    def stop(self) -> None:
        """Ask for the best so far; what does not answer soon is ended."""
        self.stopping.set()

    def close(self) -> None:
        """Give it up, if anything of it is left: nobody waits for that."""
        if self.todo:
            self.on_close()

    def tell(self, event: Event) -> None:
        """Add an event; work that advances replaces what nobody has read of it."""
        if isinstance(event, Advanced) and self._events:
            last = self._events[-1]
            if isinstance(last, Advanced):
                self._events.pop()
                event = event.after(last)
        self._events.append(event)
        self._news.set()

    def end(self) -> None:
        """There will be no more events."""
        self._ended = True
        self._news.set()
