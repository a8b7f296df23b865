"""A batch over a database with damaged rows: those have failed, and all others are done."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from batches import small_boards
from commands import run
from quebra.batch import Plan, read_sources
from quebra.store import Store

pytestmark = pytest.mark.integration


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)


def boards_in(folder: Path, count: int) -> Path:
    path = folder / "boards.jsonl"
    path.write_text("".join(f"{json.dumps(board)}\n" for board in small_boards(count)))
    return path


def test_a_job_whose_task_is_damaged_has_failed_and_the_others_are_done(tmp_path: Path) -> None:
    source, out = boards_in(tmp_path, 5), tmp_path / "out.db"
    plan = Plan("solve")
    with Store(str(out)) as store:
        store.jobs.put(plan.key, plan.jobs(read_sources([str(source)])))
    change(out, "UPDATE jobs SET task = substr(task, 1, 30) WHERE id = 2")
    change(out, "UPDATE jobs SET task = x'ff' WHERE id = 4")
    result = run("batch", "solve", str(source), "--out", str(out), "--workers", "1", "--json")
    assert result.exit_code == 3, result.output
    told = json.loads(result.stdout.splitlines()[-1])
    assert {part["state"]: part["jobs"] for part in told["outcomes"]} == {"done": 3, "failed": 2}
    assert [each["source"] for each in told["failed"]] == [f"{source}:2", f"{source}:4"]
    assert all("damaged" in each["failure"] for each in told["failed"])


def test_records_that_are_damaged_are_lines_that_say_so(tmp_path: Path) -> None:
    source, out = boards_in(tmp_path, 3), tmp_path / "out.jsonl"
    args = ("batch", "solve", str(source), "--out", str(out), "--workers", "1")
    assert run(*args).exit_code == 0
    change(tmp_path / "out.jsonl.db", "UPDATE jobs SET result = '{\"a\"' WHERE id = 2")
    assert run(*args).exit_code == 0
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["state"] for line in lines] == ["done", "failed", "done"]
    assert "is damaged in row '2' of the table jobs" in lines[1]["failure"]


def test_puzzles_beside_a_damaged_record_are_read(tmp_path: Path) -> None:
    source, out = boards_in(tmp_path, 4), tmp_path / "out.db"
    run("batch", "solve", str(source), "--out", str(out), "--workers", "1")
    change(out, "UPDATE jobs SET task = '{' WHERE id = 1")
    change(out, "UPDATE jobs SET result = '5' WHERE id = 2")
    change(out, "UPDATE jobs SET task = replace(task, '\"kojun\"', '\"none\"') WHERE id = 3")
    items = list(read_sources([str(out)]))
    assert [item.failure is None for item in items] == [False, False, True]
    assert items[0].failure == "Job 2 is damaged: expected object, got int."
