"""Safe moves: sequences that take all tiles of their kinds.

If the board can be cleared before such a sequence, it can be cleared after it: the pairs of other
kinds can go in the same order as before, because the sequence only empties cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quebra.engine.budget import Budget
from quebra.families.shisen.position import Pair, Position

MoveSequence = tuple[Pair, ...]

MAX_MOVES = 8
"""Moves of a sequence that a person can follow."""

MAX_ORDERS = 100
"""Orders of moves that are tried for one kind; kinds of four tiles need fewer."""


def kind_sequence(position: Position, kind: int) -> MoveSequence | None:
    """A sequence of moves that takes all remaining tiles of a kind, or None."""
    return _find_order(position, list(position.pairs(kind & position.standing)), [MAX_ORDERS])


def kind_sequences(position: Position) -> Iterator[MoveSequence]:
    """The sequences of one kind, for the kinds with the fewest tiles first."""
    kinds = sorted((kind & position.standing for kind in position.kinds), key=int.bit_count)
    return (sequence for kind in kinds if kind and (sequence := kind_sequence(position, kind)))


def mixed_sequence(position: Position, budget: Budget) -> MoveSequence | None:
    """A shortest sequence that takes a pair and then other kinds that it frees.

    It has only the kinds without which the first kind could not be taken completely.
    """
    found = None
    for start in position.moves():
        budget.pause()
        sequence = _sequence_from(position, start)
        if sequence and len(sequence) <= (len(found) - 1 if found else MAX_MOVES):
            found = sequence
    return found


def _find_order(position: Position, pairs: list[Pair], tries: list[int]) -> MoveSequence | None:
    if not pairs:
        return ()
    tries[0] -= 1
    for pair in pairs:
        if tries[0] >= 0 and position.is_free(pair):
            after = position.copy()
            after.take(pair)
            others = [other for other in pairs if not set(other) & set(pair)]
            if (rest := _find_order(after, others, tries)) is not None:
                return (pair, *rest)
    return None


def _sequence_from(position: Position, start: Pair) -> MoveSequence | None:
    kind, trial = position.kind_of[start[0]], position.copy()
    trial.take(start)
    sequence: list[Pair] = [start]
    while (rest := kind_sequence(trial, kind)) is None:
        others = next(kind_sequences(trial), None)
        if others is None:
            return None
        for pair in others:
            trial.take(pair)
        sequence += others
    return _without_redundant_kinds(position, [*sequence, *rest], kind)


def _without_redundant_kinds(position: Position, sequence: list[Pair], kind: int) -> MoveSequence:
    """The sequence without the kinds that it does not need; the last are tried first."""
    for other in dict.fromkeys(position.kind_of[i] for i, _ in reversed(sequence)):
        fewer = [pair for pair in sequence if not other >> pair[0] & 1]
        if other != kind and _is_playable(position, fewer):
            sequence = fewer
    return tuple(sequence)


def _is_playable(position: Position, sequence: Iterable[Pair]) -> bool:
    trial = position.copy()
    for pair in sequence:
        if not trial.is_free(pair):
            return False
        trial.take(pair)
    return True
