"""Damage of a data file: a damaged row is reported with its place, and the others are shown."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from commands import MANY, UNIQUE
from quebra.contract.errors import BadInput
from quebra.i18n.text import Text
from quebra.service import verbs
from quebra.store import DamagedRow, Entry, Store, StoreError
from quebra.store.errors import log_damage
from quebra.store.jobs import Finished, NewJob, Record

GAME = '{"puzzle": {"family": "kojun"}, "moves": ["r1c2=1"]}'
PAGE = 4096


@pytest.fixture(autouse=True)
def _log_anew() -> None:
    log_damage.cache_clear()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A data file with five games."""
    path = tmp_path / "quebra.db"
    with Store(str(path)) as store:
        for number in range(5):
            store.games.save(GAME.replace("r1c2=1", f"move {number}"), f"g{number}")
    return path


def execute(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def overwrite(path: Path, old: bytes, new: bytes) -> None:
    """Write bytes over all places where others are in the file."""
    content = path.read_bytes()
    assert old in content and len(old) == len(new)
    path.write_bytes(content.replace(old, new))


def listed(path: Path) -> tuple[list[str], list[str]]:
    """The names of the games that can be read, and what is said of the others."""
    with Store(str(path)) as store:
        found = store.games.list()
    return (
        sorted(each.id for each in found if not isinstance(each, DamagedRow)),
        [str(each) for each in found if isinstance(each, DamagedRow)],
    )


@pytest.mark.parametrize(
    ("column", "value", "fault"),
    [
        ("game", "'{\"puzzle\": '", "column game: The JSON breaks off after line 1, character 10."),
        ("game", "'{bad}'", "column game: JSON at line 1, character 2: expected '\"'."),
        ("game", "''", "column game: Input data was truncated."),
        ("game", "x'00ff'", "column game: Expected str, got bytes."),
        (
            "game",
            "CAST(x'225cff22' AS TEXT)",
            "column game: JSON at line 1, character 3: invalid escaped character.",
        ),
        ("updated", "'yesterday'", "column updated: Expected float, got str."),
        ("updated", "x'ff'", "column updated: Expected float, got bytes."),
    ],
)
def test_a_damaged_row_hides_no_other(path: Path, column: str, value: str, fault: str) -> None:
    execute(path, f"UPDATE games SET {column} = {value} WHERE id = 'g2'")
    names, (sentence,) = listed(path)
    assert names == ["g0", "g1", "g3", "g4"]
    assert sentence.startswith(
        f"The database {path} is damaged in row 'g2' of the table games, {fault}"
    )
    with Store(str(path)) as store:
        with pytest.raises(DamagedRow, match="in row 'g2' of the table games"):
            store.games.load("g2")
        assert store.games.load("g3").id == "g3"
        assert store.games.delete("g2")
    assert listed(path) == (names, [])


def test_bytes_of_a_game_that_were_overwritten_in_the_file(path: Path) -> None:
    overwrite(path, b"move 2", b"\xff\xfe\x00\x01 2")
    names, (sentence,) = listed(path)
    assert names == ["g0", "g1", "g3", "g4"] and "in row 'g2' of the table games" in sentence


def test_bytes_of_a_name_that_were_overwritten_in_the_file(path: Path) -> None:
    overwrite(path, b"g2", b"\xff2")
    assert listed(path) == (["\x1a2", "g0", "g1", "g3", "g4"], [])


@pytest.mark.parametrize("number", range(1, 9))
def test_a_page_that_was_overwritten_is_told_when_the_file_is_opened(
    path: Path, number: int
) -> None:
    content = bytearray(path.read_bytes())
    assert len(content) > PAGE * (number + 1)
    content[PAGE * number : PAGE * number + 200] = b"\xa5" * 200
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"is damaged: recover a copy of the file.* \(.+\)$"):
        Store(str(path))
    assert path.read_bytes() == content


def test_a_file_that_was_cut_off_is_told_when_it_is_opened(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: 5 * PAGE])
    with pytest.raises(StoreError, match="is damaged: recover a copy of the file"):
        Store(str(path))


def test_a_file_whose_head_was_overwritten_is_no_database(path: Path) -> None:
    path.write_bytes(b"\0" * 16 + path.read_bytes()[16:])
    with pytest.raises(BadInput, match="is no database"):
        Store(str(path))


def test_damage_of_a_large_file_is_told_when_it_is_met(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'")
    content = bytearray(path.read_bytes())
    content[PAGE * (page[0] - 1) : PAGE * (page[0] - 1) + 200] = b"\xa5" * 200
    path.write_bytes(content)
    monkeypatch.setattr("quebra.store.database.CHECKED_BYTES", len(content) - 1)
    with (
        Store(str(path)) as store,
        pytest.raises(StoreError, match="is damaged: recover a copy of the file"),
    ):
        store.games.list()


def put_three(store: Store) -> None:
    store.jobs.put("b", (NewJob(f"k{n}", f"file:{n}", f'{{"n": {n}}}') for n in range(3)))
    results = [(job, Finished(result="{}")) for job in store.jobs.lease("b", "me", 3, 60)]
    store.jobs.finish(results, no_parts)


def no_parts(whole: Record, parts: Sequence[Record]) -> Finished | None:
    raise AssertionError("there are no parts")


@pytest.mark.parametrize(
    "change",
    [
        "task = '{'",
        "task = x'ff'",
        "result = '{\"a\": '",
        "result = CAST(x'22ff22' AS TEXT)",
        "source = x'ff'",
        "seconds = 'long'",
        "finished = 'soon'",
        "status = x'ff'",
    ],
)
def test_a_damaged_job_hides_no_other(
    tmp_path: Path, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "quebra.db"
    with Store(str(path)) as store:
        put_three(store)
    execute(path, f"UPDATE jobs SET {change} WHERE key = 'k1'")
    with Store(str(path)) as store, caplog.at_level(logging.WARNING):
        first, second, third = store.jobs.records("b")
        assert (first.state, second.state, third.state) == ("done", "failed", "done")
        assert f"The database {path} is damaged in row '2' of the table jobs" in str(second.failure)
        assert [*store.jobs.records("b")] == [first, second, third]
        assert caplog.messages == [second.failure]
        for part in store.jobs.tally("b", ["k0", "k1", "k2"]):
            assert isinstance(part.seconds, float) and isinstance(part.longest, float)
            assert isinstance(part.state, str) and isinstance(part.status, str | None)


def test_a_split_job_that_is_damaged_has_failed(tmp_path: Path) -> None:
    path = tmp_path / "quebra.db"
    with Store(str(path)) as store:
        store.jobs.put("b", [NewJob("k", "file", "{}", ('{"n": 1}', '{"n": 2}'))])
        store.jobs.put("b", [NewJob("l", "other", "{}", ('{"n": 3}',))])
        execute(path, "UPDATE jobs SET task = '{' WHERE key = 'k'")

        def not_yet(whole: Record, parts: Sequence[Record]) -> Finished | None:
            assert whole.source == "other"
            raise BadInput(Text("The parts disagree."))

        store.jobs.settle("b", not_yet)
        damaged, other = store.jobs.records("b")
        assert "is damaged in row '1' of the table jobs" in str(damaged.failure)
        assert other.failure == "The parts cannot be merged: The parts disagree."
        assert store.jobs.counts("b") == {"failed": 2, "dropped": 3}


@pytest.mark.parametrize(
    "change", ["puzzle = '{'", "family = 'none'", "score = 'high'", "solution = '['", "rows = 1"]
)
def test_a_damaged_puzzle_of_the_bank_hides_no_other(
    tmp_path: Path, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "quebra.db"
    boards = [verbs.parse(UNIQUE), verbs.parse(MANY)]
    with Store(str(path)) as store:
        store.bank.add(Entry(board) for board in boards)
    execute(path, f"UPDATE puzzles SET {change} WHERE id = 1")
    intact = change == "rows = 1"
    with Store(str(path)) as store, caplog.at_level(logging.WARNING):
        assert [entry.id for entry in store.bank.find(most=2)] == ([1, 2] if intact else [2])
        assert len(caplog.messages) == (0 if intact else 1)
        if not intact:
            assert "is damaged in row '1' of the table puzzles" in caplog.messages[0]
            with pytest.raises(DamagedRow, match="in row '1' of the table puzzles"):
                store.bank.get(1)
