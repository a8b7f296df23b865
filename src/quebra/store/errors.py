"""Errors of databases, as sentences that say what to do."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import lru_cache

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from quebra.contract.errors import BadInput, ExternalError, QuebraError
from quebra.contract.quoting import MAX_PATH, quoted
from quebra.i18n.text import Text, Verbatim, as_is, sentences

logger = logging.getLogger("quebra.store")


class StoreError(ExternalError):
    """The database is unavailable, full, busy or damaged. Data written before is safe."""


class StoreUnavailable(StoreError):
    """The database server does not answer; it may come back."""


class DamagedRow(StoreError):
    """A row of a table that cannot be read; `id` is its ID as text."""

    def __init__(self, database: str, table: str, id: object, column: str, fault: Text) -> None:
        self.id = id if isinstance(id, str) else repr(id)
        super().__init__(
            Text(
                "The database {database} is damaged in row {row} of the table {table}, "
                "column {column}: {fault}",
                database=Verbatim(database),
                row=quoted(self.id, 40),
                table=Verbatim(table),
                column=Verbatim(column),
                fault=fault,
            )
        )


@lru_cache(maxsize=1000)
def log_damage(sentence: str) -> None:
    """Log a damaged row, once for each sentence."""
    logger.warning(sentence)


Describe = Callable[[Verbatim], Text]
"""The sentence about the database of a name."""


def _full(name: Verbatim) -> Text:
    return Text(
        "The database {name} is full: make room and start again. What is written is safe.",
        name=name,
    )


def _busy(name: Verbatim) -> Text:
    return Text(
        "The database {name} is busy: another program keeps it locked. Start again later.",
        name=name,
    )


def _unavailable(name: Verbatim) -> Text:
    return Text(
        "The database {name} does not answer. Start again when it is back: what is written is "
        "safe.",
        name=name,
    )


def damaged(name: Verbatim) -> Text:
    """The sentence about a damaged database."""
    return Text(
        "The database {name} is damaged: recover a copy of the file, for example with "
        "`sqlite3 FILE .recover`.",
        name=name,
    )


def _read_only(name: Verbatim) -> Text:
    return Text("The database {name} cannot be written: it is read-only.", name=name)


def _not_opened(name: Verbatim) -> Text:
    return Text(
        "The database {name} cannot be opened: check its path and the rights to its folder.",
        name=name,
    )


def _disk_error(name: Verbatim) -> Text:
    return Text(
        "The database {name} cannot be read or written: the disk reports an error.", name=name
    )


def _crowded(name: Verbatim) -> Text:
    return Text(
        "The database {name} has too many connections. Start again with fewer workers.", name=name
    )


BY_WORDS: Mapping[str, Describe] = {
    "database or disk is full": _full,
    "is locked": _busy,
    "readonly database": _read_only,
    "unable to open": _not_opened,
    "disk I/O error": _disk_error,
    "malformed": damaged,
}
"""Parts of SQLite's messages, and the sentence for each."""

BY_CODE: Mapping[str, Describe] = {
    "08": _unavailable,
    "25006": _read_only,
    "40": _busy,
    "53100": _full,
    "53300": _crowded,
    "57P": _unavailable,
    "55P03": _busy,
}
"""PostgreSQL's codes, or prefixes of them, and the sentence for each."""


def translated_error(name: str, error: DBAPIError) -> QuebraError:
    """The error to raise instead of the driver's, for the database of that name."""
    message, database = " ".join(str(error.orig).split()), Verbatim(name)
    if "file is not a database" in message:
        return BadInput(Text("The file {name} is no database.", name=quoted(name, MAX_PATH)))
    code = getattr(error.orig, "sqlstate", None)
    if code:
        known = (describe for start, describe in BY_CODE.items() if code.startswith(start))
    else:
        known = (describe for words, describe in BY_WORDS.items() if words in message)
    if describe := next(known, None):
        kind = StoreUnavailable if describe is _unavailable else StoreError
        return kind(describe(database))
    lost = isinstance(error, OperationalError | InterfaceError)
    if code is None and lost and type(error.orig).__module__.startswith("psycopg"):
        # Without a code there was no connection: wrong host, no server, or a lost connection.
        return StoreUnavailable(with_details(_unavailable(database), message))
    return StoreError(
        Text(
            "The database {name} refuses: {reason}.", name=database, reason=Verbatim(message[:200])
        )
    )


def with_details(sentence: Text, details: str) -> Text:
    """A sentence, and what a program has said, in parentheses."""
    return sentences(sentence, as_is(f"({details[:200]})"))
