"""Pools: tasks are done even if processes crash, and no process outlives its pool."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from threading import Thread
from typing import Any, TypeVar

import msgspec
import pytest

from commands import RIGHT, UNIQUE, WRONG, run
from processes import TIMEOUT, alive, wait_until_gone
from quebra.contract.errors import QuebraError
from quebra.service.protocol import read_request
from quebra.service.requests import VerbRequest
from quebra.workers import (
    Advanced,
    Done,
    Event,
    Failed,
    Limits,
    Started,
    Task,
    Waiting,
    WorkerPool,
)
from troublemakers import BOARD, install

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(sys.platform != "linux", reason="asks /proc about processes"),
]
WIDE = Limits(wall=TIMEOUT, cpu=TIMEOUT)
T = TypeVar("T")


class Yard:
    """A pool in a thread of its own, none of whose processes is left behind."""

    def __init__(self, workers: int = 1, limits: Limits | None = None, waiting: int = 9) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever)
        self.pool = WorkerPool(workers, limits or WIDE, waiting=waiting)

    def __enter__(self) -> Yard:
        self.thread.start()
        self.use(self.pool.__aenter__())
        self.pids = self.pool.pids
        return self

    def __exit__(self, *error: object) -> None:
        pids = {*self.pids, *self.pool.pids}
        self.use(self.pool.__aexit__())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        assert pids and not any(map(alive, pids))

    def use(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(TIMEOUT)

    def events(self, *requests: VerbRequest) -> list[Event]:
        """The events of a task of these requests, from its start on."""

        async def listen() -> list[Event]:
            task = self.pool.run(*requests)
            return [event async for event in task if not isinstance(event, Waiting)]

        return self.use(listen())

    def ends(self, *requests: VerbRequest) -> list[Event]:
        """The last event of each of these requests."""
        return [event for event in self.events(*requests) if isinstance(event, Done | Failed)]


@pytest.fixture(scope="module", autouse=True)
def _troublemakers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(tmp_path_factory.mktemp("site"), patch)
        yield


@pytest.fixture(scope="module")
def yard(_troublemakers: None) -> Iterator[Yard]:
    """A pool of one process, which most tests share."""
    with Yard() as shared:
        yield shared


@pytest.fixture
def _ample_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is asked to stop is never ended for being slow."""
    monkeypatch.setattr("quebra.workers.task.GRACE", TIMEOUT)


def request(verb: str, **options: object) -> VerbRequest:
    return read_request(msgspec.json.encode(options), verb)


def solve(engine: str = "auto", **options: object) -> VerbRequest:
    return request("solve", puzzle=BOARD, engine=engine, **options)


def result(event: Event) -> Any:
    assert isinstance(event, Done), event
    return json.loads(bytes(event.result))


@pytest.mark.parametrize(
    ("verb", "args", "options"),
    [
        ("check", [WRONG], {"answer": WRONG}),
        ("check", [RIGHT], {"answer": RIGHT}),
        ("solve", ["--count", "2"], {"count": 2}),
        ("explain", ["--steps", "2"], {"steps": 2}),
        ("explain", ["--at", "1,2", "--next"], {"at": [0, 1], "next": True}),
        ("grade", [], {}),
        ("convert", ["--to", "puzzlink"], {"to": "puzzlink"}),
    ],
)
def test_results_are_those_of_the_command_line(
    yard: Yard, board: str, verb: str, args: list[str], options: dict[str, object]
) -> None:
    said = json.loads(run(verb, board, *args, "--json").stdout)
    (end,) = yard.ends(request(verb, puzzle=UNIQUE, **options))
    found = result(end)
    for times in ("seconds", "cpu_seconds"):
        assert (times in said) == (times in found)
        said.pop(times, None)
        found.pop(times, None)
    assert found == said


def test_generate_takes_the_options_of_the_command_line(yard: Yard) -> None:
    args = ("kojun", "--size", "5x5", "--seed", "3", "--grade", "easy", "--minimal")
    said = json.loads(run("generate", *args, "--json").stdout)
    made = request("generate", family="kojun", size="5x5", seed=3, grade="easy", minimal=True)
    assert result(yard.ends(made)[0]) == said


@pytest.mark.usefixtures("_ample_grace")
def test_events_tell_how_it_goes(yard: Yard) -> None:
    async def use() -> list[Event]:
        task = yard.pool.run(solve("honest"))
        events: list[Event] = []
        async for event in task:
            events.append(event)
            if sum(map(heard, events)) > 2:
                task.stop()
        return [event for event in events if not isinstance(event, Waiting)]

    started, *advanced, done = yard.use(use())
    assert isinstance(started, Started)
    assert all(isinstance(event, Advanced) for event in advanced)
    events = [event for event in advanced if isinstance(event, Advanced) and heard(event)]
    assert all(event.nodes > 0 and event.seconds > 0 for event in events)
    grids = [json.loads(bytes(event.best)) for event in events if event.has_best]
    assert grids == [{"grid": [[1, 0, 0], [0, 0, 2], [0, 0, 0]]}]
    assert (result(done)["status"], result(done)["reason"]) == ("unknown", "cancelled")


def heard(event: Event) -> bool:
    """Whether this is news from an engine, not only the time of one that is silent."""
    return isinstance(event, Advanced) and event.bound == 7


@pytest.mark.usefixtures("_ample_grace")
def test_unread_events_are_told_as_one(yard: Yard, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use() -> list[Event]:
        task, emit = yard.pool.run(solve("honest")), Task.emit
        events: list[Event] = []

        def note(event: Event) -> None:
            events.append(event)
            emit(task, event)

        monkeypatch.setattr(task, "emit", note)
        while sum(map(heard, events)) < 3:
            await asyncio.sleep(0.02)
        task.stop()
        while task.pending:
            await asyncio.sleep(0.02)
        return [event async for event in task if not isinstance(event, Waiting)]

    started, advanced, done = yard.use(use())
    assert isinstance(started, Started) and isinstance(done, Done)
    assert isinstance(advanced, Advanced) and advanced.has_best


def test_time_is_kept_and_said(yard: Yard) -> None:
    outcome = result(yard.ends(solve("honest", time=0.1))[0])
    assert (outcome["status"], outcome["reason"]) == ("unknown", "time")
    assert outcome["seconds"] >= 0.1


def test_texts_are_in_the_language_of_the_request(yard: Yard) -> None:
    wrong, empty = yard.ends(
        request("check", puzzle=UNIQUE, answer=WRONG, lang="pt"),
        request("grade", puzzle="", lang="pt"),
    )
    assert "Uma região repete o 1" in result(wrong)["violations"][0]["text"]
    assert isinstance(empty, Failed)
    assert (empty.kind, empty.text) == ("bad input", "O quebra-cabeça está vazio.")


def test_a_bundle_answers_one_by_one(yard: Yard) -> None:
    tasks = [request("grade", puzzle=puzzle) for puzzle in (UNIQUE, "nothing", UNIQUE)]
    first, second, third = yard.ends(*tasks)
    assert result(first) == result(third)
    assert isinstance(second, Failed) and second.kind == "bad input"


def test_a_large_bundle_is_one_order(yard: Yard) -> None:
    """What each task costs on its way there and back is measured by `bench/batch.py`."""
    yard.ends(solve())
    (process,) = yard.pool._processes
    before = process.runs
    ends = yard.ends(*[request("convert", puzzle=UNIQUE, to="json")] * 500)
    assert [type(end) for end in ends] == [Done] * 500
    assert process.runs == before + 1


def test_a_task_that_kills_its_process_is_tried_again(yard: Yard) -> None:
    assert result(yard.ends(solve("unlucky"))[0])["status"] == "unique"


def test_a_task_that_always_kills_its_process_says_so_and_others_go_on(yard: Yard) -> None:
    mortal, other = yard.ends(solve("mortal"), solve())
    assert isinstance(mortal, Failed) and mortal.kind == "crashed"
    assert result(other)["status"] == "unique"


def test_a_bundle_tells_what_each_task_took(yard: Yard) -> None:
    started = time.monotonic()
    long, short, lost = yard.ends(
        solve("honest", time=0.5), request("convert", puzzle=UNIQUE, to="json"), solve("mortal")
    )
    elapsed = time.monotonic() - started
    assert isinstance(long, Done) and isinstance(short, Done) and isinstance(lost, Failed)
    assert long.seconds >= 0.5 and short.seconds > 0 and lost.seconds > 0
    # Each its own time, not that since the beginning of the bundle.
    assert long.seconds + short.seconds + lost.seconds <= elapsed


def test_a_mistake_in_a_family_costs_no_process(yard: Yard) -> None:
    yard.ends(solve())
    before = yard.pool.pids
    faulty, other = yard.ends(solve("faulty"), solve())
    assert isinstance(faulty, Failed) and faulty.kind == "crashed"
    assert result(other)["status"] == "unique"
    assert yard.pool.pids == before


def test_processes_that_cannot_start_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(QuebraError, match="cannot be started"):
        asyncio.run(WorkerPool(2).__aenter__())


@pytest.mark.usefixtures("_ample_grace")
def test_killing_processes_from_outside_harms_no_task() -> None:
    async def use(pool: WorkerPool) -> list[Event]:
        tasks = [pool.run(solve("honest")) for _ in range(2)]
        events = [await at_work(task) for task in tasks]
        for pid in pool.pids:
            os.kill(pid, signal.SIGKILL)
        for task, each in zip(tasks, events, strict=True):
            while not isinstance(await anext(each), Started):
                pass
            await until_heard(each)
            task.stop()
        return [[event async for event in each][-1] for each in events]

    with Yard(workers=2) as yard:
        ends = yard.use(use(yard.pool))
    assert [result(end)["reason"] for end in ends] == ["cancelled", "cancelled"]


def test_a_process_killed_while_it_waits_is_replaced(yard: Yard) -> None:
    assert yard.ends(solve())
    (pid,) = yard.pool.pids
    os.kill(pid, signal.SIGKILL)
    assert result(yard.ends(solve())[0])["status"] == "unique"
    assert pid not in yard.pool.pids


@pytest.mark.parametrize(
    ("engine", "limits", "kind"),
    [
        ("deaf", Limits(wall=0.5), "time"),
        ("busy", Limits(wall=TIMEOUT, cpu=1), "time"),
        ("greedy", Limits(wall=TIMEOUT, cpu=TIMEOUT, megabytes=300), "memory"),
    ],
)
def test_those_who_do_not_listen_are_ended(engine: str, limits: Limits, kind: str) -> None:
    with Yard(limits=limits) as yard:
        (end,) = yard.ends(solve(engine))
    assert isinstance(end, Failed) and end.kind == kind


@pytest.mark.parametrize(
    ("engine", "limits", "reason"),
    [
        ("burning", Limits(wall=TIMEOUT, cpu=1), "time"),
        ("hungry", Limits(wall=TIMEOUT, cpu=TIMEOUT, megabytes=300), "memory"),
    ],
)
def test_those_who_listen_say_what_they_know(engine: str, limits: Limits, reason: str) -> None:
    with Yard(limits=limits) as yard:
        outcome = result(yard.ends(solve(engine))[0])
    assert (outcome["status"], outcome["reason"]) == ("unknown", reason)


async def at_work(task: Task) -> AsyncIterator[Event]:
    """The events of a task after the first one of its engine; a stop before could forestall it."""
    events = aiter(task)
    await until_heard(events)
    return events


async def until_heard(events: AsyncIterator[Event]) -> None:
    """Read events until one comes from the engine."""
    while not heard(await anext(events)):
        pass


def stopped(yard: Yard, engine: str) -> tuple[Event, int]:
    """How a task ends that is asked to stop, and its process."""

    async def use() -> tuple[Event, int]:
        task = yard.pool.run(solve(engine))
        events = await at_work(task)
        (pid,) = yard.pool.pids
        task.stop()
        return [event async for event in events][-1], pid

    return yard.use(use())


@pytest.mark.usefixtures("_ample_grace")
def test_stop_gives_the_best_so_far(yard: Yard) -> None:
    end, pid = stopped(yard, "honest")
    assert result(end)["reason"] == "cancelled"
    assert alive(pid)


def test_stop_ends_those_who_do_not_listen(yard: Yard) -> None:
    end, pid = stopped(yard, "deaf")
    assert isinstance(end, Failed) and end.kind == "cut"
    wait_until_gone([pid])


async def paused(task: Task, events: AsyncIterator[Event]) -> Advanced:
    """Pause a task, and wait until it is paused."""
    task.set_pace(0)
    async for event in events:
        if isinstance(event, Advanced) and event.paused:
            return event
    raise AssertionError("it ended")


@pytest.mark.usefixtures("_ample_grace")
def test_a_paused_search_goes_on_or_is_stopped(yard: Yard) -> None:
    async def use() -> tuple[int, int, Event]:
        task = yard.pool.run(solve("honest"))
        events = await at_work(task)
        first = await paused(task, events)
        task.set_pace(None)
        async for event in events:
            if isinstance(event, Advanced) and event.nodes > first.nodes:
                break
        second = await paused(task, events)
        task.stop()
        return first.nodes, second.nodes, [event async for event in events][-1]

    first, second, end = yard.use(use())
    assert first < second
    assert result(end)["reason"] == "cancelled"


@pytest.mark.usefixtures("_ample_grace")
def test_a_paused_search_ends_when_it_is_given_up(yard: Yard) -> None:
    async def use() -> None:
        task = yard.pool.run(solve("honest"))
        await paused(task, await at_work(task))
        task.cancel()

    pids = yard.pool.pids
    yard.use(use())
    (end,) = yard.ends(solve())
    assert isinstance(end, Done) and yard.pool.pids == pids


def given_up(yard: Yard, engine: str) -> int:
    """The process that worked on a task when it was given up; another task was done since."""

    async def use() -> int:
        task = yard.pool.run(solve(engine))
        await at_work(task)
        (pid,) = yard.pool.pids
        task.cancel()
        return pid

    pid = yard.use(use())
    assert result(yard.ends(solve())[0])["status"] == "unique"
    return pid


@pytest.mark.usefixtures("_ample_grace")
def test_giving_up_a_task_ends_its_work(yard: Yard) -> None:
    assert alive(given_up(yard, "honest"))


def test_giving_up_a_task_ends_a_process_that_does_not_listen(yard: Yard) -> None:
    wait_until_gone([given_up(yard, "deaf")])


@pytest.mark.usefixtures("_ample_grace")
def test_a_task_that_waits_can_be_given_up(yard: Yard) -> None:
    async def use() -> None:
        first = yard.pool.run(solve("honest"))
        events = await at_work(first)
        second = yard.pool.run(solve())
        assert await anext(aiter(second)) == Waiting(ahead=0)
        second.cancel()
        assert [event async for event in second] == []
        first.stop()
        assert result([event async for event in events][-1])["reason"] == "cancelled"

    yard.use(use())


def test_too_many_tasks_are_refused() -> None:
    async def use(pool: WorkerPool) -> None:
        tasks = [pool.run(solve("honest", time=0.1)) for _ in range(5)]
        assert [task.refused is None for task in tasks] == [True, True, True, False, False]
        ends = [[event async for event in task][-1] for task in tasks]
        assert [type(end) for end in ends] == [Done, Done, Done, Failed, Failed]
        assert isinstance(ends[3], Failed) and ends[3].kind == "full"
        assert pool.run(solve()).refused is None

    with Yard(waiting=2) as yard:
        yard.use(use(yard.pool))


def test_what_solvers_print_is_not_taken_for_events(yard: Yard) -> None:
    assert result(yard.ends(solve("loud"))[0])["status"] == "unique"


def test_a_process_in_which_something_still_runs_is_replaced(yard: Yard) -> None:
    yard.ends(solve())
    (pid,) = yard.pool.pids
    yard.ends(solve("haunted"))
    assert result(yard.ends(solve())[0])["status"] == "unique"
    assert pid not in yard.pool.pids


def test_processes_die_with_their_parent() -> None:
    code = (
        "import asyncio, sys\n"
        "from quebra.service.protocol import read_request\n"
        "from quebra.workers import WorkerPool, Started\n"
        "async def main():\n"
        "    async with WorkerPool(1) as pool:\n"
        "        async for event in pool.run(read_request(sys.stdin.buffer.read())):\n"
        "            if isinstance(event, Started): print(*pool.pids, flush=True)\n"
        "asyncio.run(main())\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert parent.stdin and parent.stdout
    parent.stdin.write(msgspec.json.encode(solve("busy")))
    parent.stdin.close()
    pids = tuple(map(int, parent.stdout.readline().split()))
    assert len(pids) == 1 and all(map(alive, pids))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_until_gone(pids)
