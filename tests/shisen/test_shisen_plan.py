"""The plan of a game clears the board, depends only on it, and is kept by harmless moves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import msgspec
import pytest

from brute_force import BruteForce, board, is_one_idea, small_boards
from quebra import play
from quebra.contract.errors import Cut, NotFound
from quebra.contract.random import Source
from quebra.contract.results import Badge
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import explain, plan_search
from quebra.families.shisen.explain.hint import Hint
from quebra.families.shisen.explain.ladder import Ladder
from quebra.families.shisen.explain.plan_search import Plan, makeshift_plan, plan_of
from quebra.families.shisen.explain.planning import NUMBERED, Planner
from quebra.families.shisen.generate import ShisenRecipe, generate
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.position import Position
from quebra.families.shisen.rules import check
from quebra.play import Game, follow, hint

MEDIUM = [generate(ShisenRecipe(rows=5, cols=6), Source(seed), Budget()) for seed in range(6)]
WHOLE_KINDS = {"side by side", "last two", "all four"}
"""Techniques that need no more than a look at one kind."""


def test_the_plan_clears_the_board_or_there_is_none() -> None:
    for puzzle in [*small_boards(120), *MEDIUM]:
        plan = plan_of(puzzle, Budget())
        if plan is None:
            brute = BruteForce(puzzle)
            assert not brute.winnable(brute.start)
        else:
            rounds = tuple((Move(pair=pair),) for pair in plan.moves)
            assert not check(puzzle, Clearing(rounds=rounds))


def test_the_plan_depends_only_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    for puzzle in MEDIUM:
        first = plan_of(puzzle, Budget())
        monkeypatch.setattr(plan_search, "_kept", {})
        assert plan_of(puzzle, Budget()) == first


def test_few_plans_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[Shisen, Plan | None] = {}
    monkeypatch.setattr(plan_search, "_kept", kept)
    monkeypatch.setattr(plan_search, "MAX_KEPT", 3)
    for puzzle in MEDIUM:
        plan_of(puzzle, Budget())
    assert list(kept) == MEDIUM[-3:]


def test_a_game_that_follows_the_plan_keeps_its_pairs() -> None:
    for puzzle in MEDIUM:
        plan = plan_of(puzzle, Budget())
        assert plan
        pairs = {frozenset(pair) for pair in plan.moves}
        position, planner = Position(puzzle, Budget()), Planner(puzzle, Budget())
        while position.standing:
            moves = planner.moves(position)
            assert moves
            for pair in moves:
                assert frozenset(position.cells[tile] for tile in pair) in pairs
            position.take(planner.hint(position).pairs[0])


def test_after_other_moves_there_is_a_plan_as_long_as_the_game_can_be_won() -> None:
    source, lost, changed = Source(3), 0, 0
    for puzzle in small_boards(80):
        brute, planner = BruteForce(puzzle), Planner(puzzle, Budget())
        position = Position(puzzle, Budget())
        while moves := list(position.moves()):
            position.take(source.choice(moves))
            if not position.standing:
                break
            found = planner.moves(position)
            wins = brute.winnable(frozenset(position.places(position.standing)))
            assert (found is not None) == wins
            lost += not wins
            changed += found is not None and planner._plan != plan_of(puzzle, Budget())
    assert lost > 5 and changed > 2


def test_a_hint_numbers_the_next_moves_and_names_what_the_others_wait_for() -> None:
    seen = set()
    for puzzle in MEDIUM:
        for step in explain(puzzle, None, Budget()):
            if step.technique != "plan":
                continue
            is_one_idea(step)
            numbers = [figure.text for figure in step.figures if isinstance(figure, Badge)]
            assert numbers[:2] == ["1", "1"] and len(numbers) >= 2
            assert len(set(numbers)) <= NUMBERED + len(step.where) + len(step.others)
            seen.add("first" if "a plan that clears" in step.text else "later")
    assert "first" in seen


def test_without_time_for_a_plan_a_safe_move_is_named_so(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = board("BBBA CADA ADCB")
    monkeypatch.setattr(Planner, "_find", lambda self, each: makeshift_plan(each, Budget()))
    step = list(explain(puzzle, None, Budget()))[1]
    assert step.technique == "search"
    assert step.text.endswith(": a search proves that the board can still be cleared.")
    brute = BruteForce(puzzle)
    taken = set(step.changes[0].value.cells)
    assert brute.winnable(brute.start.difference(taken))


def test_without_time_for_arguments_a_move_of_a_clearing_is_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_time(self: Ladder) -> Iterator[Hint]:
        raise Cut("time")
        yield

    monkeypatch.setattr(Ladder, "hints", no_time)
    puzzle = board("BBBA CADA ADCB")
    found = hint(Game(puzzle), Budget())
    assert found.step.text.endswith(": a search proves that the board can still be cleared.")
    brute = BruteForce(puzzle)
    assert brute.winnable(brute.start.difference(found.step.changes[0].value.cells))
    assert len(found.moves) == 1 and Game(puzzle).move(found.moves[0])


def test_without_any_time_whole_kinds_are_taken_with_their_reason() -> None:
    """The step is that of the ladder with all the time, where that takes a whole kind."""
    reasons = set()
    for puzzle in MEDIUM[:3]:
        game = Game(puzzle)
        while not game.solved:
            best, taken = hint(game, Budget()), hint(game, Budget(0))
            if best.step.technique in WHOLE_KINDS:
                assert taken == best
                reasons.add(best.step.technique)
            else:
                assert taken.step.technique == "open move" and not taken.step.changes
            game = follow(game, _hint_with_moves(game))
    assert reasons == WHOLE_KINDS


def _hint_with_moves(game: Game) -> play.Hint:
    """The first hint that does not only rule a move out."""
    hints = (hint(game, Budget(), seen) for seen in count())
    return next(found for found in hints if found.moves)


@pytest.mark.parametrize("gravity", [False, True])
def test_without_any_time_a_move_is_shown_that_is_not_proved_safe(gravity: bool) -> None:
    puzzle = msgspec.structs.replace(board("BBBA CADA ADCB"), gravity=gravity)
    found = hint(Game(puzzle), Budget(0))
    assert "not proved safe" in found.step.text and not found.step.changes
    assert Game(puzzle).move(found.moves[0]).done == 1


def test_a_board_without_moves_has_no_hint_if_there_is_no_time() -> None:
    with pytest.raises(NotFound, match="in time"):
        hint(Game(Shisen(board=(("A", "B"), ("B", "A")))), Budget(0))


def test_kinds_of_more_than_four_tiles() -> None:
    for seed in range(6):
        puzzle = generate(ShisenRecipe(rows=4, cols=6, kinds=3), Source(seed), Budget())
        moves = [move for step in explain(puzzle, None, Budget()) for move in step.changes]
        places = [change.value.cells for change in moves if change.action == "place"]
        assert not check(puzzle, Clearing(rounds=tuple((Move(pair=pair),) for pair in places)))


def test_merged_kinds() -> None:
    puzzle = Shisen(
        board=(("F1", "A", "F2"), (None, "A", None), ("F3", "B", "F4"), (None, "B", None)),
        merged=(("F1", "F2", "F3", "F4"),),
    )
    assert len(list(explain(puzzle, None, Budget()))) == 3
