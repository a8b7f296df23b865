"""The judge against an independent replay of attempts with random damage."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from quebra.contract.errors import BadInput
from quebra.families.shisen.model import Clearing, Move, Shisen, TilePair
from quebra.families.shisen.rules import (
    GOALS,
    VIOLATIONS,
    change_agrees,
    check,
    number_of_rounds,
    progress,
    replay,
    sum_of_rounds,
)
from quebra.families.shisen.solve.schedule import clearing
from quebra.grid.cells import Cell
from stopping import moderate_work

BOARD = Shisen(board=(("A", "B", "C", "A"), ("C", "B", "D", "D")))
A = Move(pair=((0, 0), (0, 3)), path=((0, 0), (-1, 0), (-1, 3), (0, 3)))
B = Move(pair=((0, 1), (1, 1)), path=((0, 1), (1, 1)))
C = Move(pair=((0, 2), (1, 0)), path=((0, 2), (0, 1), (1, 1), (1, 0)))
D = Move(pair=((1, 2), (1, 3)))
RIGHT = Clearing(rounds=((A, B, D), (C,)))
LARGE = Shisen(board=tuple((str(r // 2),) * 100 for r in range(100)))


def codes(puzzle: Shisen, answer: Clearing) -> list[str]:
    return [violation.code for violation in check(puzzle, answer)]


def random_board(rng: random.Random) -> Shisen:
    rows, cols = rng.choice(((2, 3), (3, 4), (4, 4), (2, 6)))
    half: list[str | None] = [rng.choice("ABCD") for _ in range(rows * cols // 2)]
    tiles = half * 2
    for i in range(rng.randrange(3)):
        name = tiles[i]
        tiles[i] = tiles[len(tiles) // 2 + i] = name if rng.random() < 0.5 else None
    tiles[-1] = tiles[len(tiles) // 2 - 1] = "A"
    rng.shuffle(tiles)
    return Shisen(board=tuple(tuple(tiles[r * cols : (r + 1) * cols]) for r in range(rows)))


def random_clearing(puzzle: Shisen, rng: random.Random) -> list[list[Move]]:
    pairs = []
    for group in puzzle.groups:
        cells = rng.sample(group, len(group))
        pairs += list(zip(cells[::2], cells[1::2], strict=True))
    return [list(moves) for moves in clearing(puzzle, pairs).rounds]


def damage(puzzle: Shisen, rounds: list[list[Move]], rng: random.Random) -> None:
    """One thing wrong, or not: a move elsewhere, twice or not at all, a pair or a path changed."""
    rows, cols = puzzle.size

    def cell(margin: int = 0) -> Cell:
        return rng.randrange(-margin, rows + margin), rng.randrange(-margin, cols + margin)

    if not rounds or rng.random() < 0.2:
        rounds.insert(rng.randint(0, len(rounds)), [Move(pair=(cell(), cell()))])
        return
    moves = rng.choice(rounds)
    if not moves:
        return
    i = rng.randrange(len(moves))
    move = moves[i]
    match rng.randrange(7):
        case 0:
            rng.choice(rounds).append(move)
        case 1:
            rng.choice(rounds).append(moves.pop(i))
        case 2:
            moves[i] = Move(pair=move.pair)
        case 3:
            moves[i] = Move(pair=(move.pair[0], cell()), path=move.path)
        case 4:
            moves[i] = Move(pair=move.pair, path=(move.path[:1] or (cell(),)) + (cell(2),))
        case 5:
            (r, c), (to_r, to_c) = move.pair
            side = rng.choice((-1, rows))
            path = [(r, c), (side, c), (side, -1), (to_r, -1), (to_r, to_c)]
            moves[i] = Move(pair=move.pair, path=tuple(path))
        case 6:
            (r, c), (to_r, to_c) = move.pair
            middle = rng.randrange(-2, cols + 2)
            path = [(r, c), (r, middle), (to_r, middle), (to_r, to_c)]
            kept = [a for a, b in pairwise([*path, None]) if a != b]
            moves[i] = Move(pair=move.pair, path=tuple(point for point in kept if point))


def replayed(puzzle: Shisen, rounds: list[list[Move]]) -> Iterator[str]:
    """What is wrong with each move, and at the end, by walking over a map of characters."""
    rows, cols = puzzle.size
    there = {
        (r, c): name for r, row in enumerate(puzzle.board) for c, name in enumerate(row) if name
    }
    for moves in rounds:
        going: dict[Cell, str] = {}
        pending = []
        for move in moves:
            one, two = move.pair
            if any(cell not in there or cell in going for cell in move.pair):
                yield "gone"
            elif one == two or there[one] != there[two]:
                yield "pair"
            else:
                going |= {one: there[one], two: there[two]}
                pending.append(move)
        for move in pending:
            yield from walked(move, there, going, rows, cols)
        for cell in going:
            del there[cell]
    if there:
        yield "left"


def walked(
    move: Move, there: dict[Cell, str], going: dict[Cell, str], rows: int, cols: int
) -> Iterator[str]:
    def inside(r: int, c: int) -> bool:
        return r in range(-1, rows + 1) and c in range(-1, cols + 1)

    if not move.path:
        if not found_by_flood(move, there, inside):
            yield "blocked"
        return
    if not all(inside(r, c) for r, c in move.path) or set(move.pair) != {
        move.path[0],
        move.path[-1],
    }:
        yield "path"
        return
    line, headings = [move.path[0]], []
    for r, c in move.path[1:]:
        at_r, at_c = line[-1]
        if (at_r != r and at_c != c) or (at_r, at_c) == (r, c):
            yield "path"
            return
        while line[-1] != (r, c):
            at_r, at_c = line[-1]
            heading = (max(-1, min(1, r - at_r)), max(-1, min(1, c - at_c)))
            line.append((at_r + heading[0], at_c + heading[1]))
            headings.append(heading)
    if sum(a != b for a, b in pairwise(headings)) > 2:
        yield "turns"
    elif any(cell in there and cell not in going for cell in line[1:-1]):
        yield "blocked"
    elif any(cell in there for cell in line[1:-1]):
        yield "same-round"


def found_by_flood(move: Move, there: dict[Cell, str], inside) -> bool:  # type: ignore[no-untyped-def]
    """A flood over cells with a heading and the turns made so far."""
    start, end = move.pair
    seen = {(start, way, 0) for way in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    frontier = list(seen)
    while frontier:
        (r, c), (down, right), turns = frontier.pop()
        to = (r + down, c + right)
        if to == end:
            return True
        if not inside(*to) or to in there:
            continue
        for way in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            state = (to, way, turns + (way != (down, right)))
            if state[2] <= 2 and state not in seen:
                seen.add(state)
                frontier.append(state)
    return False


def test_the_judge_agrees_with_another_replay() -> None:
    reached: Counter[str] = Counter()
    for seed in range(1500):
        rng = random.Random(seed)
        puzzle = random_board(rng)
        rounds = random_clearing(puzzle, rng)
        for _ in range(rng.randrange(4)):
            damage(puzzle, rounds, rng)
        answer = Clearing(rounds=tuple(map(tuple, rounds)))
        expected = Counter(replayed(puzzle, rounds))
        violations = check(puzzle, answer)
        assert Counter(violation.code for violation in violations) == expected, (seed, answer)
        assert all(violation.where and violation.text.endswith(".") for violation in violations)
        done = progress(puzzle, answer)
        assert 0 <= done.value <= 1 and (done.value == 1) == (not violations)
        reached += expected or Counter(["right"])
    assert reached.keys() == {*VIOLATIONS, "right"}
    assert min(reached.values()) >= 20, reached


def test_what_is_said() -> None:
    wrong = Clearing(rounds=((A, Move(pair=C.pair), B), (D,)))
    assert [violation.text for violation in check(BOARD, wrong)] == [
        "Round 0: no free path joins the tiles at row 1, column 3 and row 2, column 1."
    ]
    wrong = Clearing(rounds=((A, C, B), (D, D)))
    assert [violation.text for violation in check(BOARD, wrong)] == [
        "Round 0: the path from row 1, column 3 to row 2, column 1 runs over tiles at "
        "column 2, rows 1 and 2, which go in the same round.",
        "Round 1: there is no tile at row 2, columns 3 and 4.",
    ]
    row = Shisen(board=(("A", *"BBCCDDEE", "A"),))
    wrong = Clearing(rounds=((Move(pair=((0, 0), (0, 9)), path=((0, 0), (0, 9))),),))
    assert check(row, wrong)[0].text == (
        "Round 0: the path from row 1, column 1 to row 1, column 10 is blocked by tiles at "
        "row 1, columns 2, 3, 4, 5 and 6 and 3 more."
    )


def test_a_move_that_is_refused_makes_no_way() -> None:
    """Tiles that are not a pair stay, so a path over them is blocked, not too early."""
    mixed = Move(pair=((0, 1), (1, 2)))
    through = Move(pair=C.pair, path=C.path)
    assert codes(BOARD, Clearing(rounds=((A, mixed, through),))) == ["pair", "blocked", "left"]


def test_a_path_may_be_told_from_either_end_and_with_points_between() -> None:
    back = Move(pair=A.pair, path=A.path[::-1])
    dotted = Move(pair=A.pair, path=((0, 0), (-1, 0), (-1, 1), (-1, 2), (-1, 3), (0, 3)))
    for move in (back, dotted):
        assert check(BOARD, Clearing(rounds=((move, B, D), (C,)))) == ()


def test_a_path_that_turns_back_is_not_straight() -> None:
    beyond = Move(pair=D.pair, path=((1, 2), (1, 4), (1, 3)))
    assert codes(BOARD, Clearing(rounds=((A, B, beyond), (C,)))) == ["same-round"]
    again = Move(pair=D.pair, path=((1, 2), (2, 2), (2, 4), (2, 3), (1, 3)))
    assert codes(BOARD, Clearing(rounds=((A, B, again), (C,)))) == ["turns"]


def test_merged_kinds_are_one() -> None:
    puzzle = Shisen(board=(("F1", "F2"),), merged=(("F1", "F2"),))
    assert check(puzzle, Clearing(rounds=((Move(pair=((0, 0), (0, 1))),),))) == ()
    assert puzzle.groups == (((0, 0), (0, 1)),)


def test_goals() -> None:
    assert check(BOARD, RIGHT) == ()
    assert (sum_of_rounds(BOARD, RIGHT), number_of_rounds(BOARD, RIGHT)) == (2, 2)
    slow = Clearing(rounds=((), (A,), (B,), (C,), (D,)))
    assert check(BOARD, slow) == ()
    assert (GOALS["sum"].measure(BOARD, slow), GOALS["rounds"].measure(BOARD, slow)) == (20, 5)


def test_which_changes_hold() -> None:
    assert change_agrees(RIGHT, TilePair("A", ((0, 3), (0, 0))).change("place"))
    assert not change_agrees(RIGHT, TilePair("A", ((0, 3), (0, 1))).change("place"))
    assert change_agrees(RIGHT, TilePair("A", ((0, 3), (0, 1))).change("remove"))
    assert not change_agrees(RIGHT, TilePair("A", ((0, 0), (0, 3))).change("remove"))


def test_rounds_as_they_were_played() -> None:
    played = list(replay(BOARD, Clearing(rounds=((B,), (), (A, A)))))
    assert [each.number for each in played] == [0, 2]
    assert [len(wrong) for _, wrong in played[1].moves] == [0, 1]
    assert played[1].gone == set(A.pair)


@pytest.mark.parametrize("cell", [(-1, 0), (0, 4), (2, 0), (10**9, -(10**9))])
def test_tiles_outside_the_board_are_bad_input(cell: Cell) -> None:
    with pytest.raises(BadInput, match="is not on the board of 2 x 4 cells"):
        check(BOARD, Clearing(rounds=((Move(pair=((0, 0), cell)),),)))


HOSTILE = {
    "rounds without moves": Clearing(rounds=((),) * 1_000_000),
    "the same move again and again": Clearing(
        rounds=((Move(pair=((0, 0), (0, 1)), path=((0, 0), (0, 1))),) * 100_000,)
    ),
    "rounds of a move that is refused": Clearing(rounds=((Move(pair=((0, 0), (2, 0))),),) * 50_000),
    "a path from side to side": Clearing(
        rounds=((Move(((0, 0), (0, 1)), ((0, 0), *((0, 100), (0, -1)) * 200_000, (0, 1))),),)
    ),
    "a path of countless points": Clearing(
        rounds=((Move(((0, 0), (0, 1)), ((0, 0), (0, 1)) * 300_000),),)
    ),
    "a path to the end of the world": Clearing(
        rounds=((Move(((0, 0), (0, 1)), ((0, 0), (2**62, 0), (2**62, 1), (0, 1))),),)
    ),
    "pairs far apart that have to find their paths": Clearing(
        rounds=tuple(
            (Move(pair=((r, c), (r + 1, 99 - c))),) for r in range(0, 100, 2) for c in range(100)
        )
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_answers_are_settled_fast(name: str) -> None:
    with moderate_work():
        violations = check(LARGE, HOSTILE[name])
        assert violations and progress(LARGE, HOSTILE[name]).value < 1
