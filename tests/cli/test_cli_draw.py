"""`quebra draw`: to the terminal and to files."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

from commands import NONE, RIGHT, UNIQUE, run


def test_svg_file(board: str, tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    assert run("draw", board, "-o", str(target), "--solution", "--theme", "dark").exit_code == 0
    root = ElementTree.parse(target).getroot()
    assert root.tag.endswith("svg")
    assert "#16181d" in target.read_text(encoding="utf-8")


def test_text(board: str) -> None:
    assert run("draw", board).stdout.startswith("┏━━━")
    assert " 3 4" in run("draw", board, "--candidates").stdout
    assert json.loads(run("draw", board, "--json", "--to", "svg").stdout)["format"] == "svg"
    assert "┃ 3 ┃ 4 │ 2 ┃" in run("draw", board, "-", stdin=RIGHT).stdout


def test_no_solution_to_draw() -> None:
    result = run("draw", "-", "--solution", stdin=NONE)
    assert result.exit_code == 1
    assert result.stderr == "quebra: The puzzle has no solution to draw.\n"
    cut = run("draw", "-", "--solution", "--time", "0", stdin=UNIQUE)
    assert (cut.exit_code, cut.stderr) == (3, "quebra: Time is over.\n")


def test_answers_must_fit(board: str) -> None:
    for answer in ('{"grid": [[1]]}', '{"grid": []}', "1 1 1 1\n" * 4):
        for more in ((), ("--candidates",)):
            result = run("draw", board, "-", *more, stdin=answer)
            assert result.exit_code == 2, answer
            assert "answer has" in result.stderr


def test_files(board: str, tmp_path: Path) -> None:
    assert "neither .svg nor .txt" in run("draw", board, "-o", str(tmp_path / "a.png")).stderr
    nowhere = run("draw", board, "-o", str(tmp_path / "no" / "a.svg"))
    assert nowhere.exit_code == 2
    assert "cannot be written: No such file" in nowhere.stderr
    assert run("draw", board, "-", "--solution", stdin=RIGHT).exit_code == 2


def test_grey_has_no_colour(board: str) -> None:

    svg = run("draw", board, "--to", "svg", "--theme", "grey", "--tint").stdout
    colours = set(re.findall(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", svg))
    assert colours
    assert all(red == green == blue for red, green, blue in colours)
