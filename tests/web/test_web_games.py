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
    names = "id family puzzle size moves done saved hints answer marks svg spots broken progress"
    assert {*names.split(), "solved", "values", "link"} <= set(view)
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
        assert served.post(f"{game}/move", 400, move=move)["error"]
    for name, body in (
        ("undo", {}),
        ("move", {}),
        ("move", {"moves": 1}),
        ("restore", {"name": "x"}),
    ):
        assert served.post(f"{game}/{name}", 400, **body)["error"]
    assert served.get(game) == before
    assert served.post(f"{game}/fly", 404)["error"]
    served.post("games/none/move", 404, move="r1c2=1")


def test_hints_come_in_three_taps(served: Served, game: str) -> None:
    where = served.post(f"{game}/hint", level=1)["hint"]
    why = served.post(f"{game}/hint", level=2)["hint"]
    assert where["where"] == why["where"] and where["moves"] == why["moves"] == []
    assert why["text"] != where["text"]
    view = served.post(f"{game}/hint", level=3)
    assert view["moves"] == view["hint"]["moves"] and view["hints"] == 3
    assert served.get(game)["done"] == len(view["moves"]) > 0
    served.post(f"{game}/hint", 400, level=4)


KNOWN = {
    "lang": "en",
    "moves": [],
    "hint": {"level": 3, "technique": "", "where": [], "reasons": ["Because."]},
}


def test_a_hint_is_looked_for_once(served: Served, game: str) -> None:
    """What is known from the tap before is told; but what strangers claim to know is not."""
    puzzle = served.get(game)["puzzle"]
    for moves, told in (([], True), (["r1c2=1"], False)):
        body = {"game": {"puzzle": puzzle, "moves": moves}, "level": 2, "known": KNOWN}
        result = read_request(json.dumps(body).encode(), "hint").run(Budget())
        answer = json.loads(msgspec.json.encode(result, enc_hook=str))
        assert (answer["view"]["hint"]["text"] == "Because.") is told
    assert served.post(f"{game}/hint", level=2, known=KNOWN)["hint"]["text"] != "Because."


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


def test_giving_up_shows_a_solution_and_can_be_taken_back(served: Served, game: str) -> None:
    served.post(f"{game}/move", move="r1c3=2")
    view = served.post(f"{game}/giveup")
    assert view["solved"] and view["answer"]["grid"] == [[2, 1, 3], [3, 4, 2], [1, 2, 1]]
    assert served.post(f"{game}/undo")["solved"] is False


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
