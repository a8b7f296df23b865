"""The plan of a game clears the board, depends only on it, and is kept by harmless moves."""

from __future__ import annotations

import pytest
from brute_force import BruteForce, board, is_one_idea, small_boards

from quebra.contract.random import Source
from quebra.contract.results import Badge
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import explain, plan_search
from quebra.families.shisen.explain.plan_search import Plan, makeshift_plan, plan_of
from quebra.families.shisen.explain.planning import NUMBERED, Planner
from quebra.families.shisen.generate import ShisenRecipe, generate
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.position import Position
from quebra.families.shisen.rules import check

MEDIUM = [generate(ShisenRecipe(rows=5, cols=6), Source(seed), Budget()) for seed in range(6)]


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
    assert step.text == "This move keeps the board solvable: a search proves it."
    brute = BruteForce(puzzle)
    taken = set(step.changes[0].value.cells)
    assert brute.winnable(brute.start.difference(taken))


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
