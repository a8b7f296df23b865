"""Two servers on one data file: no move that was accepted is lost."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from commands import UNIQUE
from quebra.store import Played, Saved, Store
from quebra.store.games import Games
from servers import Ask, server

pytestmark = pytest.mark.integration

MARKS = [f"r{row}c{column}*{value}" for row in (2, 3) for column in (1, 2) for value in (1, 2)] * 5


def test_moves_by_two_servers_are_all_kept(site: Path) -> None:
    """Forty moves to one game, by turns to each of two servers, from eight clients."""
    data = site / "two servers.db"
    with server(data) as first, server(data) as second, ThreadPoolExecutor(8) as pool:
        name = first.post("games", 201, puzzle=UNIQUE)["id"]

        def ask(number: int) -> int:
            client = (first, second)[number % 2].client
            move = {"move": MARKS[number]}
            return client.post(f"/api/games/{name}/move", json=move).status_code

        answers = list(pool.map(ask, range(len(MARKS))))
        accepted = [MARKS[number] for number, status in enumerate(answers) if status == 200]
        assert set(answers) <= {200, 409}
        for served in (first, second):
            assert sorted(served.get(f"games/{name}")["moves"]) == sorted(accepted)


def overtake(monkeypatch: pytest.MonkeyPatch, data: str, times: int) -> None:
    """Let another program make a move just before each of the first saves."""
    replace = Games.replace
    left = [f"r3c1*{number % 5 + 1}" for number in range(times)]

    def late(games: Games, loaded: Saved, game: str, played: Played | None = None) -> bool:
        if left:
            move = left.pop()
            with Store(data) as other:
                found = other.games.load(loaded.id)
                fields = json.loads(found.game)
                fields["moves"] = [*fields.get("moves", []), move]
                fields["done"] = len(fields["moves"])
                assert replace(other.games, found, json.dumps(fields))
        return replace(games, loaded, game, played)

    monkeypatch.setattr(Games, "replace", late)


def test_a_move_that_is_overtaken_is_made_again(
    ask: Ask, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = ask("POST", "games", puzzle=UNIQUE).json()["id"]
    overtake(monkeypatch, data, times=3)
    answer = ask("POST", f"games/{name}/move", move="r1c2=1")
    assert answer.status_code == 200
    assert answer.json()["moves"] == ["r3c1*3", "r3c1*2", "r3c1*1", "r1c2=1"]


def test_a_move_that_is_always_overtaken_is_refused(
    ask: Ask, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quebra.web.games.TRIES", 3)
    name = ask("POST", "games", puzzle=UNIQUE).json()["id"]
    overtake(monkeypatch, data, times=3)
    answer = ask("POST", f"games/{name}/move", move="r1c2=1")
    assert (answer.status_code, answer.json()) == (
        409,
        {"error": "The game has changed meanwhile; try again."},
    )
    assert "r1c2=1" not in ask("GET", f"games/{name}").json()["moves"]


@pytest.mark.parametrize("action", ["hint", "solution"])
def test_what_takes_long_is_refused_when_the_game_went_on(
    ask: Ask, data: str, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    name = ask("POST", "games", puzzle=UNIQUE).json()["id"]
    overtake(monkeypatch, data, times=1)
    assert ask("POST", f"games/{name}/{action}").status_code == 409
    assert ask("GET", f"games/{name}").json()["moves"] == ["r3c1*1"]
    assert ask("POST", f"games/{name}/{action}").status_code == 200
