"""The session: moves, undo and redo, savepoints, marks and limits."""

import pytest
from small_puzzles import KOJUN, SYMMETRY

from quebra.contract.errors import BadInput
from quebra.contract.family import Look
from quebra.contract.puzzle import Puzzle
from quebra.contract.registry import get_family, register_temporarily
from quebra.families._template import family as template
from quebra.families._template.model import Latin
from quebra.play import Game, Marks, follow, new_game
from quebra.play import game as limits
from quebra.testing.playing import hint_with_moves


@pytest.fixture
def game() -> Game:
    return new_game(KOJUN)


def grid(game: Game) -> object:
    return game.attempt.grid  # type: ignore[attr-defined]


def test_a_move_makes_a_new_game(game: Game) -> None:
    after = game.move("r1c1=2")
    assert grid(after) == ((2, 0, 3), (0, 0, 0))
    assert grid(game) == ((0, 0, 3), (0, 0, 0)) and game.moves == ()


def test_undo_and_redo_count_moves(game: Game) -> None:
    after = game.move("r1c1=2").move("r1c1=.").move(" r1c1=1 ")
    assert after.moves == ("r1c1=2", "r1c1=.", "r1c1=1")
    assert after.undo().undo().attempt == game.move("r1c1=2").attempt
    assert after.undo().undo().redo().redo() == after
    with pytest.raises(BadInput, match="nothing to undo"):
        game.undo()
    with pytest.raises(BadInput, match="nothing to redo"):
        after.redo()


def test_a_move_after_undo_drops_what_was_undone(game: Game) -> None:
    after = game.move("r1c1=2").move("r1c2=1").undo().undo().move("r2c2=3")
    assert after.moves == ("r2c2=3",)
    assert grid(after) == ((0, 0, 3), (0, 3, 0))


def test_clear_can_be_undone(game: Game) -> None:
    played = game.move("r1c1=2").move("r2c1=1")
    assert played.clear().attempt == game.attempt
    assert played.clear().undo().attempt == played.attempt


def test_savepoints_bring_back_and_can_be_undone(game: Game) -> None:
    played = game.move("r1c1=2").save("a").move("r2c1=1").move("r2c2=3")
    assert played.restore("a").attempt == game.move("r1c1=2").attempt
    assert played.restore("a").undo().attempt == played.attempt
    assert played.restore("a").move("r2c3=1").restore("a").attempt == played.at(1).attempt


def test_a_savepoint_ahead_is_reached_by_redo(game: Game) -> None:
    played = game.move("r1c1=2").move("r2c1=1").save("late").undo().undo()
    assert played.restore("late").done == 2
    assert "late" not in played.move("r2c2=3").saved, "its moves are gone"
    with pytest.raises(BadInput, match="no savepoint 'late'"):
        played.move("r2c2=3").restore("late")


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\nb"])
def test_savepoints_have_sensible_names(game: Game, name: str) -> None:
    with pytest.raises(BadInput, match="name of a savepoint"):
        game.save(name)


def test_there_is_a_limit_to_moves_and_savepoints(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_MOVES", 2)
    monkeypatch.setattr(limits, "MAX_SAVEPOINTS", 2)
    full = game.move("r1c1=2").move("r1c1=.")
    with pytest.raises(BadInput, match="at most 2 moves"):
        full.move("r1c1=2")
    assert full.undo().move("r2c1=1").done == 2
    with pytest.raises(BadInput, match="at most 2 savepoints"):
        game.save("a").save("b").save("c")
    assert game.save("a").save("b").move("r1c1=2").save("a").saved == {"a": 1, "b": 0}


@pytest.mark.parametrize(
    "wrong",
    [{"done": 1}, {"done": -1}, {"saved": {"a": 1}}, {"saved": {"a": -1}}, {"hints": -1}],
)
def test_a_game_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        Game(KOJUN, **wrong)  # type: ignore[arg-type]


def test_the_move_that_cannot_be_is_named() -> None:
    with pytest.raises(BadInput, match=r"Move 2: Row 1, column 3: 3 is given\."):
        Game(KOJUN, ("r1c1=2", "r1c3=1"), 2).checked()


def test_broken_rules_leave_out_what_is_unfinished(game: Game) -> None:
    assert game.broken == () and not game.solved
    twice = game.move("r1c1=2").move("r1c2=2")
    assert {violation.code for violation in twice.broken} == {"touch"}


def test_pencil_marks_are_toggled_and_cleared_by_an_entry(game: Game) -> None:
    marked = game.move("r1c1*2").move("r1c1*1").move("r2c1*3")
    assert marked.marks == (Marks((0, 0), ("1", "2")), Marks((1, 0), ("3",)))
    assert marked.attempt == game.attempt
    assert marked.move("r01c1*2").marks[0] == Marks((0, 0), ("1",))
    assert marked.move("r1c1=2").marks == (Marks((1, 0), ("3",)),)
    assert marked.move("r1c1*.").marks == (Marks((1, 0), ("3",)),)
    assert marked.undo().undo().undo().marks == ()
    assert marked.clear().marks == ()


@pytest.mark.parametrize("mark", ["r1c3*1", "r1c1*9", "r9c9*1", "r1c1*", "*1"])
def test_marks_go_where_values_go(game: Game, mark: str) -> None:
    with pytest.raises(BadInput):
        game.move(mark)


def test_a_note_clears_the_cell_and_is_a_mark() -> None:
    game = new_game(SYMMETRY)
    noted = game.move("r2c1=1").move("r2c1=x")
    assert noted.attempt == game.attempt
    assert noted.marks == (Marks((1, 0), ("x",)),)
    assert noted.move("r2c1=1").marks == ()


def test_replay_shows_every_attempt(game: Game) -> None:
    played = game.move("r1c1=2").move("r2c1=1").undo()
    assert list(played.replay) == [game.attempt, game.move("r1c1=2").attempt]


def test_the_drawing_points_out_what_it_is_told(game: Game) -> None:
    twice = game.move("r1c1=2").move("r1c2=2")
    where = twice.broken[0].where
    assert "!" in twice.drawing(Look(broken=where)).text() and "!" not in twice.drawing().text()


def test_hints_are_counted(game: Game) -> None:
    first = hint_with_moves(game)
    taken = follow(game, first)
    assert (taken.hints, taken.done) == (1, len(first.moves))
    assert follow(taken, hint_with_moves(taken)).hints == 2


def test_a_family_without_moves_cannot_be_played() -> None:
    from dataclasses import replace

    with (
        register_temporarily(replace(template, play=None)),
        pytest.raises(BadInput, match="cannot be played"),
    ):
        new_game(Latin(givens=((1, 0), (0, 0))))


def test_a_guest_is_known_for_a_while() -> None:
    puzzle: Puzzle = Latin(givens=((1, 0), (0, 0)))
    with register_temporarily(template):
        assert new_game(puzzle).move("r1c2=2").broken == ()
    with pytest.raises(BadInput, match="no family 'latin'"):
        get_family("latin")
