"""`quebra check`: right or wrong, and what is broken."""

import json
from pathlib import Path

from commands import NONE, RIGHT, WRONG, run


def test_right(board: str) -> None:
    result = run("check", board, "-", "--json", stdin=RIGHT)
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "ok": True,
        "violations": [],
        "progress": 1.0,
        "parts": {"filled": 1.0, "without fault": 1.0},
    }


def test_wrong(board: str) -> None:
    result = run("check", board, '{"grid": [[2,1,3],[3,4,2],[1,1,1]]}', "--json")
    assert result.exit_code == 1
    verdict = json.loads(result.stdout)
    assert verdict["ok"] is False
    assert {v["code"] for v in verdict["violations"]} == {"touch", "repeat"}
    assert all(set(v) == {"code", "where", "text"} for v in verdict["violations"])
    assert 0 < verdict["progress"] < 1


def test_words(board: str, tmp_path: Path) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text(WRONG, encoding="utf-8")
    result = run("check", board, str(answer))
    assert "\nTwo 1s touch at row 3, columns 1 and 2." in result.stdout
    assert "1!" in result.stdout
    assert run("check", board, "-", stdin=RIGHT).stdout.endswith("Right: no rule is broken.\n")


def test_an_outcome_printed_by_solve_is_an_answer(board: str, tmp_path: Path) -> None:
    solved = tmp_path / "solved.json"
    solved.write_text(run("solve", board, "--json").stdout, encoding="utf-8")
    assert run("check", board, str(solved)).exit_code == 0
    none = run("check", board, "-", stdin=run("solve", "-", "--json", stdin=NONE).stdout)
    assert (none.exit_code, none.stderr) == (
        2,
        "quebra: There is no solution in it: its status is none.\n",
    )
    other = solved.read_text(encoding="utf-8").replace('"kojun"', '"symmetry"')
    assert "solutions for symmetry, not for kojun" in run("check", board, other).stderr
