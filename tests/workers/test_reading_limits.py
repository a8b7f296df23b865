"""Reading a puzzle, and all quick work, is held to the limits of a task and costs no process."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import TypeVar

import msgspec
import pytest

from quebra.service.protocol import read_request
from quebra.service.requests import VerbRequest
from quebra.workers import Done, Event, Failed, Limits, Started, Task, WorkerPool
from quebra.workers.worker import limited_cpu
from troublemakers import BOARD, ENDLESS, UNREADABLE, install

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no timer signals"),
]
T = TypeVar("T")
WIDE = Limits(wall=10_000, cpu=10_000)


@pytest.fixture(scope="module", autouse=True)
def _troublemakers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(tmp_path_factory.mktemp("site"), patch)
        # However slow the machine is, a process is not ended because it answers late.
        patch.setattr("quebra.workers.task.GRACE", 10_000)
        patch.setattr("quebra.workers.task.LATE", 10_000)
        yield


def request(verb: str, **options: object) -> VerbRequest:
    return read_request(msgspec.json.encode(options), verb)


def in_one_process(limits: Limits, use: Callable[[WorkerPool], Awaitable[T]]) -> T:
    """What is found with a pool whose only process must live through it, and work afterwards."""

    async def main() -> T:
        async with WorkerPool(1, limits) as pool:
            before = pool.pids
            found = await use(pool)
            after = [event async for event in pool.run(request("convert", puzzle=BOARD, to="json"))]
            assert isinstance(after[-1], Done)
            assert pool.pids == before
            return found

    return asyncio.run(main())


async def at_work(task: Task) -> AsyncIterator[Event]:
    """The events of a task after its start."""
    events = aiter(task)
    while not isinstance(await anext(events), Started):
        pass
    return events


ENDLESS_TASKS = (
    request("load", source=UNREADABLE),
    request("draw", puzzle=UNREADABLE),
    request("check", puzzle=ENDLESS, answer="1"),
    request("new game", puzzle=UNREADABLE),
    request("solve", puzzle=UNREADABLE),
    request("explain", puzzle=UNREADABLE),
    request("grade", puzzle=UNREADABLE),
    request("judge", puzzle=UNREADABLE),
)


def test_the_time_of_a_task_covers_reading() -> None:
    async def use(pool: WorkerPool) -> list[Event]:
        limited = [msgspec.structs.replace(endless, time=0.05) for endless in ENDLESS_TASKS]
        return [event async for event in pool.run(*limited) if isinstance(event, Done | Failed)]

    ends = in_one_process(WIDE, use)
    assert len(ends) == len(ENDLESS_TASKS)
    for end in ends:
        assert isinstance(end, Failed) and (end.kind, end.text) == (
            "time",
            "The time limit was reached.",
        )


def test_quick_work_is_held_to_processor_time() -> None:
    async def use(pool: WorkerPool) -> Event:
        return [event async for event in pool.run(request("load", source=UNREADABLE))][-1]

    end = in_one_process(Limits(wall=10_000, cpu=0.1), use)
    assert isinstance(end, Failed) and end.kind == "time"


def test_a_task_that_is_stopped_while_it_reads_ends() -> None:
    async def use(pool: WorkerPool) -> list[Event]:
        ends = []
        for endless in ENDLESS_TASKS:
            task = pool.run(endless)
            events = await at_work(task)
            task.stop()
            ends.append([event async for event in events][-1])
        return ends

    for end in in_one_process(WIDE, use):
        assert isinstance(end, Failed) and end.kind == "cut"


def test_a_task_that_is_given_up_while_it_reads_ends() -> None:
    async def use(pool: WorkerPool) -> None:
        for endless in ENDLESS_TASKS:
            task = pool.run(endless)
            await at_work(task)
            task.cancel()

    in_one_process(WIDE, use)


def test_a_limit_of_processor_time_ends_with_the_task() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_CPU)
    with limited_cpu(1_000):
        assert resource.getrlimit(resource.RLIMIT_CPU) != before
    assert resource.getrlimit(resource.RLIMIT_CPU) == before
