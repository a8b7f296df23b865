"""The answer to a move has only what differs from the view that the page has."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from small_puzzles import CLASSIC, EDGES, KOJUN, SHISEN, SYMMETRY

from quebra.contract.puzzle import Puzzle
from quebra.engine.budget import Budget
from quebra.play import new_game, write_game
from quebra.service.game_views import BoardLook, changed_lines, view
from quebra.service.games import Move, Undo
from quebra.service.requests import Json

FIRST = (
    (KOJUN, "r1c1=2"),
    (SYMMETRY, "r2c2=1"),
    (SHISEN, "r1c1-r1c3"),
    (EDGES, "r1c1=1"),
    (CLASSIC, "1=0,0,0"),
)
each_family = pytest.mark.parametrize(
    ("puzzle", "move"), FIRST, ids=lambda value: getattr(value, "family", "")
)


def completed(before: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """The whole view, as the page completes it."""
    if "base" not in answer:
        return answer
    changed = {(spot.part, spot.where): spot for spot in answer["spots"]}
    spots = tuple(changed.get((spot.part, spot.where), spot) for spot in before["spots"])
    whole = {**before, **answer, "spots": spots}
    if lines := whole.pop("lines", None):
        old = before["svg"].split("\n")
        runs = ([each] if isinstance(each, str) else old[each[0] : each[1] + 1] for each in lines)
        whole["svg"] = "\n".join(chain.from_iterable(runs))
    del whole["base"]
    return whole


@each_family
def test_a_difference_and_the_base_make_the_whole_view(puzzle: Puzzle, move: str) -> None:
    game = new_game(puzzle)
    before = view(game, "en")
    request = Move(game=Json(write_game(game).encode()), move=move, base=str(before["state"]))
    answer: Any = request.run(Budget())
    after = game.move(move)
    assert completed(before, answer["view"]) == view(after, "en")
    back = Undo(game=Json(write_game(after).encode()), base=answer["view"]["state"])
    undone: Any = back.run(Budget())
    assert completed(view(after, "en"), undone["view"]) == view(game.move(move).undo(), "en")


def test_a_difference_has_the_changed_cell_only() -> None:
    game = new_game(KOJUN)
    base = str(view(game, "en")["state"])
    answer: Any = Move(game=Json(write_game(game).encode()), move="r1c1=2", base=base).run(Budget())
    assert [spot.where for spot in answer["view"]["spots"]] == [(0, 0)]
    assert "puzzle" not in answer["view"]


@pytest.mark.parametrize("base", ["", "en-00000001", "pt-00000000"])
def test_another_base_gets_the_whole_view(base: str) -> None:
    game = new_game(KOJUN)
    answer: Any = Move(game=Json(write_game(game).encode()), move="r1c1=2", base=base).run(Budget())
    assert answer["view"] == view(game.move("r1c1=2"), "en")


def test_the_second_move_sends_only_new_lines_of_the_drawing() -> None:
    game = new_game(KOJUN)
    first: Any = Move(game=Json(write_game(game).encode()), move="r1c1=2").run(Budget())
    base = first["view"]["state"]
    second: Any = Move(game=Json(bytes(first["game"])), move="r1c1=1", base=base).run(Budget())
    new = [line for line in second["view"]["lines"] if isinstance(line, str)]
    assert len(new) == 1 and new[0].endswith(">1</text>")
    calm = BoardLook(broken=False)
    other: Any = Move(
        game=Json(bytes(second["game"])), move="r1c1=2", base=second["view"]["state"], look=calm
    ).run(Budget())
    assert "base" not in other["view"], "the caller has a drawing with another look"


@pytest.mark.parametrize(
    ("before", "after"), [("a\nb", "b\na"), ("a\na\nb", "a\nb\nb"), ("", "x"), ("a\nb\nc", "c")]
)
def test_lines_of_a_text_are_taken_from_another_one(before: str, after: str) -> None:
    old = before.split("\n")
    lines = changed_lines(before, after)
    runs = ([each] if isinstance(each, str) else old[each[0] : each[1] + 1] for each in lines)
    assert "\n".join(chain.from_iterable(runs)) == after
