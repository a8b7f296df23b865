"""A database by its address: connections, transactions, and errors as one sentence."""

from __future__ import annotations

import codecs
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    URL,
    Column,
    Connection,
    Row,
    Select,
    Table,
    create_engine,
    event,
    func,
    make_url,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError

from quebra.contract.codec import json_error, what_and_where
from quebra.contract.errors import BadInput
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.i18n.text import Text, Verbatim
from quebra.store.errors import (
    DamagedRow,
    StoreError,
    damaged,
    logger,
    translated_error,
    with_details,
)
from quebra.store.retry import Retry
from quebra.store.tables import HEAD, about, metadata, revisions
from quebra.store.upgrade import (
    backup_path,
    check_revision,
    copy_file,
    migrate,
    stored_revision,
)

T = TypeVar("T")

TIMEOUT = 30
"""Seconds to wait for another program that writes, or for a server that does not answer."""
PAGE = 500
"""Rows that are read in one query."""
CHECKED_BYTES = 100_000_000
"""Largest SQLite file that is checked for damage when it is opened; that takes about 0.3 s."""
MAX_NAME_LENGTH = 250
"""Characters of the name of a file: SQLite adds `-wal` to it, and systems allow 255."""
SCHEMA_LOCK = 487_239_546
"""The number of the advisory lock under which PostgreSQL's tables are created or upgraded."""

SUBSTITUTE = "quebra.substitute"
"""Error handler that reads bytes that are not UTF-8 as a control character, invalid in JSON."""


def default_address() -> str:
    """The address in `QUEBRA_DATA`, or else a file in the user's data folder."""
    if address := os.environ.get("QUEBRA_DATA"):
        return address
    from platformdirs import user_data_path

    return str(user_data_path("quebra", appauthor=False) / "quebra.db")


class Database:
    """One database, safe to share between threads; `is_file` is True for SQLite.

    The address is the path of an SQLite file or `postgresql://USER@HOST/NAME`. With `create`,
    tables are created in an empty database; otherwise a missing file or table is an error. A
    database of an older version is upgraded. A file that cannot be written can still be read.
    """

    def __init__(self, address: str, *, create: bool = True, retry: Retry | None = None) -> None:
        url = _url(address)
        self._retry = retry
        self.is_file = url.drivername == "sqlite"
        plain = url.set(drivername="postgresql")
        self.name = str(url.database if self.is_file else plain.render_as_string())
        if self.is_file:
            _check_path(Path(self.name), create)
        read_only = self.is_file and _is_read_only(Path(self.name))
        try:
            self._engine = create_engine(
                _read_only_url(Path(self.name)) if read_only else url,
                connect_args=_connect_args(self.is_file),
                pool_pre_ping=not self.is_file,
            )
        except ModuleNotFoundError:
            raise BadInput(Text("PostgreSQL needs the extra `quebra[postgresql]`.")) from None
        if self.is_file:
            event.listen(self._engine, "connect", _read_any_text)
            if not read_only:
                on_connect = _use_write_ahead_log if create else _set_synchronous
                event.listen(self._engine, "connect", on_connect)
            self._check_file()
        with self.reading() as connection:
            revision = stored_revision(connection)
        if revision is None and not create:
            raise BadInput(
                Text("The database {name} has no tables of Quebra.", name=Verbatim(self.name))
            )
        if revision != HEAD:
            if revision is not None:
                check_revision(self.name, revision, writable=not read_only)
            self._bring_up_to_date()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for queries."""
        with self._translated_errors(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in a transaction."""
        with self._translated_errors(), self._engine.begin() as connection:
            if self.is_file:
                # With the lock taken at once, a writer waits and never has to repeat its work.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def pages(self, statement: Select[Any], number: Column[int]) -> Iterator[Row[Any]]:
        """The rows of a query in the order of a column with unique numbers.

        They are read page by page, so that no connection stays open while the caller uses them.
        """
        last = 0
        while True:
            page = statement.where(number > last).order_by(number).limit(PAGE)
            rows = self.with_retry(partial(self._rows, page))
            yield from rows
            if len(rows) < PAGE:
                return
            last = getattr(rows[-1], number.name)

    def _rows(self, statement: Select[Any]) -> Sequence[Row[Any]]:
        with self.reading() as connection:
            return connection.execute(statement).all()

    def read_row(self, kind: type[T], row: Any, table: Table, *json: str) -> T:
        """A row as a struct with a field for each of some columns; the columns `json` hold JSON.

        Raises `DamagedRow`.
        """
        try:
            found = msgspec.convert(row, kind, from_attributes=True)
        except msgspec.ValidationError as error:
            what, where = what_and_where(str(error))
            column, fault = where.removeprefix("$."), Text("{what}.", what=what)
            raise DamagedRow(self.name, table.name, row.id, column, fault) from None
        for name in json:
            text = getattr(found, name)
            try:
                if text is not None:
                    msgspec.json.decode(text, type=msgspec.Raw)
            except (msgspec.DecodeError, RecursionError) as error:
                fault = json_error(error, text).text
                raise DamagedRow(self.name, table.name, row.id, name, fault) from None
        return found

    def with_retry(self, function: Callable[[], T]) -> T:
        """The result of the function, repeated while the server is away if `retry` was given."""
        return function() if self._retry is None else self._retry.call(self.name, function)

    def stop_retrying(self) -> None:
        """Stop waiting for a server that went away, in all threads."""
        if self._retry is not None:
            self._retry.stop()

    def insert(self, table: Table) -> Any:
        """An INSERT of this dialect, which has `on_conflict_do_nothing` and the like."""
        return sqlite.insert(table) if self.is_file else postgresql.insert(table)

    def close(self) -> None:
        """Close all connections to the database."""
        self._engine.dispose()

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Raise `QuebraError` instead of the driver's errors."""
        try:
            yield
        except DBAPIError as error:
            raise translated_error(self.name, error) from error

    def _check_file(self) -> None:
        """Raise `StoreError` for a damaged SQLite file, unless it is too large to check."""
        if os.path.exists(self.name) and os.path.getsize(self.name) <= CHECKED_BYTES:
            with self.reading() as connection:
                fault = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
            if fault != "ok":
                where = " ".join(fault.removeprefix("*** in database main ***").split())
                raise StoreError(with_details(damaged(Verbatim(self.name)), where))

    def _bring_up_to_date(self) -> None:
        """Create the tables, or upgrade them; in one transaction, which other programs wait for."""
        with self.writing() as connection:
            if not self.is_file:
                # Otherwise two programs that start at once would both do it.
                connection.execute(select(func.pg_advisory_xact_lock(SCHEMA_LOCK)))
            revision = stored_revision(connection)
            if revision is None:
                metadata.create_all(connection)
                connection.execute(about.insert().values(version=2))
                revisions.create(connection)
                connection.execute(revisions.insert().values(version_num=HEAD))
            elif revision != HEAD:
                self._upgrade(connection)

    def _upgrade(self, connection: Connection) -> None:
        """Migrate the tables in the transaction of a connection; an SQLite file is copied first."""
        if not self.is_file:
            return migrate(connection)
        copy = backup_path(self.name)
        with self.reading() as reader:
            copy_file(reader, copy)
        migrate(connection)
        done = Text(
            "The database {name} has been upgraded; {copy} is a copy from before.",
            name=Verbatim(self.name),
            copy=Verbatim(str(copy)),
        )
        logger.warning(str(done))
        return None


def now() -> float:
    """The current time as it is stored: seconds since 1970."""
    return time.time()


def _url(address: str) -> URL:
    if "://" not in address:
        return URL.create("sqlite", database=address)
    try:
        url = make_url(address)
        kind = url.drivername.partition("+")[0]
    except (ArgumentError, ValueError):
        raise BadInput(
            Text("The address {address} cannot be read.", address=quoted(address, 80))
        ) from None
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if kind == "sqlite" and url.database:
        return url.set(drivername="sqlite")
    raise BadInput(
        Text("A database is a file or a postgresql:// address, not {kind}.", kind=Verbatim(kind))
    )


def _check_path(path: Path, create: bool) -> None:
    """Raise `BadInput` for a path that cannot be a database; create its folder."""
    name, shown = str(path), quoted(path, MAX_PATH)
    if not _is_file_name(name):
        raise BadInput(Text("{name} is no name of a file.", name=quoted(name, 80)))
    if os.path.isdir(name):
        raise BadInput(Text("{name} is a folder, not a database.", name=shown))
    if not create and not os.path.exists(name):
        raise BadInput(Text("There is no database {name}.", name=shown))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            Text(
                "The folder of {name} cannot be made: {reason}.",
                name=shown,
                reason=Verbatim(error.strerror),
            )
        ) from None


def _is_file_name(name: str) -> bool:
    """Whether a file can have that name."""
    try:
        return b"\0" not in os.fsencode(name) and len(os.path.basename(name)) < MAX_NAME_LENGTH
    except UnicodeEncodeError:
        return False


def _is_read_only(path: Path) -> bool:
    """Whether a file exists, but it or a log beside it cannot be written."""
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    return os.path.exists(path) and not writable


def _read_only_url(path: Path) -> URL:
    """The address of a file that is only read.

    Without a write-ahead log no other program writes, so that the file needs no locks.
    """
    log = path.with_name(f"{path.name}-wal")
    how = {"mode": "ro"} if log.exists() else {"mode": "ro", "immutable": "1"}
    return URL.create("sqlite", database=path.absolute().as_uri(), query={"uri": "true", **how})


def _connect_args(is_file: bool) -> dict[str, Any]:
    if is_file:
        # Without an isolation level the driver begins no transactions by itself.
        return {"timeout": TIMEOUT, "isolation_level": None}
    return {"connect_timeout": TIMEOUT}


def _read_any_text(connection: sqlite3.Connection, _record: object) -> None:
    """Decode damaged text with substitutes, so that the other rows can be read."""
    connection.text_factory = lambda raw: raw.decode(errors=SUBSTITUTE)


def _substitute(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "\x1a", error.end


codecs.register_error(SUBSTITUTE, _substitute)


def _use_write_ahead_log(connection: sqlite3.Connection, _record: object) -> None:
    """Switch to a write-ahead log: readers and the writer do not block one another."""
    deadline = time.monotonic() + TIMEOUT
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError as error:
            # SQLite's own timeout does not apply here, where others may open the same file.
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
    _set_synchronous(connection, _record)


def _set_synchronous(connection: sqlite3.Connection, _record: object) -> None:
    """Set the synchronous mode only; the journal mode stays: the file may be another program's."""
    connection.execute("PRAGMA synchronous=NORMAL")
