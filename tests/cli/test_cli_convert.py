"""`quebra convert`: every format and back."""

import json
from pathlib import Path

import quebra
from commands import run


def test_every_format_and_back(board: str, tmp_path: Path) -> None:
    puzzle = quebra.load(board)
    for family in json.loads(run("families", "--json").stdout):
        if family["name"] != "kojun":
            continue
        for name in family["formats"]:
            text = run("convert", board, "--to", name).stdout
            path = tmp_path / name
            path.write_text(text, encoding="utf-8")
            assert quebra.load(path) == puzzle, name
