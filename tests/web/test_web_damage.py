"""A damaged game: reported in the list and in the log; all others can be played."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing

import pytest

from commands import UNIQUE
from quebra.store.errors import log_damage
from servers import Ask

pytestmark = pytest.mark.integration


@pytest.mark.parametrize("game", ["{", "5", "{}", '{"puzzle": {"family": 1}}', '{"puzzle": "x"}'])
def test_a_damaged_game_hides_no_other(
    ask: Ask, data: str, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    log_damage.cache_clear()
    names = [ask("POST", "games", puzzle=UNIQUE).json()["id"] for _ in range(3)]
    with closing(sqlite3.connect(data)) as connection, connection:
        connection.execute("UPDATE games SET game = ? WHERE id = ?", (game, names[1]))
    with caplog.at_level(logging.WARNING):
        listed = {each["id"]: each for each in ask("GET", "games").json()}
        assert listed.keys() == set(names)
        damaged = listed.pop(names[1])
        place = (
            f"The database {data} is damaged in row '{names[1]}' of the table games, column game"
        )
        assert damaged["error"].startswith(place)
        assert all(each["family"] == "kojun" for each in listed.values())
        assert "error" not in listed[names[0]] and "error" not in listed[names[2]]
        assert caplog.messages == [damaged["error"]]
    for method, path in (("GET", ""), ("POST", "/undo"), ("POST", "/hint")):
        answer = ask(method, f"games/{names[1]}{path}")
        assert (answer.status_code, answer.json()) == (500, {"error": damaged["error"]})
    assert ask("POST", f"games/{names[2]}/move", move="r1c2=1").status_code == 200
    assert ask("DELETE", f"games/{names[1]}").status_code == 200
    assert len(ask("GET", "games").json()) == 2


def test_the_error_is_told_in_the_language_of_the_reader(ask: Ask, data: str) -> None:
    name = ask("POST", "games", puzzle=UNIQUE).json()["id"]
    with closing(sqlite3.connect(data)) as connection, connection:
        connection.execute("UPDATE games SET game = x'00'")
    (damaged,) = ask("GET", "games?lang=pt").json()
    assert damaged["error"].startswith(f"O banco de dados {data} está danificado na linha '{name}'")
