"""Boards with gravity: how tiles fall, and clearings compared with brute force."""

from __future__ import annotations

import msgspec

from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.position import clearing_of
from quebra.families.shisen.rules import check
from quebra.families.shisen.solve.falling import FallingSearch, every
from quebra.families.shisen.solve.stacks import moves
from quebra.families.shisen.standing import StandingTiles
from shisen.brute_force import FallingForce, shuffled

SHAPES = (
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


def test_pairings_as_by_brute_force() -> None:
    numbers = set()
    for puzzle in falling_boards(330):
        if len(puzzle.tiles) > 16:
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


def test_tiles_fall_and_moves_are_found_as_by_brute_force() -> None:
    source = Source(3)
    for puzzle in falling_boards(110):
        force = FallingForce(puzzle)
        search = FallingSearch(puzzle, Budget(), None)
        tiles = StandingTiles(puzzle)
        position = force.start
        while True:
            assert dict(position) == tiles.origins
            found = dict(force.moves(position))
            mine = search.pairs(tiles)
            assert {frozenset(pair) for pair in mine} <= {frozenset(pair) for pair in found}
            assert bool(mine) == bool(found)
            if position != force.start:
                stacks = search._stacks(tiles)
                assert {frozenset(map(search._pair, [m]).__next__()) for m in moves(stacks)} == {
                    frozenset(pair) for pair in found
                }
            if not found:
                break
            pair = source.choice(sorted(found))
            tiles.remove(pair)
            position = found[pair]
