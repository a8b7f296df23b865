"""Refuted pairs: if two tiles went together, others could never go."""

from __future__ import annotations

from collections.abc import Iterator

from quebra.contract.results import Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.deadlocks import Deadlock, deadlock_after
from quebra.families.shisen.explain.hint import Hint, tiles
from quebra.families.shisen.explain.phrases import tiles_in_words
from quebra.families.shisen.position import Pair, Position
from quebra.grid.candidates import bits
from quebra.grid.cells import in_words
from quebra.i18n.text import Text, sentences

ONLY_PARTNER = Technique(
    Text("only partner"),
    8,
    Text("With every other partner of a tile, a few tiles block one another."),
)
TRAP = Technique(Text("trap"), 10, Text("After a tempting move, a few tiles block one another."))
LARGE_TRAP = Technique(
    Text("large trap"), 11, Text("If two tiles go together, many tiles block one another.")
)


class Refutations:
    """Finds the deadlocks that follow from pairs, each once.

    A pair that is refuted stays so; others are tried again when choices have become fewer.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._known: dict[Pair, Deadlock | None] = {}

    def forget(self) -> None:
        """Try again the pairs without a deadlock, after choices have become fewer."""
        self._known = {pair: found for pair, found in self._known.items() if found}

    def deadlock(self, position: Position, pair: Pair) -> Deadlock | None:
        """The deadlock that follows if these two tiles go together, or None."""
        pair = (min(pair), max(pair))
        if pair not in self._known:
            self._budget.pause()
            stuck = position.deadlocked_by(pair)
            self._known[pair] = deadlock_after(position, pair) if stuck else None
        return self._known[pair]

    def only_partners(self, position: Position) -> Iterator[Hint]:
        """Pairs to take, because every other partner of one of the tiles is refuted."""
        for pair in position.moves():
            for tile, mate in (pair, pair[::-1]):
                others = bits(position.mates[tile] & position.standing & ~(1 << mate))
                found = self._small_deadlocks(position, tile, others)
                if found:
                    yield _only_partner_hint(position, (tile, mate), others, found)

    def traps(self, position: Position) -> Iterator[Hint]:
        """Pairs that can go now and lead to a small deadlock."""
        for pair in position.moves():
            if (found := self.deadlock(position, pair)) and found.is_small:
                text = Text(
                    "Avoid {kind} at {cells}: then {deadlock}.",
                    deadlock=found.clause,
                    **tiles(position, pair),
                )
                yield _trap_hint(position, TRAP, pair, found, text)

    def large_traps(self, position: Position) -> Iterator[Hint]:
        """Pairs that lead to a large deadlock, where without them a pair that can go is settled."""
        for pair in position.moves():
            for tile, mate in (pair, pair[::-1]):
                others = bits(position.mates[tile] & position.standing & ~(1 << mate))
                found = [self.deadlock(position, (tile, other)) for other in others]
                if others and all(found) and found[0]:
                    wrong = min(tile, others[0]), max(tile, others[0])
                    text = Text(
                        "If {kind} at {cells} go together, {deadlock}.",
                        deadlock=found[0].clause,
                        **tiles(position, wrong),
                    )
                    technique = TRAP if found[0].is_small else LARGE_TRAP
                    yield _trap_hint(position, technique, wrong, found[0], text)
                    break

    def _small_deadlocks(self, position: Position, tile: int, mates: list[int]) -> list[Deadlock]:
        """A small deadlock for each of these mates of a tile; empty if one has none."""
        found = []
        for mate in mates:
            deadlock = self.deadlock(position, (tile, mate))
            if deadlock is None or not deadlock.is_small:
                return []
            found.append(deadlock)
        return found


def _only_partner_hint(
    position: Position, pair: Pair, others: list[int], found: list[Deadlock]
) -> Hint:
    tile, mate = (position.cells[each] for each in pair)
    text = Text(
        "{tile} must go with the one at {mate}: other partners end in a deadlock.",
        tile=tiles_in_words(position.names[pair[0]], [tile]),
        mate=in_words(mate),
    )
    reasons = [
        sentences(
            Text("With the one at {mate}, tiles would block one another.", mate=in_words(cell)),
            deadlock.text,
        )
        for cell, deadlock in zip((position.cells[o] for o in others), found, strict=True)
    ]
    return Hint(
        ONLY_PARTNER,
        ((min(pair), max(pair)),),
        text,
        sentences(*reasons),
        more=tuple(position.cells[other] for other in others),
        others=tuple(cell for deadlock in found for cell in deadlock.cells),
        figures=found[0].arrows,
        evidence=sum(len(deadlock.cells) for deadlock in found),
    )


def _trap_hint(
    position: Position, technique: Technique, pair: Pair, found: Deadlock, text: Text
) -> Hint:
    group = position.kind_of[pair[0]] & position.standing
    left = position.places(group & ~(1 << pair[0] | 1 << pair[1]))
    return Hint(
        technique,
        (pair,),
        text,
        found.text,
        more=left if found.is_small else (),
        others=found.cells,
        figures=found.arrows,
        evidence=len(found.cells),
        forbids=True,
    )
