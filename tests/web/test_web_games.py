"""Games over HTTP: every move is kept, whatever happens to the server."""

from __future__ import annotations

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from commands import UNIQUE
from processes import wait_until_gone
from quebra.engine.budget import Budget
from quebra.service.protocol import read_request
from servers import Served, server

pytestmark = pytest.mark.integration


@pytest.fixture
def game(served: Served) -> str:
    """The address of a new game, whose solution is 213, 342, 121."""
    name: str = served.post("games", 201, puzzle=UNIQUE)["id"]
    return f"games/{name}"


def test_a_view_shows_all_there_is(served: Served, game: str) -> None:
    view = served.get(game)
    names = (
        "id family puzzle size moves done saved hints seconds shown answer marks svg spots broken"
    )
    assert {*names.split(), "progress", "solved", "values", "link"} <= set(view)
    assert view["svg"].startswith("<svg") and "var(--" in view["svg"]
    assert len(view["spots"]) == 9 and not view["solved"]
    assert f"games/{view['id']}" == game


def test_a_player_moves_and_takes_back(served: Served, game: str) -> None:
    view = served.post(f"{game}/move", move="r1c2=2")
    assert view["answer"]["grid"][0] == [2, 2, 0] and view["broken"][0]["text"]
    assert served.post(f"{game}/undo")["answer"]["grid"][0] == [2, 0, 0]
    assert served.post(f"{game}/redo")["answer"]["grid"][0] == [2, 2, 0]
    served.post(f"{game}/save", name="here")
    assert served.post(f"{game}/clear")["answer"]["grid"][0] == [2, 0, 0]
    assert served.post(f"{game}/restore", name="here")["answer"]["grid"][0] == [2, 2, 0]
    marks = served.post(f"{game}/move", move="r1c3*3")["marks"]
    assert marks == [{"where": [0, 2], "values": ["3"]}]
    assert served.get(game)["marks"] == marks


def test_a_game_can_be_seen_as_it_was(served: Served, game: str) -> None:
    served.post(f"{game}/move", move="r1c2=1")
    served.post(f"{game}/move", move="r1c3=3")
    assert served.get(f"{game}?at=1")["answer"]["grid"][0] == [2, 1, 0]
    assert served.get(game)["done"] == 2
    for wrong in ("3", "-1", "x", "9" * 5000):
        served.get(f"{game}?at={wrong}", 400)


def test_wrong_moves_change_nothing(served: Served, game: str) -> None:
    before = served.get(game)
    for move in ("r9c9=1", "r1c1=1", "pass", "", "r1c2=x" * 50):
        assert served.post(f"{game}/move", move=move).keys() == {"refused"}
    assert served.post(f"{game}/undo") == {"refused": "There is nothing to undo."}
    assert served.post(f"{game}/undo?lang=pt")["refused"] == "Não há nada a desfazer."
    assert served.post(f"{game}/restore", name="x").keys() == {"refused"}
    for body in ({}, {"moves": 1}, {"move": "r1c2=1", "seconds": -1}):
        assert served.post(f"{game}/move", 400, **body)["error"]
    assert served.get(game) == before
    assert served.post(f"{game}/fly", 404)["error"]
    served.post("games/none/move", 404, move="r1c2=1")


def test_hints_have_three_levels(served: Served, game: str) -> None:
    name, step = (served.post(f"{game}/hint", level=level)["hint"] for level in (1, 2))
    assert name["technique"] == step["technique"] and name["where"] == step["where"][:1]
    assert not name["text"] and not name["svg"]
    assert step["text"] and step["svg"].startswith("<svg") and not step["moves"]
    view = hint_with_moves(served, game)
    assert view["moves"] == view["hint"]["moves"] and view["hint"]["can_be_made"]
    assert served.get(game)["done"] == len(view["moves"]) > 0
    served.post(f"{game}/hint", 400, level=4)
    served.post(f"{game}/hint", 400, seen=-1)


def hint_with_moves(served: Served, game: str) -> Any:
    """The view after the first hint that can be carried out."""
    for seen in range(20):
        if served.post(f"{game}/hint", seen=seen)["hint"]["can_be_made"]:
            return served.post(f"{game}/hint", level=3, seen=seen)
    raise AssertionError("no hint has moves")


def test_the_levels_of_a_hint_count_once(served: Served, game: str) -> None:
    counts = [served.post(f"{game}/hint", level=level)["hints"] for level in (1, 2, 1, 2)]
    assert counts == [1, 1, 1, 1]
    assert served.post(f"{game}/hint?lang=pt", level=2)["hints"] == 1
    served.post(f"{game}/move", move="r1c2=1")
    assert served.post(f"{game}/hint", level=1)["hints"] == 2


def test_a_lost_game_is_led_back_before_the_losing_move(served: Served, game: str) -> None:
    served.post(f"{game}/move", move="r1c2=1")
    served.post(f"{game}/move", move="r2c1=1")
    hint = served.post(f"{game}/hint", level=2)["hint"]
    assert hint["technique"] == "mistake" and hint["can_be_made"]
    view = served.post(f"{game}/hint", level=3)
    assert served.post(f"{game}/solvable") == {"solvable": True} and not view["broken"]


KNOWN = {
    "moves": [],
    "seen": 0,
    "lang": "en",
    "hint": {
        "level": 3,
        "name": "",
        "technique": "",
        "where": [],
        "can_be_made": False,
        "text": "Because.",
    },
}


def test_a_hint_is_searched_once(served: Served, game: str) -> None:
    """The hint known from the request before is used, but not one that a client sends."""
    puzzle = served.get(game)["puzzle"]
    for moves, is_used in (([], True), (["r1c2=1"], False)):
        body = {"game": {"puzzle": puzzle, "moves": moves}, "level": 2, "known": KNOWN}
        result = read_request(json.dumps(body).encode(), "hint").run(Budget())
        answer = json.loads(msgspec.json.encode(result, enc_hook=str))
        assert (answer["view"]["hint"]["text"] == "Because.") is is_used
        assert answer["view"]["hints"] == (not is_used)
    assert served.post(f"{game}/hint", level=2, known=KNOWN)["hint"]["text"] != "Because."


def test_a_lesson_has_exercises_to_play(served: Served) -> None:
    lessons = {each["name"]: each["lessons"] for each in served.get("families")}
    assert lessons["kojun"][0]["name"] == "last cell"
    body: Any = {
        "family": "kojun",
        "technique": "last cell",
        "draw": True,
        "exercises": 1,
        "seed": 5,
    }
    lesson = served.post("teach", **body)
    assert lesson["example"]["step"]["technique"] == "last cell" and not lesson["note"]
    assert lesson["example"]["step_svg"] != lesson["example"]["svg"]
    assert served.post("teach", **body) == lesson
    (exercise,) = lesson["exercises"]
    view = served.post("games", 201, link=exercise["link"])
    game, asked = f"games/{view['id']}", {"technique": "last cell", "start": view["done"]}
    assert served.post(f"{game}/practise", **asked) == {"found": False, "text": ""}
    for move in exercise["moves"]:
        served.post(f"{game}/move", move=move)
    found = served.post(f"{game}/practise", **asked)
    assert found == {"found": True, "text": exercise["step"]["text"]}
    served.post("teach", 400, family="kojun", technique="pear")
    served.post(f"{game}/practise", 400, technique="last cell", start=999)


def test_questions_about_a_game(served: Served, game: str) -> None:
    assert served.post(f"{game}/solvable") == {"solvable": True}
    assert served.post(f"{game}/lost") == {"lost": None}
    served.post(f"{game}/move", move="r1c2=1")
    served.post(f"{game}/move", move="r1c3=2")
    assert served.post(f"{game}/check")["ok"] is False
    assert served.post(f"{game}/solvable") == {"solvable": False}
    assert served.post(f"{game}/lost") == {"lost": 1}
    assert served.post(f"{game}/standing") == {"standing": []}
    with served.events(f"{game}/solvable") as events:
        assert list(events)[-1] == ("done", {"solvable": False})


def test_the_solution_is_shown_and_no_move_is_changed(served: Served, game: str) -> None:
    before = served.post(f"{game}/move", move="r1c3=2")
    found = served.post(f"{game}/solution")
    assert found["svg"].startswith("<svg") and found["own"].startswith("<svg")
    assert (found["agree"], found["all"]) == (right_cells(before), 9)
    after = served.get(game)
    assert after["shown"] and not before["shown"]
    assert after == {**before, "shown": True}


def right_cells(view: Any) -> int:
    """The cells of a view that are right."""
    rows = zip(view["answer"]["grid"], [[2, 1, 3], [3, 4, 2], [1, 2, 1]], strict=True)
    return sum(own == right for row in rows for own, right in zip(*row, strict=True))


def test_the_clock_is_kept_with_the_game(served: Served, game: str) -> None:
    assert served.get(game)["seconds"] == 0
    assert served.post(f"{game}/move", move="r1c2=1", seconds=12)["seconds"] == 12
    assert served.post(f"{game}/clock", seconds=40)["seconds"] == 40
    assert served.post(f"{game}/undo", seconds=30)["seconds"] == 40
    assert served.post(f"{game}/move", move="r1c2=x", seconds=50).keys() == {"refused"}
    view = served.get(game)
    assert view["seconds"] == 40 and view["moves"] == ["r1c2=1"] and view["done"] == 0
    listed = {each["id"]: each for each in served.get("games")}
    assert listed[view["id"]]["seconds"] == 40 and not listed[view["id"]]["shown"]


def test_links_carry_games(served: Served, game: str) -> None:
    link = served.post(f"{game}/move", move="r1c2=1")["link"]
    other = served.post("games", 201, link=link)
    assert other["puzzle"] == served.get(game)["puzzle"] and other["moves"] == []
    shared = served.post(f"{game}/share")["link"]
    assert served.post("games", 201, link=shared)["moves"] == ["r1c2=1"]
    served.post("games", 400, link="#p=abc")
    served.post("games", 400)


def test_games_are_listed_and_removed(served: Served, game: str) -> None:
    name = game.removeprefix("games/")
    listed = {each["id"]: each for each in served.get("games")}
    assert listed[name]["family"] == "kojun" and listed[name]["done"] == 0
    assert served.client.delete(f"/api/{game}").status_code == 200
    assert served.client.delete(f"/api/{game}").status_code == 404
    served.get(game, 404)


def test_moves_at_the_same_time_are_all_kept(served: Served, game: str) -> None:
    moves = [
        f"r{row}c{column}*{value}" for row in (2, 3) for column in (1, 2) for value in (1, 2, 3)
    ]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda move: served.post(f"{game}/move", move=move), moves))
    view = served.get(game)
    assert sorted(view["moves"]) == sorted(moves)


def test_a_game_outlives_a_killed_server(site: Path) -> None:
    data = site / "killed.db"
    with server(data) as first:
        name = first.post("games", 201, puzzle=UNIQUE)["id"]
        view: Any = first.post(f"games/{name}/move", move="r1c2=1")
        workers = first.workers
        first.process.send_signal(signal.SIGKILL)
        assert len(workers) == 3
        wait_until_gone(workers)
    with server(data) as second:
        assert second.get(f"games/{name}") == view
        assert second.post(f"games/{name}/undo")["done"] == 0
