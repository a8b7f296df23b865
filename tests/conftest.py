"""Its place puts this folder on the path, so that every test can import what lies beside it."""

import signal
from pathlib import Path

import pytest

from commands import UNIQUE
from databases import address, postgres

__all__ = ["address", "postgres"]


@pytest.fixture
def board(tmp_path: Path) -> str:
    """The path of a file that holds a board with one solution."""
    path = tmp_path / "board.txt"
    path.write_text(UNIQUE, encoding="utf-8")
    return str(path)


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So it is in the background of a shell; what tests start must hear Ctrl-C all the same.
    signal.signal(signal.SIGINT, signal.default_int_handler)
