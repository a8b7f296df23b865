"""A random generator with the same numbers on every machine, so that seeds give equal puzzles."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Source:
    """SplitMix64 (Steele, Lea and Flood, 2014), with the few draws that puzzles need.

    >>> source = Source(1234567)
    >>> source.bits(), source.bits()
    (6457827717110365317, 3203168211198807973)
    >>> Source(7).shuffled("abcd") == Source(7).shuffled("abcd")
    True
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """The next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1 (n up to 2**32; the bias is below 2**-32)."""
        return (self.bits() >> 32) * n >> 32

    def chance(self, probability: float) -> bool:
        """True with the given probability."""
        return (self.bits() >> 11) * 2.0**-53 < probability

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, at random."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into a random order, in place (Fisher-Yates from the end)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A list of the items in random order."""
        copy = list(items)
        self.shuffle(copy)
        return copy

    def mixed(self, data: bytes) -> Source:
        """A new source that depends on this one and on the data.

        >>> Source(1).mixed(b"easy").bits() == Source(1).mixed(b"hard").bits()
        False
        """
        from hashlib import blake2b  # imports OpenSSL, and few commands need it

        return Source(self.bits() ^ int.from_bytes(blake2b(data, digest_size=8).digest()))

    def spawn(self) -> Source:
        """A new source that draws independently of this one."""
        return Source(self.bits())
