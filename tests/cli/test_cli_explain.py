"""`quebra explain`: steps from the start or from an attempt."""

import json

import quebra
from commands import MANY, NONE, RIGHT, run


def test_steps_lead_to_the_solution(board: str) -> None:
    steps = json.loads(run("explain", board, "--json").stdout)["steps"]
    grid = [[2, 0, 0], [0, 0, 0], [0, 0, 0]]
    for step in steps:
        assert {"technique", "where", "changes", "text", "reason"} < set(step)
        for change in step["changes"]:
            if change["action"] == "place":
                grid[change["where"][0]][change["where"][1]] = change["value"]
    assert grid == [[2, 1, 3], [3, 4, 2], [1, 2, 1]]


def test_from_an_attempt(board: str) -> None:
    from_start = json.loads(run("explain", board, "--json").stdout)["steps"]
    attempt = "2 1 3\n3 4 2\n1 2 .\n"
    near_the_end = json.loads(run("explain", board, "-", "--json", stdin=attempt).stdout)["steps"]
    assert len(near_the_end) == 1 < len(from_start)
    mistake = json.loads(
        run("explain", board, "-", "--json", stdin="2 1 4\n" + ". . .\n" * 2).stdout
    )
    assert mistake["steps"][0]["technique"] == "mistake"


def test_one_step_shows_where_to_look(board: str) -> None:
    result = run("explain", board, "--steps", "1")
    assert "?" in result.stdout
    assert "1 step:" in result.stdout


def test_hints_one_at_a_time_lead_to_the_end() -> None:
    """Feeding back what was placed never gets stuck."""
    puzzle = quebra.generate("kojun", "6x6", seed=2, grade="medium")
    text = quebra.convert(puzzle, "json")
    grid = json.loads(text)["givens"]
    for _ in range(40):
        attempt = json.dumps({"grid": grid})
        steps = json.loads(run("explain", text, attempt, "--next", "--json").stdout)["steps"]
        if not steps:
            break
        for change in steps[-1]["changes"]:
            if change["action"] == "place":
                grid[change["where"][0]][change["where"][1]] = change["value"]
    assert run("check", text, json.dumps({"grid": grid})).exit_code == 0


def test_endings(board: str) -> None:
    assert "This leads to the only solution." in run("explain", board).stdout
    assert "there are several solutions" in run("explain", "-", stdin=MANY).stdout
    dead = run("explain", "-", stdin=NONE)
    assert dead.exit_code == 1
    assert "no solution" in dead.stdout
    blamed = run("explain", NONE, "-", stdin="2 . .\n" + ". . .\n" * 2).stdout
    assert "There is no solution" in blamed
    assert "No step follows." in run("explain", board, "-", stdin=RIGHT).stdout
