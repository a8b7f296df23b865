"""Free processes, and jobs that wait for one."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Turns(Generic[T]):
    """Hands free processes to those that wait, so that each kind of work gets its share of time.

    Next is the kind that has used the least time, and within a kind the first that came: checks,
    which take milliseconds, do not wait for more than one of a hundred loads that take seconds.
    """

    def __init__(self) -> None:
        self._free: deque[T] = deque()
        self._waiting: dict[str, deque[asyncio.Future[T]]] = {}
        self._used: defaultdict[str, float] = defaultdict(float)
        self._least = 0.0

    @property
    def free(self) -> int:
        """How many are free."""
        return len(self._free)

    def charge(self, kind: str, seconds: float) -> None:
        """Note that work of this kind has used a process for some time."""
        self._used[kind] += seconds

    def put(self, free: T) -> None:
        """Hand over one that is free, or keep it until it is asked for."""
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

    async def get(self, kind: str) -> T:
        """One that is free, as soon as it is the turn of this kind."""
        if self._free:
            return self._free.popleft()
        if kind not in self._waiting:
            # Time that was not used while nothing of the kind waited is not saved up.
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
