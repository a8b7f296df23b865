"""Results of recent work that may be asked for again, within a limit."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
MOST = 200


class Recent(Generic[K, V]):
    """The last values that were kept, by key.

    >>> squares = Recent[int, int](most=2)
    >>> for n in (2, 3, 4):
    ...     squares.keep(n, n * n)
    >>> squares.get(2), squares.get(4)
    (None, 16)
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._values: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """The value of a key, if it is still there."""
        return self._values.get(key)

    def keep(self, key: K, value: V) -> None:
        """Keep a value, in place of the oldest one if there are too many."""
        self._values[key] = value
        if len(self._values) > self._most:
            del self._values[next(iter(self._values))]
