"""What databases complain of, as sentences that say what to do."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from quebra.contract.errors import BadInput, QuebraError, Trouble


class StoreTrouble(Trouble):
    """The database is away, full, busy or broken. All that was written before is safe."""


class StoreAway(StoreTrouble):
    """The server of the database does not answer; it may come back."""


FULL = "is full: make room and start again; what is written is safe"
BUSY = "is busy: another program keeps it locked; start again later"
AWAY = "does not answer; start again when it is back: what is written is safe"
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
"""What SQLite says, and what it means."""

BY_CODE = {
    "08": AWAY,
    "25006": READ_ONLY,
    "40": BUSY,
    "53100": FULL,
    "53300": "has too many connections; start again with fewer workers",
    "57P": AWAY,
    "55P03": BUSY,
}
"""PostgreSQL's codes, or how they begin."""


def trouble(name: str, error: DBAPIError) -> QuebraError:
    """The error to raise instead of the driver's own."""
    said = " ".join(str(error.orig).split())
    if "file is not a database" in said:
        return BadInput(f"The file {name!r} is no database.")
    code = getattr(error.orig, "sqlstate", None)
    if code:
        known = (what for start, what in BY_CODE.items() if code.startswith(start))
    else:
        known = (what for words, what in BY_WORDS.items() if words in said)
    if what := next(known, None):
        kind = StoreAway if what == AWAY else StoreTrouble
        return kind(f"The database {name} {what}.")
    lost = isinstance(error, OperationalError | InterfaceError)
    if code is None and lost and type(error.orig).__module__.startswith("psycopg"):
        # Without a code it never came to talking: wrong host, no server, or it just went away.
        return StoreAway(f"The database {name} {AWAY} ({said[:200]}).")
    return StoreTrouble(f"The database {name} refuses: {said[:200]}.")
