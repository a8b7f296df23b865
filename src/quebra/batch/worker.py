"""A batch worker: it leases jobs, runs them in its pool of processes, and writes the results.

Several run at the same time, in one or more commands, on one or more machines. Only the table of
jobs in the database coordinates them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import ParamSpec, TypeVar

import msgspec

from quebra import __version__
from quebra.batch.cubes import merge_outcomes
from quebra.batch.records import PROCESS
from quebra.contract.codec import json_error
from quebra.contract.errors import BadInput
from quebra.service.protocol import read_request
from quebra.service.requests import NOTHING, Json, VerbRequest, given
from quebra.store import Retry, Store, StoreError
from quebra.store.jobs import UNSETTLED, Finished, Jobs, Leased
from quebra.workers import Done, Failed, Limits, Task, WorkerPool
from quebra.workers.protocol import SOLVER_NICE

logger = logging.getLogger("quebra.batch")

T = TypeVar("T")
P = ParamSpec("P")

LEASE = 30.0
"""Seconds after which other workers may take the jobs of a worker that does not renew them."""
BUNDLE_SECONDS = 0.05
"""Approximate seconds of the small jobs that go to a process together."""
MAX_BUNDLE = 32
AHEAD_SECONDS = 1.0
"""Approximate seconds of work that is leased ahead, so that other workers get their share."""
MAX_AHEAD = 400
WRITE_SECONDS = 0.25
"""Seconds between two writes of results to the database."""
POLL_SECONDS = 0.5
"""Seconds between two looks for new jobs, or for jobs that are no longer needed."""


class RunSettings(msgspec.Struct, frozen=True):
    """The database and key of a batch, and the processes, limits and lease of its workers."""

    address: str
    batch: str
    workers: int = 1
    limits: Limits = Limits()
    lease: float = LEASE


def run_worker(settings: RunSettings, is_wanted: Callable[[], bool]) -> None:
    """Run jobs until all are over, or `is_wanted` returns False."""
    with Store(settings.address, create=False, retry=Retry(logger.warning)) as store:
        asyncio.run(BatchWorker(store.jobs, settings, is_wanted).run())


class BatchWorker:
    """Runs jobs of one batch in one pool of processes."""

    def __init__(
        self, jobs: Jobs, settings: RunSettings, is_wanted: Callable[[], bool] = lambda: True
    ) -> None:
        self.jobs, self.settings, self.is_wanted = jobs, settings, is_wanted
        self.name = f"{socket.gethostname()}{PROCESS}{os.getpid()}:{secrets.token_hex(4)}"
        self._todo: deque[Leased] = deque()
        self._running: dict[Task, set[int]] = {}
        self._results: list[tuple[Leased, Finished]] = []
        self._pace = Pace()
        # One thread for all queries, so that they stay in order.
        self._database_thread = ThreadPoolExecutor(1, thread_name_prefix="database")

    async def run(self) -> None:
        """Run jobs until all are over, then release those that are leased and not done."""
        try:
            async with self._pool() as pool:
                background = {
                    asyncio.create_task(self._renew_leases()),
                    asyncio.create_task(self._write_results()),
                }
                try:
                    await self._run_bundles(pool, background)
                finally:
                    for task in background:
                        task.cancel()
        except BaseException:
            self.jobs.stop_retrying()
            raise
        finally:
            # An unavailable database was reported before, and leases expire.
            with suppress(StoreError):
                await self._flush()
                await self._query(self.jobs.release, self.settings.batch, self.name)
            self._database_thread.shutdown()

    def _pool(self) -> WorkerPool:
        """A pool that tries each job once; the table of jobs counts the tries."""
        workers = self.settings.workers
        return WorkerPool(
            workers,
            self.settings.limits,
            waiting=2 * workers,
            nice=SOLVER_NICE,
            solvers=True,
            tries=1,
        )

    async def _run_bundles(self, pool: WorkerPool, background: set[asyncio.Task[None]]) -> None:
        """Keep all processes busy, with one bundle waiting for each."""
        bundles: set[asyncio.Task[None]] = set()
        try:
            while self.is_wanted():
                if len(self._todo) < self._pace.ahead(self.settings.workers) / 2:
                    await self._lease()
                while self._todo and len(bundles) < 2 * self.settings.workers:
                    bundle = [self._todo.popleft() for _ in range(self._bundle_size())]
                    bundles.add(asyncio.create_task(self._run_bundle(pool, bundle)))
                if not bundles and await self._all_over():
                    return
                over, _ = await asyncio.wait(
                    {*bundles, *background},
                    timeout=POLL_SECONDS,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                for task in over:
                    task.result()
                bundles -= over
        finally:
            for task in bundles:
                task.cancel()
            await asyncio.gather(*bundles, return_exceptions=True)

    def _bundle_size(self) -> int:
        """The size of the next bundle, small enough to leave work for every process."""
        share = -(-len(self._todo) // (2 * self.settings.workers))
        return max(1, min(self._pace.bundle, share))

    async def _lease(self) -> None:
        most = self._pace.ahead(self.settings.workers)
        settings, held = self.settings, self._held_jobs()
        self._todo += await self._query(
            self.jobs.lease, settings.batch, self.name, most, settings.lease, held
        )

    def _held_jobs(self) -> set[int]:
        """The jobs of this worker: leased, running, and done but not yet written."""
        waiting = {leased.id for leased in self._todo}
        written_soon = {leased.id for leased, _ in self._results}
        return waiting.union(written_soon, *self._running.values())

    async def _all_over(self) -> bool:
        """Whether all jobs of the batch are over."""
        await self._flush()
        await self._query(self.jobs.settle, self.settings.batch, merge_outcomes)
        counts = await self._query(self.jobs.counts, self.settings.batch)
        return not any(counts.get(state) for state in UNSETTLED)

    async def _run_bundle(self, pool: WorkerPool, bundle: Sequence[Leased]) -> None:
        """Run a bundle of jobs as one task, and record each result."""
        requests = {leased.id: found for leased in bundle if (found := self._request(leased))}
        waiting = deque(leased for leased in bundle if leased.id in requests)
        if not waiting:
            return
        task = pool.run(*requests.values())
        self._running[task] = set(requests)
        try:
            async for event in task:
                if isinstance(event, Done | Failed):
                    leased = waiting.popleft()
                    self._running[task].discard(leased.id)
                    if not task.stopping.is_set():
                        await self._record(leased, event)
        finally:
            del self._running[task]

    def _request(self, leased: Leased) -> VerbRequest | None:
        """The request of a job; for a recipe, first the request to generate the puzzle."""
        try:
            body = leased.task.encode()
            recipe = msgspec.json.decode(body, type=_MayHaveRecipe).recipe
            return read_request(bytes(recipe) if given(recipe) else body)
        except BadInput as error:
            failure = str(error)
        except (msgspec.DecodeError, RecursionError) as error:
            failure = f"The task is damaged: {json_error(error, leased.task)}"
        self._results.append((leased, self._failed(failure)))
        return None

    async def _record(self, leased: Leased, event: Done | Failed) -> None:
        """Record the result, failure or crash of a job, or go on with its new puzzle."""
        if isinstance(event, Failed):
            if event.kind == "crashed":
                batch, crashed = self.settings.batch, self.jobs.record_crash
                await self._query(crashed, batch, self.name, leased.id, str(event.text))
                return
            self._results.append((leased, self._failed(str(event.text), event.seconds)))
            return
        self._pace.add(event.seconds)
        fields = msgspec.json.decode(leased.task, type=dict[str, Json])
        if fields.pop("recipe", None) is None:
            self._results.append((leased, _finished(event, self.name)))
        else:
            task = msgspec.json.encode({**fields, "puzzle": event.result}).decode()
            self._todo.appendleft(msgspec.structs.replace(leased, task=task))

    def _failed(self, failure: str, seconds: float | None = None) -> Finished:
        return Finished(failure=failure, seconds=seconds, version=__version__, worker=self.name)

    async def _renew_leases(self) -> None:
        """Renew the leases in time, and stop jobs that this worker no longer holds."""
        renewed = time.monotonic()
        while True:
            await asyncio.sleep(min(POLL_SECONDS, self.settings.lease / 4))
            if time.monotonic() > renewed + self.settings.lease / 3:
                renewed = time.monotonic()
                settings, held = self.settings, self._held_jobs()
                await self._query(self.jobs.renew, settings.batch, self.name, held, settings.lease)
            held = self._held_jobs()
            lost = held - await self._query(self.jobs.held, self.settings.batch, self.name)
            self._todo = deque(leased for leased in self._todo if leased.id not in lost)
            for task, ids in self._running.items():
                if ids and ids <= lost:
                    task.stop()

    async def _write_results(self) -> None:
        """Write results at intervals, many at once."""
        while True:
            await asyncio.sleep(WRITE_SECONDS)
            await self._flush()

    async def _flush(self) -> None:
        if results := self._results:
            self._results = []
            await self._query(self.jobs.finish, results, merge_outcomes)

    async def _query(self, query: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Query the database without blocking the event loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._database_thread, partial(query, *args, **options))


class Pace:
    """The mean time of jobs, and the numbers of jobs that follow from it.

    >>> pace = Pace()
    >>> pace.bundle, pace.ahead(2)
    (1, 4)
    >>> for _ in range(50):
    ...     pace.add(0.005)
    >>> pace.bundle, pace.ahead(2)
    (10, 399)
    """

    def __init__(self) -> None:
        self._mean = 1.0

    def add(self, seconds: float) -> None:
        """Add the time of a job to the mean."""
        self._mean += 0.2 * (seconds - self._mean)

    @property
    def bundle(self) -> int:
        """The number of jobs that go to a process together."""
        return max(1, min(MAX_BUNDLE, round(BUNDLE_SECONDS / max(self._mean, 1e-4))))

    def ahead(self, workers: int) -> int:
        """The number of jobs to lease."""
        many = round(workers * AHEAD_SECONDS / max(self._mean, 1e-4))
        return max(2 * workers, min(MAX_AHEAD, many))


class _MayHaveRecipe(msgspec.Struct):
    recipe: Json = NOTHING


class _ResultSummary(msgspec.Struct):
    """The fields of results that become columns; a grade is a kind of status."""

    status: str | None = None
    grade: str | None = None
    ok: bool | None = None
    engine: str | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None


def _finished(event: Done, worker: str) -> Finished:
    summary = msgspec.json.decode(event.result, type=_ResultSummary)
    verdict = {True: "right", False: "wrong", None: None}[summary.ok]
    return Finished(
        result=bytes(event.result).decode(),
        status=summary.status or summary.grade or verdict,
        seconds=event.seconds if summary.seconds is None else summary.seconds,
        cpu_seconds=summary.cpu_seconds,
        engine=summary.engine,
        version=__version__,
        worker=worker,
    )
