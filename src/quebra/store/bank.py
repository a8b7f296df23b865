"""The bank of puzzles: each one once up to its family's symmetries, with its grade and results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import Connection, case, func, select, update

from quebra.contract.errors import BadInput, NotFound
from quebra.contract.puzzle import Puzzle, size_of
from quebra.contract.registry import get_family
from quebra.i18n.text import Text
from quebra.service.identity import key_of
from quebra.store.database import Database, now
from quebra.store.errors import DamagedRow, log_damage
from quebra.store.tables import puzzles

CHUNK = 200
"""Puzzles that are added in one transaction."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A puzzle with its grade and the result of `solve`, where they are known."""

    puzzle: Puzzle
    source: str = ""
    grade: str | None = None
    score: float | None = None
    status: str | None = None
    solutions: int | None = None
    solution: msgspec.Raw | None = None
    id: int | None = None

    @property
    def size(self) -> tuple[int, int] | None:
        """Rows and columns, for puzzles on a grid."""
        return size_of(self.puzzle)


class _Stored(msgspec.Struct, frozen=True):
    """The columns that an entry is read from."""

    id: int
    family: str
    puzzle: str
    source: str
    grade: str | None
    score: float | None
    status: str | None
    solutions: int | None
    solution: str | None


class Count(msgspec.Struct, frozen=True):
    """The number of puzzles of one family, grade and status."""

    family: str
    grade: str | None
    status: str | None
    puzzles: int


class Bank:
    """Puzzles by their canonical form."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, entries: Iterable[Entry]) -> tuple[int, int]:
        """Add puzzles; returns how many were new, and how many the bank had already.

        Missing columns of puzzles that it had are filled in, and a proved status replaces one
        without proof.
        """
        entries = iter(entries)
        new = old = 0
        while chunk := list(islice(entries, CHUNK)):
            rows = [_row(entry) for entry in chunk]
            with self._database.writing() as connection:
                added = self._add_new(connection, rows)
                _fill_in(connection, [row for i, row in enumerate(rows) if i not in added])
            new += len(added)
            old += len(rows) - len(added)
        return new, old

    def _add_new(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> set[int]:
        """Insert the rows whose puzzles are new; returns their indices."""
        first: dict[str, int] = {}
        for i, row in enumerate(rows):
            first.setdefault(row["key"], i)
        statement = self._database.insert(puzzles).on_conflict_do_nothing(index_elements=["key"])
        # One statement for all rows would be compiled again for each number of them.
        added = connection.scalars(
            statement.returning(puzzles.c.key), [rows[i] for i in first.values()]
        )
        return {first[key] for key in added}

    def find(
        self,
        *,
        family: str | None = None,
        grade: str | None = None,
        status: str | None = None,
        size: tuple[int, int] | None = None,
        most: int | None = None,
    ) -> Iterator[Entry]:
        """The puzzles with these properties, at most `most`, in the order in which they were added.

        Rows that cannot be read are logged and skipped.
        """
        rows, cols = size or (None, None)
        kind = {"family": family, "grade": grade, "status": status, "rows": rows, "cols": cols}
        wanted = [puzzles.c[name] == value for name, value in kind.items() if value is not None]
        found = self._database.pages(select(puzzles).where(*wanted), puzzles.c.id)
        return islice(self._readable(found), most)

    def _readable(self, rows: Iterable[Any]) -> Iterator[Entry]:
        for row in rows:
            try:
                yield self._entry(row)
            except DamagedRow as damage:
                log_damage(str(damage))

    def get(self, id: int) -> Entry:
        """The puzzle with that ID."""
        with self._database.reading() as connection:
            row = connection.execute(select(puzzles).where(puzzles.c.id == id)).first()
        if row is None:
            raise NotFound(Text("There is no puzzle {id} in the bank.", id=id))
        return self._entry(row)

    def _entry(self, row: Any) -> Entry:
        stored = self._database.read_row(_Stored, row, puzzles, "solution")
        try:
            puzzle = get_family(stored.family).formats.puzzles[0].read(stored.puzzle)
        except BadInput as error:
            database, table = self._database.name, puzzles.name
            raise DamagedRow(database, table, row.id, "puzzle", error.text) from None
        return Entry(
            puzzle=puzzle,
            source=stored.source,
            grade=stored.grade,
            score=stored.score,
            status=stored.status,
            solutions=stored.solutions,
            solution=msgspec.Raw(stored.solution.encode()) if stored.solution else None,
            id=stored.id,
        )

    def stats(self) -> tuple[Count, ...]:
        """The numbers of puzzles by family, grade and status."""
        kind = (puzzles.c.family, puzzles.c.grade, puzzles.c.status)
        with self._database.reading() as connection:
            rows = connection.execute(select(*kind, func.count()).group_by(*kind)).all()
        rows = sorted(rows, key=lambda row: [name or "" for name in row[:3]])
        return tuple(Count(*row) for row in rows)


def _row(entry: Entry) -> dict[str, Any]:
    rows, cols = entry.size or (None, None)
    return {
        "key": key_of(entry.puzzle),
        "family": entry.puzzle.family,
        "puzzle": msgspec.json.encode(entry.puzzle).decode(),
        "rows": rows,
        "cols": cols,
        "grade": entry.grade,
        "score": entry.score,
        "status": entry.status,
        "solutions": entry.solutions,
        "solution": entry.solution and bytes(entry.solution).decode(),
        "source": entry.source,
        "added": now(),
    }


def _fill_in(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Update stored rows where the new ones know more."""
    for row in rows:
        graded = puzzles.c.grade.is_not(None)
        proved = puzzles.c.status.not_in(("found", "unknown"))
        values: dict[str, Any] = {}
        if row["grade"] is not None:
            for name in ("grade", "score"):
                values[name] = case((graded, puzzles.c[name]), else_=row[name])
        if row["status"] is not None:
            for name in ("status", "solutions"):
                values[name] = case((proved, puzzles.c[name]), else_=row[name])
        if row["solution"] is not None:
            # A solution fits only the image of the puzzle that it was found for.
            same = (puzzles.c.puzzle == row["puzzle"]) & puzzles.c.solution.is_(None)
            values["solution"] = case((same, row["solution"]), else_=puzzles.c.solution)
        if values:
            connection.execute(update(puzzles).where(puzzles.c.key == row["key"]).values(values))
