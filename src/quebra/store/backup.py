"""Copies of SQLite files, their return, and a check of everything in a database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import chain, islice
from pathlib import Path

import msgspec
from sqlalchemy import func, select

from quebra.contract.errors import BadInput
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.i18n.text import Text, Verbatim
from quebra.store.database import PAGE, Database
from quebra.store.errors import StoreError
from quebra.store.tables import metadata
from quebra.store.upgrade import copy_file

FILES_ONLY = Text("This is for SQLite files; PostgreSQL has pg_dump and pg_restore.")
MAX_FAULTS = 100
"""The number of faults that a check lists."""
JSON_COLUMNS = {"games": ("game",), "puzzles": ("puzzle", "solution"), "jobs": ("task", "result")}
"""The columns that are checked, by table."""


class Report(msgspec.Struct, frozen=True):
    """The number of rows of each table, and what is damaged."""

    rows: dict[str, int]
    faults: tuple[Text, ...]


def back_up(database: Database, target: Path) -> None:
    """Copy an SQLite file that may be in use; raises `BadInput` if the copy's file exists."""
    if not database.is_file:
        raise BadInput(FILES_ONLY)
    if target.exists():
        raise BadInput(Text("There is a file {name} already.", name=quoted(target, MAX_PATH)))
    with database.reading() as connection:
        copy_file(connection, target)


def restore(source: Path, database: Database, saved: Path) -> None:
    """Replace an SQLite file by a copy of it, in one transaction; `saved` is a copy from before."""
    if not database.is_file:
        raise BadInput(FILES_ONLY)
    with closing(Database(str(source), create=False)) as copy:
        if faults := [*_file_faults(copy)]:
            raise StoreError(Text("{name}: {text}", name=Verbatim(str(source)), text=faults[0]))
    back_up(database, saved)
    try:
        with (
            closing(sqlite3.connect(source)) as old,
            closing(sqlite3.connect(database.name, timeout=30)) as new,
        ):
            old.backup(new)
    except sqlite3.Error as error:
        raise StoreError(
            Text(
                "The database {name} refuses: {reason}.",
                name=Verbatim(database.name),
                reason=Verbatim(str(error)),
            )
        ) from error


def check(database: Database) -> Report:
    """Read all rows of a database; for SQLite, check the structure of the file too."""
    with database.reading() as connection:
        rows = {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in metadata.sorted_tables
        }
    faults = chain(_file_faults(database), _damaged_rows(database))
    return Report(rows, tuple(islice(faults, MAX_FAULTS)))


def _file_faults(database: Database) -> Iterator[Text]:
    """What SQLite finds damaged in the structure of the file."""
    if database.is_file:
        with database.reading() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        yield from (Text("{fault}.", fault=Verbatim(str(each))) for each in found if each != "ok")


def _damaged_rows(database: Database) -> Iterator[Text]:
    """The columns with JSON that cannot be read."""
    with database.reading() as connection:
        for name, columns in JSON_COLUMNS.items():
            table = metadata.tables[name]
            statement = select(table.c.id, *(table.c[column] for column in columns))
            for row, *texts in connection.execute(statement).yield_per(PAGE):
                for column, value in zip(columns, texts, strict=True):
                    if not _is_json(value):
                        yield Text(
                            "Table {table}, row {row}: {column} is damaged.",
                            table=Verbatim(name),
                            row=Verbatim(str(row)),
                            column=Verbatim(column),
                        )


def _is_json(value: object) -> bool:
    """Whether a column is null or JSON."""
    try:
        return value is None or bool(msgspec.json.decode(str(value), type=msgspec.Raw))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
