"""A sure pair: the other two of its kind will meet, whatever else happens.

The relaxation of `Position.stuck` lets a tile go with any mate. Here, on the contrary, a tile
goes only when it can go with every mate that it may have. After the pair has gone, these rules
are applied until nothing changes, where cells of tiles that are certain to go count as empty:

1. two tiles that can go only with each other are certain to go when they have a free path;
2. all tiles of a kind are certain to go when some order of free pairs takes them;
3. a tile is certain to go when all pairs that it is allowed in have free paths.

If the other two tiles of the kind are then certain to go, the pair is safe. Take a clearing of
the position, and change its pairing: this kind goes by the pair and the other two, and the kinds
of rule 2 go as that rule found. By induction, all certain tiles go with the new pairing. Of the
others, the first to go in the clearing still has its free path, so all of them go as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.results import Technique
from quebra.families.shisen.explain.harmless import kind_sequence
from quebra.families.shisen.explain.hint import Hint, tiles
from quebra.families.shisen.position import Pair, Position
from quebra.grid.candidates import bits
from quebra.i18n.text import Text, sentences

SURE = Technique(
    Text("sure"), 6, Text("The other two tiles of a kind will meet, whatever else happens.")
)
GROUP = 4
"""Tiles of a kind for which a pair can be sure."""


def sure(position: Position) -> Iterator[Hint]:
    """The pairs that are sure."""
    for pair in position.moves():
        certain = certain_after(position, pair)
        if certain is not None:
            text = Text(
                "Take {kind} at {cells}: whatever else you do, the other two can always meet.",
                **tiles(position, pair),
            )
            reason = sentences(
                Text("Only tiles that are certain to go stand between the other two."),
                Text("A tile is certain to go if it can go with every partner it may have."),
            )
            yield Hint(SURE, (pair,), text, reason, evidence=certain.bit_count())


def certain_after(position: Position, pair: Pair) -> int | None:
    """The tiles that are certain to go once a free pair has gone, with the other two of its kind.

    None if those two are not among them, or the kind has not four tiles left.
    """
    rest = leftover(position, pair)
    if rest is None:
        return None
    trial = position.copy()
    trial.take(pair)
    certain, before = 0, -1
    while certain != before:
        if trial.is_free_among(rest, trial.standing & ~certain):
            return certain
        before = certain
        for group in trial.kinds:
            group &= trial.standing
            if group & ~certain and not group >> rest[0] & 1:
                certain |= _certain_of(trial, group, certain)
    return None


def leftover(position: Position, pair: Pair) -> Pair | None:
    """The other two tiles of a kind with four tiles left, if they may go together."""
    group = position.kind_of[pair[0]] & position.standing
    if group.bit_count() != GROUP:
        return None
    one, two = bits(group & ~(1 << pair[0] | 1 << pair[1]))
    return (one, two) if position.mates[one] >> two & 1 else None


def _certain_of(position: Position, group: int, certain: int) -> int:
    """The tiles of a kind that are certain to go by one of the rules."""
    empty = position.standing & ~certain
    found = 0
    for tile in bits(group & ~certain):
        mates = bits(position.mates[tile] & position.standing)
        if all(position.is_free_among((min(tile, m), max(tile, m)), empty) for m in mates):
            found |= 1 << tile
    if found == group & ~certain:
        return found
    trial = position.copy()
    trial.standing = empty | group
    return group if kind_sequence(trial, group) is not None else found
