"""What is said of a position is true: every claim is held to brute force on small boards."""

from __future__ import annotations

from itertools import pairwise

import pytest

from brute_force import BruteForce, Pair, board, small_boards
from quebra.contract.errors import Cut
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Clearing, Move, Shisen
from quebra.families.shisen.position import (
    Position,
    Verdicts,
    clearing_of,
    losing_move,
    remaining,
)
from quebra.families.shisen.rules import check
from quebra.papers.shisen_ip.random_games import RandomGames

BOARDS = small_boards(360)


def cells(position: Position, pair: tuple[int, int]) -> Pair:
    return position.cells[pair[0]], position.cells[pair[1]]


def random_game(puzzle: Shisen, source: Source) -> list[Move]:
    """Random moves until there are none."""
    brute, standing, played = BruteForce(puzzle), frozenset(puzzle.tiles), []
    while moves := list(brute.moves(standing)):
        pair = source.choice(moves)
        played.append(Move(pair=pair))
        standing = standing.difference(pair)
    return played


def test_the_moves_are_all_there_are() -> None:
    for puzzle in BOARDS:
        position, brute = Position(puzzle, Budget()), BruteForce(puzzle)
        standing = brute.start
        while True:
            found = [cells(position, pair) for pair in position.moves()]
            assert sorted(found) == sorted(brute.moves(standing))
            if not found:
                break
            pair = next(position.moves())
            move = position.move(pair)
            before = remaining(puzzle, [Move(pair=(cell, cell)) for cell in brute.start - standing])
            assert before is not None
            one = Clearing(rounds=((move,),))
            assert {broken.code for broken in check(before, one)} <= {"left"}
            position.take(pair)
            standing = standing.difference(move.pair)
            assert set(position.places(position.standing)) == standing


def test_what_is_stuck_never_goes() -> None:
    stuck_boards = 0
    for puzzle in BOARDS[:120]:
        position = Position(puzzle, Budget())
        stuck = position.places(position.stuck(position.standing))
        assert not BruteForce(puzzle).ever_gone() & set(stuck)
        stuck_boards += bool(stuck)
    assert stuck_boards >= 5


def test_a_pairing_is_played_exactly() -> None:
    for puzzle in BOARDS[:60]:
        position, pairings = Position(puzzle, Budget()), BruteForce(puzzle).pairings()
        for pairing in list(pairings)[:5]:
            pairs = [tuple(sorted(position.numbers[cell] for cell in pair)) for pair in pairing]
            assert position.stuck(position.standing, [(i, j) for i, j in pairs]) == 0


def test_every_move_gets_its_proof() -> None:
    kept = lost = 0
    for puzzle in BOARDS:
        brute, position = BruteForce(puzzle), Position(puzzle, Budget())
        verdicts = Verdicts(position, Budget())
        assert (verdicts.clearing is not None) == brute.winnable(brute.start)
        for pair in position.moves():
            right = brute.winnable(brute.start.difference(cells(position, pair)))
            assert verdicts.is_winnable_after(pair, Budget()) == right
            kept, lost = kept + right, lost + (verdicts.clearing is not None and not right)
    assert kept > 1000 and lost > 10


def test_the_move_that_lost_the_game() -> None:
    source, lost_later = Source(9), 0
    for puzzle in BOARDS:
        brute, moves = BruteForce(puzzle), random_game(puzzle, source)
        standing, outlook = brute.start, [brute.winnable(brute.start)]
        for move in moves:
            standing = standing.difference(move.pair)
            outlook.append(brute.winnable(standing))
        assert all(before >= after for before, after in pairwise(outlook))
        expected = None if outlook[-1] else outlook.index(False) - 1
        assert losing_move(puzzle, moves, Budget()) == expected
        lost_later += expected is not None and expected >= 0
    assert lost_later > 10


def test_a_clearing_is_found_just_where_there_is_one() -> None:
    for puzzle in BOARDS:
        brute, found = BruteForce(puzzle), clearing_of(puzzle, Budget())
        assert (found is not None) == brute.winnable(brute.start)
        assert found is None or not check(puzzle, found)


def test_random_games_have_every_move_to_choose_from() -> None:
    for seed, puzzle in enumerate(small_boards(60)):
        position = Position(puzzle, Budget())
        games, source, again = RandomGames(position), Source(seed), Source(seed)
        for _ in range(3):
            trial = position.copy()
            while moves := list(trial.moves()):
                i, j = source.choice(moves)
                trial.standing &= ~(1 << i | 1 << j)
            assert games.play(again) == trial.standing


def test_a_clear_board_is_won() -> None:
    puzzle = board("AA")
    rest = remaining(puzzle, [Move(pair=((0, 0), (0, 1)))])
    assert rest is None
    assert clearing_of(rest, Budget()) is not None


def test_a_forbidden_pair_takes_its_pairing_along() -> None:
    position = Position(board("AAAA"), Budget())
    position.forbid((0, 1))
    assert list(position.pairs(position.standing)) == [(0, 2), (0, 3), (1, 2), (1, 3)]
    position.forbid((0, 2))
    assert list(position.pairs(position.standing)) == [(0, 3), (1, 2)]


def test_a_pair_that_goes_leaves_its_kind_to_one_another() -> None:
    position = Position(board("AAAABB"), Budget())
    position.take((0, 2))
    assert position.places(position.standing) == ((0, 1), (0, 3), (0, 4), (0, 5))
    assert list(position.pairs(position.standing)) == [(1, 3), (4, 5)]


def test_merged_kinds_go_together() -> None:
    puzzle = Shisen(board=(("A", "B"), ("C", "C")), merged=(("A", "B"),))
    position = Position(puzzle, Budget())
    assert [cells(position, pair) for pair in position.moves()] == [
        ((0, 0), (0, 1)),
        ((1, 0), (1, 1)),
    ]


def test_too_many_pairs_do_not_fit() -> None:
    with pytest.raises(Cut, match="memory"):
        Position(Shisen(board=(("A",) * 100,) * 100), Budget())


def test_the_budget_is_kept() -> None:
    with pytest.raises(Cut, match="time"):
        Position(BOARDS[4], Budget(seconds=0))
