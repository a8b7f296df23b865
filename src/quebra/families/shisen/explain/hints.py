"""Hints for a position that can be won, by the easiest technique that applies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quebra.contract.results import Step, Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.deadlocks import Deadlock, deadlock_after
from quebra.families.shisen.explain.phrases import are_adjacent, path_in_words, tiles_in_words
from quebra.families.shisen.explain.safe_moves import MoveSequence, kind_sequences, mixed_sequence
from quebra.families.shisen.model import TilePair
from quebra.families.shisen.position import Pair, Position
from quebra.grid.candidates import bits
from quebra.grid.cells import Cell, cells_in_words, in_words
from quebra.i18n.text import Text, Verbatim, none_of, sentences

NEIGHBOURS = Technique(Text("neighbours"), 1, Text("The last two tiles of a kind are adjacent."))
LAST_TWO = Technique(Text("last two"), 2, Text("A free path joins the last two tiles of a kind."))
FREE_GROUP = Technique(Text("free group"), 3, Text("All remaining tiles of a kind can go now."))
FREE_RUN = Technique(
    Text("free run"), 4, Text("Moves that make way for one another take all tiles of their kinds.")
)
ONLY_PARTNER = Technique(
    Text("only partner"), 5, Text("With any other partner, pairs would block one another.")
)
DEADLOCK = Technique(
    Text("deadlock"), 6, Text("After a possible move, pairs would block one another.")
)
SEARCH = Technique(Text("search"), 7, Text("Trying all continuations shows that a move is safe."))
TECHNIQUES = (NEIGHBOURS, LAST_TWO, FREE_GROUP, FREE_RUN, ONLY_PARTNER, DEADLOCK, SEARCH)

SAFE = Text("It is safe to take them.")


@dataclass(frozen=True, slots=True)
class Hint:
    """Pairs to take in this order, or with the technique `DEADLOCK` a pair not to take."""

    technique: Technique
    pairs: MoveSequence
    text: Text
    because: tuple[Deadlock, ...] = ()

    @property
    def forbids(self) -> bool:
        """Whether the pair must not be taken."""
        return self.technique is DEADLOCK

    def step(self, position: Position) -> Step:
        """The hint as a step."""
        places = [(position.cells[i], position.cells[j]) for i, j in self.pairs]
        where = [cell for pair in places for cell in pair]
        where += [cell for deadlock in self.because for cell in deadlock.cells]
        changes = tuple(
            TilePair(position.puzzle.tiles[pair[0]], pair).change(
                "remove" if self.forbids else "place"
            )
            for pair in places
        )
        return Step(self.technique.name, tuple(dict.fromkeys(where)), changes, self.text)

    def apply(self, position: Position) -> None:
        """Take the pairs, or rule the pair out."""
        for pair in self.pairs:
            if self.forbids:
                position.forbid(pair)
            else:
                position.take(pair)


class HintFinder:
    """Finds hints from a position that can be won up to the clear board.

    `pairing` is one that clears it, and after every hint it still clears the remaining tiles:
    sequences of whole kinds do not change the other kinds, pairs without an alternative are in
    every clearing, and the last technique takes a pair of this pairing.
    """

    def __init__(self, position: Position, pairing: frozenset[Pair], budget: Budget) -> None:
        self.position = position
        self.pairing = pairing
        self.budget = budget
        self._refuted: dict[Pair, Deadlock | None] = {}

    def hints(self) -> Iterator[Hint]:
        """The hints up to the clear board; each is applied when the next one is requested."""
        while self.position.standing:
            self.budget.pause()
            hint = self._easiest()
            yield hint
            hint.apply(self.position)
            if hint.technique in (ONLY_PARTNER, DEADLOCK, SEARCH):
                # With fewer choices, pairs that could not be refuted may now be.
                self._refuted = {
                    pair: deadlock for pair, deadlock in self._refuted.items() if deadlock
                }

    def _easiest(self) -> Hint:
        sequences = list(kind_sequences(self.position))
        last_pairs = [sequence[0] for sequence in sequences if len(sequence) == 1]
        adjacent = [pair for pair in last_pairs if are_adjacent(self.position.move(pair).path)]
        return (
            self._last_pair(NEIGHBOURS, adjacent)
            or self._last_pair(LAST_TWO, last_pairs)
            or self._free_group(sequences)
            or self._free_run()
            or self._only_partner()
            or self._deadlock()
            or self._search()
        )

    def _last_pair(self, technique: Technique, pairs: list[Pair]) -> Hint | None:
        if not pairs:
            return None
        pair, kind = pairs[0], self._kind(pairs[0])
        cells = cells_in_words(self._cells(pair))
        if technique is NEIGHBOURS:
            text = Text("The last two {kind}, at {cells}, are adjacent.", kind=kind, cells=cells)
        else:
            text = sentences(
                Text("The last two {kind} are at {cells}.", kind=kind, cells=cells),
                Text("They are joined by {path}.", path=self._path(pair)),
            )
        return Hint(technique, (pair,), sentences(text, SAFE))

    def _free_group(self, sequences: Iterable[MoveSequence]) -> Hint | None:
        for sequence in sequences:
            all_go = Text("All remaining {kind} can go now.", kind=self._kind(sequence[0]))
            return Hint(FREE_GROUP, sequence, sentences(all_go, self._order(sequence), SAFE))
        return None

    def _free_run(self) -> Hint | None:
        sequence = mixed_sequence(self.position, self.budget)
        if sequence is None:
            return None
        kinds = none_of(dict.fromkeys(self._kind(pair) for pair in sequence))
        safe = Text("Then no {kinds} is left, so this is safe.", kinds=kinds)
        return Hint(FREE_RUN, sequence, sentences(self._order(sequence), safe))

    def _only_partner(self) -> Hint | None:
        for pair in self.position.moves():
            for tile, mate in (pair, pair[::-1]):
                others = bits(self.position.mates[tile] & ~(1 << mate))
                reasons = self._refutations(tile, others)
                if reasons is not None:
                    return self._only_partner_hint(tile, mate, others, reasons)
        return None

    def _only_partner_hint(
        self, tile: int, mate: int, others: list[int], reasons: list[Deadlock]
    ) -> Hint:
        cells = self.position.cells
        texts = [
            Text(
                "{tile} can go only with the one at {mate}.",
                tile=tiles_in_words(self.position.names[tile], [cells[tile]]),
                mate=in_words(cells[mate]),
            )
        ]
        if not others:
            texts.append(Text("The other pairs of its kind are ruled out."))
        for other, deadlock in zip(others, reasons, strict=True):
            mate_cell = in_words(cells[other])
            texts += [
                Text("If it goes with the one at {mate}, a deadlock follows.", mate=mate_cell),
                deadlock.text,
            ]
        pair = (min(tile, mate), max(tile, mate))
        return Hint(ONLY_PARTNER, (pair,), sentences(*texts), tuple(reasons))

    def _deadlock(self) -> Hint | None:
        for pair in self.position.moves():
            if deadlock := self._refutation(*pair):
                text = Text(
                    "Do not take {tiles} as a pair: a deadlock follows.", tiles=self._tiles(pair)
                )
                return Hint(DEADLOCK, (pair,), sentences(text, deadlock.text), (deadlock,))
        return None

    def _search(self) -> Hint:
        pair = next(pair for pair in self.position.moves() if pair in self.pairing)
        text = Text("{tiles} can go along {path}.", tiles=self._tiles(pair), path=self._path(pair))
        proof = Text("A search proves that the board can still be cleared.")
        return Hint(SEARCH, (pair,), sentences(text, proof))

    def _refutations(self, tile: int, mates: list[int]) -> list[Deadlock] | None:
        """A deadlock for each of these mates of a tile; None as soon as one has none."""
        reasons = []
        for mate in mates:
            deadlock = self._refutation(tile, mate)
            if deadlock is None:
                return None
            reasons.append(deadlock)
        return reasons

    def _refutation(self, tile: int, mate: int) -> Deadlock | None:
        """The deadlock that follows if these two tiles go together, or None."""
        pair = (min(tile, mate), max(tile, mate))
        if pair not in self._refuted:
            self.budget.spend()
            self._refuted[pair] = deadlock_after(self.position, pair)
        return self._refuted[pair]

    def _order(self, sequence: MoveSequence) -> Text:
        """The moves of a sequence, a sentence for each."""
        first, *others = map(self._tiles, sequence)
        return sentences(
            Text("First take {tiles}.", tiles=first),
            *(Text("Then take {tiles}.", tiles=tiles) for tiles in others),
        )

    def _kind(self, pair: Pair) -> Verbatim:
        return Verbatim(self.position.names[pair[0]])

    def _cells(self, pair: Pair) -> list[Cell]:
        return [self.position.cells[tile] for tile in pair]

    def _tiles(self, pair: Pair) -> Text:
        return tiles_in_words(self._kind(pair), self._cells(pair))

    def _path(self, pair: Pair) -> Text:
        return path_in_words(self.position.puzzle.size, self.position.move(pair).path)
