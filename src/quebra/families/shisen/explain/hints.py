"""What to do next in a position that can be won, by the easiest technique that tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quebra.contract.results import Step, Technique
from quebra.engine.budget import Budget
from quebra.families.shisen.explain.deadlocks import Deadlock, deadlock_after
from quebra.families.shisen.explain.runs import Run, kind_runs, mixed_run
from quebra.families.shisen.explain.wording import chain, neighbours, way
from quebra.families.shisen.model import TilePair
from quebra.families.shisen.position import Pair, Position, members
from quebra.grid.cells import at, joined
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
    """Pairs to take, one after the other, or a pair that must not be taken."""

    technique: str
    pairs: Run
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


class Guide:
    """Leads from a position that can be won to the clear board.

    `pairing` is one that clears it. It goes on to clear what is left, whatever hint is followed:
    runs of whole kinds leave the other kinds as they were, pairs without an alternative are in
    every clearing, and the last resort is a pair of this one.
    """

    def __init__(self, position: Position, pairing: frozenset[Pair], budget: Budget) -> None:
        self.position = position
        self.pairing = pairing
        self.budget = budget
        self._refuted: dict[Pair, Deadlock | None] = {}

    def hints(self) -> Iterator[Hint]:
        """The hints up to the clear board; each is applied when the next one is asked for."""
        while self.position.standing:
            self.budget.pause()
            hint = self._easiest()
            yield hint
            hint.apply(self.position)
            if hint.technique in ("only partner", "deadlock", "search"):
                # A choice is gone, so that what could not be refuted now may be.
                self._refuted = {pair: why for pair, why in self._refuted.items() if why}

    def _easiest(self) -> Hint:
        runs = list(kind_runs(self.position))
        return (
            self._neighbours(runs)
            or self._last_two(runs)
            or self._free_group(runs)
            or self._free_run()
            or self._only_partner()
            or self._deadlock()
            or self._search()
        )

    def _neighbours(self, runs: Iterable[Run]) -> Hint | None:
        pairs = (run for run in runs if len(run) == 1)
        near = (run for run in pairs if neighbours(self.position.move(run[0]).path))
        return self._last(next(near, None), "neighbours")

    def _last_two(self, runs: Iterable[Run]) -> Hint | None:
        return self._last(next((run for run in runs if len(run) == 1), None), "last two")

    def _last(self, run: Run | None, technique: str) -> Hint | None:
        if run is None:
            return None
        pair, path = run[0], self.position.move(run[0]).path
        how = "lie side by side" if neighbours(path) else f"are joined {self._way(pair)}"
        text = f"the last two {self._kind(pair)}, at {self._places(pair)}, {how}"
        return Hint(technique, run, sentence(f"{text}: they can go, {HARMLESS}"))

    def _free_group(self, runs: Iterable[Run]) -> Hint | None:
        for run in runs:
            pairs = joined([self._places(pair) for pair in run])
            text = f"all {self._kind(run[0])} that are left can go now, {pairs}"
            return Hint("free group", run, sentence(f"{text}, {HARMLESS}"))
        return None

    def _free_run(self) -> Hint | None:
        run = mixed_run(self.position, self.budget)
        if run is None:
            return None
        moves = ", then ".join(self._name(pair) for pair in run)
        kinds = joined(list(dict.fromkeys(self._kind(pair) for pair in run)), "or")
        text = f"{moves} can go one after the other; no {kinds} is left then, {HARMLESS}"
        return Hint("free run", run, sentence(text))

    def _only_partner(self) -> Hint | None:
        for pair in self.position.moves():
            for tile, mate in (pair, pair[::-1]):
                others = members(self.position.mates[tile] & ~(1 << mate))
                reasons = self._refutations(tile, others)
                if reasons is not None:
                    return self._alone(tile, mate, others, reasons)
        return None

    def _alone(self, tile: int, mate: int, others: list[int], reasons: list[Deadlock]) -> Hint:
        cells = self.position.cells
        who = f"{self.position.names[tile]} at {at(cells[tile])}"
        text = f"{who} can go only with the one at {at(cells[mate])}"
        if not others:
            text += ": the other pairs of its kind are ruled out"
        for number, (other, why) in enumerate(zip(others, reasons, strict=True)):
            text += f"{';' if number else ':'} with {at(cells[other])}, {why.text}"
        pair = (min(tile, mate), max(tile, mate))
        return Hint("only partner", (pair,), sentence(text), tuple(reasons))

    def _deadlock(self) -> Hint | None:
        for pair in self.position.moves():
            if why := self._refutation(*pair):
                text = f"{self._name(pair)} could go now, but must not: after it, {why.text}"
                return Hint("deadlock", (pair,), sentence(text), (why,))
        return None

    def _search(self) -> Hint:
        pair = next(pair for pair in self.position.moves() if pair in self.pairing)
        text = f"{self._name(pair)} can go, {self._way(pair)}, and the board can still be cleared"
        return Hint("search", (pair,), sentence(f"{text}: a search proves it"))

    def _refutations(self, tile: int, mates: list[int]) -> list[Deadlock] | None:
        """Why a tile can go with none of these; None, and soon, if with one it might."""
        reasons = []
        for mate in mates:
            why = self._refutation(tile, mate)
            if why is None:
                return None
            reasons.append(why)
        return reasons

    def _refutation(self, tile: int, mate: int) -> Deadlock | None:
        """Tiles that would wait for one another forever if these two went together."""
        pair = (min(tile, mate), max(tile, mate))
        if pair not in self._refuted:
            self.budget.spend()
            self._refuted[pair] = deadlock_after(self.position, pair)
        return self._refuted[pair]

    def _kind(self, pair: Pair) -> str:
        return self.position.names[pair[0]]

    def _places(self, pair: Pair) -> str:
        return chain(self.position.cells[tile] for tile in pair)

    def _name(self, pair: Pair) -> str:
        return f"{self._kind(pair)} at {self._places(pair)}"

    def _way(self, pair: Pair) -> str:
        return way(self.position.puzzle.size, self.position.move(pair).path)
