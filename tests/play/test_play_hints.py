"""Hints: one idea each, checked before they are shown, and of help in every game."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from small_puzzles import EDGES, IMPOSSIBLE, KOJUN, LOSABLE, SEVERAL

from changed import changed
from quebra.contract.errors import BadInput, Cut, NotFound
from quebra.contract.puzzle import Puzzle
from quebra.contract.random import Source
from quebra.contract.registry import family_of, register_temporarily
from quebra.contract.results import CellCandidates, Change, Step
from quebra.engine.budget import Budget
from quebra.i18n.text import Text
from quebra.play import Game, Hint, follow, hint, moves_for, new_game, solvable, write_game
from quebra.play.analysis import NO_HINT_IN_TIME
from quebra.service import game_hints
from quebra.service.game_hints import TakeHint, find_hint
from quebra.service.requests import Json
from quebra.testing.playing import hint_with_moves

LOST = ("r3c1-r3c2", "r1c3-r2c3")


def led_to_the_end(game: Game, most: int = 120) -> Game:
    for _ in range(most):
        if game.solved:
            return game
        game = follow(game, hint_with_moves(game))
    raise AssertionError(f"not solved after {most} hints: {game.moves}")


@contextmanager
def explained_by(puzzle: Puzzle, *steps: Step, cut: bool = False) -> Iterator[Game]:
    """A game of a family that explains with these steps, and then has no time left if `cut`."""

    def find(*_: object, **__: object) -> Iterator[Step]:
        yield from steps
        if cut:
            raise Cut("time")

    with register_temporarily(changed(family_of(puzzle), explain={"steps": find})):
        yield new_game(puzzle)


OUT = Step(
    Text("pair"),
    ((0, 1),),
    (Change("remove", (0, 1), 3),),
    Text("It is not 3."),
    candidates=(CellCandidates((0, 1), (1, 2)),),
)


def test_a_solved_game_has_no_hint() -> None:
    with pytest.raises(BadInput, match="solved"):
        hint(led_to_the_end(new_game(KOJUN)), Budget())


def test_a_mistake_is_taken_back() -> None:
    game = new_game(KOJUN).move("r1c1=3").move("r2c3=2")
    found = hint(game, Budget())
    assert found.step.technique == "mistake" and found.moves == ("r1c1=.",)
    assert led_to_the_end(game).solved


def test_what_a_step_rules_out_becomes_pencil_marks() -> None:
    game = new_game(KOJUN)
    assert moves_for(game, OUT, Budget()) == ("r1c2*1", "r1c2*2")
    after = follow(game, Hint(OUT, moves_for(game, OUT, Budget())))
    assert [each.values for each in after.marks] == [("1", "2")]
    assert moves_for(after, OUT, Budget()) == (), "carried out already"
    wrong = game.move("r1c2*3").move("r1c2*2")
    assert moves_for(wrong, OUT, Budget()) == ("r1c2*3",), "only what is ruled out is erased"


def test_steps_in_the_pencil_marks_are_passed_over() -> None:
    place = Step(Text("single"), ((0, 0),), (Change("place", (0, 0), 2),), Text("It is 2."))
    with explained_by(KOJUN, OUT, place) as game:
        first = hint(game, Budget())
        assert first.step == OUT
        assert hint(follow(game, first), Budget()) == Hint(place, ("r1c1=2",))


def test_steps_without_moves_are_shown_one_by_one() -> None:
    steps = list(family_of(EDGES).explain.steps(EDGES, None, Budget()))
    place = next(step for step in steps if step.changes[0].action == "place")
    out = Step(Text("corner"), ((0, 0),), (Change("remove", (0, 0), 1),), Text("It is not this."))
    with explained_by(EDGES, out, place) as game:
        assert hint(game, Budget()) == Hint(out)
        assert hint(game, Budget(), seen=1).step == hint_with_moves(game).step == place


def test_a_step_that_loses_the_game_is_not_shown() -> None:
    wrong = Step(Text("single"), ((0, 0),), (Change("place", (0, 0), 1),), Text("It is 1."))
    with explained_by(KOJUN, wrong) as game:
        found = hint(game, Budget())
    assert found.step.technique == "search" and found.moves


def test_a_hint_by_search_shows_its_move_and_is_not_explained_as_another_technique() -> None:
    with explained_by(KOJUN, cut=True) as game:
        result: Any = TakeHint(game=Json(write_game(game).encode()), level=2).run(Budget())
    view = result["view"]
    shown = view["hint"]
    assert shown.name == "search" and not shown.about
    assert shown.svg.count("<text") > view["svg"].count("<text")


@pytest.mark.parametrize(("used", "searches"), [(0.2, 2), (1.9, 1)])
def test_a_search_that_other_work_slowed_down_gets_more_time_once(
    used: float, searches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets: list[Budget] = []

    def find(game: Game, budget: Budget, seen: int) -> Hint:
        budgets.append(budget)
        raise NotFound(NO_HINT_IN_TIME)

    clocks = {"monotonic": iter((0.0, 2.0)), "process_time": iter((0.0, used))}
    times = {name: partial(next, clock) for name, clock in clocks.items()}
    monkeypatch.setattr(game_hints, "time", SimpleNamespace(**times))
    monkeypatch.setattr(game_hints, "hint", find)
    with pytest.raises(NotFound):
        find_hint(new_game(KOJUN), Budget(0), 0)
    assert len(budgets) == searches
    assert (budgets[-1].left() or 0) > 5 or searches == 1


def test_steps_that_take_too_long_leave_time_for_a_search() -> None:
    with explained_by(KOJUN, cut=True) as game:
        found = hint(game, Budget())
    assert found.step.technique == "search" and "keeps the board solvable" in found.step.text


def test_no_hint_in_time_is_said_in_a_sentence() -> None:
    with (
        explained_by(KOJUN, cut=True) as game,
        pytest.raises(NotFound, match="No hint was found in time"),
    ):
        hint(game, Budget(0))


def test_where_nothing_follows_a_search_helps() -> None:
    game = new_game(SEVERAL)
    techniques = set()
    while not game.solved:
        found = hint_with_moves(game)
        assert found.step.where
        techniques.add(str(found.step.technique))
        game = follow(game, found)
    assert "search" in techniques


def test_entries_that_no_solution_has_are_taken_back() -> None:
    game = new_game(SEVERAL).move("r1c1=4").move("r1c2=1")
    assert solvable(game, Budget()) is False and not game.broken
    found = hint(game, Budget())
    assert (
        found.moves == ("@1",)
        and found.step.text == "The game was lost at move 2: go back to before it."
    )
    assert led_to_the_end(game).solved


def test_an_impossible_puzzle_is_not_hinted_at() -> None:
    found = hint(new_game(IMPOSSIBLE), Budget())
    assert found.moves == () and "no solution" in found.step.text


def test_a_lost_game_is_led_back() -> None:
    game = new_game(LOSABLE)
    for move in LOST:
        game = game.move(move)
    assert solvable(game, Budget()) is False
    found = hint(game, Budget())
    assert found.step.technique == "mistake" and found.moves == ("@1",)
    assert found.step.text.startswith("Move 2 lost the game: ")
    assert led_to_the_end(game).solved


def test_pieces_that_do_not_fit_are_taken_off() -> None:
    game = new_game(EDGES).move("r1c1=1/0").move("r1c2=3/0")
    assert game.broken
    found = hint(game, Budget())
    assert found.moves == ("r1c2=.",)
    assert led_to_the_end(game).solved


def test_random_entries_can_be_mended() -> None:
    from quebra import generate

    for seed in range(6):
        source = Source(seed)
        game = new_game(generate("kojun", "5x5", seed=seed))
        values = (*game.play.values(game.puzzle).all, ".")
        for _ in range(10):
            cell = f"r{1 + source.below(5)}c{1 + source.below(5)}"
            try:
                game = game.move(f"{cell}={source.choice(values)}")
            except BadInput as refused:
                assert "given" in str(refused)
        assert led_to_the_end(game).solved
