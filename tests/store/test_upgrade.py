"""Databases of earlier versions are upgraded, and nothing in them is lost."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, make_url, text

from databases import Server
from processes import TIMEOUT
from quebra.contract.errors import BadInput
from quebra.store import Store, StoreError
from quebra.store.tables import HEAD, about, metadata, revisions
from quebra.store.upgrade import backup_path, known_revisions, migrate

SCHEMAS = sorted((Path(__file__).parent / "schemas").glob("*.sql"))
"""Databases as earlier versions have made them, as SQL."""
GAMES = 10_000

DIE_IN_THE_MIDDLE = """
import os, signal, sys
from quebra.store import Store, database

def migrate(connection):
    migrated(connection)
    connection.exec_driver_sql("DROP TABLE games")
    os.kill(os.getpid(), signal.SIGKILL)

migrated, database.migrate = database.migrate, migrate
Store(sys.argv[1])
"""


of_each_revision = pytest.mark.parametrize("schema", SCHEMAS, ids=lambda path: path.stem)


def make_old(path: Path, schema: Path = SCHEMAS[0]) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(schema.read_text(encoding="utf-8"))
    return path


def add_games(path: Path, count: int) -> None:
    """Add games, and as many jobs."""
    with closing(sqlite3.connect(path)) as connection, connection:
        games = ((f"game {n}", json.dumps({"moves": [f"r{n}c1 1"]}), n) for n in range(count))
        connection.executemany("INSERT INTO games (id, game, updated) VALUES (?, ?, ?)", games)
        jobs = ((f"key {n}", "{}", json.dumps({"number": n})) for n in range(count))
        columns = "batch, key, source, task, state, tries, result"
        connection.executemany(
            f"INSERT INTO jobs ({columns}) VALUES ('many', ?, '', ?, 'done', 0, ?)", jobs
        )


Rows = dict[str, list[dict[str, object]]]


def rows_of(path: Path, schema: Path = SCHEMAS[0]) -> Rows:
    """The rows of the tables of an earlier version, by table, with the columns that it had."""
    with sqlite3.connect(":memory:") as memory:
        memory.executescript(schema.read_text(encoding="utf-8"))
        tables = [name for (name,) in memory.execute("SELECT name FROM sqlite_master "
                  "WHERE type = 'table' AND name NOT IN ('about', 'quebra_revision')")]  # fmt: skip
        columns = {name: [row[1] for row in memory.execute(f"PRAGMA table_info({name})")]
                   for name in tables}  # fmt: skip
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return {
            name: [dict(row) for row in connection.execute(
                f"SELECT {', '.join(columns[name])} FROM {name} ORDER BY 1, 2")]
            for name in tables
        }  # fmt: skip


@of_each_revision
def test_an_old_file_is_upgraded_and_copied_first(tmp_path: Path, schema: Path) -> None:
    old = make_old(tmp_path / "old.db", schema)
    before = rows_of(old, schema)
    assert all(before.values())
    with Store(str(old)) as store:
        assert store.games.list()
        assert [*store.bank.find()]
        assert [*store.jobs.records()]
    assert rows_of(old, schema) == before
    assert rows_of(backup_path(str(old)), schema) == before
    assert sorted(path.name for path in old.parent.iterdir()) == [f"old.before-{HEAD}.db", "old.db"]


def test_an_old_file_without_a_table_gets_it(tmp_path: Path) -> None:
    path = make_old(tmp_path / "old.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE records")
    with Store(str(path)) as store:
        store.records.put("day", {"a": "b"})
        assert store.records.get("day", "a") == "b" and store.games.list()


def test_a_large_file_loses_nothing(tmp_path: Path) -> None:
    path = make_old(tmp_path / "old.db")
    add_games(path, GAMES)
    before = rows_of(path)
    with Store(str(path), create=False) as store:
        assert len(store.games.list(most=2 * GAMES)) == GAMES + 2
        assert len([*store.jobs.records("many")]) == GAMES
    assert rows_of(path) == before


@contextmanager
def connected(address: str) -> Iterator[Connection]:
    url = make_url(address) if "://" in address else make_url(f"sqlite:///{address}")
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def test_new_and_upgraded_tables_are_the_same(address: str) -> None:
    """Also those of SQLAlchemy, which queries use."""
    with connected(address) as connection:
        migrate(connection)
        context = MigrationContext.configure(
            connection, opts={"version_table": revisions.name, "compare_server_default": True}
        )
        assert compare_metadata(context, metadata) == []
        upgraded = described(connection)
        metadata.drop_all(connection)
        revisions.drop(connection)
    with Store(address):
        pass
    with connected(address) as connection:
        assert described(connection) == upgraded


def described(connection: Connection) -> object:
    """All tables with their columns, indexes and constraints."""
    found = inspect(connection)
    return {
        name: (
            [str(column) for column in found.get_columns(name)],
            sorted(map(str, found.get_indexes(name))),
            found.get_pk_constraint(name)["constrained_columns"],
            sorted(str(each["column_names"]) for each in found.get_unique_constraints(name)),
        )
        for name in sorted(found.get_table_names())
    }


@pytest.mark.integration
@of_each_revision
def test_an_old_server_is_upgraded(postgres: Server, schema: Path) -> None:
    address = postgres.new()
    with connected(address) as connection:
        migrate(connection, schema.stem)
        connection.execute(about.delete())
        if schema == SCHEMAS[0]:
            revisions.drop(connection)
        for line in schema.read_text(encoding="utf-8").splitlines():
            if line.startswith("INSERT") and revisions.name not in line:
                connection.exec_driver_sql(line.replace("%", "%%"))
    with Store(address) as store:
        for found in store.classes.list():
            assert [each.nickname for each in store.classes.pupils(found)] == ["Fox", "Owl"]
            assert len(store.classes.results(found)) == len(store.classes.puzzles(found)) == 1
        assert len(store.classes.list()) == (schema.stem >= "0003")
        assert len(store.games.list()) == 2
        assert len([*store.jobs.records()]) == 3
        assert len([*store.bank.find()]) == 2
        assert store.records.get("draft", "a board") == '{"cells": []}'


def test_a_database_of_each_earlier_revision_is_kept() -> None:
    assert tuple(path.stem for path in SCHEMAS) == known_revisions()[:-1]


def test_the_last_migration_is_the_revision_of_the_tables() -> None:
    assert known_revisions()[-1] == HEAD


@pytest.mark.integration
def test_opening_a_current_database_needs_no_migrations(tmp_path: Path) -> None:
    path = str(tmp_path / "quebra.db")
    Store(path).close()
    code = "import sys; from quebra.store import Store; Store(sys.argv[1]); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=True)
    assert b"sqlalchemy" in loaded.stdout and b"alembic" not in loaded.stdout


def test_a_newer_database_is_refused(address: str) -> None:
    Store(address).close()
    with connected(address) as connection:
        connection.execute(text("UPDATE quebra_revision SET version_num = '9999'"))
    with pytest.raises(BadInput, match=r"is of a newer version of Quebra: install that one"):
        Store(address)


def test_an_old_file_that_is_read_only_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_old(tmp_path / "old.db")
    before = path.read_bytes()
    monkeypatch.setattr("os.access", lambda path, mode: mode != os.W_OK)
    with pytest.raises(BadInput, match=r"older version .* cannot be upgraded: it is read-only"):
        Store(str(path))
    assert path.read_bytes() == before


def test_without_room_for_the_copy_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make_old(tmp_path / "old.db")
    before = rows_of(path)
    backup_path(str(path)).with_suffix(".db.part").mkdir()
    with pytest.raises(
        StoreError, match=rf"old.before-{HEAD}.db cannot be written: Is a directory"
    ):
        Store(str(path))
    assert rows_of(path) == before
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version FROM about").fetchall() == [(1,)]


@pytest.mark.integration
def test_a_process_that_is_killed_in_a_migration_leaves_the_old_database(tmp_path: Path) -> None:
    path = make_old(tmp_path / "old.db")
    add_games(path, 1000)
    before = rows_of(path)
    killed = subprocess.run(
        [sys.executable, "-c", DIE_IN_THE_MIDDLE, str(path)], timeout=TIMEOUT, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert rows_of(path) == before == rows_of(backup_path(str(path)))
    with Store(str(path)) as store:
        assert len(store.games.list(most=2000)) == 1002
    assert rows_of(path) == before


@pytest.mark.integration
def test_several_programs_that_start_at_once_upgrade_once(tmp_path: Path) -> None:
    path = make_old(tmp_path / "old.db")
    add_games(path, 1000)
    before = rows_of(path)
    code = "import sys; from quebra.store import Store; print(len(Store(sys.argv[1]).games.list()))"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(4)
    ]
    ended = [process.communicate(timeout=TIMEOUT) for process in started]
    assert [out.strip() for out, _ in ended] == [b"100"] * 4
    assert sum(b"has been upgraded" in err for _, err in ended) == 1
    assert rows_of(path) == before == rows_of(backup_path(str(path)))
