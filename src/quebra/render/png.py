"""PNG files by their chunks: the density of a picture, and animations (APNG)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from struct import pack, unpack

SIGNATURE = b"\x89PNG\r\n\x1a\n"
INCHES_PER_METRE = 1 / 0.0254
MILLISECONDS = 1000


def with_density(png: bytes, dpi: float) -> bytes:
    """The picture with its dots an inch, from which programs take the size on paper."""
    head, *others = _chunks(png)
    dots = round(dpi * INCHES_PER_METRE)
    density = _chunk(b"pHYs", pack(">IIB", dots, dots, 1))
    return b"".join((SIGNATURE, _chunk(*head), density, *(_chunk(*each) for each in others)))


def animated(frames: Sequence[bytes], seconds: Sequence[float]) -> bytes:
    """The pictures, of one size, as an animation that repeats; each is shown for its seconds.

    Programs that know no animations show the first picture.
    """
    head = next(_chunks(frames[0]))
    parts = [SIGNATURE, _chunk(*head), _chunk(b"acTL", pack(">II", len(frames), 0))]
    width, height = unpack(">II", head[1][:8])
    number = 0
    for frame, shown in zip(frames, seconds, strict=True):
        delay = round(shown * MILLISECONDS)
        control = pack(">IIIIIHHBB", number, width, height, 0, 0, delay, MILLISECONDS, 0, 0)
        parts.append(_chunk(b"fcTL", control))
        number += 1
        for data in (data for kind, data in _chunks(frame) if kind == b"IDAT"):
            if frame is frames[0]:
                parts.append(_chunk(b"IDAT", data))
                continue
            parts.append(_chunk(b"fdAT", pack(">I", number) + data))
            number += 1
    return b"".join((*parts, _chunk(b"IEND", b"")))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The type and the data of each chunk."""
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
