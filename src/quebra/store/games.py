"""Games in play, each one JSON text that is replaced as a whole."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from sqlalchemy import delete, select, update

from quebra.contract.errors import NotFound
from quebra.store.damage import DamagedRow, read_row
from quebra.store.database import Database, now
from quebra.store.tables import games

NAME_BYTES = 12
"""Long enough that nobody guesses the name of another's game."""


class Saved(msgspec.Struct, frozen=True):
    """A stored game: its name, its JSON, and when it was last saved (seconds since 1970)."""

    id: str
    game: str
    updated: float


class Games:
    """Games by name.

    `save` returns the name; with one, it replaces whatever game has that name. `replace` is for
    games that others may change at the same time.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, game: str, id: str | None = None) -> str:
        """Keep a game, whole or not at all."""
        row = {"id": id or secrets.token_urlsafe(NAME_BYTES), "game": game, "updated": now()}
        statement = self._database.insert(games).values(row)
        with self._database.writing() as connection:
            connection.execute(
                statement.on_conflict_do_update(
                    index_elements=["id"], set_={"game": game, "updated": row["updated"]}
                )
            )
        return str(row["id"])

    def replace(self, loaded: Saved, game: str) -> bool:
        """Put a game in place of the one that was loaded, unless it has changed since then.

        Returns whether it was replaced. A game is its whole text, so the text is its own version:
        of two programs that change the same game at the same time, one has to load it again.
        """
        unchanged = (games.c.id == loaded.id, games.c.game == loaded.game)
        statement = update(games).where(*unchanged).values(game=game, updated=now())
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount > 0

    def load(self, id: str) -> Saved:
        """The game of that name."""
        with self._database.reading() as connection:
            row = connection.execute(select(games).where(games.c.id == id)).first()
        if row is None:
            raise NotFound(f"There is no game {id[:40]!r}.")
        return self._saved(row)

    def list(self, most: int = 100) -> tuple[Saved | DamagedRow, ...]:
        """The games, last saved first; in place of one that cannot be read, what is wrong."""
        statement = select(games).order_by(games.c.updated.desc(), games.c.id).limit(most)
        with self._database.reading() as connection:
            rows = connection.execute(statement).all()
        return tuple(map(self._saved_or_damaged, rows))

    def _saved(self, row: Any) -> Saved:
        return read_row(Saved, row, self._database.name, games, "game")

    def _saved_or_damaged(self, row: Any) -> Saved | DamagedRow:
        try:
            return self._saved(row)
        except DamagedRow as damage:
            return damage

    def delete(self, id: str) -> bool:
        """Forget a game; whether it was there."""
        with self._database.writing() as connection:
            return connection.execute(delete(games).where(games.c.id == id)).rowcount > 0
