"""Its place puts this folder on the path, so that every test can import what lies beside it."""

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
