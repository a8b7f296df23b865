"""What becomes of the output is never a traceback, nor in the way."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.integration


def shell(command: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command.replace("quebra", f"{sys.executable} -m quebra")],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_reader_that_leaves(board: str) -> None:
    result = shell(f"quebra explain {board} | head -1; exit ${{PIPESTATUS[0]}}")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_full_disk(board: str) -> None:
    result = shell(f"quebra solve {board} > /dev/full")
    assert result.returncode == 2
    assert result.stderr.strip() == (
        "quebra: The output cannot be written: No space left on device."
    )


def test_closed_streams(board: str) -> None:
    assert shell(f"quebra solve {board} >&-").returncode == 0
    closed = shell("quebra solve - <&-")
    assert (closed.returncode, closed.stderr) == (2, "quebra: There is no standard input.\n")


def test_other_encodings(board: str) -> None:
    plain = shell(f"quebra draw {board}", PYTHONIOENCODING="ascii")
    assert plain.stdout.startswith("+===")
    drawn = shell(f"quebra draw --json {board}", PYTHONIOENCODING="latin-1")
    assert drawn.returncode == 0, drawn.stderr
    solved = shell(
        f"quebra solve {board} | iconv -f cp437", PYTHONIOENCODING="cp437", QUEBRA_LANG="pt"
    )
    assert "Exatamente uma soluçao: provado." in solved.stdout and not solved.stderr


def test_paths_with_spaces(board: str, tmp_path: Path) -> None:
    folder = tmp_path / "my puzzles"
    folder.mkdir()
    (folder / "a board.txt").write_bytes(Path(board).read_bytes())
    commands = (
        'quebra solve "my puzzles/a board.txt"',
        'quebra bank add "my puzzles" --bank "my bank.db"',
        'quebra draw "my puzzles/a board.txt" -o "my board.svg"',
    )
    done = shell(f"cd {shlex.quote(str(tmp_path))} && {' && '.join(commands)}")
    assert done.returncode == 0, done.stderr
    assert "1 new, 0 known already." in done.stdout
    assert (tmp_path / "my board.svg").read_text().startswith("<svg")


def test_settings(board: str) -> None:
    for value in ("abc", "-9", "0"):
        result = shell(f"quebra solve {board}", QUEBRA_MAX_CELLS=value)
        assert result.returncode == 2
        assert "must be a whole number of 1 or more" in result.stderr
    assert "at most 4 cells" in shell(f"quebra solve {board}", QUEBRA_MAX_CELLS="4").stderr


def test_no_colour_when_asked(board: str) -> None:
    env = {**os.environ, "NO_COLOR": "1"}
    process = subprocess.run(
        [sys.executable, "-m", "quebra", "solve", board],
        env=env,
        capture_output=True,
        check=True,
    )
    assert b"\x1b" not in process.stdout
