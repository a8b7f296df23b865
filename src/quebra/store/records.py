"""Small texts by kind and name: puzzles of days, pictures of games, drafts of setters."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import delete, select

from quebra.store.database import Database, now
from quebra.store.tables import records


class Records:
    """Texts by kind and name; a new text takes the place of the old one of that name.

    >>> from quebra.store import Store
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/quebra.db") as store:
    ...     store.records.put("draft", {"a": "1", "b": "2"})
    ...     store.records.put("draft", {"a": "3"})
    ...     store.records.all("draft")
    {'a': '3', 'b': '2'}
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, kind: str, name: str) -> str | None:
        """The text of that name, if there is one."""
        statement = select(records.c.text).where(records.c.kind == kind, records.c.name == name)
        with self._database.reading() as connection:
            found = connection.scalar(statement)
        return None if found is None else str(found)

    def all(self, kind: str) -> dict[str, str]:
        """The texts of a kind by name, the last written first."""
        order = (records.c.updated.desc(), records.c.name)
        statement = select(records.c.name, records.c.text).where(records.c.kind == kind)
        with self._database.reading() as connection:
            rows = connection.execute(statement.order_by(*order)).all()
        return {row.name: row.text for row in rows}

    def put(self, kind: str, texts: Mapping[str, str]) -> None:
        """Write texts by name."""
        if not texts:
            return
        time = now()
        rows = [
            {"kind": kind, "name": name, "text": text, "updated": time}
            for name, text in texts.items()
        ]
        statement = self._database.insert(records)
        new = {"text": statement.excluded.text, "updated": statement.excluded.updated}
        with self._database.writing() as connection:
            connection.execute(
                statement.on_conflict_do_update(index_elements=["kind", "name"], set_=new), rows
            )

    def add(self, kind: str, name: str, text: str) -> str:
        """The text of that name; the given one is written if there is none."""
        row = {"kind": kind, "name": name, "text": text, "updated": now()}
        statement = self._database.insert(records).values(row)
        if (kept := self.get(kind, name)) is not None:
            return kept
        with self._database.writing() as connection:
            connection.execute(statement.on_conflict_do_nothing(index_elements=["kind", "name"]))
        return self.get(kind, name) or text

    def delete(self, kind: str, name: str) -> bool:
        """Delete a text; whether there was one of that name."""
        statement = delete(records).where(records.c.kind == kind, records.c.name == name)
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount > 0

    def keep_last(self, kind: str, count: int) -> None:
        """Delete all texts of a kind but those that were written last."""
        own = records.c.kind == kind
        last = select(records.c.name).where(own).order_by(records.c.updated.desc()).limit(count)
        with self._database.writing() as connection:
            connection.execute(delete(records).where(own, records.c.name.not_in(last)))
