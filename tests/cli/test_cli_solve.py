"""`quebra solve`: its JSON is a contract, its exit status an answer."""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from commands import MANY, NONE, UNIQUE, run
from processes import TIMEOUT


def one_region(side: int) -> str:
    """One region and nothing given: very many solutions."""
    return open_board("a" for _ in range(side))


def strips(side: int) -> str:
    """Each row is a region: the first solution takes more than a second."""
    return open_board(f"r{row}" for row in range(side))


def open_board(labels: Iterable[str]) -> str:
    """A square board without givens, from the label of each row."""
    rows = list(labels)
    regions = "".join(f"{label} " * len(rows) + "\n" for label in rows)
    givens = (". " * len(rows) + "\n") * len(rows)
    return f"kojun\nregions\n{regions}givens\n{givens}"


def test_json_contract(board: str) -> None:
    result = run("solve", board, "--json")
    assert result.exit_code == 0
    outcome = json.loads(result.stdout)
    assert list(outcome) == [
        "family",
        "status",
        "reason",
        "solutions",
        "objective",
        "bound",
        "engine",
        "seconds",
        "cpu_seconds",
        "stats",
        "why",
    ]
    assert outcome["status"] == "unique"
    assert outcome["family"] == "kojun"
    assert outcome["reason"] is None
    assert outcome["solutions"] == [{"grid": [[2, 1, 3], [3, 4, 2], [1, 2, 1]]}]


@pytest.mark.parametrize(
    ("text", "status", "exit_code"),
    [(UNIQUE, "unique", 0), (MANY, "many", 0), (NONE, "none", 1)],
)
@pytest.mark.parametrize("engine", ["auto", "own", "cpsat"])
def test_exit_status(text: str, status: str, exit_code: int, engine: str) -> None:
    result = run("solve", "-", "--json", "--engine", engine, stdin=text)
    assert json.loads(result.stdout)["status"] == status
    assert result.exit_code == exit_code


def test_count() -> None:
    found = json.loads(run("solve", "-", "--json", "--count", "9", stdin=MANY).stdout)
    assert len(found["solutions"]) == 4
    assert found["stats"]["exhausted"] == 1
    one = json.loads(run("solve", "-", "--json", "--count", "1", stdin=MANY).stdout)
    assert one["status"] == "found"


def test_people_see_a_board_and_a_verdict(board: str) -> None:
    result = run("solve", board)
    assert "┃ 3 ┃ 4 │ 2 ┃" in result.stdout
    assert "Exactly one solution: proved." in result.stdout
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("engine", ["own", "cpsat"])
def test_time_is_kept_and_said(engine: str) -> None:
    result = run("solve", "-", "--json", "--time", "0.1", "--engine", engine, stdin=strips(100))
    assert result.exit_code == 3
    outcome = json.loads(result.stdout)
    assert (outcome["status"], outcome["reason"]) == ("unknown", "time")


INTERRUPTED = """
import runpy, signal
from quebra.engine.budget import Budget
pause, polls = Budget.pause, 0
def interrupted(budget):
    global polls
    polls += 1
    if polls == 50:
        signal.raise_signal(signal.SIGINT)
    pause(budget)
Budget.pause = interrupted
runpy.run_module("quebra", run_name="__main__", alter_sys=True)
"""
"""The program, which gets Ctrl-C in the middle of a search."""


@pytest.mark.integration
@pytest.mark.parametrize("engine", ["own", "cpsat"])
def test_ctrl_c_says_cancelled(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "endless.txt"
    path.write_text(one_region(8), encoding="utf-8")
    command = ["solve", str(path), "--json", "--engine", engine, "--count", "1000000000"]
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *command],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.stderr == ""
    outcome = json.loads(done.stdout)
    assert outcome["reason"] == "cancelled"
    # A fast search has two solutions by then, which is a proof of many.
    assert (outcome["status"], done.returncode) in (("many", 0), ("unknown", 3))
