"""Hints: in three taps, checked before they are shown, and of help in every game."""

import pytest
from small_puzzles import EDGES, IMPOSSIBLE, KOJUN, LOSABLE, SEVERAL

from quebra.contract.errors import BadInput
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.play import Game, follow, hint, new_game, solvable

LOST = ("r3c1-r3c2", "r1c3-r2c3")


def led_to_the_end(game: Game, most: int = 60) -> Game:
    for _ in range(most):
        if game.solved:
            return game
        game = follow(game, hint(game, 3, Budget()))
    raise AssertionError(f"not solved after {most} hints: {game.moves}")


def test_levels_tell_more_and_more() -> None:
    game = new_game(KOJUN)
    where, why, what = (hint(game, level, Budget()) for level in (1, 2, 3))
    assert where.where == why.where == what.where and where.where
    assert where.text != why.text and why.text == what.reasons[0]
    assert where.moves == why.moves == () and what.moves


@pytest.mark.parametrize("level", [0, 4, -1])
def test_there_are_three_levels(level: int) -> None:
    with pytest.raises(BadInput, match="levels 1 to 3"):
        hint(new_game(KOJUN), level, Budget())


def test_a_solved_game_has_no_hint() -> None:
    with pytest.raises(BadInput, match="solved"):
        hint(led_to_the_end(new_game(KOJUN)), 1, Budget())


def test_a_mistake_is_taken_back() -> None:
    game = new_game(KOJUN).move("r1c1=3").move("r2c3=2")
    found = hint(game, 3, Budget())
    assert found.technique == "mistake" and found.moves == ("r1c1=.",)
    assert led_to_the_end(game).solved


def test_steps_that_only_rule_out_are_told_on_the_way_to_an_entry() -> None:
    from quebra import generate

    for seed in range(20):
        game = new_game(generate("kojun", "6x6", seed=seed, grade="hard"))
        while not game.solved:
            found = hint(game, 3, Budget())
            assert found.moves
            if len(found.reasons) > 1:
                assert len(set(found.reasons)) == len(found.reasons)
                earlier = len(found.reasons) - 1
                count = f"Steps before this one, without a move: {earlier}."
                assert found.text == f"{found.reasons[-1]} {count}"
                return
            game = follow(game, found)
    raise AssertionError("no such step in any of these puzzles")


def test_where_nothing_follows_a_search_helps() -> None:
    game = new_game(SEVERAL)
    found = hint(game, 3, Budget())
    assert found.technique == "search" and "search" in found.text and found.where
    assert led_to_the_end(game).solved


def test_entries_that_no_solution_has_are_taken_back() -> None:
    game = new_game(SEVERAL).move("r1c1=4").move("r1c2=1")
    assert solvable(game, Budget()) is False and not game.broken
    found = hint(game, 3, Budget())
    assert found.moves == ("@1",) and "after 1 move:" in found.text
    assert led_to_the_end(game).solved


def test_an_impossible_puzzle_is_not_hinted_at() -> None:
    found = hint(new_game(IMPOSSIBLE), 3, Budget())
    assert found.moves == () and "no solution" in found.text


def test_a_lost_game_is_led_back() -> None:
    game = new_game(LOSABLE)
    for move in LOST:
        game = game.move(move)
    assert solvable(game, Budget()) is False
    found = hint(game, 3, Budget())
    assert found.technique == "mistake" and found.moves == ("@1",)
    assert "could no longer be cleared" in found.text
    assert led_to_the_end(game).solved


def test_pieces_that_do_not_fit_are_taken_off() -> None:
    game = new_game(EDGES).move("r1c1=1/0").move("r1c2=3/0")
    assert game.broken
    found = hint(game, 3, Budget())
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
