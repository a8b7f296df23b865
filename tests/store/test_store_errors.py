"""A database that is away, full, busy or none is told in one sentence."""

import sqlite3
import sys
from pathlib import Path

import pytest
from sqlalchemy import event

from databases import Server
from quebra.contract.errors import BadInput
from quebra.store import Store, StoreError


def save_much(store: Store) -> None:
    for _ in range(200):
        store.games.save('{"moves": "' + 10_000 * "x" + '"}')


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("This is a list of puzzles to print before Christmas. " * 50)
    with pytest.raises(BadInput, match="is no database"):
        Store(str(path))
    with pytest.raises(BadInput, match="is a folder, not a database"):
        Store(str(tmp_path))


def test_what_is_not_there_is_not_made_by_those_who_only_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no database"):
        Store(str(tmp_path / "absent.db"), create=False)
    assert not (tmp_path / "absent.db").exists()
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    before = (tmp_path / "other.db").read_bytes()
    with pytest.raises(BadInput, match="has no tables of Quebra"):
        Store(str(tmp_path / "other.db"), create=False)
    assert (tmp_path / "other.db").read_bytes() == before


@pytest.mark.parametrize("address", ["mysql://host/name", "nonsense://", "sqlite://", "://"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(BadInput, match=r"address|database"):
        Store(address)


@pytest.mark.parametrize("name", ["a\0b.db", "\ud800.db", f"{'x' * 300}.db", f"{'x' * 251}"])
@pytest.mark.parametrize("create", [True, False])
def test_names_that_no_file_can_have(tmp_path: Path, name: str, create: bool) -> None:
    with pytest.raises(BadInput, match="is no name of a file"):
        Store(str(tmp_path / name), create=create)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match=r"The folder of .* cannot be made: Not a directory\."):
        Store(str(tmp_path / "file" / "folder" / "quebra.db"))


def test_a_folder_that_cannot_be_entered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs tests as root may enter everything, so the system is asked in its place."""

    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.mkdir", refuse)
    with pytest.raises(BadInput, match=r"The folder of .* cannot be made: Permission denied\."):
        Store(str(tmp_path / "folder" / "quebra.db"))
    monkeypatch.setattr("os.stat", refuse)
    with pytest.raises(BadInput, match="There is no database"):
        Store(str(tmp_path / "quebra.db"), create=False)


def test_a_busy_file_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quebra.store.database.TIMEOUT", 0.2)
    path = str(tmp_path / "quebra.db")
    with Store(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"is busy: .* Start again later\."):
            store.games.save("{}")
        other.execute("COMMIT")
        other.close()
        assert store.games.save("{}")


def test_a_full_disk_says_so_and_loses_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "quebra.db")
    with Store(path) as store:
        kept = store.games.save('{"kept": 1}')
        engine = store.database._engine
        event.listen(
            engine, "connect", lambda driver, _: driver.execute("PRAGMA max_page_count = 60")
        )
        engine.dispose()
        with pytest.raises(StoreError, match=r"is full: make room and start again"):
            save_much(store)
    with Store(path) as store:
        assert store.games.load(kept).game == '{"kept": 1}'


def test_a_file_that_cannot_be_written_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a folder" / "100% #1?.db"
    with Store(str(path)) as store:
        kept = store.games.save('{"kept": 1}')
        # Whoever runs tests as root may write everything, and so is told otherwise.
        monkeypatch.setattr("os.access", lambda path, mode: False)
        with Store(str(path)) as while_another_has_it:
            assert while_another_has_it.games.load(kept).game == '{"kept": 1}'
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with Store(str(path)) as store:
        assert store.games.load(kept).game == '{"kept": 1}'
        with pytest.raises(StoreError, match=r"cannot be written: it is read-only\."):
            store.games.save("{}")
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(StoreError, match=r"does not answer. Start again when it is back") as told:
        Store("postgresql://me:secret@127.0.0.1:1/none")
    assert "secret" not in str(told.value)


@pytest.mark.integration
def test_a_server_that_goes_away_and_comes_back(postgres: Server) -> None:
    server = Server()
    try:
        with Store(server.new()) as store:
            kept = store.games.save('{"kept": 1}')
            server.stop()
            with pytest.raises(StoreError, match="does not answer"):
                store.games.save("{}")
            server.start()
            assert store.games.load(kept).game == '{"kept": 1}'
    finally:
        server.remove()


@pytest.mark.integration
def test_a_server_without_that_database(postgres: Server) -> None:
    with pytest.raises(StoreError, match=r'database "nowhere" does not exist'):
        Store(postgres.address("nowhere"))


def test_postgresql_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadInput, match=r"needs the extra `quebra\[postgresql\]`"):
        Store("postgresql://me@127.0.0.1/none")


def test_the_usual_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("QUEBRA_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    with Store() as store:
        assert Path(store.database.name).is_relative_to(tmp_path)
    monkeypatch.setenv("QUEBRA_DATA", str(tmp_path / "elsewhere.db"))
    with Store() as store:
        assert store.database.name == str(tmp_path / "elsewhere.db")
