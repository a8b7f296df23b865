"""Saved games of players, each one a JSON text that is replaced as a whole."""

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
from quebra.store.results import Played, record
from quebra.store.tables import games

NAME_BYTES = 12
"""Random bytes of a game's ID, so that IDs cannot be guessed."""
HOME = ""
"""The player of this machine, who has all games that were saved before games had players."""


class Saved(msgspec.Struct, frozen=True):
    """A saved game: its ID, its JSON, and when it was last saved (seconds since 1970)."""

    id: str
    game: str
    updated: float


class Games:
    """The saved games of one player by ID; those of other players do not exist here."""

    def __init__(self, database: Database, player: str = HOME) -> None:
        self._database, self.player = database, player

    def of(self, player: str) -> Games:
        """The games of another player."""
        return Games(self._database, player)

    def save(self, game: str, id: str | None = None, played: Played | None = None) -> str:
        """Save a game in place of the one with that ID, or with a new ID; returns the ID.

        `played` is recorded for the classes of the player.
        """
        name, time = id or secrets.token_urlsafe(NAME_BYTES), now()
        row = {"id": name, "game": game, "updated": time, "player": self.player}
        statement = self._database.insert(games).values(row)
        with self._database.writing() as connection:
            connection.execute(
                statement.on_conflict_do_update(
                    index_elements=["id"],
                    set_={"game": game, "updated": time},
                    where=games.c.player == self.player,
                )
            )
            if played:
                record(connection, self._database, self.player, name, played)
        return name

    def replace(self, loaded: Saved, game: str, played: Played | None = None) -> bool:
        """Replace the game that was loaded, unless it has changed since; whether it was replaced.

        The text serves as the version: of two programs that change a game at the same time, one
        has to load it again.
        """
        unchanged = (*self._own(loaded.id), games.c.game == loaded.game)
        statement = update(games).where(*unchanged).values(game=game, updated=now())
        with self._database.writing() as connection:
            is_replaced = connection.execute(statement).rowcount > 0
            if is_replaced and played:
                record(connection, self._database, self.player, loaded.id, played)
        return is_replaced

    def load(self, id: str) -> Saved:
        """The game with that ID."""
        with self._database.reading() as connection:
            row = connection.execute(select(games).where(*self._own(id))).first()
        if row is None:
            raise NotFound(Text("There is no game {id}.", id=quoted(id, 40)))
        return self._saved(row)

    def list(self, most: int = 100) -> tuple[Saved | DamagedRow, ...]:
        """The games, last saved first; in place of one that cannot be read, the error."""
        own = select(games).where(games.c.player == self.player)
        statement = own.order_by(games.c.updated.desc(), games.c.id).limit(most)
        with self._database.reading() as connection:
            rows = connection.execute(statement).all()
        return tuple(map(self._saved_or_damaged, rows))

    def _own(self, id: str) -> tuple[Any, Any]:
        return games.c.id == id, games.c.player == self.player

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
            return connection.execute(delete(games).where(*self._own(id))).rowcount > 0
