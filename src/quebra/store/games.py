"""Saved games, each one a JSON text that is replaced as a whole."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from sqlalchemy import delete, select, update

from quebra.contract.errors import NotFound
from quebra.contract.quoting import quoted
from quebra.i18n.text import Text
from quebra.store.database import Database, now
from quebra.store.errors import DamagedRow
from quebra.store.tables import games

NAME_BYTES = 12
"""Random bytes of a game's ID, so that IDs cannot be guessed."""


class Saved(msgspec.Struct, frozen=True):
    """A saved game: its ID, its JSON, and when it was last saved (seconds since 1970)."""

    id: str
    game: str
    updated: float


class Games:
    """The saved games by ID."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(self, game: str, id: str | None = None) -> str:
        """Save a game in place of the one with that ID, or with a new ID; returns the ID."""
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
        """Replace the game that was loaded, unless it has changed since; whether it was replaced.

        The text serves as the version: of two programs that change a game at the same time, one
        has to load it again.
        """
        unchanged = (games.c.id == loaded.id, games.c.game == loaded.game)
        statement = update(games).where(*unchanged).values(game=game, updated=now())
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount > 0

    def load(self, id: str) -> Saved:
        """The game with that ID."""
        with self._database.reading() as connection:
            row = connection.execute(select(games).where(games.c.id == id)).first()
        if row is None:
            raise NotFound(Text("There is no game {id}.", id=quoted(id, 40)))
        return self._saved(row)

    def list(self, most: int = 100) -> tuple[Saved | DamagedRow, ...]:
        """The games, last saved first; in place of one that cannot be read, the error."""
        statement = select(games).order_by(games.c.updated.desc(), games.c.id).limit(most)
        with self._database.reading() as connection:
            rows = connection.execute(statement).all()
        return tuple(map(self._saved_or_damaged, rows))

    def _saved(self, row: Any) -> Saved:
        return self._database.read_row(Saved, row, games, "game")

    def _saved_or_damaged(self, row: Any) -> Saved | DamagedRow:
        try:
            return self._saved(row)
        except DamagedRow as damage:
            return damage

    def delete(self, id: str) -> bool:
        """Delete a game; whether there was one with that ID."""
        with self._database.writing() as connection:
            return connection.execute(delete(games).where(games.c.id == id)).rowcount > 0
