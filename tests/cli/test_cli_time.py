"""`--time` covers reading the input, on every command that has it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from commands import RIGHT, UNIQUE, run
from quebra.service import verbs

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no timer signals"),
]
COMMANDS = ("solve", "explain", "grade", "draw")


def read_for_ever(*_args: object, **_options: object) -> NoReturn:
    while True:
        pass


@pytest.mark.parametrize("command", COMMANDS)
def test_reading_a_puzzle(monkeypatch: pytest.MonkeyPatch, board: str, command: str) -> None:
    monkeypatch.setattr(verbs, "parse", read_for_ever)
    result = run(command, board, "--time", "0.1")
    assert (result.exit_code, result.stdout, result.stderr) == (
        3,
        "",
        "quebra: The time limit was reached.\n",
    )


@pytest.mark.parametrize("args", [("explain",), ("draw", "--answer")])
def test_reading_an_answer(
    monkeypatch: pytest.MonkeyPatch, board: str, args: tuple[str, ...]
) -> None:
    monkeypatch.setattr(verbs, "parse_answer", read_for_ever)
    command, *options = args
    result = run(command, board, *options, RIGHT, "--time", "0.1")
    assert (result.exit_code, result.stderr) == (3, "quebra: The time limit was reached.\n")


def test_reading_the_answer_to_start_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(verbs, "parse_answer", read_for_ever)
    kept = tmp_path / "kept.json"
    kept.write_text("{}", encoding="utf-8")
    args = ("--goal", "fewest", "--keep", str(kept), "--time", "0.1")
    result = run("solve", "symmetry\n. .\n. .", *args)
    assert (result.exit_code, result.stderr) == (3, "quebra: The time limit was reached.\n")


def test_reading_the_puzzles_of_a_batch(
    monkeypatch: pytest.MonkeyPatch, board: str, tmp_path: Path
) -> None:
    monkeypatch.setattr(verbs, "parse", read_for_ever)
    out = str(tmp_path / "out.db")
    result = run("batch", "grade", board, "--time", "0.1", "--workers", "1", "--out", out, "--json")
    assert result.exit_code == 3
    (failed,) = json.loads(result.stdout)["failed"]
    assert failed["failure"] == "The time limit was reached."


def test_no_time_at_all_still_gives_an_outcome(board: str) -> None:
    result = run("solve", board, "--time", "0", "--json")
    outcome = json.loads(result.stdout)
    assert (result.exit_code, outcome["status"], outcome["reason"]) == (3, "unknown", "time")


def test_waiting_for_standard_input() -> None:
    command = [sys.executable, "-m", "quebra", "solve", "-", "--time", "0.1"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(UNIQUE)
        process.stdin.flush()
        assert process.stderr.read() == "quebra: The time limit was reached.\n"
        assert process.stdout.read() == ""
        assert process.wait() == 3
