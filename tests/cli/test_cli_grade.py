"""`quebra grade`."""

import json

from commands import MANY, run


def test_grade(board: str) -> None:
    graded = json.loads(run("grade", board, "--json").stdout)
    assert graded["grade"] in ("easy", "medium", "hard", "expert")
    assert run("grade", board).exit_code == 0
    ungraded = run("grade", "-", "--json", stdin=MANY)
    assert ungraded.exit_code == 1
    assert json.loads(ungraded.stdout)["grade"] is None
