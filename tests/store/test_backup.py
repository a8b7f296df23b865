"""Copies of a database, their return, and the check of all of it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from quebra.cli import main
from quebra.store import Store


def run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, ["bank", *arguments])
    assert result.exit_code == status, result.output
    return result.output


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = str(tmp_path / "with spaces" / "quebra.db")
    with Store(path) as store:
        store.games.save('{"moves": ["first"]}', "first")
    return path


def names(path: str | Path) -> list[str]:
    with Store(str(path)) as store:
        return sorted(game.id for game in store.games.list())


def test_a_copy_takes_the_place_of_the_database(database: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    run("backup", copy, "--bank", database)
    assert "There is a file" in run("backup", copy, "--bank", database, status=2)
    nowhere = str(tmp_path / "no" / "copy.db")
    failed = run("backup", nowhere, "--bank", database, status=3)
    assert f"copy {nowhere} cannot be written" in failed.replace("\n", " ")
    with Store(database) as store:
        store.games.save("{}", "second")
        run("restore", copy, "--bank", database)
        assert [game.id for game in store.games.list()] == ["first"]  # also where it is open
    (saved,) = Path(database).parent.glob("quebra.db.2*")
    assert names(database) == ["first"] == names(copy)
    assert names(saved) == ["first", "second"]


def test_a_damaged_copy_is_refused(database: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    run("backup", str(copy), "--bank", database)
    copy.write_bytes(copy.read_bytes()[:8192])
    run("restore", str(copy), "--bank", database, status=3)
    assert names(database) == ["first"]
    run("restore", str(tmp_path / "absent.db"), "--bank", database, status=2)


def test_a_check_reads_everything(database: str) -> None:
    assert "Nothing is damaged." in run("check", "--bank", database)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE games SET game = '{' WHERE id = 'first'")
    assert "Table games, row first: game is damaged." in run("check", "--bank", database, status=1)


def test_an_upgrade_says_so(database: str) -> None:
    assert "is of this version" in run("upgrade", "--bank", database).replace("\n", " ")


@pytest.mark.parametrize("verb", ["backup", "restore"])
def test_one_file_is_needed(verb: str, database: str) -> None:
    run(verb, "--bank", database, status=2)
    run(verb, "a", "b", "--bank", database, status=2)


@pytest.mark.integration
def test_a_server_is_copied_by_its_own_programs(postgres: object, tmp_path: Path) -> None:
    address = postgres.new()  # type: ignore[attr-defined]
    Store(address).close()
    assert "pg_dump" in run("backup", str(tmp_path / "x.db"), "--bank", address, status=2)
    assert "Nothing is damaged." in run("check", "--bank", address)
