"""What a game can come to: proofs, or that it is not known."""

from threading import Event

import pytest
from small_puzzles import KOJUN, SHISEN

from quebra import generate, solve
from quebra.contract.errors import Cut
from quebra.engine.budget import Budget
from quebra.play import Comparison, compare, lost_at, new_game, solvable, standing

SOLVED = ("r1c1=2", "r1c2=1", "r2c1=1", "r2c2=3", "r2c3=2")


def test_solvable_is_a_proof_either_way() -> None:
    game = new_game(KOJUN)
    assert solvable(game, Budget()) is True
    assert solvable(game.move("r1c1=1"), Budget()) is False
    for move in SOLVED:
        game = game.move(move)
        assert solvable(game, Budget()) is True
    assert game.solved


def test_without_time_it_is_not_known() -> None:
    assert solvable(new_game(KOJUN), Budget(0)) is None
    assert lost_at(new_game(KOJUN).move("r1c1=1"), Budget(0)) is None


def test_what_is_cancelled_is_not_answered() -> None:
    cancel = Event()
    cancel.set()
    with pytest.raises(Cut, match="cancelled"):
        solvable(new_game(KOJUN), Budget(cancel=cancel))


def test_the_move_that_lost_is_found() -> None:
    game = new_game(KOJUN)
    for move in ("r1c1=2", "r1c2=1", "r2c2=1", "r2c1=3"):
        game = game.move(move)
    assert lost_at(game, Budget()) == 2
    assert lost_at(game.move("@2"), Budget()) is None


def test_where_it_was_lost_one_move_less_was_won() -> None:
    for seed in range(8):
        board = generate("shisen", "4x4", seed=seed)
        game = new_game(board)
        tiles = list(board.tiles)  # type: ignore[attr-defined]
        for a in tiles:
            for b in tiles:
                try:
                    game = game.move(f"r{a[0] + 1}c{a[1] + 1}-r{b[0] + 1}c{b[1] + 1}")
                except ValueError:
                    continue
        count = lost_at(game, Budget())
        assert (count is None) == game.solved
        if count is not None:
            assert solvable(game.at(count), Budget()) and not solvable(game.at(count + 1), Budget())


def test_wrong_and_missing_are_told_apart() -> None:
    solution = solve(KOJUN).solutions[0]
    game = new_game(KOJUN).move("r1c1=2").move("r1c2=2")
    assert compare(game, solution) == Comparison(wrong=((0, 1),), missing=((1, 0), (1, 1), (1, 2)))


def test_a_game_stands_by_its_goals() -> None:
    game = new_game(SHISEN)
    best = {name: solve(SHISEN, goal=name) for name in ("sum", "rounds")}
    solution = best["sum"].solutions[0]
    for move in game.play.moves_to(SHISEN, game.attempt, solution):
        game = game.move(move)
    assert len(game.attempt.rounds) == 4, "one pair a move"  # type: ignore[attr-defined]
    found = {each.goal: each for each in standing(game, Budget())}
    for name, each in found.items():
        assert each.proved and each.best == each.bound == best[name].objective
    assert found["sum"].own == found["sum"].best, "pairs count as early as they can go"


def test_a_standing_without_time_claims_nothing() -> None:
    for each in standing(new_game(SHISEN), Budget(0)):
        assert not each.proved and each.best is None and each.own == 0


def test_families_without_goals_have_no_standing() -> None:
    assert not list(standing(new_game(KOJUN), Budget()))
