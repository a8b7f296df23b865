"""Storage in SQLite or PostgreSQL: games, classes, the bank, jobs of batches, and records."""

from __future__ import annotations

from quebra.store.bank import Bank, Entry
from quebra.store.classes import Classes, ClassPuzzle, Pupil, Result, SchoolClass
from quebra.store.database import Database, default_address
from quebra.store.errors import DamagedRow, StoreError, StoreUnavailable
from quebra.store.games import HOME, Games, Saved
from quebra.store.jobs import Jobs
from quebra.store.records import Records
from quebra.store.results import Played
from quebra.store.retry import Retry

__all__ = [
    "HOME",
    "Bank",
    "ClassPuzzle",
    "Classes",
    "DamagedRow",
    "Entry",
    "Games",
    "Jobs",
    "Played",
    "Pupil",
    "Records",
    "Result",
    "Retry",
    "Saved",
    "SchoolClass",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "default_address",
]


class Store:
    """One database: its games, its classes, its bank of puzzles, its jobs and its records.

    The default address is that of `QUEBRA_DATA`, or else an SQLite file in the user's data folder.
    A database that is unavailable, full or busy raises `StoreError`. With `retry`, calls about jobs
    are repeated if the server goes away.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/quebra.db") as store:
    ...     name = store.games.save('{"moves": []}')
    ...     store.games.load(name).game
    '{"moves": []}'
    """

    def __init__(
        self, address: str | None = None, *, create: bool = True, retry: Retry | None = None
    ) -> None:
        self.database = Database(address or default_address(), create=create, retry=retry)
        self.games = Games(self.database)
        self.classes = Classes(self.database)
        self.bank = Bank(self.database)
        self.jobs = Jobs(self.database)
        self.records = Records(self.database)

    def close(self) -> None:
        """Close all connections to the database."""
        self.database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
