"""Messages between a crew and its processes: each is a frame of its length and its bytes."""

from __future__ import annotations

import asyncio
import struct
from typing import BinaryIO

_LENGTH = struct.Struct(">Q")


def frame(message: bytes) -> bytes:
    r"""A message with its length in front.

    >>> frame(b"stop\n")
    b'\x00\x00\x00\x00\x00\x00\x00\x05stop\n'
    """
    return _LENGTH.pack(len(message)) + message


def read_frame(stream: BinaryIO) -> bytes | None:
    r"""The next message of a stream; None where the stream has ended.

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
    """The messages of a stream, one by one; a reader that is cancelled loses none of them."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream = stream
        self._length: int | None = None

    async def next(self) -> bytes | None:
        """The next message; None where the stream has ended."""
        try:
            if self._length is None:
                (self._length,) = _LENGTH.unpack(await self._stream.readexactly(_LENGTH.size))
            message = await self._stream.readexactly(self._length)
        except asyncio.IncompleteReadError:
            return None
        self._length = None
        return message
