"""Boards with gravity: how tiles fall, and clearings, hints and grades by brute force."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from brute_force import FallingForce, is_one_idea, shuffled
from parameters import few_or_many
from quebra import generate, load, play, solve
from quebra.contract.errors import BadInput, NotFound
from quebra.contract.family import Look
from quebra.contract.random import Source
from quebra.contract.registry import get_family
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import EXPLAIN
from quebra.families.shisen.formats import read_text, write_level, write_text
from quebra.families.shisen.model import Clearing, Shisen
from quebra.families.shisen.play import PLAY, edit
from quebra.families.shisen.position import Position, clearing_of
from quebra.families.shisen.rules import check, progress
from quebra.families.shisen.solve.board import new_state
from quebra.families.shisen.solve.falling import FallingSearch, every
from quebra.families.shisen.standing import StandingTiles
from quebra.families.shisen.symmetry import canonical
from quebra.grid.cells import Rows
from quebra.papers.shisen_ip.lpfile import write_lp
from quebra.testing import playing

SHAPES: tuple[tuple[int, int, tuple[int, ...]], ...] = (
    (2, 4, (2, 2, 2, 2)),
    (2, 4, (4, 2)),
    (3, 3, (2, 2, 2)),
    (3, 4, (4, 4, 2, 2)),
    (3, 4, (2, 2, 2, 2, 2, 2)),
    (3, 4, (4, 4, 2)),
    (4, 3, (4, 4, 4)),
    (4, 4, (4, 4, 2, 2, 2, 2)),
    (4, 4, (2, 2, 2, 2, 2)),
    (4, 5, (4, 4, 4, 2, 2)),
    (4, 5, (2,) * 10),
)


def falling_boards(count: int) -> list[Shisen]:
    """Random boards with gravity of many shapes, some with holes."""
    source = Source(21)
    boards = (shuffled(*SHAPES[n % len(SHAPES)], source) for n in range(count))
    return [msgspec.structs.replace(board, gravity=True) for board in boards]


def test_winnable_as_by_brute_force() -> None:
    verdicts = []
    for puzzle in falling_boards(1_100):
        force = FallingForce(puzzle)
        found = clearing_of(puzzle, Budget())
        assert (found is not None) == force.winnable(force.start), puzzle
        assert found is None or not check(puzzle, found), puzzle
        verdicts.append(found is not None)
    assert 50 < sum(verdicts) < len(verdicts) - 50


@pytest.mark.parametrize("most_tiles", few_or_many(12, 16))
def test_pairings_as_by_brute_force(most_tiles: int) -> None:
    numbers = set()
    for puzzle in falling_boards(330):
        if len(puzzle.tiles) > most_tiles:
            continue
        found = []
        for answer in every(puzzle, Budget(), None):
            assert not check(puzzle, answer), puzzle
            tiles, pairing = StandingTiles(puzzle), set()
            for _, move in answer.moves:
                pairing.add(frozenset(tiles.origins[cell] for cell in move.pair))
                tiles.remove(move.pair)
            found.append(frozenset(pairing))
        assert len(set(found)) == len(found)
        assert set(found) == FallingForce(puzzle).pairings(), puzzle
        numbers.add(len(found))
    assert {0, 1, 2} < numbers


@pytest.mark.parametrize("count", few_or_many(55, 220))
def test_tiles_fall_and_moves_are_found_as_by_brute_force(count: int) -> None:
    source = Source(3)
    for puzzle in falling_boards(count):
        force, tiles = FallingForce(puzzle), StandingTiles(puzzle)
        search = FallingSearch(puzzle, Budget(), None)
        position = force.start
        while True:
            assert dict(position) == tiles.origins
            found = dict(force.moves(position))
            board = tiles.board()
            if board is None:
                break
            now = {
                Position(board, Budget()).move(p).pair for p in Position(board, Budget()).moves()
            }
            assert now == {*found}
            assert search.number_of_moves(tiles) == len(found)
            if not found:
                break
            pair = source.choice(sorted(found))
            tiles.remove(pair)
            position = found[pair]


@pytest.mark.parametrize("count", few_or_many(60, 120))
def test_hints_keep_the_board_winnable_and_lost_games_are_proved(count: int) -> None:
    techniques = set()
    source = Source(8)
    for puzzle in falling_boards(count):
        force, attempt = FallingForce(puzzle), PLAY.start(puzzle)
        position = force.start
        while True:
            steps = list(EXPLAIN.steps(puzzle, attempt, Budget()))
            if not position:
                assert not steps
                break
            techniques.add(str(steps[0].technique))
            is_one_idea(steps[0])
            if not force.winnable(position):
                assert [str(step.technique) for step in steps] in (["mistake"], ["dead end"])
                assert (
                    steps[0].technique == "mistake" if force.winnable(force.start) else "dead end"
                )
                break
            followed = attempt
            for step in steps:
                (move,) = PLAY.moves_for(puzzle, followed, step, Budget())
                followed = PLAY.move(puzzle, followed, move)
                assert not PLAY.moves_for(puzzle, followed, step, Budget())
            assert not check(puzzle, followed)
            pair = source.choice(sorted(dict(force.moves(position))))
            attempt = PLAY.move(puzzle, attempt, _notation(pair))
            position = dict(force.moves(position))[pair]
    assert techniques == {"mistake", "dead end", "on top", "search"}


@pytest.mark.parametrize("count", few_or_many(22, 66))
def test_the_moves_of_a_tile_are_judged_as_by_brute_force(count: int) -> None:
    verdicts = set()
    for puzzle in falling_boards(count):
        force = FallingForce(puzzle)
        after = {frozenset(pair): left for pair, left in force.moves(force.start)}
        for cell in puzzle.tiles:
            for step in EXPLAIN.steps(puzzle, None, Budget(), cell):
                is_one_idea(step)
                verdicts.add(str(step.technique))
                if step.technique == "no move":
                    assert not any(cell in pair for pair in after)
                else:
                    wins = force.winnable(after[frozenset(step.changes[0].value.cells)])
                    assert step.technique == ("move" if wins else "losing move")
    assert verdicts == {"move", "losing move", "no move"}


def test_the_contract_of_play_holds() -> None:
    family: Any = get_family("shisen")

    def make(recipe: Any, source: Source, budget: Budget) -> Shisen:
        puzzle: Shisen = family.generate.make(
            msgspec.structs.replace(recipe, gravity=True), source, budget
        )
        assert puzzle.gravity
        return puzzle

    falling = replace(family, generate=replace(family.generate, make=make))
    for rule in playing.PLAYING:
        rule(falling)


def test_progress_counts_tiles_that_have_fallen() -> None:
    puzzle = load("shisen\ngravity on\nCAB\nDBA\nCD.")
    game = play.new_game(puzzle).move("r1c1-r3c1").move("r2c2-r2c3")
    assert isinstance(puzzle, Shisen) and isinstance(game.attempt, Clearing)
    assert progress(puzzle, game.attempt).value == 0.5
    with pytest.raises(BadInput, match="no tile at row 1, column 3 any more"):
        game.move("r1c3-r2c2")
    texts = {spot.where: str(spot.text) for spot in game.spots}
    assert (
        texts[2, 2] == "Row 3, column 3: A, blue disc" and texts[0, 0] == "Row 1, column 1: empty"
    )


def test_free_pairs_are_marked_where_tiles_have_fallen() -> None:
    game = play.new_game(load("shisen\ngravity on\nCAB\nDBA\nCD.")).move("r1c1-r3c1")
    marked = game.drawing(Look(candidates=True)).text()
    assert "B+  B+" in marked and "D+  D+  A+" in marked
    assert "↓" in marked and "gravity" in game.drawing().title


def test_only_goal_any_and_the_own_engine() -> None:
    puzzle = load("shisen\ngravity on\nAB\nAB")
    for goal in ("sum", "rounds"):
        with pytest.raises(BadInput, match="goals sum and rounds are not defined"):
            solve(puzzle, goal=goal)
    for engine in ("cpsat", "mip", "mip-all"):
        with pytest.raises(BadInput, match="Only the engine own"):
            solve(puzzle, engine=engine)
    assert isinstance(puzzle, Shisen)
    with pytest.raises(BadInput, match="Only the engine own"):
        new_state(puzzle, Budget())
    with pytest.raises(BadInput, match="cannot say that tiles fall"):
        write_level(puzzle)
    with pytest.raises(BadInput, match="cannot say that tiles fall"):
        write_lp(puzzle)


def test_no_false_claim_when_time_is_over() -> None:
    puzzle = generate("shisen", size=(8, 18), seed=1, gravity=True)
    outcome = solve(puzzle, time=0)
    assert (outcome.status, outcome.reason) == ("unknown", "time")


def test_text_and_edits_keep_gravity() -> None:
    puzzle = read_text("shisen\nGravity  on\nmerged A B\nAB\nCC")
    assert puzzle.gravity and puzzle.merged == (("A", "B"),)
    assert write_text(puzzle) == "shisen\ngravity on\nmerged A B\nAB\nCC\n"
    assert edit(puzzle, "r1c1<>r2c1").gravity and edit(puzzle, "r1c1-r1c2=C").gravity
    assert edit(edit(puzzle, "gravity=off"), "gravity=on") == puzzle
    with pytest.raises(BadInput, match="would be read as another one"):
        write_text(Shisen(board=(("gravity", "on"), ("gravity", "on"))))


def test_a_board_with_gravity_is_only_mirrored() -> None:
    rows: Rows[str | None] = (("A", "A", "B"), ("B", None, None))
    board = Shisen(board=rows, gravity=True)
    mirrored = Shisen(board=tuple(row[::-1] for row in rows), gravity=True)
    upside_down = Shisen(board=rows[::-1], gravity=True)
    assert canonical(board) == canonical(mirrored) != canonical(upside_down)
    assert canonical(board) != canonical(Shisen(board=rows))


@pytest.mark.parametrize("options", [{}, {"grade": "easy"}, {"grade": "expert"}, {"holes": 6}])
def test_new_boards_can_be_cleared(options: dict[str, Any]) -> None:
    puzzle = generate("shisen", size=(6, 6), seed=2, gravity=True, **options)
    assert isinstance(puzzle, Shisen) and puzzle.gravity
    assert (found := clearing_of(puzzle, Budget())) and not check(puzzle, found)
    if "grade" in options:
        assert EXPLAIN.grade(puzzle, Budget()).name == options["grade"]


def test_unsolvable_boards_are_proved_or_refused() -> None:
    puzzle = generate("shisen", size=(3, 4), seed=1, kinds=6, gravity=True, unsolvable=True)
    assert isinstance(puzzle, Shisen)
    force = FallingForce(puzzle)
    assert puzzle.gravity and not force.winnable(force.start)
    with pytest.raises(NotFound, match="without one of these options"):
        generate("shisen", size=(1, 4), seed=1, gravity=True, unsolvable=True)


def _notation(pair: tuple[tuple[int, int], tuple[int, int]]) -> str:
    return "-".join(f"r{r + 1}c{c + 1}" for r, c in pair)
