"""Errors of databases, as sentences that say what to do."""

from __future__ import annotations

import logging
from functools import lru_cache

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from quebra.contract.errors import BadInput, ExternalError, QuebraError

logger = logging.getLogger("quebra.store")


class StoreError(ExternalError):
    """The database is unavailable, full, busy or damaged. Data written before is safe."""


class StoreUnavailable(StoreError):
    """The database server does not answer; it may come back."""


class DamagedRow(StoreError):
    """A row of a table that cannot be read; `id` is its ID as text."""

    def __init__(self, database: str, table: str, id: object, reason: str) -> None:
        self.id = id if isinstance(id, str) else repr(id)
        place = f"row {self.id[:40]!r} of the table {table}"
        super().__init__(f"The database {database} is damaged in {place}: {reason.rstrip('.')}.")


@lru_cache(maxsize=1000)
def log_damage(sentence: str) -> None:
    """Log a damaged row, once for each sentence."""
    logger.warning(sentence)


FULL = "is full: make room and start again; what is written is safe"
BUSY = "is busy: another program keeps it locked; start again later"
UNAVAILABLE = "does not answer; start again when it is back: what is written is safe"
DAMAGED = "is damaged: recover a copy of the file, for example with `sqlite3 FILE .recover`"
READ_ONLY = "cannot be written: it is read-only"

BY_WORDS = {
    "database or disk is full": FULL,
    "is locked": BUSY,
    "readonly database": READ_ONLY,
    "unable to open": "cannot be opened: check its path and the rights to its folder",
    "disk I/O error": "cannot be read or written: the disk reports an error",
    "malformed": DAMAGED,
}
"""Parts of SQLite's messages, and the sentence for each."""

BY_CODE = {
    "08": UNAVAILABLE,
    "25006": READ_ONLY,
    "40": BUSY,
    "53100": FULL,
    "53300": "has too many connections; start again with fewer workers",
    "57P": UNAVAILABLE,
    "55P03": BUSY,
}
"""PostgreSQL's codes, or prefixes of them, and the sentence for each."""


def translated_error(name: str, error: DBAPIError) -> QuebraError:
    """The error to raise instead of the driver's, for the database of that name."""
    message = " ".join(str(error.orig).split())
    if "file is not a database" in message:
        return BadInput(f"The file {name!r} is no database.")
    code = getattr(error.orig, "sqlstate", None)
    if code:
        known = (reason for start, reason in BY_CODE.items() if code.startswith(start))
    else:
        known = (reason for words, reason in BY_WORDS.items() if words in message)
    if reason := next(known, None):
        kind = StoreUnavailable if reason == UNAVAILABLE else StoreError
        return kind(f"The database {name} {reason}.")
    lost = isinstance(error, OperationalError | InterfaceError)
    if code is None and lost and type(error.orig).__module__.startswith("psycopg"):
        # Without a code there was no connection: wrong host, no server, or a lost connection.
        return StoreUnavailable(f"The database {name} {UNAVAILABLE} ({message[:200]}).")
    return StoreError(f"The database {name} refuses: {message[:200]}.")
