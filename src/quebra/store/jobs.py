"""The jobs of batches. This table is the truth: who works on what, what is done, what failed.

A job is `waiting`, `leased` by a worker until some time, `done` or `failed`. One that is `split`
waits for its parts, and parts that are no longer needed are `dropped`. A worker that is not heard
of loses its leases, and its jobs are tried again: after all others and one at a time, so that a
job that takes its worker down soon does so alone. After three tries a job has failed.
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
from quebra.store.damage import DamagedRow, log_damage, read_row
from quebra.store.database import Database, now
from quebra.store.tables import jobs

TRIES = 3
LOST = "Its worker was lost, three times over."
CHUNK = 500
"""How many jobs are put, or looked up, at once."""

State = Literal["waiting", "leased", "split", "dropped", "done", "failed"]
OPEN: tuple[State, ...] = ("waiting", "leased")
UNSETTLED: tuple[State, ...] = (*OPEN, "split")
OVER: tuple[State, ...] = ("done", "failed")


class NewJob(msgspec.Struct, frozen=True):
    """A job to do; its key is its own within the batch. With a failure, it is over at once."""

    key: str
    source: str
    task: str
    parts: tuple[str, ...] = ()
    failure: str | None = None


class Leased(msgspec.Struct, frozen=True):
    """A job that a worker has, and the whole that it is part of.

    What is written with its result is its task, which may have become more exact meanwhile.
    """

    id: int
    task: str
    part_of: int | None = None


class Finished(msgspec.Struct, frozen=True):
    """What became of a job: a result, or why there is none."""

    result: str | None = None
    failure: str | None = None
    status: str | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None
    engine: str | None = None
    version: str | None = None


class Record(Finished, frozen=True, kw_only=True):
    """A job that is over, as it is kept."""

    id: int
    source: str
    task: str
    state: State
    finished: float | None = None


class Tally(msgspec.Struct, frozen=True):
    """How many jobs are in a state and have a status, and how many seconds they took."""

    state: State
    status: str | None
    jobs: int
    seconds: float
    longest: float

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        longest = max(self.longest, other.longest)
        jobs, seconds = self.jobs + other.jobs, self.seconds + other.seconds
        return Tally(self.state, self.status, jobs, seconds, longest)


Merge = Callable[[Record, Sequence[Record]], Finished | None]
"""What the parts that are over say of the whole; None as long as they settle nothing."""


T = TypeVar("T")
P = ParamSpec("P")


def patient(method: Callable[Concatenate[Jobs, P], T]) -> Callable[Concatenate[Jobs, P], T]:
    """Repeat a method if the server of the database goes away; doing it twice does no harm."""

    @wraps(method)
    def call(self: Jobs, /, *args: P.args, **options: P.kwargs) -> T:
        return self._database.patiently(partial(method, self, *args, **options))

    return call


class Jobs:
    """The jobs of all batches of a database, each batch by its key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, batch: str, new: Iterable[NewJob]) -> list[str]:
        """Add jobs, but for those that are there already; the keys of all that were handed over."""
        new, keys = iter(new), list[str]()
        while chunk := list(islice(new, CHUNK)):
            self._put(batch, chunk)
            keys += [job.key for job in chunk]
        return keys

    def end_patience(self) -> None:
        """Wait no longer for a server that went away."""
        self._database.end_patience()

    @patient
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
        """Add a job and its parts, or split one that waits as a whole."""
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

    @patient
    def lease(
        self, batch: str, worker: str, most: int, seconds: float, mine: Collection[int] = ()
    ) -> list[Leased]:
        """Take jobs for so many seconds; several only of those that were never tried.

        A worker that asks is alive: the jobs that it knows to be its own are not taken back.
        """
        with self._database.writing() as connection:
            self._take_back(connection, batch, mine)
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

    def _take_back(self, connection: Connection, batch: str, mine: Collection[int]) -> None:
        """End the leases of workers that were not heard of in time."""
        late = (
            select(jobs.c.id)
            .where(jobs.c.batch == batch, jobs.c.state == "leased", jobs.c.until < self._clock())
            .where(jobs.c.id.not_in(mine))
            .with_for_update(skip_locked=True)
        )
        connection.execute(self._tried(update(jobs).where(jobs.c.id.in_(late)), LOST))

    @patient
    def keep(self, batch: str, worker: str, mine: Collection[int], seconds: float) -> None:
        """Tell that a worker is alive, so that it keeps the jobs that it knows to be its own.

        A lease whose answer was lost is unknown to it, and ends.
        """
        with self._database.writing() as connection:
            held = update(jobs).where(*_held(batch, worker), jobs.c.id.in_(mine))
            connection.execute(held.values(until=self._clock() + seconds))

    @patient
    def held(self, batch: str, worker: str) -> frozenset[int]:
        """The jobs that a worker has."""
        with self._database.reading() as connection:
            mine = select(jobs.c.id).where(*_held(batch, worker))
            return frozenset(connection.scalars(mine))

    @patient
    def give_back(self, batch: str, worker: str) -> None:
        """Return what a worker has, untried."""
        with self._database.writing() as connection:
            mine = update(jobs).where(*_held(batch, worker))
            connection.execute(mine.values(state="waiting", worker=None, until=None))

    @patient
    def stumble(self, batch: str, worker: str, id: int, failure: str) -> None:
        """Tell that a job took its process down."""
        with self._database.writing() as connection:
            mine = update(jobs).where(*_held(batch, worker), jobs.c.id == id)
            connection.execute(self._tried(mine, failure))

    def _tried(self, which: Update, failure: str) -> Update:
        """Jobs that were tried once more in vain: the last time, they have failed."""
        last = jobs.c.tries >= TRIES - 1
        return which.values(
            tries=jobs.c.tries + 1,
            state=case((last, "failed"), else_="waiting"),
            failure=case((last, failure), else_=None),
            finished=case((last, self._clock()), else_=None),
            worker=None,
            until=None,
        )

    @patient
    def finish(self, results: Sequence[tuple[Leased, Finished]], merge: Merge) -> None:
        """Write results, each once: whoever comes second has worked in vain."""
        if not results:
            return
        statement = (
            update(jobs)
            .where(jobs.c.id == bindparam("job"))
            .where((jobs.c.state == "leased") | (jobs.c.state == "waiting"))
            .values({name: bindparam(f"new_{name}") for name in ("task", *_over(Finished()))})
        )
        with self._database.writing() as connection:
            # In one order for all, so that no two wait for one another.
            rows = sorted((_written(*result) for result in results), key=lambda row: row["job"])
            connection.execute(statement, rows)
            for whole in {job.part_of for job, _ in results if job.part_of}:
                self._settle(connection, whole, merge)

    @patient
    def settle(self, batch: str, merge: Merge) -> None:
        """Merge what is split and all over, since parts may fail without a word."""
        split = select(jobs.c.id).where(jobs.c.batch == batch, jobs.c.state == "split")
        with self._database.writing() as connection:
            for whole in connection.scalars(split).all():
                self._settle(connection, whole, merge)

    @patient
    def forget_unread(self, batch: str) -> None:
        """Drop what could not be read when it was put: it may be there and better by now."""
        unread = (jobs.c.batch == batch, jobs.c.state == "failed", jobs.c.finished.is_(None))
        with self._database.writing() as connection:
            connection.execute(delete(jobs).where(*unread))

    @patient
    def retry(self, batch: str) -> int:
        """Let jobs that failed wait once more, as if they had never been tried; how many."""
        failed = update(jobs).where(jobs.c.batch == batch, jobs.c.state == "failed")
        with self._database.writing() as connection:
            wholes = select(jobs.c.part_of).where(jobs.c.part_of.is_not(None))
            whole = jobs.c.id.in_(wholes)
            fresh = failed.values(
                state=case((whole, "split"), else_="waiting"), tries=0, failure=None, finished=None
            )
            return connection.execute(fresh).rowcount

    @patient
    def counts(self, batch: str) -> dict[State, int]:
        """How many jobs there are in each state, parts included."""
        count = func.count().label("jobs")
        statement = select(jobs.c.state, count).where(jobs.c.batch == batch)
        with self._database.reading() as connection:
            rows = connection.execute(statement.group_by(jobs.c.state))
            return {row.state: row.jobs for row in rows}

    @patient
    def tally(self, batch: str, keys: Sequence[str]) -> tuple[Tally, ...]:
        """How many of these jobs there are by state and status."""
        tallies: dict[tuple[State, str | None], Tally] = {}
        # Whatever a damaged row holds, these are a number and words.
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
        """Those of these jobs that have failed."""
        for some in _chunks(keys):
            which = (*_named(batch, some), jobs.c.state == "failed")
            yield from map(
                self._record, self._database.pages(select(jobs).where(*which), jobs.c.id)
            )

    def records(self, batch: str | None = None) -> Iterator[Record]:
        """The jobs that are over, of one batch or of all, in the order in which they were put."""
        statement = select(jobs).where(jobs.c.state.in_(OVER), jobs.c.part_of.is_(None))
        if batch is not None:
            statement = statement.where(jobs.c.batch == batch)
        return map(self._record, self._database.pages(statement, jobs.c.id))

    def _settle(self, connection: Connection, whole: int, merge: Merge) -> None:
        """Merge the parts of what is still split, and drop the rest of them if that settles it."""
        split = select(jobs).where(jobs.c.id == whole, jobs.c.state == "split").with_for_update()
        row = connection.execute(split).first()
        if row is None:
            return
        parts = jobs.c.part_of == whole
        rows = connection.execute(select(jobs).where(parts).order_by(jobs.c.id)).all()
        if finished := self._merged(row, rows, merge):
            connection.execute(update(jobs).where(jobs.c.id == whole).values(**_over(finished)))
            rest = update(jobs).where(parts, jobs.c.state.in_(OPEN))
            connection.execute(rest.values(state="dropped", worker=None, until=None))

    def _merged(self, row: Any, rows: Sequence[Any], merge: Merge) -> Finished | None:
        """What the parts say of the whole; a whole or parts that cannot be read have failed."""
        whole = self._record(row)
        if whole.failure is not None:
            return Finished(failure=whole.failure)
        try:
            return merge(whole, [self._record(part) for part in rows])
        except (BadInput, msgspec.MsgspecError) as error:
            return Finished(failure=f"The parts cannot be merged: {error}")

    def _record(self, row: Any) -> Record:
        """A job as it is kept; one that cannot be read has failed, and says why."""
        try:
            return read_row(Record, row, self._database.name, jobs, "task", "result")
        except DamagedRow as damage:
            log_damage(str(damage))
            source = row.source if isinstance(row.source, str) else f"job {row.id}"
            return Record(id=row.id, source=source, task="{}", state="failed", failure=str(damage))

    def _clock(self) -> ColumnElement[float]:
        """The time of the database, so that many machines need not agree about it."""
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
    """The columns of a job that is over."""
    state = "done" if finished.failure is None else "failed"
    fields = {name: getattr(finished, name) for name in Finished.__struct_fields__}
    return {**fields, "state": state, "finished": now(), "worker": None, "until": None}


def _written(job: Leased, finished: Finished) -> dict[str, Any]:
    columns = {"task": job.task, **_over(finished)}
    return {"job": job.id, **{f"new_{name}": value for name, value in columns.items()}}


def _leased(row: Any) -> Leased:
    """A job to work on; a task that is no text fails when it is read as JSON."""
    return Leased(row.id, row.task if isinstance(row.task, str) else "", row.part_of)
