"""Hints keep the game winnable, reasons are true, and each technique has a board of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from brute_force import BruteForce, Pair, board, game, is_one_idea, shuffled, small_boards
from quebra.contract.errors import BadInput, Cut
from quebra.contract.random import Source
from quebra.contract.results import Line, Step
from quebra.engine.budget import Budget
from quebra.families.shisen.explain import (
    TECHNIQUES,
    deadlocks,
    explain,
    grade,
)
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.position import Position
from quebra.families.shisen.rules import change_agrees, check
from quebra.grid.cells import Cell, cells_in_words
from quebra.play import follow, hint, new_game
from quebra.service import verbs

LEVELS: dict[str, int] = {technique.name: technique.level for technique in TECHNIQUES}
BOARDS = small_boards(240)
LARGER = [shuffled(5, 6, (4, 4, 4, 4, 4, 4, 4, 2), Source(seed)) for seed in range(8)]

# One board for each technique, and the words of its first such step.
WORDS = {
    "side by side": (
        "BA BA",
        "The last two B, at column 1, rows 1 and 2, lie side by side: take them, nothing is lost.",
    ),
    "last two": (
        "A.B CA. B.C",
        "A free path joins the last two A, at row 1, column 1 and row 2, column 2: take them, "
        "nothing is lost.",
    ),
    "all four": (
        "AAB CAA B.C",
        "All four A can go: first row 1, columns 1 and 2, then row 2, columns 2 and 3.",
    ),
    "short run": (
        "CAB ACA .BA",
        "Take A at row 2, column 1 and row 3, column 3: first of 3 numbered moves that take all A "
        "and C.",
    ),
    "sure": (
        "BAAD CACB DBBA",
        "Take B at row 3, columns 2 and 3: whatever else you do, the other two can always meet.",
    ),
    "trap": (
        "BBBA CADA ADCB",
        "Avoid A at column 4, rows 1 and 2: then the marked C, A and D block one another.",
    ),
    "plan": (
        "BBBA CADA ADCB",
        "Take B at row 1, columns 1 and 2: first of the 6 moves of a plan that clears the board.",
    ),
    "dead end": ("AB BA", "The board cannot be cleared: A waits for B, and B for A."),
}


def steps(puzzle: Shisen, answer: Clearing | None = None) -> list[Step]:
    return list(explain(puzzle, answer, Budget()))


def pairs(step: Step, action: str) -> list[Pair]:
    changes = [change.where for change in step.changes if change.action == action]
    return [((r, c), (to_r, to_c)) for r, c, to_r, to_c in changes]


@pytest.mark.parametrize("technique", WORDS)
def test_each_technique_in_words(technique: str) -> None:
    text, words = WORDS[technique]
    found = [step.text for step in steps(board(text)) if step.technique == technique]
    assert found[0] == words


def test_every_step_keeps_the_game_winnable_up_to_the_clear_board() -> None:
    seen = set()
    for puzzle in [*BOARDS, *LARGER[:4]]:
        brute, played = BruteForce(puzzle), list[Pair]()
        if not brute.winnable(brute.start):
            assert [step.technique for step in steps(puzzle)] == ["dead end"]
            continue
        standing = brute.start
        for step in steps(puzzle):
            seen.add(step.technique)
            assert step.technique in LEVELS
            is_one_idea(step)
            for pair in pairs(step, "remove"):
                assert not brute.winnable(standing.difference(pair))
            for pair in pairs(step, "place"):
                played.append(pair)
                standing = standing.difference(pair)
            assert brute.winnable(standing), (puzzle, step)
        assert not check(puzzle, game(*played))
    assert {"side by side", "last two", "all four", "short run", "sure", "plan"} <= seen


def test_the_only_clearing_is_followed() -> None:
    unique = 0
    for puzzle in BOARDS:
        found = BruteForce(puzzle).pairings()
        if len(found) == 1:
            unique += 1
            answer = game(*next(iter(found)))
            for step in steps(puzzle):
                assert all(change_agrees(answer, change) for change in step.changes), step
    assert unique > 10


def test_the_easiest_technique_comes_first() -> None:
    for puzzle in BOARDS:
        brute = BruteForce(puzzle)
        standing = brute.start
        for step in steps(puzzle):
            left = Counter(puzzle.tiles[cell] for cell in standing)
            last = [pair for pair in brute.moves(standing) if left[puzzle.tiles[pair[0]]] == 2]
            near = [pair for pair in last if side_by_side(pair)]
            if step.technique != "dead end":
                assert (step.technique == "side by side") == bool(near)
                assert (step.technique == "last two") == (not near and bool(last))
            for pair in pairs(step, "place"):
                standing = standing.difference(pair)


def side_by_side(pair: Pair) -> bool:
    (r, c), (to_r, to_c) = pair
    return abs(r - to_r) + abs(c - to_c) == 1


# Cycles of pairs that block one another, as in the paper's figure 3.


def test_a_cycle_of_two() -> None:
    (found,) = deadlocks(Position(board("AB BA"), Budget()))
    assert found.clause == "A waits for B, and B for A"
    assert found.text == (
        "A at row 1, column 1 and row 2, column 2 waits for B. "
        "B at row 1, column 2 and row 2, column 1 waits for A."
    )
    assert [wait.on for wait in found.waits] == [(1,), (0,)]
    assert [line.arrow for line in found.arrows] == [True, True]


def test_a_cycle_of_three() -> None:
    (found,) = deadlocks(Position(board("BAC CBA"), Budget()))
    assert found.clause == "the marked B, A and C block one another"
    assert found.text == (
        "B at row 1, column 1 and row 2, column 2 waits for A or C. "
        "A at row 1, column 2 and row 2, column 3 waits for C or B. "
        "C at row 1, column 3 and row 2, column 1 waits for B or A."
    )
    assert len(found.arrows) == 3


def test_two_cycles_apart() -> None:
    found = list(deadlocks(Position(board("AB..CD BA..DC"), Budget())))
    assert [sorted(wait.kind for wait in each.waits) for each in found] == [["A", "B"], ["C", "D"]]


def test_a_deadlock_beside_tiles_that_can_go() -> None:
    (found,) = deadlocks(Position(board("ABX BAX YYX ZZX"), Budget()))
    assert set(found.cells) == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_no_tile_of_a_deadlock_ever_goes() -> None:
    count = 0
    for puzzle in BOARDS[:120]:
        gone = BruteForce(puzzle).ever_gone()
        for found in deadlocks(Position(puzzle, Budget())):
            count += 1
            assert not gone.intersection(found.cells)
            assert all(wait.on for wait in found.waits)
    assert count > 5


# Games in progress.


def lost_by_one_move() -> tuple[Shisen, Pair]:
    """A board that can be won, and a first move that loses it."""
    for puzzle in BOARDS:
        brute = BruteForce(puzzle)
        if brute.winnable(brute.start):
            for pair in brute.moves(brute.start):
                if not brute.winnable(brute.start.difference(pair)):
                    return puzzle, pair
    raise AssertionError


def test_the_move_that_lost_the_game_is_named() -> None:
    puzzle, pair = lost_by_one_move()
    rest = BruteForce(puzzle)
    more = list(rest.moves(rest.start.difference(pair)))[:1]
    (step,) = steps(puzzle, game(pair, *more))
    assert step.technique == "mistake" and step.changes == ()
    is_one_idea(step)
    assert step.text.startswith("Move 1 lost the game: ")
    assert step.where[:2] == pair
    name = f"{puzzle.tiles[pair[0]]} at {cells_in_words(pair)}"
    assert step.reason.startswith(f"After move 1, {name}, the board could no longer be cleared. ")


def test_a_lost_game_is_taken_back() -> None:
    played = new_game(board("AACD CABF DBAF ..BB")).move("r1c1-r1c2").move("r4c3-r4c4")
    found = hint(played, Budget())
    assert found.step.text == "Move 2 lost the game: since then, A waits for B, and B for A."
    assert found.step.where == ((3, 2), (3, 3), (1, 1), (2, 2))
    assert found.step.others == ((1, 2), (2, 1))
    assert len([each for each in found.step.figures if isinstance(each, Line)]) == 2
    assert follow(played, found).attempt == played.at(1).attempt


def test_a_lost_board_was_lost_from_the_start() -> None:
    (step,) = steps(board("ABXX BAXX"), game(((0, 2), (0, 3))))
    assert step.technique == "dead end"
    assert step.text == "The board cannot be cleared: A waits for B, and B for A."


def test_a_broken_rule_is_told_first() -> None:
    attempt = game(((0, 0), (0, 1)), ((0, 0), (1, 1)))
    (step,) = steps(board("AB BA"), attempt)
    assert step.technique == "mistake"
    assert step.text.startswith("Round 0: the tiles at row 1, columns 1 and 2 are not of one kind.")


def test_from_a_game_in_progress() -> None:
    puzzle, first, last = board("BA BA"), ((0, 0), (1, 0)), ((0, 1), (1, 1))
    (step,) = steps(puzzle, game(first))
    assert pairs(step, "place") == [last]
    at_once = Clearing(rounds=((Move(pair=first), Move(pair=last)),))
    assert steps(puzzle, at_once) == []


# All moves of a tile.


def test_all_moves_of_every_tile_with_their_verdicts() -> None:
    losing = 0
    for puzzle in BOARDS[:80]:
        brute = BruteForce(puzzle)
        moves = list(brute.moves(brute.start))
        for cell in puzzle.tiles:
            found = list(explain(puzzle, None, Budget(), cell))
            mine = [pair for pair in moves if cell in pair]
            if not mine:
                assert [step.technique for step in found] == ["no move"]
                continue
            for step, pair in zip(found, mine, strict=True):
                wins = brute.winnable(brute.start.difference(pair))
                assert pairs(step, "place" if wins else "remove") == [pair]
                assert step.technique == ("move" if wins else "losing move")
                losing += not wins
    assert losing > 10


@pytest.mark.parametrize(
    ("text", "cell", "words"),
    [
        (
            "A.A ...",
            (0, 0),
            "A at row 1, columns 1 and 3 can go, and the board can still be cleared.",
        ),
        (
            "ABA CCB",
            (0, 1),
            "B at row 1, column 2 cannot go now: 1 marked tile is in the way.",
        ),
        (
            "ABXX BAXX",
            (1, 2),
            "X at column 3, rows 1 and 2 can go, but the board is already lost.",
        ),
    ],
)
def test_a_tile_in_words(text: str, cell: Cell, words: str) -> None:
    step = next(explain(board(text), None, Budget(), cell))
    assert step.text == words
    is_one_idea(step)


def test_places_without_a_tile() -> None:
    puzzle = board("AA.")
    for place, words in {
        (0, 2): "There is no tile at row 1, column 3.",
        (0, 3): "Row 1, column 4 is not on the board of 1 x 3 cells.",
        (2,): "A tile is named by its row and its column.",
    }.items():
        with pytest.raises(BadInput, match=words):
            list(explain(puzzle, None, Budget(), place))
    with pytest.raises(BadInput, match="no tile at row 1, column 1 any more"):
        list(explain(puzzle, game(((0, 0), (0, 1))), Budget(), (0, 0)))


def test_a_place_of_any_family() -> None:
    puzzle = verbs.load("kojun\nregions\na a a\nb b b\ngivens\n3 . 1\n. 1 3")
    for place in ((0, 1), (1, 0)):
        (step,) = verbs.explain(puzzle, at=place)
        assert place in [change.where for change in step.changes]
    assert list(verbs.explain(puzzle, at=(0, 0))) == []


def test_the_budget_is_kept() -> None:
    with pytest.raises(Cut):
        grade(LARGER[0], Budget(seconds=0))
    steps = explain(LARGER[0], None, Budget(seconds=0))
    assert next(steps).technique == "all four"
    with pytest.raises(Cut):
        next(steps)


def test_the_nearest_of_equal_steps_comes_first() -> None:
    puzzle = board("AA..BB ...... CC..DD")
    for near, kind in (((0, 0), "A"), ((0, 5), "B"), ((2, 0), "C"), ((2, 5), "D")):
        step = next(explain(puzzle, None, Budget(), near=near))
        assert step.changes[0].value.kind == kind
