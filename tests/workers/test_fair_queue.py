"""Which of the tasks that wait is next."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from quebra.workers.pool import FairQueue


def served(kinds: Sequence[str], seconds: dict[str, float]) -> list[str]:
    """The order in which tasks of some kinds, all waiting, get the only process."""

    async def use() -> list[str]:
        queue: FairQueue[str] = FairQueue()
        order: list[str] = []

        async def work(name: str) -> None:
            process = await queue.get(name[0])
            order.append(name)
            queue.charge(name[0], seconds[name[0]])
            queue.put(process)

        tasks = [asyncio.create_task(work(name)) for name in kinds]
        await asyncio.sleep(0)
        queue.put("process")
        await asyncio.gather(*tasks)
        return order

    return asyncio.run(use())


def test_tasks_of_one_kind_are_served_in_their_order() -> None:
    assert served(("a1", "a2", "a3"), {"a": 1}) == ["a1", "a2", "a3"]


def test_kinds_that_cost_little_do_not_wait_behind_those_that_cost_much() -> None:
    names = ("l1", "l2", "l3", "c1", "c2", "c3")
    assert served(names, {"l": 1, "c": 0.1}) == ["l1", "c1", "c2", "c3", "l2", "l3"]


def test_a_kind_that_has_not_waited_saves_up_no_turns() -> None:
    async def use() -> list[str]:
        queue: FairQueue[str] = FairQueue()
        order: list[str] = []

        async def work(name: str) -> None:
            await queue.get(name[0])
            order.append(name)
            queue.charge(name[0], 1)

        async def start(*names: str) -> list[asyncio.Task[None]]:
            tasks = [asyncio.create_task(work(name)) for name in names]
            await asyncio.sleep(0)
            return tasks

        first = await start("a1", "a2", "a3", "a4")
        for _ in range(3):
            queue.put("process")
            await asyncio.sleep(0)
        late = await start("b1", "b2", "b3")
        for _ in range(4):
            queue.put("process")
            await asyncio.sleep(0)
        await asyncio.gather(*first, *late)
        return order

    assert asyncio.run(use()) == ["a1", "a2", "a3", "b1", "a4", "b2", "b3"]


def test_a_task_that_is_given_up_leaves_its_turn_to_the_next() -> None:
    async def use() -> str:
        queue: FairQueue[str] = FairQueue()
        tasks = [asyncio.create_task(queue.get("a")) for _ in range(3)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        await asyncio.sleep(0)
        queue.put("process")
        tasks[1].cancel()  # it has been handed the process, but has not taken it yet
        return await tasks[2]

    assert asyncio.run(use()) == "process"
