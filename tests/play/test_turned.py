"""A turned game is shown, moved and explained as a game of the transposed puzzle."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quebra import load
from quebra.engine.budget import Budget
from quebra.play import Game, from_link, read_game, turned, write_game
from quebra.service.game_hints import TakeHint
from quebra.service.game_views import BoardLook
from quebra.service.games import GameRequest, Move, Restore, Solution, View
from quebra.service.requests import Json
from quebra.service.results import to_json

WIDE = load("shisen\nABCABC\nDEFDEF")
FALLING = load("shisen\ngravity on\nABCDEF\nABCDEF")
TURNED = BoardLook(turned=True)
SAVED = ("puzzle", "size", "link", "board", "turned", "state")
"""Fields of a view that are of the saved game, or say that the view is turned."""


def request(kind: type[GameRequest], game: Game, look: BoardLook = TURNED, **options: Any) -> Any:
    return kind(game=Json(write_game(game).encode()), look=look, **options).run(Budget())


def shown(result: Any) -> dict[str, object]:
    view = msgspec.json.decode(to_json(result["view"]))
    return {name: value for name, value in view.items() if name not in SAVED}


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (View, {}),
        (Move, {"move": "r2c1-r5c1"}),
        (TakeHint, {"level": 2}),
        (TakeHint, {"level": 3}),
        (Solution, {}),
    ],
)
def test_all_that_is_shown_is_of_the_transposed_game(kind: type[GameRequest], options: Any) -> None:
    game = Game(WIDE).move("r1c1-r1c4").save("one")
    result = request(kind, game, **options)
    other = request(kind, turned(game), BoardLook(), **options)
    assert shown(result) == shown(other)
    saved = read_game(bytes(result["game"]).decode())
    assert saved == turned(read_game(bytes(other["game"]).decode()))


def test_identity_stays_that_of_the_saved_game() -> None:
    view = request(View, Game(WIDE))["view"]
    assert view["puzzle"] == WIDE and view["size"] == (2, 6) and view["turned"]
    assert from_link(view["link"]).puzzle == WIDE
    assert len(view["board"].board) == 6


def test_refusals_and_labels_name_the_rows_that_are_seen() -> None:
    refused = request(Move, Game(WIDE), move="r1c1-r2c1")["refused"]
    assert refused == "The tiles at column 1, rows 1 and 2 are not of one kind."
    assert (
        str(request(View, Game(WIDE))["view"]["spots"][-1].text)
        == "Row 6, column 2: F, light blue heart"
    )


def test_savepoints_and_moves_back_work_in_a_turned_game() -> None:
    game = Game(WIDE).save("start").move("r1c1-r1c4")
    saved = read_game(bytes(request(Restore, game, name="start")["game"]).decode())
    assert saved.moves == ("r1c1-r1c4", "@0")


def test_a_hint_is_counted_once_and_found_again_when_the_board_turns() -> None:
    game = Game(WIDE)
    first = request(TakeHint, game, BoardLook(), level=2)
    after = read_game(bytes(first["game"]).decode())
    known = Json(bytes(first["known"]))
    second = request(TakeHint, after, known=known, level=2)
    assert second["view"]["hints"] == first["view"]["hints"] == 1
    expected = request(TakeHint, turned(game), BoardLook(), level=2)
    assert second["view"]["hint"] == expected["view"]["hint"] != first["view"]["hint"]


def test_boards_with_gravity_are_not_turned() -> None:
    assert turned(Game(FALLING)) == Game(FALLING)
