"""A worker of a batch: it leases jobs, has its crew do them, and writes what came of them.

Several run at once, in one command or in many, on one machine or on many. They know nothing of one
another; the table of jobs keeps them apart.
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
from quebra.batch.cubes import merged
from quebra.contract.codec import json_complaint
from quebra.contract.errors import BadInput
from quebra.service.protocol import read_request
from quebra.service.request import NOTHING, Json, VerbRequest, given
from quebra.store import Retry, Store, StoreError
from quebra.store.jobs import UNSETTLED, Finished, Jobs, Leased
from quebra.workers import Crew, Done, Failed, Job, Limits
from quebra.workers.limits import SOLVER_NICE

logger = logging.getLogger("quebra.batch")

T = TypeVar("T")
P = ParamSpec("P")

LEASE = 30.0
"""Seconds after which the jobs of a worker that is not heard of are given to others."""
BUNDLE_SECONDS = 0.05
"""How long the small tasks take, about, that go to a process together."""
LARGEST_BUNDLE = 32
AHEAD_SECONDS = 1.0
"""How much work is leased ahead, about: near the end, others shall have their share."""
MOST_AHEAD = 400
WRITE_SECONDS = 0.25
"""How long results wait for others that are written together with them."""
LOOK_SECONDS = 0.5
"""How often to look whether there is something to do, or something no longer to be done."""


class Terms(msgspec.Struct, frozen=True):
    """How a batch is worked on: where, by how many processes at once, and within which limits."""

    address: str
    batch: str
    workers: int = 1
    limits: Limits = Limits()
    lease: float = LEASE


def work(terms: Terms, wanted: Callable[[], bool] = lambda: True) -> None:
    """Do jobs until all are over, or nobody wants it any more."""
    with Store(terms.address, create=False, retry=Retry(logger.warning)) as store:
        asyncio.run(Runner(store.jobs, terms, wanted).run())


class Runner:
    """Does jobs of one batch with one crew."""

    def __init__(self, jobs: Jobs, terms: Terms, wanted: Callable[[], bool] = lambda: True) -> None:
        self.jobs, self.terms, self.wanted = jobs, terms, wanted
        self.name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._todo: deque[Leased] = deque()
        self._doing: dict[Job, set[int]] = {}
        self._results: list[tuple[Leased, Finished]] = []
        self._pace = Pace()
        # One thread for all that concerns the database, so that nothing overtakes anything.
        self._desk = ThreadPoolExecutor(1, thread_name_prefix="database")

    async def run(self) -> None:
        """Work until all jobs are over; what is leased and not done is then given back."""
        try:
            async with self._crew() as crew:
                clerks = {asyncio.create_task(self._keep()), asyncio.create_task(self._write())}
                try:
                    await self._lead(crew, clerks)
                finally:
                    for clerk in clerks:
                        clerk.cancel()
        except BaseException:
            self.jobs.stop_retrying()
            raise
        finally:
            # An unavailable database was reported before, and leases expire.
            with suppress(StoreError):
                await self._flush()
                await self._ask(self.jobs.release, self.terms.batch, self.name)
            self._desk.shutdown()

    def _crew(self) -> Crew:
        """Processes that try a job once: how often it is tried altogether, the table counts."""
        workers = self.terms.workers
        return Crew(
            workers,
            self.terms.limits,
            waiting=2 * workers,
            nice=SOLVER_NICE,
            solvers=True,
            tries=1,
        )

    async def _lead(self, crew: Crew, clerks: set[asyncio.Task[None]]) -> None:
        """Keep all processes at work, each with a bundle that waits for it."""
        bundles: set[asyncio.Task[None]] = set()
        try:
            while self.wanted():
                if len(self._todo) < self._pace.ahead(self.terms.workers) / 2:
                    await self._lease()
                while self._todo and len(bundles) < 2 * self.terms.workers:
                    bundle = [self._todo.popleft() for _ in range(self._bundle_size())]
                    bundles.add(asyncio.create_task(self._do(crew, bundle)))
                if not bundles and await self._all_over():
                    return
                over, _ = await asyncio.wait(
                    {*bundles, *clerks}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED
                )
                for task in over:
                    task.result()
                bundles -= over
        finally:
            for task in bundles:
                task.cancel()
            await asyncio.gather(*bundles, return_exceptions=True)

    def _bundle_size(self) -> int:
        """Bundles are small enough that no process is idle while another has several left."""
        share = -(-len(self._todo) // (2 * self.terms.workers))
        return max(1, min(self._pace.bundle, share))

    async def _lease(self) -> None:
        most = self._pace.ahead(self.terms.workers)
        terms, mine = self.terms, self._mine()
        self._todo += await self._ask(
            self.jobs.lease, terms.batch, self.name, most, terms.lease, mine
        )

    def _mine(self) -> set[int]:
        """The jobs that this worker has: to do, being done, and done but not yet written."""
        waiting = {leased.id for leased in self._todo}
        written_soon = {leased.id for leased, _ in self._results}
        return waiting.union(written_soon, *self._doing.values())

    async def _all_over(self) -> bool:
        """Whether no job is left, here or elsewhere."""
        await self._flush()
        await self._ask(self.jobs.settle, self.terms.batch, merged)
        counts = await self._ask(self.jobs.counts, self.terms.batch)
        return not any(counts.get(state) for state in UNSETTLED)

    async def _do(self, crew: Crew, bundle: Sequence[Leased]) -> None:
        """Have a bundle done, and note what comes of each job in it."""
        tasks = {leased.id: task for leased in bundle if (task := self._task(leased))}
        waiting = deque(leased for leased in bundle if leased.id in tasks)
        if not waiting:
            return
        job = crew.run(*tasks.values())
        self._doing[job] = set(tasks)
        try:
            async for event in job:
                if isinstance(event, Done | Failed):
                    leased = waiting.popleft()
                    self._doing[job].discard(leased.id)
                    if not job.stopping.is_set():
                        await self._note(leased, event)
        finally:
            del self._doing[job]

    def _task(self, leased: Leased) -> VerbRequest | None:
        """What is to be done for a job now; a puzzle that has only a recipe is made first."""
        try:
            body = leased.task.encode()
            recipe = msgspec.json.decode(body, type=_MayHaveRecipe).recipe
            return read_request(bytes(recipe) if given(recipe) else body)
        except BadInput as error:
            failure = str(error)
        except (msgspec.DecodeError, RecursionError) as error:
            failure = f"The task is damaged: {json_complaint(str(error), leased.task)}"
        self._results.append((leased, Finished(failure=failure, version=__version__)))
        return None

    async def _note(self, leased: Leased, event: Done | Failed) -> None:
        """What came of a job: a result, a failure, one more try, or a puzzle to go on with."""
        if isinstance(event, Failed):
            if event.kind == "crashed":
                crash = leased.id, event.text
                await self._ask(self.jobs.record_crash, self.terms.batch, self.name, *crash)
                return
            finished = Finished(failure=event.text, seconds=event.seconds, version=__version__)
            self._results.append((leased, finished))
            return
        self._pace.note(event.seconds)
        fields = msgspec.json.decode(leased.task, type=dict[str, Json])
        if fields.pop("recipe", None) is None:
            self._results.append((leased, _finished(event)))
        else:
            task = msgspec.json.encode({**fields, "puzzle": event.result}).decode()
            self._todo.appendleft(msgspec.structs.replace(leased, task=task))

    async def _keep(self) -> None:
        """Tell in time that this worker is alive, and stop what is no longer to be done."""
        kept = time.monotonic()
        while True:
            await asyncio.sleep(min(LOOK_SECONDS, self.terms.lease / 4))
            if time.monotonic() > kept + self.terms.lease / 3:
                kept = time.monotonic()
                terms, mine = self.terms, self._mine()
                await self._ask(self.jobs.renew, terms.batch, self.name, mine, terms.lease)
            mine = self._mine()
            lost = mine - await self._ask(self.jobs.held, self.terms.batch, self.name)
            self._todo = deque(leased for leased in self._todo if leased.id not in lost)
            for job, ids in self._doing.items():
                if ids and ids <= lost:
                    job.stop()

    async def _write(self) -> None:
        """Write results, many at once."""
        while True:
            await asyncio.sleep(WRITE_SECONDS)
            await self._flush()

    async def _flush(self) -> None:
        if results := self._results:
            self._results = []
            await self._ask(self.jobs.finish, results, merged)

    async def _ask(self, what: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Ask the database, without keeping the crew waiting."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._desk, partial(what, *args, **more))


class Pace:
    """How fast jobs are done, and what follows from it.

    >>> pace = Pace()
    >>> pace.bundle, pace.ahead(2)
    (1, 4)
    >>> for _ in range(50):
    ...     pace.note(0.005)
    >>> pace.bundle, pace.ahead(2)
    (10, 399)
    """

    def __init__(self) -> None:
        self._mean = 1.0

    def note(self, seconds: float) -> None:
        """A job took so long."""
        self._mean += 0.2 * (seconds - self._mean)

    @property
    def bundle(self) -> int:
        """How many jobs go to a process together."""
        return max(1, min(LARGEST_BUNDLE, round(BUNDLE_SECONDS / max(self._mean, 1e-4))))

    def ahead(self, workers: int) -> int:
        """How many jobs to have."""
        many = round(workers * AHEAD_SECONDS / max(self._mean, 1e-4))
        return max(2 * workers, min(MOST_AHEAD, many))


class _MayHaveRecipe(msgspec.Struct):
    recipe: Json = NOTHING


class _Told(msgspec.Struct):
    """What results may tell of themselves; a grade is a kind of status."""

    status: str | None = None
    grade: str | None = None
    ok: bool | None = None
    engine: str | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None


def _finished(event: Done) -> Finished:
    told = msgspec.json.decode(event.result, type=_Told)
    judged = {True: "right", False: "wrong", None: None}[told.ok]
    return Finished(
        result=bytes(event.result).decode(),
        status=told.status or told.grade or judged,
        seconds=event.seconds if told.seconds is None else told.seconds,
        cpu_seconds=told.cpu_seconds,
        engine=told.engine,
        version=__version__,
    )
