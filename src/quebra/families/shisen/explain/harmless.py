"""Harmless moves: sequences that take all tiles of the units that they touch.

A unit is a set of tiles that can go only with each other: a kind, or a part of it once some pairs
are ruled out. If the board can be cleared before such a sequence, it can be cleared after it: the
other units go in the same order as before, because the sequence only empties cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quebra.contract.results import Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.hint import Hint, kind, numbers, tiles
from quebra.families.shisen.explain.phrases import are_adjacent, tiles_in_words
from quebra.families.shisen.position import Pair, Position
from quebra.grid.candidates import bits
from quebra.grid.cells import cells_in_words, in_words
from quebra.i18n.text import Text, all_of, sentences

MoveSequence = tuple[Pair, ...]

SIDE_BY_SIDE = Technique(
    Text("side by side"), 1, Text("The last two tiles of a kind lie side by side.")
)
LAST_TWO = Technique(Text("last two"), 2, Text("A free path joins the last two tiles of a kind."))
SETTLED = Technique(
    Text("settled"), 3, Text("A tile has one partner left, because the others are ruled out.")
)
ALL_FOUR = Technique(Text("all four"), 4, Text("All four tiles of a kind can go now."))
SHORT_RUN = Technique(
    Text("short run"), 5, Text("Up to four moves make way for one another and take whole kinds.")
)
LONG_RUN = Technique(
    Text("long run"), 9, Text("Up to twelve moves make way for one another and take whole kinds.")
)

MAX_SHORT, MAX_LONG = 4, 12
"""Moves of a short and of a long run."""
MAX_ORDERS = 100
"""Orders of moves that are tried for one kind; kinds of four tiles need fewer."""
MAX_NAMED = 3
"""Kinds of a run that its text names."""

HARMLESS = Text("Moves that take all tiles of a kind only make room, so nothing is lost.")


def last_two(position: Position, *, adjacent: bool) -> Iterator[Hint]:
    """The last two tiles of a kind, if they can go, and lie side by side or not."""
    for group in position.kinds:
        if (group & position.standing).bit_count() != 2:
            continue
        one, two = bits(group & position.standing)
        pair = one, two
        if position.is_free(pair):
            path = position.move(pair).path
            if adjacent and are_adjacent(path):
                text = Text(
                    "The last two {kind}, at {cells}, lie side by side: take them, "
                    "nothing is lost.",
                    **tiles(position, pair),
                )
                yield Hint(SIDE_BY_SIDE, (pair,), text, HARMLESS)
            elif not adjacent:
                text = Text(
                    "A free path joins the last two {kind}, at {cells}: take them, "
                    "nothing is lost.",
                    **tiles(position, pair),
                )
                yield Hint(LAST_TWO, (pair,), text, HARMLESS, evidence=len(path))


def settled(position: Position) -> Iterator[Hint]:
    """Two tiles that can go, and only with each other, although others of their kind stand."""
    for one, two in position.moves():
        if position.mates[one] == 1 << two and position.mates[two] == 1 << one:
            text = Text(
                "{tile} can go only with the one at {mate}: take them.",
                tile=tiles_in_words(position.names[one], [position.cells[one]]),
                mate=in_words(position.cells[two]),
            )
            reason = sentences(Text("All other pairs of these two tiles are ruled out."), HARMLESS)
            yield Hint(SETTLED, ((one, two),), text, reason)


def all_four(position: Position) -> Iterator[Hint]:
    """Four tiles of a kind that can go now, one pair after the other."""
    for sequence in kind_sequences(position):
        if len(sequence) == 2:
            first, then = (cells_in_words(position.cells[t] for t in pair) for pair in sequence)
            text = Text(
                "All four {kind} can go: first {first}, then {then}.",
                kind=kind(position, sequence[0][0]),
                first=first,
                then=then,
            )
            corners = sum(len(path) for path in _paths(position, sequence))
            yield Hint(ALL_FOUR, sequence, text, HARMLESS, evidence=corners)


def runs(position: Position, most: int, budget: Budget) -> Iterator[Hint]:
    """The first move of a sequence that takes whole kinds, one for each first move."""
    technique = SHORT_RUN if most == MAX_SHORT else LONG_RUN
    for start in position.moves():
        budget.pause()
        sequence = _sequence_from(position, start, most)
        if sequence:
            yield _run_hint(position, technique, sequence)


def _run_hint(position: Position, technique: Technique, sequence: MoveSequence) -> Hint:
    kinds = list(dict.fromkeys(kind(position, pair[0]) for pair in sequence))
    values = {**tiles(position, sequence[0]), "n": len(sequence)}
    if len(kinds) <= MAX_NAMED:
        text: Text = Text(
            "Take {kind} at {cells}: first of {n} numbered moves that take all {kinds}.",
            kinds=all_of(kinds),
            **values,
        )
    else:
        text = Text(
            "Take {kind} at {cells}: first of {n} numbered moves that take all tiles "
            "of {kinds} kinds.",
            kinds=len(kinds),
            **values,
        )
    order = (Text("Then take {kind} at {cells}.", **tiles(position, p)) for p in sequence[1:])
    first = Text("First take {kind} at {cells}.", **tiles(position, sequence[0]))
    return Hint(
        technique,
        sequence[:1],
        text,
        sentences(first, *order, HARMLESS),
        others=tuple(position.cells[tile] for pair in sequence[1:] for tile in pair),
        figures=tuple(numbers(position, sequence)),
        evidence=len(sequence),
    )


def kind_sequence(position: Position, group: int) -> MoveSequence | None:
    """A sequence of moves that takes all remaining tiles of a kind, or None."""
    group &= position.standing
    pairs = list(position.pairs(group))
    return _find_order(position, pairs, group, position.standing, [MAX_ORDERS])


def kind_sequences(position: Position) -> Iterator[MoveSequence]:
    """The sequences of one kind, for the kinds with the fewest tiles first."""
    groups = sorted((group & position.standing for group in position.kinds), key=int.bit_count)
    return (sequence for group in groups if group and (sequence := kind_sequence(position, group)))


def _find_order(
    position: Position, pairs: list[Pair], group: int, standing: int, tries: list[int]
) -> MoveSequence | None:
    """An order of some of these pairs that takes all tiles of a group."""
    if not group:
        return ()
    tries[0] -= 1
    for pair in pairs:
        both = 1 << pair[0] | 1 << pair[1]
        if tries[0] >= 0 and both & group == both and position.is_free_among(pair, standing):
            rest = _find_order(position, pairs, group & ~both, standing & ~both, tries)
            if rest is not None:
                return (pair, *rest)
    return None


def _sequence_from(position: Position, start: Pair, most: int) -> MoveSequence | None:
    """A sequence that takes a pair, kinds that can then go, and the rest of its own kind."""
    group, trial = position.kind_of[start[0]], position.copy()
    trial.take(start)
    sequence: list[Pair] = [start]
    while (rest := kind_sequence(trial, group)) is None:
        found = [each for each in kind_sequences(trial) if len(each) <= MAX_SHORT]
        if not found:
            return None
        for each in found:
            if all(trial.standing >> tile & 1 for tile in each[0]):
                for pair in each:
                    trial.take(pair)
                sequence += each
    sequence = _without_redundant_kinds(position, [*sequence, *rest], group)
    return tuple(sequence) if len(sequence) <= most else None


def _without_redundant_kinds(position: Position, sequence: list[Pair], group: int) -> list[Pair]:
    """The sequence without the kinds that it does not need; the last are tried first."""
    for other in dict.fromkeys(position.kind_of[i] for i, _ in reversed(sequence)):
        fewer = [pair for pair in sequence if not other >> pair[0] & 1]
        if other != group and _is_playable(position, fewer):
            sequence = fewer
    return sequence


def _is_playable(position: Position, sequence: Iterable[Pair]) -> bool:
    standing = position.standing
    for pair in sequence:
        if not position.is_free_among(pair, standing):
            return False
        standing &= ~(1 << pair[0] | 1 << pair[1])
    return True


def _paths(position: Position, sequence: MoveSequence) -> Iterator[tuple[tuple[int, int], ...]]:
    trial = position.copy()
    for pair in sequence:
        yield trial.move(pair).path
        trial.take(pair)
