"""Lists of the page: cards of games, and the puzzles of a day."""

from __future__ import annotations

import pytest

from commands import UNIQUE
from servers import Served

pytestmark = pytest.mark.integration

SOLUTION = ("r1c2=1", "r1c3=3", "r2c1=3", "r2c2=4", "r2c3=2", "r3c1=1", "r3c2=2", "r3c3=1")


def card(served: Served, name: str, lang: str = "en") -> dict[str, object]:
    """The card of a game."""
    (found,) = (each for each in served.get(f"cards?lang={lang}") if each["id"] == name)
    assert isinstance(found, dict)
    return found


def test_a_card_says_how_far_a_game_is(served: Served) -> None:
    name = served.post("games", 201, puzzle=UNIQUE)["id"]
    fresh = card(served, name)
    assert (fresh["moves"], fresh["progress"], fresh["solved"]) == (0, 0, False)
    served.post(f"games/{name}/move", move=SOLUTION[0], seconds=7)
    begun = card(served, name)
    assert begun["moves"] == 1 and begun["seconds"] == 7 and begun["size"] == [3, 3]
    assert 0 < float(str(begun["progress"])) < 1 and not begun["solved"]
    assert str(begun["svg"]).startswith("<svg")
    assert card(served, name, "pt")["title"] != begun["title"]
    for move in SOLUTION[1:]:
        served.post(f"games/{name}/move", move=move)
    assert card(served, name)["solved"]
    assert served.get("cards")[0]["id"] == name


def test_a_card_names_the_puzzle_of_the_shelf(served: Served) -> None:
    for exhibit in served.get("gallery")[::9]:
        puzzle = served.get(f"gallery/{exhibit['id']}")["puzzle"]
        name = served.post("games", 201, puzzle=puzzle)["id"]
        assert card(served, name)["key"] == exhibit["key"]


def test_the_puzzle_of_a_day_is_that_of_its_date(served: Served) -> None:
    shown = served.get("today/2026-11-18/kojun")
    assert shown["puzzle"] == served.post("generate", family="kojun", date="2026-11-18")
    assert shown["size"] == [7, 7] and shown["grade"] == "medium" and "<svg" in shown["svg"]
    again = served.get("today/2026-11-18/kojun?lang=es")
    assert again["puzzle"] == shown["puzzle"] and again["title"] != shown["title"]
    name = served.post("games", 201, puzzle=shown["puzzle"])["id"]
    assert card(served, name)["key"] == shown["key"]
    assert served.get("today/2026-11-19/kojun")["puzzle"] != shown["puzzle"]


def test_a_day_that_is_none_is_refused(served: Served) -> None:
    assert "is no date" in served.get("today/2026-13-01/kojun", 400)["error"]
    assert "There is no family" in served.get("today/2026-11-18/none", 400)["error"]
