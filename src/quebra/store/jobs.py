"""The jobs of batches: a queue in one table, from which workers on many machines lease jobs.

A job is `waiting`, `leased` by a worker until some time, `done` or `failed`. A `split` job waits
for its parts, and parts that are no longer needed are `dropped`. The leases of a worker that does
not renew them expire, and its jobs are tried again: after all others and one at a time, so that a
job that crashes its worker affects no other job. After three tries a job has failed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial, wraps
from itertools import islice
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    Text,
    Update,
    bindparam,
    case,
    cast,
    delete,
    extract,
    func,
    literal,
    select,
    update,
)

from quebra.contract.errors import BadInput
from quebra.store.database import Database, now
from quebra.store.errors import DamagedRow, log_damage
from quebra.store.tables import jobs

MAX_TRIES = 3
LOST = "Its worker was lost, three times over."
CHUNK = 500
"""Jobs that are added, or looked up, in one statement."""

State = Literal["waiting", "leased", "split", "dropped", "done", "failed"]
OPEN: tuple[State, ...] = ("waiting", "leased")
UNSETTLED: tuple[State, ...] = (*OPEN, "split")
OVER: tuple[State, ...] = ("done", "failed")


class NewJob(msgspec.Struct, frozen=True):
    """A job to add; its key is unique in the batch. One with a `failure` has failed already."""

    key: str
    source: str
    task: str
    parts: tuple[str, ...] = ()
    failure: str | None = None


class Leased(msgspec.Struct, frozen=True):
    """A job that a worker has leased, and the ID of the whole job if it is a part.

    The task is stored again with the result, since the worker may have completed it.
    """

    id: int
    task: str
    part_of: int | None = None


class Finished(msgspec.Struct, frozen=True):
    """The outcome of a job: a result, or the reason of its failure, and the worker that ran it."""

    result: str | None = None
    failure: str | None = None
    status: str | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None
    engine: str | None = None
    version: str | None = None
    worker: str | None = None


class Record(Finished, frozen=True, kw_only=True):
    """A job that is done or has failed, as it is stored."""

    id: int
    source: str
    task: str
    state: State
    finished: float | None = None


class Tally(msgspec.Struct, frozen=True):
    """The number of jobs with a state and a status, and the seconds that they took."""

    state: State
    status: str | None
    jobs: int
    seconds: float
    longest: float

    def __add__(self, other: Tally) -> Tally:
        """The tally of both sets of jobs."""
        longest = max(self.longest, other.longest)
        jobs, seconds = self.jobs + other.jobs, self.seconds + other.seconds
        return Tally(self.state, self.status, jobs, seconds, longest)


Merge = Callable[[Record, Sequence[Record]], Finished | None]
"""From a split job and its finished parts to its outcome; None while that is open."""


T = TypeVar("T")
P = ParamSpec("P")


def retried(method: Callable[Concatenate[Jobs, P], T]) -> Callable[Concatenate[Jobs, P], T]:
    """Repeat a method, which must be idempotent, if the database server goes away."""

    @wraps(method)
    def call(self: Jobs, /, *args: P.args, **options: P.kwargs) -> T:
        return self._database.with_retry(partial(method, self, *args, **options))

    return call


class Jobs:
    """The jobs of all batches of a database; `batch` is the key of a batch."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, batch: str, new: Iterable[NewJob]) -> list[str]:
        """Add jobs whose keys are new; returns the keys of all."""
        new, keys = iter(new), list[str]()
        while chunk := list(islice(new, CHUNK)):
            self._put(batch, chunk)
            keys += [job.key for job in chunk]
        return keys

    def stop_retrying(self) -> None:
        """Stop waiting for a server that went away."""
        self._database.stop_retrying()

    @retried
    def _put(self, batch: str, chunk: Sequence[NewJob]) -> None:
        with self._database.writing() as connection:
            self._insert(connection, [_row(batch, job) for job in chunk if not job.parts])
            for job in chunk:
                if job.parts:
                    self._insert_split(connection, batch, job)

    def _insert(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            connection.execute(self._database.insert(jobs).on_conflict_do_nothing(), rows)

    def _insert_split(self, connection: Connection, batch: str, job: NewJob) -> None:
        """Add a job and its parts, or split a stored one that is waiting."""
        new = self._database.insert(jobs).values({**_row(batch, job), "state": "split"})
        whole = connection.scalar(new.on_conflict_do_nothing().returning(jobs.c.id))
        if whole is None:
            waits = update(jobs).where(*_named(batch, [job.key]), jobs.c.state == "waiting")
            whole = connection.scalar(waits.values(state="split").returning(jobs.c.id))
        if whole is not None:
            parts = [
                NewJob(f"{job.key}/{number}", f"{job.source}, part {number}", task)
                for number, task in enumerate(job.parts, start=1)
            ]
            self._insert(connection, [{**_row(batch, part), "part_of": whole} for part in parts])

    @retried
    def lease(
        self, batch: str, worker: str, most: int, seconds: float, mine: Collection[int] = ()
    ) -> list[Leased]:
        """Lease waiting jobs for some seconds: up to `most` untried ones, or one tried before.

        Leases of other workers that have expired end; those of the jobs `mine` do not.
        """
        with self._database.writing() as connection:
            self._end_expired_leases(connection, batch, mine)
            for which, number in ((jobs.c.tries == 0, most), (jobs.c.tries > 0, 1)):
                chosen = (
                    select(jobs.c.id)
                    .where(jobs.c.batch == batch, jobs.c.state == "waiting", which)
                    .order_by(jobs.c.tries, jobs.c.id)
                    .limit(number)
                    .with_for_update(skip_locked=True)
                )
                rows = connection.execute(
                    update(jobs)
                    .where(jobs.c.id.in_(chosen))
                    .values(state="leased", worker=worker, until=self._clock() + seconds)
                    .returning(jobs.c.id, jobs.c.task, jobs.c.part_of)
                ).all()
                if rows:
                    return sorted(map(_leased, rows), key=lambda leased: leased.id)
        return []

    def _end_expired_leases(
        self, connection: Connection, batch: str, mine: Collection[int]
    ) -> None:
        """Let jobs wait again whose worker did not renew the lease in time."""
        late = (
            select(jobs.c.id)
            .where(jobs.c.batch == batch, jobs.c.state == "leased", jobs.c.until < self._clock())
            .where(jobs.c.id.not_in(mine))
            .with_for_update(skip_locked=True)
        )
        connection.execute(self._tried(update(jobs).where(jobs.c.id.in_(late)), LOST))

    @retried
    def renew(self, batch: str, worker: str, mine: Collection[int], seconds: float) -> None:
        """Renew a worker's leases of the jobs `mine` for some seconds.

        Others, of which the worker never heard because an answer was lost, expire.
        """
        with self._database.writing() as connection:
            held = update(jobs).where(*_held(batch, worker), jobs.c.id.in_(mine))
            connection.execute(held.values(until=self._clock() + seconds))

    @retried
    def held(self, batch: str, worker: str) -> frozenset[int]:
        """The IDs of the jobs that a worker has leased."""
        with self._database.reading() as connection:
            mine = select(jobs.c.id).where(*_held(batch, worker))
            return frozenset(connection.scalars(mine))

    @retried
    def release(self, batch: str, worker: str) -> None:
        """Let all jobs of a worker wait again, without counting a try."""
        with self._database.writing() as connection:
            mine = update(jobs).where(*_held(batch, worker))
            connection.execute(mine.values(state="waiting", worker=None, until=None))

    @retried
    def record_crash(self, batch: str, worker: str, id: int, failure: str) -> None:
        """Record that a job crashed its process, which counts as a try."""
        with self._database.writing() as connection:
            mine = update(jobs).where(*_held(batch, worker), jobs.c.id == id)
            connection.execute(self._tried(mine, failure))

    def _tried(self, which: Update, failure: str) -> Update:
        """Count a try of these jobs; after the last one they have failed."""
        last = jobs.c.tries >= MAX_TRIES - 1
        return which.values(
            tries=jobs.c.tries + 1,
            state=case((last, "failed"), else_="waiting"),
            failure=case((last, failure), else_=None),
            finished=case((last, self._clock()), else_=None),
            worker=None,
            until=None,
        )

    @retried
    def finish(self, results: Sequence[tuple[Leased, Finished]], merge: Merge) -> None:
        """Store results; of two results of one job, the second is ignored."""
        if not results:
            return
        statement = (
            update(jobs)
            .where(jobs.c.id == bindparam("job"))
            .where((jobs.c.state == "leased") | (jobs.c.state == "waiting"))
            .values({name: bindparam(f"new_{name}") for name in ("task", *_over(Finished()))})
        )
        with self._database.writing() as connection:
            # All writers use one order, so that there is no deadlock.
            rows = sorted((_written(*result) for result in results), key=lambda row: row["job"])
            connection.execute(statement, rows)
            for whole in {job.part_of for job, _ in results if job.part_of}:
                self._settle(connection, whole, merge)

    @retried
    def settle(self, batch: str, merge: Merge) -> None:
        """Merge split jobs whose parts are finished, also where the last part failed."""
        split = select(jobs.c.id).where(jobs.c.batch == batch, jobs.c.state == "split")
        with self._database.writing() as connection:
            for whole in connection.scalars(split).all():
                self._settle(connection, whole, merge)

    @retried
    def delete_unreadable(self, batch: str) -> None:
        """Delete jobs whose source could not be read, since it may be readable now."""
        unread = (jobs.c.batch == batch, jobs.c.state == "failed", jobs.c.finished.is_(None))
        with self._database.writing() as connection:
            connection.execute(delete(jobs).where(*unread))

    @retried
    def retry(self, batch: str) -> int:
        """Let failed jobs wait again, as if they were untried; returns how many."""
        failed = update(jobs).where(jobs.c.batch == batch, jobs.c.state == "failed")
        with self._database.writing() as connection:
            wholes = select(jobs.c.part_of).where(jobs.c.part_of.is_not(None))
            whole = jobs.c.id.in_(wholes)
            fresh = failed.values(
                state=case((whole, "split"), else_="waiting"), tries=0, failure=None, finished=None
            )
            return connection.execute(fresh).rowcount

    @retried
    def counts(self, batch: str) -> dict[State, int]:
        """The number of jobs in each state, parts included."""
        count = func.count().label("jobs")
        statement = select(jobs.c.state, count).where(jobs.c.batch == batch)
        with self._database.reading() as connection:
            rows = connection.execute(statement.group_by(jobs.c.state))
            return {row.state: row.jobs for row in rows}

    @retried
    def tally(self, batch: str, keys: Sequence[str]) -> tuple[Tally, ...]:
        """The jobs with these keys, counted by state and status."""
        tallies: dict[tuple[State, str | None], Tally] = {}
        # The casts make values of damaged rows a number and texts.
        seconds = cast(func.coalesce(jobs.c.seconds, 0.0), Float)
        kind = (cast(jobs.c.state, Text), cast(jobs.c.status, Text))
        statement = select(*kind, func.count(), func.sum(seconds), func.max(seconds))
        for some in _chunks(keys):
            with self._database.reading() as connection:
                rows = connection.execute(statement.where(*_named(batch, some)).group_by(*kind))
                for row in rows:
                    new = Tally(*row)
                    old = tallies.get((new.state, new.status))
                    tallies[new.state, new.status] = new + old if old else new
        return tuple(tallies.values())

    def failed(self, batch: str, keys: Sequence[str]) -> Iterator[Record]:
        """The jobs with these keys that have failed."""
        for some in _chunks(keys):
            which = (*_named(batch, some), jobs.c.state == "failed")
            yield from map(
                self._record, self._database.pages(select(jobs).where(*which), jobs.c.id)
            )

    def records(self, batch: str | None = None) -> Iterator[Record]:
        """The done and failed jobs of one batch or of all, in the order of their addition."""
        statement = select(jobs).where(jobs.c.state.in_(OVER), jobs.c.part_of.is_(None))
        if batch is not None:
            statement = statement.where(jobs.c.batch == batch)
        return map(self._record, self._database.pages(statement, jobs.c.id))

    def _settle(self, connection: Connection, whole: int, merge: Merge) -> None:
        """Merge the parts of a job if it is still split; if it is settled, drop the open parts."""
        split = select(jobs).where(jobs.c.id == whole, jobs.c.state == "split").with_for_update()
        row = connection.execute(split).first()
        if row is None:
            return
        parts = jobs.c.part_of == whole
        rows = connection.execute(select(jobs).where(parts).order_by(jobs.c.id)).all()
        if finished := self._merged(row, rows, merge):
            connection.execute(update(jobs).where(jobs.c.id == whole).values(**_over(finished)))
            unneeded = update(jobs).where(parts, jobs.c.state.in_(OPEN))
            connection.execute(unneeded.values(state="dropped", worker=None, until=None))

    def _merged(self, row: Any, rows: Sequence[Any], merge: Merge) -> Finished | None:
        """The outcome of a split job from its parts; damaged rows count as failed."""
        whole = self._record(row)
        if whole.failure is not None:
            return Finished(failure=whole.failure)
        try:
            return merge(whole, [self._record(part) for part in rows])
        except (BadInput, msgspec.MsgspecError) as error:
            return Finished(failure=f"The parts cannot be merged: {error}")

    def _record(self, row: Any) -> Record:
        """A row as a record; a damaged one is a failed job, with the reason."""
        try:
            return self._database.read_row(Record, row, jobs, "task", "result")
        except DamagedRow as damage:
            log_damage(str(damage))
            source = row.source if isinstance(row.source, str) else f"job {row.id}"
            return Record(id=row.id, source=source, task="{}", state="failed", failure=str(damage))

    def _clock(self) -> ColumnElement[float]:
        """The clock of the database server, so that clocks of machines need not agree."""
        if self._database.is_file:
            return literal(now(), Float)
        return cast(extract("epoch", func.clock_timestamp()), Float(53))


def _chunks(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    return (keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK))


def _named(batch: str, keys: Sequence[str]) -> tuple[ColumnElement[bool], ...]:
    return jobs.c.batch == batch, jobs.c.key.in_(keys)


def _row(batch: str, job: NewJob) -> dict[str, Any]:
    return {
        "batch": batch,
        "key": job.key,
        "source": job.source,
        "task": job.task,
        "part_of": None,
        "state": "waiting" if job.failure is None else "failed",
        "tries": 0,
        "failure": job.failure,
    }


def _held(batch: str, worker: str) -> tuple[ColumnElement[bool], ...]:
    return jobs.c.batch == batch, jobs.c.state == "leased", jobs.c.worker == worker


def _over(finished: Finished) -> dict[str, Any]:
    """The columns of a finished job."""
    state = "done" if finished.failure is None else "failed"
    fields = {name: getattr(finished, name) for name in Finished.__struct_fields__}
    return {**fields, "state": state, "finished": now(), "until": None}


def _written(job: Leased, finished: Finished) -> dict[str, Any]:
    columns = {"task": job.task, **_over(finished)}
    return {"job": job.id, **{f"new_{name}": value for name, value in columns.items()}}


def _leased(row: Any) -> Leased:
    """A leased job; a damaged task becomes an empty text, which fails later as invalid JSON."""
    return Leased(row.id, row.task if isinstance(row.task, str) else "", row.part_of)
