"""Messages between a pool and its processes: their bytes do not matter, and none is lost."""

from __future__ import annotations

import asyncio
import json

import pytest

from quebra.service.protocol import read_request
from quebra.workers import Done, Event, WorkerPool
from quebra.workers.protocol import FrameReader, frame

pytestmark = pytest.mark.integration

MESSAGES = (b"", b"\n", b"stop", b'{"a":\n 1}', bytes(range(256)), b"x" * 300_000)
BROKEN_LINES = b"""{"puzzle": {"family": "kojun",
 "regions": [[0, 0]],
 "givens": [[0, 0]]}}"""


async def read_all(reader: FrameReader) -> list[bytes]:
    found = []
    while (message := await reader.next()) is not None:
        found.append(message)
    return found


def test_messages_arrive_whatever_is_in_them() -> None:
    async def use() -> list[bytes]:
        stream = asyncio.StreamReader(limit=100)
        stream.feed_data(b"".join(map(frame, MESSAGES)))
        stream.feed_eof()
        return await read_all(FrameReader(stream))

    assert asyncio.run(use()) == list(MESSAGES)


def test_a_message_that_breaks_off_is_the_end() -> None:
    async def use() -> list[bytes]:
        stream = asyncio.StreamReader()
        stream.feed_data(frame(b"whole") + frame(b"broken")[:-1])
        stream.feed_eof()
        return await read_all(FrameReader(stream))

    assert asyncio.run(use()) == [b"whole"]


@pytest.mark.parametrize("cut", range(1, len(frame(b"first"))))
def test_a_reader_that_is_cancelled_within_a_message_loses_nothing(cut: int) -> None:
    async def use() -> list[bytes]:
        stream = asyncio.StreamReader()
        reader = FrameReader(stream)
        stream.feed_data(frame(b"first")[:cut])
        waiting = asyncio.create_task(reader.next())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        stream.feed_data(frame(b"first")[cut:] + frame(b"second"))
        stream.feed_eof()
        return await read_all(reader)

    assert asyncio.run(use()) == [b"first", b"second"]


def test_a_line_break_in_a_puzzle_is_not_the_end_of_its_order() -> None:
    async def use() -> list[Event]:
        async with WorkerPool(1) as pool:
            tasks = [read_request(BROKEN_LINES, verb) for verb in ("draw", "solve", "draw")]
            return [event async for event in pool.run(*tasks) if isinstance(event, Done)]

    drawn, solved, again = asyncio.run(use())
    assert isinstance(drawn, Done) and isinstance(solved, Done) and isinstance(again, Done)
    assert json.loads(bytes(drawn.result))["family"] == "kojun"
    assert json.loads(bytes(solved.result))["status"] == "many"
    assert bytes(again.result) == bytes(drawn.result)
