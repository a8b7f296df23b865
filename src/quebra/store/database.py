"""A database by its address: transactions, and troubles told in a sentence."""

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
    inspect,
    make_url,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.schema import CreateIndex, CreateTable

from quebra.contract.errors import BadInput
from quebra.store.patience import Patience
from quebra.store.tables import VERSION, about, metadata
from quebra.store.trouble import DAMAGED, StoreTrouble, trouble

T = TypeVar("T")

PATIENCE = 30
"""Seconds to wait for another program that writes, or for a server that does not answer."""
PAGE = 500
"""How many rows are read at once."""
CHECKED_BYTES = 100_000_000
"""Largest SQLite file that is checked for damage when it is opened; that takes about 0.3 s."""
LONGEST_NAME = 250
"""Characters of the name of a file, since SQLite adds `-wal` to it and systems allow 255."""
CREATION = 487_239_546
"""The number of the lock under which PostgreSQL's tables are made."""

SUBSTITUTE = "quebra.substitute"
"""How bytes that are no UTF-8 are read: as a control character, which JSON allows nowhere."""


def default_address() -> str:
    """What `QUEBRA_DATA` says, or a file where the user's programs keep their data."""
    if address := os.environ.get("QUEBRA_DATA"):
        return address
    from platformdirs import user_data_path

    return str(user_data_path("quebra", appauthor=False) / "quebra.db")


class Database:
    """One database, safe to share between threads.

    The address is the path of an SQLite file or `postgresql://USER@HOST/NAME`. Tables that are
    missing are made; unless `create`, a missing file or table is an error. A file that cannot be
    written can still be read.
    """

    def __init__(
        self, address: str, *, create: bool = True, patience: Patience | None = None
    ) -> None:
        url = _url(address)
        self._patience = patience
        self.is_file = url.drivername == "sqlite"
        plain = url.set(drivername="postgresql")
        self.name = str(url.database if self.is_file else plain.render_as_string())
        if self.is_file:
            _admit_file(Path(self.name), create)
        read_only = self.is_file and _is_read_only(Path(self.name))
        try:
            self._engine = create_engine(
                _for_reading(Path(self.name)) if read_only else url,
                connect_args=_connect_args(self.is_file),
                pool_pre_ping=not self.is_file,
            )
        except ModuleNotFoundError:
            raise BadInput("PostgreSQL needs the extra `quebra[postgresql]`.") from None
        if self.is_file:
            event.listen(self._engine, "connect", _read_any_text)
        if self.is_file and not read_only:
            event.listen(self._engine, "connect", _use_write_ahead_log if create else _keep_log)
        if self.is_file:
            self._check_file()
        with self.reading() as connection:
            is_new = not inspect(connection).has_table(about.name)
        if is_new and not create:
            raise BadInput(f"The database {self.name} holds nothing of Quebra's.")
        if is_new:
            with self.writing() as connection:
                self._make_tables(connection)
        with self.reading() as connection:
            if connection.scalar(select(func.max(about.c.version))) != VERSION:
                raise BadInput(f"The database {self.name} is of another version of Quebra.")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for questions."""
        with self._told(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in a transaction that is kept whole, or not at all."""
        with self._told(), self._engine.begin() as connection:
            if self.is_file:
                # Taking the lock at once, a writer waits its turn and never has to start anew.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    def pages(self, statement: Select[Any], number: Column[int]) -> Iterator[Row[Any]]:
        """The rows of a question in the order of a number that each has alone.

        They are read page by page, so that nothing stays open while somebody works on them.
        """
        last = 0
        while True:
            page = statement.where(number > last).order_by(number).limit(PAGE)
            rows = self.patiently(partial(self._rows, page))
            yield from rows
            if len(rows) < PAGE:
                return
            last = getattr(rows[-1], number.name)

    def _rows(self, statement: Select[Any]) -> Sequence[Row[Any]]:
        with self.reading() as connection:
            return connection.execute(statement).all()

    def patiently(self, what: Callable[[], T]) -> T:
        """What a call returns; with patience, it is repeated if the server went away."""
        return what() if self._patience is None else self._patience.call(self.name, what)

    def end_patience(self) -> None:
        """Wait no longer for a server that went away, in any thread."""
        if self._patience is not None:
            self._patience.end()

    def insert(self, table: Table) -> Any:
        """An INSERT that can be told what to do about rows that are there already."""
        return sqlite.insert(table) if self.is_file else postgresql.insert(table)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise trouble(self.name, error) from error

    def _check_file(self) -> None:
        """Refuse an SQLite file that is damaged; a large one only where damage is met."""
        if os.path.exists(self.name) and os.path.getsize(self.name) <= CHECKED_BYTES:
            with self.reading() as connection:
                fault = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
            if fault != "ok":
                where = " ".join(fault.removeprefix("*** in database main ***").split())
                raise StoreTrouble(f"The database {self.name} {DAMAGED} ({where[:200]}).")

    def _make_tables(self, connection: Connection) -> None:
        if not self.is_file:
            # Two that start at once would both find nothing there.
            connection.execute(select(func.pg_advisory_xact_lock(CREATION)))
        for table in metadata.sorted_tables:
            connection.execute(CreateTable(table, if_not_exists=True))
            for index in sorted(table.indexes, key=lambda index: str(index.name)):
                connection.execute(CreateIndex(index, if_not_exists=True))
        if connection.scalar(select(func.count()).select_from(about)) == 0:
            connection.execute(about.insert().values(version=VERSION))


def now() -> float:
    """The time as it is stored: seconds since 1970."""
    return time.time()


def _url(address: str) -> URL:
    if "://" not in address:
        return URL.create("sqlite", database=address)
    try:
        url = make_url(address)
        kind = url.drivername.partition("+")[0]
    except (ArgumentError, ValueError):
        raise BadInput(f"The address {address[:80]!r} cannot be read.") from None
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if kind == "sqlite" and url.database:
        return url.set(drivername="sqlite")
    raise BadInput(f"A database is a file or a postgresql:// address, not {kind}.")


def _admit_file(path: Path, create: bool) -> None:
    name = str(path)
    if not _is_file_name(name):
        raise BadInput(f"{name[:80]!r} is no name of a file.")
    if os.path.isdir(name):
        raise BadInput(f"{name!r} is a folder, not a database.")
    if not create and not os.path.exists(name):
        raise BadInput(f"There is no database {name!r}.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The folder of {name!r} cannot be made: {error.strerror}.") from None


def _is_file_name(name: str) -> bool:
    """Whether a system could have a file of that name, at some place."""
    try:
        return b"\0" not in os.fsencode(name) and len(os.path.basename(name)) < LONGEST_NAME
    except UnicodeEncodeError:
        return False


def _is_read_only(path: Path) -> bool:
    """Whether a file is there, but neither it nor a log beside it can be written."""
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    return os.path.exists(path) and not writable


def _for_reading(path: Path) -> URL:
    """The address of a file that is only read.

    Only if there is a log does somebody write, perhaps; without one nothing has to be locked.
    """
    log = path.with_name(f"{path.name}-wal")
    how = {"mode": "ro"} if log.exists() else {"mode": "ro", "immutable": "1"}
    return URL.create("sqlite", database=path.absolute().as_uri(), query={"uri": "true", **how})


def _connect_args(is_file: bool) -> dict[str, Any]:
    if is_file:
        # Without an isolation level the driver begins nothing by itself.
        return {"timeout": PATIENCE, "isolation_level": None}
    return {"connect_timeout": PATIENCE}


def _read_any_text(connection: sqlite3.Connection, _record: object) -> None:
    """Let damaged text be read, so that one row does not hide the others."""
    connection.text_factory = lambda raw: raw.decode(errors=SUBSTITUTE)


def _substitute(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "\x1a", error.end


codecs.register_error(SUBSTITUTE, _substitute)


def _use_write_ahead_log(connection: sqlite3.Connection, _record: object) -> None:
    """Let readers and the one writer not wait for one another; a killed program loses nothing."""
    deadline = time.monotonic() + PATIENCE
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode=WAL").fetchone()
        except sqlite3.OperationalError as error:
            # Only here SQLite does not wait by itself for others that just open the same file.
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
    _keep_log(connection, _record)


def _keep_log(connection: sqlite3.Connection, _record: object) -> None:
    """Leave the kind of log as it is: the file may be another program's."""
    connection.execute("PRAGMA synchronous=NORMAL")
