"""`quebra grade`."""

import json

from commands import MANY, run


def test_grade(board: str) -> None:
    graded = json.loads(run("grade", board, "--json").stdout)
    assert graded["grade"] in ("easy", "medium", "hard", "expert")
    assert set(graded) >= {"score", "techniques", "bottlenecks", "crux"}
    assert sum(graded["techniques"].values()) > 0 and 0 < len(graded["crux"]) <= 4
    text = run("grade", board)
    assert text.exit_code == 0
    assert f"score {graded['score']:g}, {graded['bottlenecks']} bottleneck" in text.stdout
    ungraded = run("grade", "-", "--json", stdin=MANY)
    assert ungraded.exit_code == 1
    assert json.loads(ungraded.stdout)["grade"] is None
