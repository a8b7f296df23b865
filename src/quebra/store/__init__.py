"""What is kept: games, the bank of puzzles, and the jobs of batches, in SQLite or PostgreSQL."""

from __future__ import annotations

from types import TracebackType

from quebra.store.bank import Bank, Entry
from quebra.store.damage import DamagedRow
from quebra.store.database import Database, default_address
from quebra.store.games import Games, Saved
from quebra.store.jobs import Jobs
from quebra.store.patience import Patience
from quebra.store.trouble import StoreAway, StoreTrouble

__all__ = [
    "Bank",
    "DamagedRow",
    "Entry",
    "Games",
    "Jobs",
    "Patience",
    "Saved",
    "Store",
    "StoreAway",
    "StoreTrouble",
    "default_address",
]


class Store:
    """All that one database keeps.

    Without an address it is what `QUEBRA_DATA` says, or an SQLite file among the user's data.
    A database that is away, full or busy raises `StoreTrouble`. With patience, jobs are asked for
    again if a server goes away after it was there.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/quebra.db") as store:
    ...     name = store.games.save('{"moves": []}')
    ...     store.games.load(name).game
    '{"moves": []}'
    """

    def __init__(
        self,
        address: str | None = None,
        *,
        create: bool = True,
        patience: Patience | None = None,
    ) -> None:
        self.database = Database(address or default_address(), create=create, patience=patience)
        self.games = Games(self.database)
        self.bank = Bank(self.database)
        self.jobs = Jobs(self.database)

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
