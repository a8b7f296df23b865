"""Safe moves are safe: the rules `sure` and `exchange` against all games on small boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from deadlocked import with_deadlocks

from brute_force import BruteForce, small_boards
from quebra.contract.random import Source
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.exchange import exchange
from quebra.families.shisen.explain.harmless import MAX_LONG, all_four, last_two, runs, settled
from quebra.families.shisen.explain.refutations import Refutations
from quebra.families.shisen.explain.sure import sure
from quebra.families.shisen.model import Shisen
from quebra.families.shisen.position import Pair, Position

Counts = Counter[str]


def planted_boards(count: int, seed: int) -> Iterator[Shisen]:
    """Small boards with a planted deadlock, of two kinds or of three."""
    source = Source(seed)
    shapes = [
        (3, 4, "AAAABBBBCCCC", 2),
        (4, 4, "AAAABBBBCCCCDDDD", 2),
        (4, 4, "AAAABBBBCCCCDDDD", 3),
    ]
    shapes += [(4, 4, "AAAABBBBCCDDEEFF", 2)]
    for number in range(count):
        rows, cols, tiles, kinds = shapes[number % len(shapes)]
        board = with_deadlocks([*tiles], (rows, cols), 1, source, kinds)
        if board is not None:
            yield board


def positions(puzzle: Shisen, source: Source) -> Iterator[tuple[Position, BruteForce]]:
    """The first position that can be cleared, and the ones after random moves that keep it so."""
    brute = BruteForce(puzzle)
    standing, position = brute.start, Position(puzzle, Budget())
    while standing and brute.winnable(standing):
        yield position.copy(), brute
        if source.chance(0.5):
            yield narrowed(position, brute, source), brute
        safe = [pair for pair in position.moves() if is_safe(position, brute, pair)]
        pair = source.choice(safe)
        position.take(pair)
        standing = frozenset(position.places(position.standing))


def narrowed(position: Position, brute: BruteForce, source: Source) -> Position:
    """The position with some pairs ruled out that lose."""
    narrow = position.copy()
    for pair in list(position.moves()):
        if source.chance(0.7) and not is_safe(position, brute, pair):
            narrow.forbid(pair)
    return narrow


def is_safe(position: Position, brute: BruteForce, pair: Pair) -> bool:
    return brute.winnable(frozenset(position.places(position.standing & ~_both(pair))))


def _both(pair: Pair) -> int:
    return 1 << pair[0] | 1 << pair[1]


def check_claims(position: Position, brute: BruteForce, counts: Counts) -> None:
    counts["positions"] += 1
    found = {
        "sure": {hint.pairs[0] for hint in sure(position)},
        "exchange": {hint.pairs[0] for hint in exchange(position)},
    }
    for pair in position.moves():
        safe = is_safe(position, brute, pair)
        for name, claimed in found.items():
            counts[name] += pair in claimed
            assert safe or pair not in claimed, (name, position.board(), pair)
        counts["losing"] += not safe


def count_claims(boards: list[Shisen]) -> Counts:
    counts, source = Counts(), Source(1)
    for puzzle in boards:
        for position, brute in positions(puzzle, source):
            check_claims(position, brute, counts)
    return counts


def test_sure_and_exchangeable_pairs_are_safe() -> None:
    counts = count_claims([*small_boards(120), *planted_boards(80, 3)])
    assert counts["positions"] > 500
    assert counts["sure"] > 500 and counts["exchange"] > 200 and counts["losing"] > 50


@pytest.mark.slow
def test_sure_and_exchangeable_pairs_are_safe_on_many_boards() -> None:
    counts = count_claims([*small_boards(2500), *planted_boards(2000, 5)])
    assert counts["positions"] > 10_000
    assert counts["sure"] > 10_000 and counts["exchange"] > 5_000 and counts["losing"] > 1_000


def test_harmless_moves_and_refutations_are_true() -> None:
    counts, source = Counts(), Source(2)
    for puzzle in [*small_boards(60), *planted_boards(40, 4)]:
        for position, brute in positions(puzzle, source):
            refutations = Refutations(Budget())
            for find in (
                last_two(position, adjacent=True),
                last_two(position, adjacent=False),
                settled(position),
                all_four(position),
                runs(position, MAX_LONG, Budget()),
                refutations.only_partners(position),
            ):
                for hint in find:
                    after = position.copy()
                    for pair in hint.pairs:
                        assert after.is_free(pair)
                        after.take(pair)
                    left = frozenset(after.places(after.standing))
                    assert brute.winnable(left), (hint.text, position.board())
                    counts[hint.technique.name] += 1
            for hint in (*refutations.traps(position), *refutations.large_traps(position)):
                assert hint.forbids
                (pair,) = hint.pairs
                if position.is_free(pair):
                    assert not is_safe(position, brute, pair)
                counts[hint.technique.name] += 1
    wanted = {"side by side", "last two", "settled", "all four", "long run", "only partner", "trap"}
    assert wanted <= counts.keys(), counts
