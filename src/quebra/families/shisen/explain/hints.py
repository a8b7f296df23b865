"""Hints for a position that can be won, by the easiest technique that applies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quebra.contract.results import Step, Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.deadlocks import Deadlock, deadlock_after
from quebra.families.shisen.explain.phrases import are_adjacent, hyphenated, path_text
from quebra.families.shisen.explain.safe_moves import MoveSequence, kind_sequences, mixed_sequence
from quebra.families.shisen.model import TilePair
from quebra.families.shisen.position import Pair, Position
from quebra.grid.candidates import bits
from quebra.grid.cells import in_words, joined
from quebra.grid.ladder import sentence

TECHNIQUES = (
    Technique("neighbours", 1, "The last two tiles of a kind lie side by side."),
    Technique("last two", 2, "A free path joins the last two tiles of a kind."),
    Technique("free group", 3, "All tiles that are left of a kind can go now."),
    Technique("free run", 4, "Moves that make way for one another take all of their kinds."),
    Technique("only partner", 5, "With any other partner, pairs would block one another."),
    Technique("deadlock", 6, "After a move that lies at hand, pairs would block one another."),
    Technique("search", 7, "Trying out the ways to go on shows that a move is safe."),
)

HARMLESS = "and nothing is lost by it"


@dataclass(frozen=True, slots=True)
class Hint:
    """Pairs to take in this order, or with the technique "deadlock" a pair not to take."""

    technique: str
    pairs: MoveSequence
    text: str
    because: tuple[Deadlock, ...] = ()

    @property
    def forbids(self) -> bool:
        """Whether the pair must not be taken."""
        return self.technique == "deadlock"

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
        return Step(self.technique, tuple(dict.fromkeys(where)), changes, self.text)

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
            if hint.technique in ("only partner", "deadlock", "search"):
                # With fewer choices, pairs that could not be refuted may now be.
                self._refuted = {
                    pair: deadlock for pair, deadlock in self._refuted.items() if deadlock
                }

    def _easiest(self) -> Hint:
        sequences = list(kind_sequences(self.position))
        last_pairs = [sequence[0] for sequence in sequences if len(sequence) == 1]
        adjacent = [pair for pair in last_pairs if are_adjacent(self.position.move(pair).path)]
        return (
            self._last_pair("neighbours", adjacent)
            or self._last_pair("last two", last_pairs)
            or self._free_group(sequences)
            or self._free_run()
            or self._only_partner()
            or self._deadlock()
            or self._search()
        )

    def _last_pair(self, technique: str, pairs: list[Pair]) -> Hint | None:
        if not pairs:
            return None
        pair, path = pairs[0], self.position.move(pairs[0]).path
        how = "lie side by side" if are_adjacent(path) else f"are joined {self._path_text(pair)}"
        text = f"the last two {self._kind(pair)}, at {self._places(pair)}, {how}"
        return Hint(technique, (pair,), sentence(f"{text}: they can go, {HARMLESS}"))

    def _free_group(self, sequences: Iterable[MoveSequence]) -> Hint | None:
        for sequence in sequences:
            pairs = joined([self._places(pair) for pair in sequence])
            text = f"all {self._kind(sequence[0])} that are left can go now, {pairs}"
            return Hint("free group", sequence, sentence(f"{text}, {HARMLESS}"))
        return None

    def _free_run(self) -> Hint | None:
        sequence = mixed_sequence(self.position, self.budget)
        if sequence is None:
            return None
        moves = ", then ".join(self._pair_name(pair) for pair in sequence)
        kinds = joined(list(dict.fromkeys(self._kind(pair) for pair in sequence)), "or")
        text = f"{moves} can go one after the other; no {kinds} is left then, {HARMLESS}"
        return Hint("free run", sequence, sentence(text))

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
        subject = f"{self.position.names[tile]} at {in_words(cells[tile])}"
        text = f"{subject} can go only with the one at {in_words(cells[mate])}"
        if not others:
            text += ": the other pairs of its kind are ruled out"
        for number, (other, deadlock) in enumerate(zip(others, reasons, strict=True)):
            text += f"{';' if number else ':'} with {in_words(cells[other])}, {deadlock.text}"
        pair = (min(tile, mate), max(tile, mate))
        return Hint("only partner", (pair,), sentence(text), tuple(reasons))

    def _deadlock(self) -> Hint | None:
        for pair in self.position.moves():
            if deadlock := self._refutation(*pair):
                text = (
                    f"{self._pair_name(pair)} could go now, but must not: after it, {deadlock.text}"
                )
                return Hint("deadlock", (pair,), sentence(text), (deadlock,))
        return None

    def _search(self) -> Hint:
        pair = next(pair for pair in self.position.moves() if pair in self.pairing)
        text = f"{self._pair_name(pair)} can go, {self._path_text(pair)}"
        proof = "and the board can still be cleared: a search proves it"
        return Hint("search", (pair,), sentence(f"{text}, {proof}"))

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

    def _kind(self, pair: Pair) -> str:
        return self.position.names[pair[0]]

    def _places(self, pair: Pair) -> str:
        return hyphenated(self.position.cells[tile] for tile in pair)

    def _pair_name(self, pair: Pair) -> str:
        return f"{self._kind(pair)} at {self._places(pair)}"

    def _path_text(self, pair: Pair) -> str:
        return path_text(self.position.puzzle.size, self.position.move(pair).path)
